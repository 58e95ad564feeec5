/** Checks that a program's accesses fit its memory: names, state spaces, widths and coordinates. */

import { counted } from '../source/counted.js'
import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import type { Span } from '../source/text.js'
import { bytesOf, elementNames, initialOf, type TypedRoot } from './elements.js'
import type { Format } from './format.js'
import type { Instruction } from './instruction.js'
import { operandType } from './instructions/computations.js'
import { impossible, isValueOf, tooWide } from './instructions/operands.js'
import type { Access, AddressOf, NamedAddress, Operand } from './operand.js'
import { destinationOf, operandsOf, targetsOf } from './operands.js'
import type { Location, Thread, Variable } from './program.js'
import { writesOrHolds } from './registers.js'
import type { Memory } from './resolve-instances.js'
import { tensorOf } from './tensor-maps.js'
import { memoryOf, notDeclared, type Root } from './variables.js'

/** Returns the locations of memory. */
export const locationsOf = ({ roots }: Memory): readonly Location[] =>
  roots.map((root) => {
    const { name, space, type, length, tensor, maps } = root
    const described = {
      ...(tensor === undefined ? {} : { tensor: tensorOf(tensor) }),
      ...(maps === undefined ? {} : { maps: maps.map(({ offset, tensor }) => ({ offset, tensor: tensorOf(tensor) })) }),
    }
    const aligned = alignmentIn(root)
    return { name, space, type, length, ...aligned, initial: initialOf(root), ...described }
  })

/** Returns the alignment of a location, and what its declaration promises, if a launch assumes more. */
function alignmentIn({ alignment, assumed }: Root): Pick<Location, 'alignment' | 'declaredAlignment'> {
  if (alignment === undefined) return {}
  return assumed === undefined || assumed <= alignment
    ? { alignment }
    : { alignment: assumed, declaredAlignment: alignment }
}

type NamedAccess = Extract<Instruction, Access> & { readonly address: NamedAddress }

/** Returns the access, if it names its memory. */
const byName = (one: Instruction): readonly NamedAccess[] =>
  'address' in one && one.address.kind === 'name' ? [{ ...one, address: one.address }] : []

/**
 * Reports an access to a name that is not declared, or to another state space than its own; a proxy that cannot access
 * the memory; a write to constant memory, a strong access to local memory; bytes that the memory does not have,
 * misaligned ones; values that the access does not have; two elements of one surface or texture name; the address of a
 * name that is not declared, or in too few bits.
 */
export function checkAccesses({ threads, variables, roots }: Memory, format: Format): readonly Diagnostic[] {
  const variablesByName = new Map(variables.map((variable) => [variable.name, variable]))
  const accesses = threads.flatMap((thread) =>
    thread.instructions.flatMap(byName).map((access) => ({ thread, access })),
  )
  const diagnostics: Diagnostic[] = threads.flatMap(({ instructions }) => instructions.flatMap(checkValues))
  const coordinates = new Map<string, NamedAccess>()
  const undeclared = new Set<string>()
  for (const { value } of threads.flatMap(({ registers }) => registers)) {
    if (value.kind !== 'address' || variablesByName.has(value.name)) continue
    diagnostics.push(notDeclared(value, variablesByName.keys(), format))
    undeclared.add(value.name)
  }
  for (const { thread, access } of accesses) {
    const { name, index } = access.address
    const variable = variablesByName.get(name)
    if (variable === undefined) {
      // If a name is not declared, one error for all of its accesses is enough.
      if (!undeclared.has(name) && !(index !== undefined && writesOrHolds(thread, name)))
        diagnostics.push(notDeclared(access.address, variablesByName.keys(), format))
      undeclared.add(name)
      continue
    }
    const element = access.address.coordinate === undefined ? undefined : (coordinates.get(name) ?? access)
    if (element !== undefined) coordinates.set(name, element)
    const problems = [
      ...checkSpace(access, variable),
      ...checkRange(access, must(roots[variable.location], 'the location of a variable')),
      ...(element === undefined ? [] : checkCoordinate(access, element, thread)),
    ]
    for (const one of problems) diagnostics.push(one)
  }
  for (const thread of threads)
    for (const { value, width } of thread.instructions.flatMap(addressesIn)) {
      const variable = variablesByName.get(value.name)
      if (variable === undefined) {
        if (!undeclared.has(value.name) && !writesOrHolds(thread, value.name))
          diagnostics.push(notDeclared(value, variablesByName.keys(), format))
        undeclared.add(value.name)
      } else if (width < widthOfAddress(variable))
        diagnostics.push(
          diagnostic(
            `an address has ${widthOfAddress(variable)} bits, this instruction ${width}: write a type such as \`.u64\``,
            value.span,
          ),
        )
    }
  return diagnostics
}

/** Returns the width of an address. Within a window, 32 bits are enough, and compilers use them (ISA, State Spaces). */
const widthOfAddress = ({ space }: Variable): 32 | 64 =>
  space === 'shared' || space === 'local' || space === 'const' ? 32 : 64

/** Compares what the instruction says about the memory, and does to it, with the memory itself (ISA, State Spaces). */
function checkSpace(access: NamedAccess, { space }: Variable): readonly Diagnostic[] {
  const { kind, proxy } = access
  const order = 'order' in access ? access.order : 'weak'
  const { name, space: said, span } = access.address
  const problem = (message: string): readonly Diagnostic[] => [diagnostic(message, span)]
  const memory = space === 'const' ? space : memoryOf(space)
  const meant = said === 'shared::cluster' ? 'shared' : said
  if (meant !== undefined && meant !== memory) {
    const [is, not] = memory === 'global' ? [meant, 'not '] : [memory, '']
    return problem(`\`${name}\` is ${not}in ${is === 'const' ? 'constant' : is} memory; the access says \`.${said}\``)
  }
  if (proxy !== 'generic' && (memory === 'shared' || memory === 'local'))
    return problem(`\`${name}\` is in ${memory} memory; the ${proxy} proxy reaches global memory only`)
  if (memory === 'const' && kind !== 'load')
    return problem(`\`${name}\` is constant memory, which is read only; write it through a global name of its address`)
  if (order === 'mmio' && said !== undefined && memory !== 'global')
    return problem(`\`.mmio\` is for global memory; \`${name}\` is in ${memory} memory`)
  if (memory === 'local' && (kind === 'atomic' || order !== 'weak'))
    return problem(
      `\`${name}\` is local memory, which only its thread reaches; strong accesses are of global or shared memory`,
    )
  return []
}

function checkRange(access: NamedAccess, root: TypedRoot): readonly Diagnostic[] {
  const { kind, type, address, element = 0, elements = 1 } = access
  const { name, span } = address
  const bytes = type.width / 8
  const isMbarrier = kind === 'mbarrier' || kind === 'async-arrive'
  const whole = bytes * elements
  // One error is enough for a vector, and for an element that the array does not have.
  if (element > 0 || address.index !== undefined) return []
  const what = isMbarrier ? 'this mbarrier' : elements === 1 ? 'this access' : 'this vector'
  return checkBytes({ what, name, from: Number(address.offset), bytes: whole, aligned: whole, span }, root)
}

/** Bytes that an instruction reaches by a name: their start, their number, and the alignment of their offset. */
interface Range {
  readonly what: string
  readonly name: string
  readonly from: number
  readonly bytes: number
  readonly aligned: number
  readonly span: Span
}

/** Reports bytes that the object does not have, or that begin at another multiple (ISA 5.4.2, Alignment). */
export function checkBytes({ what, name, from, bytes, aligned, span }: Range, root: TypedRoot): readonly Diagnostic[] {
  const size = bytesOf(root)
  const problem = (message: string): readonly Diagnostic[] => [
    diagnostic(message, span, { message: `\`${root.name}\` is declared`, place: root.span }),
  ]
  if (bytes > size) return problem(`${what} has ${counted(bytes, 'byte')}; \`${name}\` has ${size}`)
  if (from < 0) return problem(`${what} begins ${counted(-from, 'byte')} before \`${name}\``)
  if (from + bytes > size)
    return problem(
      `${what} has ${bytes === 1 ? `byte ${from}` : `bytes ${from} to ${from + bytes - 1}`}; those of \`${name}\` are 0 to ${size - 1}${
        root.length === undefined ? '' : `, in ${elementNames(name, root.length)}`
      }`,
    )
  if (from % aligned !== 0)
    return problem(
      `${what} is misaligned: its ${bytes} bytes begin at offset ${from} of \`${name}\`, which is not a multiple of ${aligned}`,
    )
  return []
}

/** Checks the values of an access. A reader of an access without a type does not know its width. */
function checkValues(one: Instruction): readonly Diagnostic[] {
  if (!('address' in one)) return []
  const { width } = one.type
  const integers = operandsOf(one).filter((operand) => operand.kind === 'integer')
  const expected = 'expected' in one ? one.expected : undefined
  return [
    ...integers.flatMap((integer) => (isValueOf(integer.value, width) ? [] : [tooWide(integer, width)])),
    ...(expected === undefined || isValueOf(expected.value, width) ? [] : [impossible(expected, one.type)]),
  ]
}

/** Returns the addresses among the operands of an instruction, each with the number of bits that it has there. */
function addressesIn(one: Instruction): readonly { readonly value: AddressOf; readonly width: number }[] {
  const widths = (operand: number): number => {
    if (one.kind === 'async-store') return operand < targetsOf(one).length ? 64 : one.type.width
    if (one.kind === 'arithmetic') return operandType(one, operand).width
    if (one.kind === 'set-predicate') return one.compared.width
    return 'address' in one ? one.type.width : 64
  }
  return operandsOf(one).flatMap((value, i) => (value.kind === 'address' ? [{ value, width: widths(i) }] : []))
}

/**
 * Checks the coordinates of a name, which is one element: its accesses must not name two, and the element must not
 * depend on what the thread computes.
 */
function checkCoordinate(
  { address }: NamedAccess,
  first: NamedAccess,
  { instructions }: Thread,
): readonly Diagnostic[] {
  const { name, coordinate, span } = address
  if (shownCoordinate(coordinate) !== shownCoordinate(first.address.coordinate)) {
    const note = { message: `addressed as ${shown(first)}`, place: first.address.span }
    return [diagnostic(`\`${name}\` is one element; declare a name for each coordinate`, span, note)]
  }
  if (coordinate?.kind !== 'register') return []
  const writer = instructions.find((instruction: Instruction) => destinationOf(instruction) === coordinate.name)
  if (writer === undefined) return []
  const note = { message: `\`${coordinate.name}\` is written`, place: writer.span }
  return [diagnostic('a coordinate that the thread computes is not modelled', coordinate.span, note)]
}

const shownCoordinate = (coordinate: Operand | undefined): string =>
  coordinate === undefined ? '' : coordinate.kind === 'integer' ? `${coordinate.value}` : coordinate.name

const shown = ({ address: { name, coordinate } }: NamedAccess): string =>
  coordinate === undefined ? `[${name}]` : `[${name}, ${shownCoordinate(coordinate)}]`

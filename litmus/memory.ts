/** What a program's accesses must agree on: names, state spaces, widths and coordinates. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import type { Format } from './format.js'
import {
  type Access,
  type Atomic,
  defaultType,
  destinationOf,
  type Instruction,
  type Load,
  type Operand,
  type Store,
  type Width,
} from './instruction.js'
import { isValueOf } from './instructions/operands.js'
import type { Location, Thread, Variable } from './program.js'
import type { Memory } from './resolve-copies.js'
import { memoryOf, notDeclared, type Root } from './variables.js'

/** The locations with the type of their first access; 32 bits, signed, where there is none. */
export function locationsOf({ threads, variables, roots }: Memory): readonly Location[] {
  const locations = new Map(variables.map(({ name, location }) => [name, location]))
  const accesses = threads.flatMap(({ instructions }) => instructions.filter((one) => 'address' in one))
  const types = new Map(accesses.toReversed().map(({ address, type }) => [locations.get(address.name), type]))
  return roots.map(({ name, space, initial }, i) => {
    const type = types.get(i) ?? defaultType
    return { name, space, type, initial: BigInt.asUintN(type.width, initial?.value ?? 0n) }
  })
}

/** Errors: initial values that do not fit the width of a location's accesses. */
export const checkInitialValues = (roots: readonly Root[], locations: readonly Location[]): readonly Diagnostic[] =>
  locations.flatMap(({ name, type: { width } }, i) => {
    const initial = roots[i]?.initial
    if (initial === undefined || isValueOf(initial.value, width)) return []
    const message = `${initial.value} is not a value of ${width} bits, the width at which \`${name}\` is accessed`
    return [diagnostic(message, initial.span)]
  })

/**
 * Errors: an access to a name that is not declared, or to another state space than its own; a path that does not reach the memory; a write to
 * constant memory, a strong access to local memory; two widths of one location (mixed sizes are not modelled); two elements of one surface
 * or texture name.
 */
export function checkAccesses({ threads, variables, roots }: Memory, format: Format): readonly Diagnostic[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const accesses = threads.flatMap((thread) =>
    thread.instructions.flatMap((instruction) => ('address' in instruction ? [{ thread, access: instruction }] : [])),
  )
  const diagnostics: Diagnostic[] = []
  const firstAt = new Map<number, Access>()
  const coordinates = new Map<string, Access>()
  const undeclared = new Set<string>()
  for (const { thread, access } of accesses) {
    const { name } = access.address
    const variable = byName.get(name)
    if (variable === undefined) {
      // If a name is not declared, one error for all of its accesses is enough.
      if (!undeclared.has(name)) diagnostics.push(notDeclared(access.address, byName.keys(), format))
      undeclared.add(name)
      continue
    }
    const first = firstAt.get(variable.location)
    if (first === undefined) firstAt.set(variable.location, access)
    const element = access.address.coordinate === undefined ? undefined : (coordinates.get(name) ?? access)
    if (element !== undefined) coordinates.set(name, element)
    const problems = [
      ...checkSpace(access, variable),
      ...checkWidth(access, first, roots[variable.location]?.width),
      ...(element === undefined ? [] : checkCoordinate(access, element, thread)),
    ]
    for (const one of problems) diagnostics.push(one)
  }
  return diagnostics
}

/** Compares what the instruction says about the memory, and does to it, with what the memory is (ISA, State Spaces). */
function checkSpace(access: Load | Store | Atomic, { space }: Variable): readonly Diagnostic[] {
  const { kind, order, proxy } = access
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

function checkWidth(
  { type, address }: Access,
  first: Access | undefined,
  declared: Width | undefined,
): readonly Diagnostic[] {
  if (declared !== undefined && declared !== type.width)
    return [
      diagnostic(
        `${type.width} bits of \`${address.name}\`, which is declared with ${declared}; mixed sizes are not modelled`,
        address.span,
      ),
    ]
  if (first === undefined || first.type.width === type.width) return []
  return [
    diagnostic(
      `${type.width} bits of \`${address.name}\`, which is accessed with ${first.type.width} bits elsewhere; mixed sizes are not modelled`,
      address.span,
      {
        message: `${first.type.width} bits`,
        place: first.address.span,
      },
    ),
  ]
}

/** A name is one element, so its accesses must not name two, and the element must not depend on what the thread computes. */
function checkCoordinate({ address }: Access, first: Access, { instructions }: Thread): readonly Diagnostic[] {
  const { name, coordinate, span } = address
  if (shownCoordinate(coordinate) !== shownCoordinate(first.address.coordinate)) {
    const note = { message: `addressed as ${shown(first)}`, place: first.address.span }
    return [diagnostic(`\`${name}\` is one element; declare a name for each coordinate`, span, note)]
  }
  if (coordinate?.kind !== 'register') return []
  const writer = instructions.find((instruction: Instruction) => destinationOf(instruction) === coordinate.name)
  if (writer === undefined) return []
  const note = { message: `\`${coordinate.name}\` is written`, place: writer.span }
  return [
    diagnostic('addresses are names: a coordinate that the thread computes is not modelled', coordinate.span, note),
  ]
}

const shownCoordinate = (coordinate: Operand | undefined): string =>
  coordinate === undefined ? '' : coordinate.kind === 'integer' ? `${coordinate.value}` : coordinate.name

const shown = ({ address: { name, coordinate } }: Access): string =>
  coordinate === undefined ? `[${name}]` : `[${name}, ${shownCoordinate(coordinate)}]`

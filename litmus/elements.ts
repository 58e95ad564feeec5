/** The elements of memory: their types, and their initial values. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { memoised } from '../source/memoised.js'
import { must } from '../source/must.js'
import type { Span } from '../source/text.js'
import type { Format } from './format.js'
import { constantAsWritten, declaredName, needsNoType } from './instances.js'
import type { Instruction } from './instruction.js'
import { isValueOf } from './instructions/operands.js'
import { printConstant } from './instructions/text.js'
import {
  type Access,
  type AddressOf,
  addressType,
  type Constant,
  type DataType,
  defaultType,
  type Integer,
  type NamedAddress,
} from './operand.js'
import { type ChangePlace, placesIn, withPlaces } from './operands.js'
import {
  type Initial,
  type Location,
  type Program,
  type Thread,
  type WrittenThread,
  writtenThreads,
} from './program.js'
import { mostBytes, notDeclared, type Root, type Variables } from './variables.js'

/** A location whose elements have a type. */
export interface TypedRoot extends Root {
  readonly type: DataType
}

/** Returns the size of an object, in bytes. */
export const bytesOf = ({
  type,
  length = 1,
}: {
  readonly type: DataType
  readonly length: number | undefined
}): number => (length * type.width) / 8

/**
 * Returns the locations with the types of their elements. A declared type gives the width; without one it is that of
 * the widest access by name, 32 bits if no access names a type, and at least 64 if an address is in it from the start.
 * The sign is that of the first access by name. A location that only the host's copies access has the type of the other
 * side of the copy.
 */
export function typedRoots(threads: readonly Thread[], { variables, roots }: Variables): readonly TypedRoot[] {
  const locations = new Map(variables.map(({ name, location }) => [name, location]))
  const accesses = roots.map((): (Access & { address: NamedAddress })[] => [])
  for (const { instructions } of threads)
    for (const one of instructions) {
      if (!('address' in one) || one.address.kind !== 'name') continue
      accesses[locations.get(one.address.name) ?? -1]?.push({ ...one, address: one.address })
    }
  const types = roots.map((root, i) => typeOf(root, must(accesses[i], 'the accesses to a location')))
  const copies = threads.flatMap(({ instructions }) =>
    instructions.flatMap((one) =>
      one.kind === 'call' && one.action.kind === 'copy'
        ? [[locations.get(one.action.to.name) ?? -1, locations.get(one.action.from.name) ?? -1] as const]
        : [],
    ),
  )
  const give = (to: number, from: number): boolean => {
    const type = types[from]
    if (type === undefined || types[to] !== undefined || !(to in types)) return false
    types[to] = type
    return true
  }
  const spread = (): boolean => copies.some(([to, from]) => give(to, from) || give(from, to))
  while (spread());
  return roots.map((root, i) => ({ ...root, type: types[i] ?? defaultType }))
}

/**
 * Returns the type to write in the declaration of each location of a program; undefined if the accesses determine it.
 * Instances of one variable are declared together.
 */
export function writtenTypes(
  program: Pick<Program, 'threads' | 'variables' | 'locations'>,
): readonly (DataType | undefined)[] {
  const { variables, locations } = program
  const declaredAs = locations.map(({ name }) => {
    const variable = variables.find((one) => one.name === name)
    return variable === undefined ? name : declaredName(variable)
  })
  const roots = locations.map(
    ({ name, space, length, initial }, i): Root => ({
      name: declaredAs[i] ?? name,
      space,
      span: must(variables[0], 'a variable').span,
      type: undefined,
      length,
      initial: initial.flatMap((one) =>
        one === 'unknown' ? [] : [constantOf(one, must(variables[0], 'a variable').span)],
      ),
    }),
  )
  const first = variables.map((one) => ({ ...one, location: declaredAs.indexOf(declaredAs[one.location] ?? '') }))
  const threads = writtenThreads(program).map((thread) => ({
    ...thread,
    instructions: thread.instructions.map((one) =>
      needsNoType(one, program) ? { ...one, untyped: true as const } : one,
    ),
  }))
  const implied = typedRoots(threads, { variables: first, roots })
  return locations.map(({ type }, i) => {
    const impliedType = implied[declaredAs.indexOf(declaredAs[i] ?? '')]?.type
    return impliedType?.width === type.width && impliedType.signed === type.signed ? undefined : type
  })
}

/** Returns a value as a constant in the text of a test. An unknown value cannot be written in one. */
const constantOf = (initial: Exclude<Initial, 'unknown'>, span: Span): Constant =>
  typeof initial === 'bigint'
    ? { kind: 'integer', value: initial, span }
    : { kind: 'address', name: initial.variable, owner: undefined, offset: initial.offset, span }

/**
 * Returns what a declaration writes for the initial values of a location, without 0 at the end of an array; undefined
 * if all is 0.
 */
export function writtenInitial(
  { length, initial }: Location,
  program: Pick<Program, 'variables' | 'locations'>,
): string | undefined {
  const last = initial.findLastIndex((one) => one !== 0n)
  if (last === -1) return undefined
  const values = initial.slice(0, last + 1).flatMap((one) => {
    if (one === 'unknown') return []
    const at = must(program.variables[0], 'a variable').span
    return printConstant(constantAsWritten(constantOf(one, at), program))
  })
  return length === undefined ? `${values[0]}` : `{${values.join(', ')}}`
}

/** Returns the type of a location; undefined if neither the declaration nor an access says anything. */
function typeOf({ type, initial }: Root, accesses: readonly Access[]): DataType | undefined {
  const holdsAddress = initial.some(({ kind }) => kind === 'address')
  const [first] = accesses
  if (type === undefined && first === undefined && !holdsAddress) return undefined
  const typed = accesses.filter(({ untyped }) => !untyped)
  const widths = typed.map((one) => one.type.width)
  const widest =
    type?.width ?? (holdsAddress ? 64 : (([64, 32, 16, 8] as const).find((one) => widths.includes(one)) ?? 32))
  const sign = widest === 32 ? first?.type : typed[0]?.type
  return { width: widest, signed: (sign ?? type ?? (holdsAddress ? addressType : defaultType)).signed }
}

/** Memory whose locations have types. */
interface TypedMemory {
  readonly variables: Variables['variables']
  readonly roots: readonly TypedRoot[]
}

const rootsByName = ({ variables, roots }: TypedMemory): ReadonlyMap<string, TypedRoot> =>
  new Map(variables.map(({ name, location }) => [name, must(roots[location], 'the location of a variable')]))

/**
 * Replaces indices by offsets in bytes, and gives accesses without a type that of an element of the memory that they
 * name.
 */
export function withElements(threads: readonly WrittenThread[], memory: TypedMemory): Elements {
  const byName = rootsByName(memory)
  const inBytes: ChangePlace = (place) => {
    const { index, name, offset } = place
    if (index === undefined) return place
    const root = byName.get(name)
    // A missing element is reported as such, and not examined any further.
    if (root === undefined || hasNoElement(place, root)) return place
    return { ...place, offset: offset + index * BigInt(root.type.width / 8), index: undefined }
  }
  const constant = (one: Constant): Constant => (one.kind === 'address' ? inBytes(one) : one)
  // Threads of one launch share their instructions.
  const changed = memoised((instructions: readonly Instruction[]): readonly Instruction[] =>
    instructions.map((one) =>
      typed(placesIn(one).some(({ index }) => index !== undefined) ? withPlaces(one, inBytes) : one, byName),
    ),
  )
  return {
    threads: threads.map((thread) => ({
      ...thread,
      registers: thread.registers.map((one) => ({ ...one, value: constant(one.value) })),
      instructions: changed(thread.instructions),
    })),
    roots: memory.roots.map((root) => ({ ...root, initial: root.initial.map(constant) })),
  }
}

interface Elements {
  readonly threads: readonly WrittenThread[]
  readonly roots: readonly TypedRoot[]
}

function typed(one: Instruction, byName: ReadonlyMap<string, TypedRoot>): Instruction {
  if (!('address' in one) || !one.untyped) return one
  const { untyped: _, ...access } = one
  const element = one.address.kind === 'name' ? byName.get(one.address.name)?.type : undefined
  return element === undefined || element.width === defaultType.width
    ? { ...access, type: defaultType }
    : { ...one, type: element }
}

/** Returns the initial value of each element of a location: those that the declaration gives, then 0. */
export const initialOf = ({ initial, length = 1, type, uninitialised }: TypedRoot): readonly Initial[] =>
  Array.from({ length }, (_, i): Initial => {
    if (uninitialised) return 'unknown'
    const given = initial[i]
    return given?.kind === 'address'
      ? { variable: given.name, offset: given.offset }
      : BigInt.asUintN(type.width, given?.value ?? 0n)
  })

/** Reports an element that an array does not have. The place after the last one has an address, but no element. */
export function checkIndices(threads: readonly Thread[], memory: TypedMemory): readonly Diagnostic[] {
  const byName = rootsByName(memory)
  return [
    ...memory.roots.flatMap(({ initial }) => initial),
    ...threads.flatMap(({ registers, instructions }) => [
      ...registers.map(({ value }) => value),
      ...instructions.flatMap(placesIn),
    ]),
  ].flatMap((one) => {
    const root = one.kind === 'integer' ? undefined : byName.get(one.name)
    return one.kind === 'integer' || root === undefined || !hasNoElement(one, root)
      ? []
      : [noElement(one.name, one.index ?? 0n, root, one.span)]
  })
}

/** Returns whether a place has no element. The place after the last element of an array still has an address. */
export const hasNoElement = (
  { kind, index = 0n }: Pick<NamedAddress | AddressOf, 'kind' | 'index'>,
  { length }: Pick<TypedRoot, 'length'>,
): boolean => index < 0n || index >= (length ?? 1) + (kind === 'address' && length !== undefined ? 1 : 0)

/** Returns the error for an element that memory does not have. */
export const noElement = (name: string, index: bigint, { length }: Pick<TypedRoot, 'length'>, span: Span): Diagnostic =>
  diagnostic(
    length === undefined
      ? `\`${name}\` is not an array, so it has no element ${index}`
      : `\`${name}\` has no element ${index}: ${length === 1 ? 'its only one is' : 'its elements are'} ${elementNames(name, length)}`,
    span,
  )

/** Returns `a[0]`, or `a[0]` to `a[3]`. */
export const elementNames = (name: string, length: number): string =>
  length === 1 ? `\`${name}[0]\`` : `\`${name}[0]\` to \`${name}[${length - 1}]\``

/** Reports an object of too many bytes; initial values that do not fit an element; addresses of nothing. */
export const checkElements = (memory: TypedMemory, format: Format): readonly Diagnostic[] => {
  const byName = rootsByName(memory)
  return memory.roots.flatMap((root): readonly Diagnostic[] => {
    const { name, type, length, initial, span } = root
    const bytes = bytesOf(root)
    const tooLarge =
      bytes > mostBytes
        ? [
            diagnostic(
              `\`${name}\` has ${length} elements of ${type.width} bits, ${bytes} bytes; the limit is ${mostBytes} bytes`,
              span,
            ),
          ]
        : []
    const values = initial.flatMap((one): readonly Diagnostic[] => {
      if (one.kind === 'integer') return isValueOf(one.value, type.width) ? [] : [valueTooWide(one, root)]
      if (!byName.has(one.name)) return [notDeclared(one, byName.keys(), format)]
      return type.width === 64
        ? []
        : [diagnostic(`an address has 64 bits; \`${name}\` holds values of ${type.width}`, one.span)]
    })
    return [...tooLarge, ...values]
  })
}

const valueTooWide = ({ value, span }: Integer, { name, type: { width }, length }: TypedRoot): Diagnostic =>
  diagnostic(
    `${value} is not a value of ${width} bits, ${length === undefined ? `the width at which \`${name}\` is accessed` : `the width of an element of \`${name}\``}`,
    span,
  )

/** Tensor maps: how tests declare them, and what a declaration must obey (ISA, Tensors). */

import { counted } from '../source/counted.js'
import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { fail, ok, type Result } from '../source/result.js'
import type { Span } from '../source/text.js'
import type { TypedRoot } from './elements.js'
import { type AsyncCopy, dimensionsOf } from './instructions/async-copy.js'
import type { TensorSyntax } from './instructions/statement.js'
import { type AddressOf, addressType, type DataType } from './operand.js'
import type { Tensor, Variable } from './program.js'
import type { Memory } from './resolve-instances.js'
import { type DeclaredVariable, memoryOf } from './variables.js'

/** The type of a declaration that makes it one of a tensor map. */
export const mapType = 'tensormap'

const example = '`.global .tensormap map = tensor(a, {8, 4}, {4, 2});`'

/** Returns the address of the array that holds the elements of a tensor. */
export const addressOfTensor = ({ of: { text: name, span } }: TensorSyntax): AddressOf => ({
  kind: 'address',
  name,
  owner: undefined,
  offset: 0n,
  span,
})

/** Returns what the declaration of a tensor map adds to that of a variable. Its value is the address of the tensor. */
export const describing = (tensor: TensorSyntax): Required<Pick<DeclaredVariable, 'type' | 'initial' | 'tensor'>> => {
  const initial = { braces: false, values: [addressOfTensor(tensor)], span: tensor.span }
  return { type: addressType, initial, tensor }
}

/**
 * Returns what a declaration describes, if it is one of a tensor map. Fails on the type without a tensor or the other
 * way round, on an array, and on an alias.
 */
export function describedBy(
  isMap: boolean,
  initial: { readonly kind: string; readonly span: Span } | TensorSyntax | null,
  isOne: boolean,
  span: Span,
): Result<TensorSyntax | undefined> {
  const tensor = initial !== null && initial.kind === 'tensor' && 'of' in initial ? initial : undefined
  if (!isMap)
    return tensor === undefined
      ? ok(undefined)
      : fail(diagnostic(`only a tensor map describes a tensor: ${example}`, tensor.span))
  if (tensor === undefined)
    return fail(diagnostic(`a tensor map is declared with the tensor that it describes: ${example}`, span))
  return isOne ? ok(tensor) : fail(diagnostic('tensor maps are declared one by one, not as arrays', span))
}

/** Returns the sizes of a declared tensor. */
export const tensorOf = ({ of, sizes, box }: TensorSyntax): Tensor => ({
  of: of.text,
  sizes: sizes.values.map(({ value }) => Number(value)),
  box: box.values.map(({ value }) => Number(value)),
})

/** Returns the tensor as a declaration describes it. */
export const tensorText = ({ of, sizes, box }: Tensor): string =>
  `tensor(${of}, {${sizes.join(', ')}}, {${box.join(', ')}})`

/** The number of bytes of a tensor map (ISA, Tensors). */
export const mapBytes = 128

/** The number of modelled bytes of a tensor map that is an object of its own: its address. */
export const addressBytes = 8

interface Described<T> {
  readonly tensor?: T
  readonly maps?: readonly { readonly offset: number; readonly tensor: T }[]
}

/** Returns the tensor of the map that begins at an offset in an object, in bytes. */
export const tensorAt = <T>({ tensor, maps = [] }: Described<T>, offset: number): T | undefined =>
  offset === 0 && tensor !== undefined ? tensor : maps.find((one) => one.offset === offset)?.tensor

/** Returns whether some bytes of an object are those of a tensor map. */
export const isInMap = ({ tensor, maps = [] }: Described<unknown>, offset: number, bytes: number): boolean =>
  tensor !== undefined || maps.some((one) => one.offset < offset + bytes && offset < one.offset + mapBytes)

/** Returns the type of the elements of a tensor. */
export const elementOf = (
  { of }: Pick<Tensor, 'of'>,
  {
    variables,
    locations,
  }: { readonly variables: readonly Variable[]; readonly locations: readonly { readonly type: DataType }[] },
): DataType | undefined => {
  const variable = variables.find(({ name }) => name === of)
  return variable && must(locations[variable.location], 'a location').type
}

/** Returns the number of bytes of a whole tile. */
export const tileBytes = (
  { box }: Pick<Tensor, 'box'>,
  { width }: DataType,
  { rows }: Pick<NonNullable<AsyncCopy['tile']>, 'rows'>,
): number => box.reduce((product, size) => product * size, width / 8) * (rows === undefined ? 1 : rowsAtOnce)

/** "The size of the bounding box in the dimension 1 must be one", where rows are copied one by one (ISA 5.5.3.4.1). */
export const hasSeveralRows = ({ box }: Pick<Tensor, 'box'>): boolean => box[1] !== 1

/** How many rows a copy gathers or scatters (ISA 5.5.3.4). */
const rowsAtOnce = 4

/** The most dimensions, and the most elements of a tile in each (ISA, Tensors). */
const most = { dimensions: 5, box: 256 }

/**
 * Reports sizes that are invalid, or that the array does not have, and maps in memory where copies cannot read them.
 * Undeclared names are reported elsewhere.
 */
export const checkTensorMaps = ({ variables, roots }: Pick<Memory, 'variables' | 'roots'>): readonly Diagnostic[] => {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const declared = new Map(
    roots.flatMap((root) =>
      [...(root.tensor === undefined ? [] : [root.tensor]), ...(root.maps ?? []).map(({ tensor }) => tensor)].map(
        (tensor) => [tensor, { ...root, tensor }] as const,
      ),
    ),
  )
  return [
    ...[...declared.values()].flatMap((root) => checkTensorMap(root, byName, roots)),
    ...variables.flatMap(({ alias, location, span }) =>
      alias !== undefined && roots[location]?.tensor !== undefined
        ? [diagnostic('a tensor map has one name here', span)]
        : [],
    ),
  ]
}

function checkTensorMap(
  { name, space, span, tensor }: TypedRoot,
  byName: ReadonlyMap<string, Variable>,
  roots: readonly TypedRoot[],
): readonly Diagnostic[] {
  if (tensor === undefined) return []
  const problem = (message: string, place: Span): readonly Diagnostic[] => [diagnostic(message, place)]
  if (!['global', 'const', 'shared'].includes(space))
    return problem(`a tensor map is in global, constant, parameter or shared memory; \`${name}\` is .${space}`, span)
  const { of, sizes, box } = tensor
  const dimensions = sizes.values.length
  if (dimensions > most.dimensions)
    return problem(`a tensor has at most ${most.dimensions} dimensions; this one has ${dimensions}`, sizes.span)
  if (box.values.length !== dimensions)
    return problem(`the tensor has ${counted(dimensions, 'dimension')}, its tiles have ${box.values.length}`, box.span)
  const empty = [...sizes.values, ...box.values].find(({ value }) => value < 1n)
  if (empty !== undefined) return problem(`${empty.value} is not the size of a dimension`, empty.span)
  const wide = box.values.find(({ value }) => value > most.box)
  if (wide !== undefined)
    return problem(`a tile has at most ${most.box} elements in a dimension, not ${wide.value}`, wide.span)
  const array = byName.get(of.text)
  if (array === undefined) return []
  const root = must(roots[array.location], 'the location of a variable')
  const note = { message: `\`${root.name}\` is declared`, place: root.span }
  if (root.tensor !== undefined || array.space === 'const' || memoryOf(array.space) !== 'global')
    return [diagnostic(`a tensor is in global memory, and not a tensor map, as \`${of.text}\` is`, of.span, note)]
  const elements = sizes.values.reduce((product, { value }) => product * value, 1n)
  const length = root.length ?? 1
  return elements > length
    ? [diagnostic(`the tensor has ${elements} elements, \`${of.text}\` has ${length}`, sizes.span, note)]
    : []
}

/**
 * Reports a copy of a tile of something else than the tensor of a map, with another number of dimensions, or with
 * elements that it cannot change.
 */
export function checkTile(
  tile: NonNullable<AsyncCopy['tile']>,
  { root, offset, span }: { readonly root: TypedRoot; readonly offset: number; readonly span: Span },
  element: DataType | undefined,
): readonly Diagnostic[] {
  const { reduction, rows } = tile
  const { name, span: declared, space } = root
  const note = { message: `\`${name}\` is declared`, place: declared }
  const tensor = tensorAt(root, offset)
  if (tensor === undefined)
    return root.tensor === undefined
      ? notMap(name, span, note)
      : [diagnostic(`a copy names a tensor map, not an address within it`, span, note)]
  if (space === 'shared')
    return [
      diagnostic(
        `a copy reads its tensor map in global, constant or parameter memory; \`${name}\` is in shared memory`,
        span,
        note,
      ),
    ]
  const dimensions = tensor.sizes.values.length
  if (dimensions !== dimensionsOf(tile))
    return [
      diagnostic(
        `the copy is \`.${dimensionsOf(tile)}d\`; the tensor has ${counted(dimensions, 'dimension')}`,
        span,
        note,
      ),
    ]
  if (rows !== undefined && hasSeveralRows(tensorOf(tensor)))
    return [diagnostic(`\`.${rows}\` copies rows one by one: the tiles of the tensor must have one row`, span, note)]
  if (reduction === undefined || element === undefined) return []
  const counts = reduction === 'inc' || reduction === 'dec'
  return element.width < 32 || (counts && (element.width !== 32 || element.signed))
    ? [
        diagnostic(
          `\`.${reduction}\` is for elements ${counts ? 'of type `.u32`' : 'of 32 or 64 bits'}; those of \`${tensor.of.text}\` are \`.${element.signed ? 's' : 'u'}${element.width}\``,
          span,
          note,
        ),
      ]
    : []
}

const notMap = (name: string, span: Span, note: { message: string; place: Span }): readonly Diagnostic[] => [
  diagnostic(`\`${name}\` is not a tensor map, which is declared as in ${example}`, span, note),
]

/**
 * Reports an instruction for a tensor map that names something else, or one in memory that it does not reach. `said` is
 * what it says.
 */
export function checkChanged(
  {
    root: { name, span: declared, space, tensor },
    offset,
    span,
  }: { readonly root: TypedRoot; readonly offset: number; readonly span: Span },
  needed: string | undefined,
  said: string,
): readonly Diagnostic[] {
  const note = { message: `\`${name}\` is declared`, place: declared }
  if (tensor === undefined) return notMap(name, span, note)
  if (offset !== 0) return [diagnostic('this is not an address within a tensor map, but that of one', span, note)]
  if (space === needed) return []
  return space === 'const'
    ? [diagnostic(`\`${name}\` is fixed for the launch: declare a tensor map that changes as \`.global\``, span, note)]
    : [diagnostic(`\`${name}\` is in ${space} memory, the instruction is for \`.${said}\``, span, note)]
}

/** Reports a copy between tensor maps that differ in more than their address. */
export function checkAlike(
  to: TypedRoot,
  from: TypedRoot,
  span: Span,
  { variables, roots }: Pick<Memory, 'variables' | 'roots'>,
): readonly Diagnostic[] {
  const [one, other] = [to, from].map(({ tensor }) => tensor && tensorOf(tensor))
  const shape = (tensor: Tensor | undefined): string =>
    tensor === undefined
      ? ''
      : `${tensor.sizes} ${tensor.box} ${elementOf(tensor, { variables, locations: roots })?.width}`
  return shape(one) === shape(other)
    ? []
    : [
        diagnostic(`\`${from.name}\` and \`${to.name}\` describe tensors of different sizes`, span, {
          message: `\`${to.name}\` is declared`,
          place: to.span,
        }),
      ]
}

/** Reports bytes that the host sets in a tensor map, or copies between one and something else. */
export function checkHostMaps({ threads, variables, roots }: Memory): readonly Diagnostic[] {
  const rootOf = (name: string): TypedRoot | undefined =>
    roots[variables.find((one) => one.name === name)?.location ?? -1]
  return threads.flatMap(({ kind, instructions, span }) => {
    if (kind !== 'transfer') return []
    const reached = instructions.flatMap((one) =>
      'address' in one && one.address.kind === 'name' ? [rootOf(one.address.name)] : [],
    )
    const [from, to] = reached
    if (reached.every((root) => root?.tensor === undefined)) return []
    return from?.tensor === undefined || to?.tensor === undefined
      ? [diagnostic('the host copies tensor maps to tensor maps, and nothing else to them or from them', span)]
      : checkAlike(to, from, span, { variables, roots })
  })
}

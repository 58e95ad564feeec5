/** WebAssembly modules as bytes: as much of the binary format (chapter 5 of the core specification, and its exceptions) as is needed here. */

export type Bytes = readonly number[]

/** Types of numbers, by Emscripten's letters for them: i32, i64, f32, f64. */
const numbers = new Map([
  ['i', 0x7f],
  ['j', 0x7e],
  ['f', 0x7d],
  ['d', 0x7c],
])
/** An instruction that gives zero. */
const zeros = new Map<string, Bytes>([
  ['i', [0x41, 0]],
  ['j', [0x42, 0]],
  ['f', [0x43, 0, 0, 0, 0]],
  ['d', [0x44, 0, 0, 0, 0, 0, 0, 0, 0]],
])

/** What a function takes and gives, a letter each; nothing is the empty text. */
export interface Signature {
  readonly params: string
  readonly result: string
}

/** A function: its body may use one i32 beside its parameters, with the index after theirs. */
export interface Definition extends Signature {
  /** As which it is exported; not at all without. */
  readonly name?: string
  /** Instructions, without the last `end`. */
  readonly body: Bytes
}

export interface Assembly {
  /** All that calls and definitions use. */
  readonly types: readonly Signature[]
  /** Functions, which have the lowest indices, and tables, which do too. */
  readonly importedFunctions: readonly (Signature & { readonly name: string })[]
  readonly importedTables: readonly string[]
  /** Tables of functions that start empty, each exported. */
  readonly tables: readonly string[]
  readonly functions: readonly Definition[]
}

/** Unsigned, seven bits to a byte. */
function unsigned(value: number): Bytes {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}
const vector = (items: readonly Bytes[]): Bytes => [...unsigned(items.length), ...items.flat()]
const name = (text: string): Bytes => vector([...Buffer.from(text)].map((byte) => [byte]))
const section = (id: number, items: readonly Bytes[]): Bytes => {
  const content = vector(items)
  return items.length === 0 ? [] : [id, ...unsigned(content.length), ...content]
}
const number = (letter: string): number => numbers.get(letter) ?? 0x40
const emptyTable: Bytes = [0x70, 0, 0]

const sameAs =
  ({ params, result }: Signature) =>
  (other: Signature): boolean =>
    other.params === params && other.result === result

/** The module, whose imports all come from `env`. */
export function assemble({ types, importedFunctions, importedTables, tables, functions }: Assembly): Uint8Array {
  const env = name('env')
  const typeIndex = (signature: Signature): Bytes => unsigned(types.findIndex(sameAs(signature)))
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(
      1,
      types.map(({ params, result }) => [
        0x60,
        ...vector([...params].map((letter) => [number(letter)])),
        ...vector([...result].map((letter) => [number(letter)])),
      ]),
    ),
    ...section(2, [
      ...importedFunctions.map((one): Bytes => [...env, ...name(one.name), 0, ...typeIndex(one)]),
      ...importedTables.map((one): Bytes => [...env, ...name(one), 1, ...emptyTable]),
    ]),
    ...section(3, functions.map(typeIndex)),
    ...section(
      4,
      tables.map(() => emptyTable),
    ),
    ...section(7, [
      ...functions.flatMap((one, i): readonly Bytes[] =>
        one.name === undefined ? [] : [[...name(one.name), 0, ...unsigned(importedFunctions.length + i)]],
      ),
      ...tables.map((one, i): Bytes => [...name(one), 1, ...unsigned(importedTables.length + i)]),
    ]),
    ...section(
      10,
      functions.map(({ body }) => {
        const code = [...vector([[1, number('i')]]), ...body, 0x0b]
        return [...unsigned(code.length), ...code]
      }),
    ),
  ])
}

/** Instructions; what follows a call or a test takes its operands from those before it. */
export const constant = (value: number): Bytes => [0x41, value]
export const getLocal = (index: number): Bytes => [0x20, ...unsigned(index)]
export const setLocal = (index: number): Bytes => [0x21, ...unsigned(index)]
export const call = (index: number): Bytes => [0x10, ...unsigned(index)]
/** Calls the function of a table that the topmost operand names. */
export const callIndirect = (type: number, table: number): Bytes => [0x11, ...unsigned(type), table]
export const ifZero = (then: Bytes): Bytes => [0x45, 0x04, 0x40, ...then, 0x0b]
/** The tried, or, whatever it throws but traps, the handler and zero. */
export const tryCatch = (result: string, tried: Bytes, handler: Bytes): Bytes => [
  ...[0x06, number(result), ...tried],
  ...[0x19, ...handler, ...(zeros.get(result) ?? []), 0x0b],
]
/** Throws again what was caught by the handler so many blocks out. */
export const rethrow = (depth: number): Bytes => [0x09, depth]
/** Copies all of one table to the start of another. */
export const copyTable = (to: number, from: number): Bytes => [
  ...[...constant(0), ...constant(0), 0xfc, 16, from],
  ...[0xfc, 14, to, from],
]

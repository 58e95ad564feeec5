/**
 * The calls of C++ that may throw. z3 is compiled for engines without exceptions: it makes such calls by way of JavaScript (Emscripten's
 * `invoke_…`), millions of them in a second's work. Engines have had exceptions for long; with them WebAssembly makes these calls itself,
 * in two thirds of the time, and JavaScript is left with what throws.
 */

import {
  assemble,
  type Bytes,
  call,
  callIndirect,
  constant,
  copyTable,
  type Definition,
  getLocal,
  ifZero,
  rethrow,
  type Signature,
  setLocal,
  tryCatch,
} from './assemble.js'

/** `invoke_viij`: what the function gives, `v` for nothing, and what it takes. */
const pattern = /^invoke_([ijfdv])([ijfd]*)$/

const [noOperands, noResult] = ['', '']
const thrown: Signature & { readonly name: string } = { name: 'thrown', params: noOperands, result: 'i' }
const stackPointer: Signature = { params: noOperands, result: 'i' }
const setStackPointer: Signature = { params: 'i', result: noResult }
const setThrew: Signature = { params: 'ii', result: noResult }

/** The tables of the module: the functions of z3, and those of its runtime that the calls need. */
const [functionsOfZ3, runtime] = [0, 1]

/** The runtime's functions by their exports, in the order of their table. */
export const runtimeFunctions = ['emscripten_stack_get_current', '_emscripten_stack_restore', 'setThrew'] as const

/**
 * A module with the functions of these names, or undefined if one is not of the kind. It exports the tables `functions` and `runtime`, to
 * be filled before any call, and imports `env.thrown`, which says whether the exception on its way is one of C++, and forgets it.
 */
export function invokeModule(names: readonly string[]): Uint8Array | undefined {
  const types: Signature[] = []
  const typeIndex = (signature: Signature): number => {
    const known = types.findIndex(({ params, result }) => params === signature.params && result === signature.result)
    return known === -1 ? types.push(signature) - 1 : known
  }
  const runtimeCall = (signature: Signature, place: number, operands: Bytes): Bytes => [
    ...operands,
    ...constant(place),
    ...callIndirect(typeIndex(signature), runtime),
  ]
  typeIndex(thrown)
  const functions: Definition[] = []
  for (const name of names) {
    const [, kind, params] = pattern.exec(name) ?? []
    if (kind === undefined || params === undefined) return undefined
    const result = kind === 'v' ? noResult : kind
    const signature: Signature = { params: `i${params}`, result }
    typeIndex(signature)
    const saved = signature.params.length
    const tried = [
      ...[...params].flatMap((_, i) => getLocal(i + 1)),
      ...getLocal(0),
      ...callIndirect(typeIndex({ params, result }), functionsOfZ3),
    ]
    const handler = [
      ...call(0),
      ...ifZero(rethrow(1)),
      ...runtimeCall(setStackPointer, 1, getLocal(saved)),
      ...runtimeCall(setThrew, 2, [...constant(1), ...constant(0)]),
    ]
    const body = [...runtimeCall(stackPointer, 0, []), ...setLocal(saved), ...tryCatch(result, tried, handler)]
    functions.push({ ...signature, name, body })
  }
  return assemble({
    types,
    importedFunctions: [thrown],
    importedTables: [],
    tables: ['functions', 'runtime'],
    functions,
  })
}

/** A module whose `copy` copies the table `env.from` to the start of `env.to`. */
export const copyModule = (): Uint8Array =>
  assemble({
    types: [{ params: noOperands, result: noResult }],
    importedFunctions: [],
    importedTables: ['to', 'from'],
    tables: [],
    functions: [{ name: 'copy', params: noOperands, result: noResult, body: copyTable(0, 1) }],
  })

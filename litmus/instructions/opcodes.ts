/** The opcodes, and the effect of each. */

import { type Proxy, proxies, readProxies, type Spelling, type WrittenProxy, writtenProxies } from '../proxy.js'
import { floatOpcodes, forms, operations } from './computations.js'

export type Opcode =
  | { readonly family: 'load'; readonly proxy: Proxy }
  | { readonly family: 'store' | 'atom' | 'red'; readonly proxy: WrittenProxy }
  | { readonly family: 'fence' }
  | { readonly family: 'arithmetic' }
  | { readonly family: 'predicate' }

const accesses: readonly (readonly [Spelling, Opcode])[] = [
  ...readProxies.map((proxy) => [proxies[proxy].load, { family: 'load', proxy }] as const),
  ...writtenProxies.flatMap((proxy) => [
    [proxies[proxy].store, { family: 'store', proxy }] as const,
    [proxies[proxy].atomic, { family: 'atom', proxy }] as const,
    [proxies[proxy].reduction, { family: 'red', proxy }] as const,
  ]),
]

/** The opcodes by name, without qualifiers. A spelling with qualifiers is not a separate opcode. */
export const opcodes: ReadonlyMap<string, Opcode> = new Map<string, Opcode>([
  ...accesses.flatMap(([{ nvlitmus, herd, others }, opcode]) =>
    [nvlitmus, herd, ...others].flatMap((name) => (name.includes('.') ? [] : [[name, opcode] as const])),
  ),
  ['fence', { family: 'fence' }],
  ['setp', { family: 'predicate' }],
  ['set', { family: 'predicate' }],
  ...[...operations.map((operation) => opcodeOf(forms[operation].words)), 'madc', 'createpolicy', ...floatOpcodes].map(
    (opcode) => [opcode, { family: 'arithmetic' }] as const,
  ),
])

/** Returns the text before the first qualifier. */
export function opcodeOf(mnemonic: string): string {
  return mnemonic.replace(/\..*/s, '')
}

/** Returns the dotted words after it. */
export const qualifiersOf = (mnemonic: string): readonly string[] => mnemonic.split('.').slice(1)

/** Returns whether a mnemonic is the name, or the name and more dotted words. */
export const beginsWith = (mnemonic: string, name: string): boolean =>
  mnemonic === name || mnemonic.startsWith(`${name}.`)

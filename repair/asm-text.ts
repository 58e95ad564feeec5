/** Inserted instructions as the source at hand would write them: its own names for groups and for inline assembly. */

import type { Instruction } from '../litmus/instruction.js'
import type { SourceText } from '../source/text.js'

/** Returns whether a source writes the instruction as inline assembly only. */
export const isOnlyAssembly = (one: Instruction): boolean =>
  one.kind === 'wgmma-fence' || (one.kind === 'async-group' && one.of === 'wgmma')

/**
 * Returns the statement that has the instruction, which `written` is as PTX: a call of the function that a source at
 * hand defines for it, or inline assembly.
 */
export function assemblyIn({ sources = [] }: SourceText, written: string): string {
  const [mnemonic = '', operand] = written.split(/\s+/)
  const shape = operand === undefined ? mnemonic : `${mnemonic} %0`
  const words = shape.replaceAll('.', String.raw`\.`)
  const definition = new RegExp(String.raw`\b(\w+)\s*\(\s*\)\s*\{\s*asm\s+volatile\s*\(\s*"${words};?(?:\\n)?"`)
  const name = sources.flatMap(({ text }) => definition.exec(text)?.[1] ?? [])[0]
  if (name === undefined) return `asm volatile("${written};" ::: "memory")`
  return `${name}${operand === undefined ? '' : `<${operand}>`}()`
}

/** Returns the call for the barrier of a cluster, of the group that a source at hand names. */
export function clusterSyncIn({ sources = [] }: SourceText): string {
  const named = /\b(\w+)\s*=\s*(?:cg|cooperative_groups)::this_cluster\(\)/
  const name = sources.flatMap(({ text }) => named.exec(text)?.[1] ?? [])[0]
  return `${name ?? 'cooperative_groups::this_cluster()'}.sync()`
}

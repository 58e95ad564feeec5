/** Decides whether two programs differ only in how they are written. */

import type { Instruction } from '../litmus/instruction.js'
import type { Program } from '../litmus/program.js'

/**
 * Returns whether the threads of two programs execute the same instructions. Places do not count, nor do names that no
 * text has, or empty guards.
 */
export const executeTheSame = (one: Program, other: Program): boolean => executed(one) === executed(other)

const executed = ({ threads }: Program): string =>
  threads.map(({ kind, instructions }) => `${kind}\n${bare(withoutEmptyGuards(instructions))}`).join('\n')

function withoutEmptyGuards(instructions: readonly Instruction[]): readonly Instruction[] {
  return instructions.filter(
    (one, i) => !isEmptyGuard(one, instructions[i + 1]) && !isEmptyGuard(instructions[i - 1], one),
  )
}

const isEmptyGuard = (one: Instruction | undefined, next: Instruction | undefined): boolean =>
  one?.kind === 'branch' && one.guards === true && next?.kind === 'label' && one.target === next.name

/**
 * Normalises instructions. Names with a blank are numbered as they come. `untyped` says how an access is written, and
 * the result of a barrier has no type.
 */
function bare(instructions: readonly Instruction[]): string {
  const hidden = new Map<string, number>()
  const name = (text: string): string => {
    if (!text.includes(' ')) return text
    const number = hidden.get(text) ?? hidden.size
    hidden.set(text, number)
    return ` ${number}`
  }
  return JSON.stringify(instructions, (key, value: unknown) => {
    if (/span$/i.test(key) || key === 'untyped') return undefined
    if (typeof value === 'bigint') return `${value}n`
    if (typeof value === 'string') return name(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const isBarrier = 'operation' in value && value.operation === 'bar'
    const entries = Object.entries(value).filter(([of]) => !(isBarrier && of === 'from'))
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

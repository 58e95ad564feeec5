/**
 * The instructions between which a place of a text is: those with an effect that threads execute last before it, and
 * first after it. Computations in between may be anywhere, and compilers put them anywhere.
 */

import { factsOf } from '../litmus/facts.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Family } from '../litmus/instructions/definition.js'

/** The index of an instruction with an effect, or the start or the end of the text. */
export type Neighbour = number | 'start' | 'end'

/** Returns the first instruction with an effect that is executed from an index on; undefined in an endless loop. */
export function nextEffect(instructions: readonly Instruction[], from: number): Neighbour | undefined {
  const seen = new Set<number>()
  for (let at = from; !seen.has(at); ) {
    seen.add(at)
    const one = instructions[at]
    if (one === undefined || factsOf(one).family === 'end') return 'end'
    if (hasEffect(one)) return at
    at = one.kind === 'branch' ? labelled(instructions, one.target) : at + 1
  }
  return undefined
}

/** Returns the instructions with an effect that may be executed last before the one at an index, in the order of the text. */
export function effectsBefore(instructions: readonly Instruction[], at: number): readonly Neighbour[] {
  const effects = new Set<Neighbour>()
  const seen = new Set<number>()
  const open = [at]
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    if (seen.has(point)) continue
    seen.add(point)
    const before = instructions[point - 1]
    if (before === undefined) effects.add('start')
    else if (hasEffect(before)) effects.add(point - 1)
    else if (before.kind !== 'branch' && factsOf(before).family !== 'end') open.push(point - 1)
    if (before?.kind !== 'label') continue
    for (const [index, one] of instructions.entries()) {
      if (one.kind !== 'branch' || one.target !== before.name) continue
      if (hasEffect(one)) effects.add(index)
      else open.push(index)
    }
  }
  return [...effects].toSorted((a, b) => rankOf(a) - rankOf(b))
}

const rankOf = (one: Neighbour): number => (one === 'start' ? -1 : one === 'end' ? Number.POSITIVE_INFINITY : one)

const labelled = (instructions: readonly Instruction[], name: string): number => {
  const at = instructions.findIndex((one) => one.kind === 'label' && one.name === name)
  return at === -1 ? instructions.length : at
}

/** Returns whether threads do more at an instruction than to compute or to go on elsewhere. */
export const hasEffect = (one: Instruction): boolean =>
  one.kind === 'branch' ? one.when !== undefined : !without.has(factsOf(one).family)

const without: ReadonlySet<Family> = new Set(['computation', 'control', 'end'])

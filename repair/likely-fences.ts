/**
 * Fences against races of weak accesses that a flag was to order: what one thread does, then its write of the flag; the
 * read that sees this write, then what the other thread does. A fence before the write and one behind the read
 * synchronise (ISA 8.9.4, release and acquire patterns).
 */

import type { Instruction } from '../litmus/instruction.js'
import { type Program, threadAt } from '../litmus/program.js'
import { must } from '../source/must.js'
import type { Counterexample } from './counterexample.js'
import { type Access, isStrong, loopsAround } from './likely-barriers.js'
import { scopeOf } from './likely-scopes.js'
import { type Choice, placeOf } from './likely-waits.js'
import type { Repair } from './repair.js'
import { sharing } from './same-text.js'
import type { Slot } from './slot.js'

interface Given {
  readonly program: Program
  readonly slots: readonly Slot[]
  readonly offends: Counterexample
}

/** The events below which nothing is done: a search by cost takes no longer there, and knows what is cheapest. */
export const fewestEvents = 64

/** The most flags that are tried for one race. */
const mostFlags = 4

/**
 * Returns fences for each flag that may have been meant to order the two accesses, the nearest first: one before the
 * write and one behind the read, as far as there are such places.
 */
export function fencesFor(given: Given, pair: readonly [number, number]): readonly (readonly Choice[])[] {
  const { graph, execution } = given.offends.reached
  if (graph.events.length < fewestEvents) return []
  const places = pair.map((id) => placeOf(given.offends, id))
  const [one, other] = places
  if (one === undefined || other === undefined) return []
  const flags = execution.rf.flatMap(([write, read]) => {
    const areStrong = [write, read].every((id) => isStrong(must(graph.events[id], 'an event of an execution')))
    const [from, to] = [placeOf(given.offends, write), placeOf(given.offends, read)]
    return areStrong && from !== undefined && to !== undefined && from.thread !== to.thread ? [{ from, to }] : []
  })
  const ways = [
    { first: one, last: other },
    { first: other, last: one },
  ].flatMap(({ first, last }) =>
    flags.flatMap(({ from, to }) => {
      const [behind, before] = [from.at - first.at, last.at - to.at]
      const isOnTheWay =
        sharing(given.program, first.thread).includes(from.thread) &&
        sharing(given.program, last.thread).includes(to.thread) &&
        behind > 0 &&
        before > 0
      return isOnTheWay ? [{ choices: fencesAround(given, from, to), distance: behind + before }] : []
    }),
  )
  const keys = new Set<string>()
  return ways
    .toSorted((a, b) => a.distance - b.distance)
    .flatMap(({ choices }) => {
      const key = choices.map(({ slot, level }) => `${slot} ${level}`).join()
      if (choices.length === 0 || keys.has(key)) return []
      keys.add(key)
      return [choices]
    })
    .slice(0, mostFlags)
}

/** Returns the narrowest fences that synchronise by a flag, before its write and behind the loop of its read. */
function fencesAround(given: Given, from: Access, to: Access): readonly Choice[] {
  const { program, slots } = given
  const scope = scopeOf(program, from.thread, to.thread)
  const isFence = ({ change }: Repair): boolean =>
    change.kind === 'insert' &&
    change.instruction.kind === 'fence' &&
    change.instruction.order === 'acq_rel' &&
    change.instruction.scope === scope
  /** Fences in a text, each with one of its places: a function that is inlined has several for one line. */
  const inText = ({ thread }: Access) => {
    const texts = sharing(program, thread)
    return slots.flatMap(({ levels }, slot) => {
      const level = levels.findIndex(({ change }) => change?.edits.every(isFence) === true)
      const edits = level <= 0 ? [] : (levels[level]?.change?.edits ?? [])
      return edits.flatMap(({ thread, at }) => (texts.includes(thread) ? [{ slot, level, at }] : []))
    })
  }
  const { instructions } = threadAt(program.threads, to.thread)
  const end = behindLoops(instructions, to.at)
  const release = inText(from)
    .filter(({ at }) => at <= from.at)
    .toSorted((a, b) => b.at - a.at)[0]
  const acquire = inText(to)
    .filter(({ at }) => at > end)
    .toSorted((a, b) => a.at - b.at)[0]
  return [release, acquire].flatMap((one) => (one === undefined ? [] : [{ slot: one.slot, level: one.level }]))
}

/** Returns the index of the last instruction of the loops around one, or of itself. */
const behindLoops = (instructions: readonly Instruction[], at: number): number =>
  Math.max(at, ...loopsAround(instructions, [at]).map(({ to }) => to))

/**
 * Inserted barriers of a CTA that all of its threads pass in step. One more barrier may change which ones threads meet
 * at, but not if each thread comes to the same ones in the same order: without any of them, an execution meets at the
 * others as before, and has only less order.
 */

import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import type { Instruction } from '../litmus/instruction.js'
import { ctaName, threadPosition } from '../litmus/position.js'
import type { Slot } from './slot.js'

/**
 * Returns whether all that a slot may do is to insert barriers 0 of a CTA, at which all of its threads wait, and it does
 * not count as one that adds order anyway.
 */
export const insertsBarriers = ({ addsOrder, levels }: Slot): boolean =>
  !addsOrder &&
  levels.length === 2 &&
  levels[1]?.change?.edits.every(
    ({ change }) =>
      change.kind === 'insert' &&
      change.instruction.kind === 'named-barrier' &&
      change.instruction.action === 'sync' &&
      change.instruction.threads === undefined &&
      change.instruction.id.kind === 'integer' &&
      change.instruction.id.value === 0n,
  ) === true

/** Returns a slot that inserts barriers as one that adds order. */
export const addingOrder = (slot: Slot): Slot => ({
  ...slot,
  levels: slot.levels.map((level, i) => ({ ...level, below: i === 0 ? [0] : [0, i] })),
})

/**
 * Returns whether the threads of each CTA pass, in an execution, the barriers 0 of these slots in one order, also with
 * regard to all other barriers 0, at each of which all threads of the CTA wait.
 */
export function passInStep(
  { events, program }: EventGraph,
  { executed, passed }: Pick<Execution, 'executed' | 'passed'>,
  slots: readonly Slot[],
): boolean {
  const slotOf = new Map<Instruction, number>(
    slots.flatMap(({ levels }, slot) =>
      levels.flatMap(({ change }) =>
        (change?.edits ?? []).flatMap(({ change }) =>
          change.kind === 'insert' ? [[change.instruction, slot] as const] : [],
        ),
      ),
    ),
  )
  const passes = new Set(passed)
  /** What each thread of a CTA passes, by the name of the CTA: the slot of each inserted barrier, or that it is another. */
  const ways = new Map<string, Map<number, string[]>>()
  for (const [i, thread] of program.threads.entries()) {
    const position = threadPosition(thread)
    if (position === undefined) continue
    const cta = ways.get(ctaName(position)) ?? new Map<number, string[]>()
    ways.set(ctaName(position), cta.set(i, []))
  }
  const ctaOf = new Map([...ways].flatMap(([, cta]) => [...cta.keys()].map((thread) => [thread, cta] as const)))
  for (const event of events) {
    if (event.kind !== 'barrier' || event.rule !== 'named' || executed[event.id] !== true) continue
    const { origin, action, quorum, named } = event
    if (named?.number.kind === 'constant' && named.number.value !== 0n) continue
    const way = origin && ctaOf.get(origin.thread)?.get(origin.thread)
    if (origin === undefined || way === undefined || action !== 'sync' || quorum !== undefined) return false
    if (named?.number.kind !== 'constant' || !passes.has(event.id)) return false
    const instruction = program.threads[origin.thread]?.instructions[origin.instruction]
    way.push(`${(instruction && slotOf.get(instruction)) ?? 'other'}`)
  }
  return [...ways.values()].every((cta) => new Set([...cta.values()].map((way) => way.join())).size <= 1)
}

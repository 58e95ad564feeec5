/**
 * The states that threads reach by taking turns: sequential consistency, which most models allow. A copy takes effect
 * when it is issued.
 */

import { locationsOf, readBy, type Sketch, type Source, slotsOf, writes } from './sketch.js'
import type { Turns } from './space.js'

/** Returns what the interleavings of a sketch's threads reach, without duplicates. */
export function interleavings(sketch: Sketch): readonly Turns[] {
  const slots = slotsOf(sketch)
  const starts = sketch.threads.map((_, thread) => slots.findIndex((one) => one.thread === thread))
  const turns = new Map<string, Turns>()
  const sources: (Source | undefined)[] = slots.map(() => undefined)
  const done = sketch.threads.map(() => 0)
  const orders: (readonly number[])[] = Array.from({ length: locationsOf(sketch) }, () => [])
  const step = (left: number): void => {
    if (left === 0) {
      const reached = { sources: [...sources], last: orders.map((own) => own.slice(-1)), orders: [...orders] }
      turns.set(`${reached.sources.join()};${reached.last.join()}`, reached)
      return
    }
    sketch.threads.forEach((own, thread) => {
      const index = done[thread] ?? 0
      const slot = own[index]
      if (slot === undefined) return
      const position = (starts[thread] ?? 0) + index
      done[thread] = index + 1
      const read = readBy(slot)
      if (read !== undefined) sources[position] = orders[read]?.at(-1) ?? 'initial'
      if (writes(slot)) {
        const before = orders[slot.location] ?? []
        orders[slot.location] = [...before, position]
        step(left - 1)
        orders[slot.location] = before
      } else step(left - 1)
      done[thread] = index
    })
  }
  step(slots.length)
  return [...turns.values()]
}

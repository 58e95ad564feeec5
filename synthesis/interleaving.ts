/** What threads reach that take turns: sequential consistency, which no model forbids. */

import { isAccess, locationsOf, reads, type Sketch, type Source, slotsOf, writes } from './sketch.js'
import type { Reached } from './space.js'

/** What the interleavings of a sketch's threads reach, each once. */
export function interleavings(sketch: Sketch): readonly Reached[] {
  const slots = slotsOf(sketch)
  const starts = sketch.threads.map((_, thread) => slots.findIndex((one) => one.thread === thread))
  const found = new Map<string, Reached>()
  const sources: (Source | undefined)[] = slots.map(() => undefined)
  const done = sketch.threads.map(() => 0)
  const memory: (number | undefined)[] = Array.from({ length: locationsOf(sketch) }, () => undefined)
  const step = (left: number): void => {
    if (left === 0) {
      const reached = { sources: [...sources], last: memory.map((write) => (write === undefined ? [] : [write])) }
      found.set(`${reached.sources.join()};${reached.last.join()}`, reached)
      return
    }
    sketch.threads.forEach((own, thread) => {
      const index = done[thread] ?? 0
      const slot = own[index]
      if (slot === undefined) return
      const position = (starts[thread] ?? 0) + index
      done[thread] = index + 1
      if (isAccess(slot)) {
        const before = memory[slot.location]
        if (reads(slot)) sources[position] = before ?? 'initial'
        if (writes(slot)) memory[slot.location] = position
        step(left - 1)
        memory[slot.location] = before
      } else step(left - 1)
      done[thread] = index
    })
  }
  step(slots.length)
  return [...found.values()]
}

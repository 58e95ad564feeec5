/** The outcomes of a sketch. */

import { tidied } from './copies.js'
import { product } from './product.js'
import { isCopy, locationsOf, type Outcome, reads, type Sketch, type Source, slotsOf, writes } from './sketch.js'
import type { Vocabulary } from './vocabulary.js'

/**
 * Yields the outcomes of a sketch: the values that reads may return; those that atomics return and copies read, or that
 * they do not matter; and the last writes, or that they do not matter.
 */
export function* outcomesOf(sketch: Sketch, { finalValues }: Vocabulary): Generator<Outcome> {
  const slots = slotsOf(sketch)
  const writers = (location: number) =>
    slots.flatMap(({ slot, position }) => (writes(slot) && slot.location === location ? [position] : []))
  const sources = slots.map(({ slot, position }): readonly (Source | undefined)[] =>
    reads(slot)
      ? [
          ...(slot.kind === 'atomic' ? [undefined] : []),
          'initial',
          ...writers(slot.location).filter((one) => one !== position),
        ]
      : isCopy(slot) && writers(slot.from).length > 0
        ? [undefined, 'initial', ...writers(slot.from)]
        : [undefined],
  )
  // The only write of a location matters if it is a copy whose source matters.
  const tells = (write: number | undefined): boolean => {
    const slot = write === undefined ? undefined : slots[write]?.slot
    return slot !== undefined && isCopy(slot) && writers(slot.from).length > 0
  }
  const lasts = Array.from({ length: locationsOf(sketch) }, (_, location): readonly (number | undefined)[] => {
    const own = writers(location)
    return !finalValues || (own.length < 2 && !tells(own[0])) ? [undefined] : [undefined, ...own]
  })
  for (const read of product(sources))
    for (const last of product(lasts)) {
      const outcome = { sources: read, last }
      if (isTidy(sketch, outcome)) yield outcome
    }
}

/** Returns whether the condition of an outcome expresses all of it. */
function isTidy(sketch: Sketch, outcome: Outcome): boolean {
  const { sources, last } = tidied(sketch, outcome)
  return sources.every((one, i) => one === outcome.sources[i]) && last.every((one, i) => one === outcome.last[i])
}

/** The outcomes of a sketch. */

import { product } from './product.js'
import { locationsOf, type Outcome, reads, type Sketch, type Source, slotsOf, writes } from './sketch.js'
import type { Vocabulary } from './vocabulary.js'

/** What each read may return, what an atomic returns or that this does not matter, and which write is the last or that this does not matter. */
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
      : [undefined],
  )
  const lasts = Array.from({ length: locationsOf(sketch) }, (_, location): readonly (number | undefined)[] => {
    const own = writers(location)
    return own.length < 2 || !finalValues ? [undefined] : [undefined, ...own]
  })
  for (const read of product(sources)) for (const last of product(lasts)) yield { sources: read, last }
}

/** Where the threads of a cycle are. */

import { match } from 'ts-pattern'
import type { ThreadPlace } from '../sketch.js'

/** Where threads are whose place no edge says: all in one CTA, each in a CTA of its own on one GPU, each on a GPU of its own. */
export const spreads = ['cta', 'gpu', 'sys'] as const
export type Spread = (typeof spreads)[number]

/** The places that are said, and for the others places that no other has. */
export function placesOf(said: readonly (ThreadPlace | undefined)[], spread: Spread): readonly ThreadPlace[] {
  const taken = said.flatMap((place) => (place === undefined ? [] : [place]))
  const free = (
    of: (n: number) => ThreadPlace,
    isTaken: (place: ThreadPlace, other: ThreadPlace) => boolean,
  ): ThreadPlace => {
    for (let n = 0; ; n++) {
      const place = of(n)
      if (!taken.some((other) => isTaken(place, other))) {
        taken.push(place)
        return place
      }
    }
  }
  return said.map(
    (place) =>
      place ??
      match(spread)
        .with('cta', () => ({ gpu: 0, cta: 0 }))
        .with('gpu', () =>
          free(
            (cta) => ({ gpu: 0, cta }),
            (one, other) => one.gpu === other.gpu && one.cta === other.cta,
          ),
        )
        .with('sys', () =>
          free(
            (gpu) => ({ gpu, cta: 0 }),
            (one, other) => one.gpu === other.gpu,
          ),
        )
        .exhaustive(),
  )
}

/** The places of the threads of a cycle. */

import { match } from 'ts-pattern'
import type { ThreadPlace } from '../sketch.js'

/**
 * The places of threads that no edge gives a place: all in one CTA, each in its own CTA on one GPU, each on its own
 * GPU.
 */
export const spreads = ['cta', 'gpu', 'sys'] as const
export type Spread = (typeof spreads)[number]

/** Returns the given places, and an unused place for each other thread. */
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

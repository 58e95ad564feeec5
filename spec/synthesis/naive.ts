/** Decides symmetry by trying all renamings, as a reference for `canonical` and the code that relies on it. */

import { must } from '../../source/must.js'
import type { Named } from '../../synthesis/canonical.js'
import { isAccess, isCopy, locationsOf, type Path, type Sketch, type Source, slotsOf } from '../../synthesis/sketch.js'

function permutations(n: number): readonly (readonly number[])[] {
  if (n === 0) return [[]]
  return permutations(n - 1).flatMap((rest) => rest.concat(n - 1).map((_, at) => rest.toSpliced(at, 0, n - 1)))
}

/** A renaming of a test. */
export interface Renaming {
  /** The threads in their new order. */
  readonly threads: readonly number[]
  /** The new number of each location. */
  readonly locations: readonly number[]
  /** The locations whose two addresses are exchanged. */
  readonly swapped: readonly number[]
}

/** Returns all renamings of a sketch, except those of CTAs and GPUs. */
export function renamings(sketch: Sketch): readonly Renaming[] {
  const count = locationsOf(sketch)
  const all = Array.from({ length: count }, (_, i) => i)
  // Shared memory has one address.
  const sources = sketch.threads.flat().flatMap((slot) => (isCopy(slot) ? [slot.from] : []))
  const subsets = all
    .filter((one) => !sources.includes(one))
    .reduce<readonly (readonly number[])[]>((some, one) => some.flatMap((subset) => [subset, [...subset, one]]), [[]])
  return permutations(sketch.threads.length).flatMap((threads) =>
    permutations(count).flatMap((locations) => subsets.map((swapped) => ({ threads, locations, swapped }))),
  )
}

/** `x_alias_tex virtually aliases x_alias` in place of `x_tex virtually aliases x`, and the other way. */
const other: { readonly [path in Path]: Path } = {
  generic: 'alias',
  alias: 'generic',
  texture: 'alias-texture',
  'alias-texture': 'texture',
  surface: 'alias-surface',
  'alias-surface': 'surface',
  constant: 'alias-constant',
  'alias-constant': 'constant',
  'read-only': 'alias-read-only',
  'alias-read-only': 'read-only',
}

/** Returns the test under other names; CTAs and GPUs stay what they are. */
export function renamed({ sketch, strengths, outcome }: Named, { threads, locations, swapped }: Renaming): Named {
  const slots = slotsOf(sketch)
  const old = threads.flatMap((thread) => slots.filter((one) => one.thread === thread).map(({ position }) => position))
  const sourceIn = (source: Source | undefined): Source | undefined =>
    typeof source === 'number' ? old.indexOf(source) : source
  const of = <T>(list: readonly T[], at: number): T => must(list[at], 'an element')
  return {
    sketch: {
      threads: threads.map((thread) =>
        of(sketch.threads, thread).map((slot) => {
          if (isCopy(slot))
            return {
              ...slot,
              from: of(locations, slot.from),
              location: of(locations, slot.location),
              path: swapped.includes(slot.location) === (slot.path === 'generic') ? 'alias' : 'generic',
            }
          if (!isAccess(slot)) return slot
          const path = swapped.includes(slot.location) ? other[slot.path] : slot.path
          return { ...slot, location: of(locations, slot.location), path }
        }),
      ),
      places: threads.map((thread) => of(sketch.places, thread)),
    },
    ...(strengths === undefined ? {} : { strengths: old.map((position) => of(strengths, position)) }),
    ...(outcome === undefined
      ? {}
      : {
          outcome: {
            sources: old.map((position) => sourceIn(outcome.sources[position])),
            last: locations.map((_, location) => {
              const last = outcome.last[locations.indexOf(location)]
              return last === undefined ? undefined : old.indexOf(last)
            }),
          },
        }),
  }
}

/** Returns a key that is equal for tests that a renaming makes equal. */
export function naiveKey(test: Named): string {
  const texts = renamings(test.sketch).map((one) => {
    const { sketch, strengths, outcome } = renamed(test, one)
    const gpus = sketch.places.map(({ gpu }) => sketch.places.findIndex((place) => place.gpu === gpu))
    const ctas = sketch.places.map(({ gpu, cta }) =>
      sketch.places.findIndex((place) => place.gpu === gpu && place.cta === cta),
    )
    const threads = sketch.threads.map((slots) =>
      slots.map((slot) => (isAccess(slot) ? [slot.kind, slot.location, slot.path, slot.data] : slot)),
    )
    return JSON.stringify([threads, gpus, ctas, strengths, outcome?.sources, outcome?.last])
  })
  return texts.reduce((least, text) => (text < least ? text : least))
}

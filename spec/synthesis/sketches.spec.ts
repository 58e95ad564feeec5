import { must } from '../../source/must.js'
import { canonical } from '../../synthesis/canonical.js'
import { product } from '../../synthesis/product.js'
import { type Access, isAccess, type Path, type Place, type Slot, writes } from '../../synthesis/sketch.js'
import { classes, sketches } from '../../synthesis/sketches.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { everything, plain } from './drawn.js'
import { naiveKey } from './naive.js'

/** All slots that a thread may have, with dependencies on each earlier slot. */
function slotsAt(index: number, { locations, paths, atomics, fences, dependencies }: Vocabulary): readonly Slot[] {
  const all: readonly Path[] = ['generic', ...paths]
  const kinds = ['read', 'write', ...(atomics ? (['atomic'] as const) : [])] as const
  const accesses = Array.from({ length: locations }, (_, location) => location).flatMap((location) =>
    all.flatMap((path) => kinds.map((kind): Access => ({ kind, location, path }))),
  )
  const possible = accesses.filter(
    ({ kind, path }) =>
      kind === 'read' || path === 'generic' || path === 'alias' || (path === 'surface' && kind === 'write'),
  )
  const earlier = dependencies === 'none' ? [] : Array.from({ length: index }, (_, data) => data)
  return [
    ...possible,
    ...possible.filter(writes).flatMap((slot) => earlier.map((data) => ({ ...slot, data }))),
    ...(fences ? [{ kind: 'fence' } as const] : []),
    ...paths.flatMap((proxy) => (proxy === 'read-only' ? [] : [{ kind: 'proxy fence', proxy } as const])),
  ]
}

/** Whether a sketch is worth a search, by the words of `sketches.ts`. */
function isWorth(threads: readonly (readonly Slot[])[], { dependencies }: Vocabulary): boolean {
  const accesses = threads.flat().filter(isAccess)
  const used = [...new Set(accesses.map(({ location }) => location))]
  const meet = (a: readonly Slot[], b: readonly Slot[]) =>
    a.some((one) => isAccess(one) && b.some((other) => isAccess(other) && other.location === one.location))
  let [joined = [], ...apart] = threads
  for (
    let next = apart.find((one) => meet(one, joined));
    next !== undefined;
    next = apart.find((one) => meet(one, joined))
  ) {
    const found = next
    joined = [...joined, ...found]
    apart = apart.filter((one) => one !== found)
  }
  return (
    apart.length === 0 &&
    used.every((location) => {
      const own = accesses.filter((one) => one.location === location)
      return own.some((one, i) => writes(one) && own.some((_, j) => i !== j))
    }) &&
    threads.every((slots) =>
      slots.every((slot, i) => {
        const [before, after] = [slots[i - 1], slots[i + 1]]
        if (isAccess(slot)) {
          const from = slot.data === undefined ? undefined : must(slots[slot.data], 'a slot')
          const isRead = from === undefined || (isAccess(from) && from.kind !== 'write')
          return isRead && (slot.data === undefined || dependencies === 'anywhere')
        }
        if (before === undefined || after === undefined) return false
        if (slot.kind === 'fence') return before.kind !== 'fence'
        if (slot.proxy !== 'alias') return accesses.some(({ path }) => path === slot.proxy)
        return accesses.some(
          ({ path, location }) =>
            path === 'alias' && accesses.some((one) => one.location === location && one.path !== 'alias'),
        )
      }),
    )
  )
}

/** The keys of all sketches of so many instructions, one for those that are the same up to symmetry. */
function naively(instructions: number, vocabulary: Vocabulary): ReadonlySet<string> {
  const keys = new Set<string>()
  const sizes = (sum: number): readonly (readonly number[])[] =>
    sum === 0
      ? [[]]
      : Array.from({ length: sum }, (_, i) => i + 1).flatMap((one) => sizes(sum - one).map((rest) => [one, ...rest]))
  const gpus = vocabulary.scopes.includes('sys') ? instructions : 1
  const everywhere = Array.from({ length: gpus }, (_, gpu) => gpu).flatMap((gpu) =>
    Array.from({ length: instructions }, (_, cta): Place => ({ gpu, cta })),
  )
  for (const each of sizes(instructions)) {
    if (each.length > vocabulary.threads) continue
    const slots = each.map((size) => [...product(Array.from({ length: size }, (_, i) => slotsAt(i, vocabulary)))])
    for (const threads of product(slots)) {
      if (!isNumbered(threads) || !isWorth(threads, vocabulary)) continue
      for (const where of product(each.map(() => everywhere)))
        keys.add(naiveKey({ sketch: { threads, places: where } }))
    }
  }
  return keys
}

/** Whether locations are numbered in the order in which they appear: other numbers are other names. */
function isNumbered(threads: readonly (readonly Slot[])[]): boolean {
  const used = [...new Set(threads.flat().flatMap((slot) => (isAccess(slot) ? [slot.location] : [])))]
  return used.every((location, i) => location === i)
}

/** Those that the search goes through. */
const searched = (instructions: number, vocabulary: Vocabulary) =>
  classes(instructions, vocabulary)
    .filter((one) => one.instructions === instructions)
    .flatMap((one) => [...sketches(one, vocabulary)])

describe('each sketch is there, and once', () => {
  test.each<[string, number, Vocabulary]>([
    ['2 instructions of all kinds', 2, everything],
    ['3 plain accesses', 3, plain],
    [
      '3 with atomics, a fence and dependencies',
      3,
      { ...plain, atomics: true, fences: true, dependencies: 'anywhere', locations: 2 },
    ],
    ['3 with aliases and textures', 3, { ...plain, paths: ['alias', 'texture'], locations: 1, threads: 2 }],
    ['3 on two GPUs', 3, { ...plain, scopes: ['cta', 'gpu', 'sys'], locations: 1 }],
    ['2 threads at most', 3, { ...plain, threads: 2 }],
  ])('%s', (_, instructions, vocabulary) => {
    const found = searched(instructions, vocabulary)
    const keys = found.map((sketch) => naiveKey({ sketch }))
    expect(new Set(keys).size).toBe(found.length)
    expect(new Set(found.map((sketch) => canonical({ sketch }))).size).toBe(found.length)
    expect(new Set(keys)).toEqual(naively(instructions, vocabulary))
    expect(found.length).toBeGreaterThan(10)
  })
})

test('classes are listed from the smallest', () => {
  expect(classes(3, { ...plain, threads: 2 })).toEqual([
    { instructions: 1, threads: 1 },
    { instructions: 2, threads: 1 },
    { instructions: 2, threads: 2 },
    { instructions: 3, threads: 1 },
    { instructions: 3, threads: 2 },
  ])
})

test('dependencies in cycles: each leads through writes and reads of other threads back to itself', () => {
  const vocabulary: Vocabulary = { ...plain, dependencies: 'in cycles', locations: 2, threads: 2 }
  const depending = searched(4, vocabulary).filter(({ threads }) =>
    threads.flat().some((slot) => isAccess(slot) && slot.data !== undefined),
  )
  const shapes = depending.map(({ threads }) =>
    threads.map((slots) =>
      slots.map((slot) => (isAccess(slot) ? `${slot.kind[0]}${slot.location}${slot.data ?? ''}` : '')),
    ),
  )
  // Load buffering on two locations, on one or two CTAs, and on one.
  expect(new Set(shapes.map((one) => JSON.stringify(one)))).toEqual(
    new Set([
      JSON.stringify([
        ['r0', 'w10'],
        ['r1', 'w00'],
      ]),
      JSON.stringify([
        ['r0', 'w00'],
        ['r0', 'w00'],
      ]),
    ]),
  )
  expect(depending).toHaveLength(4)
})

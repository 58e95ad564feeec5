import { must } from '../../source/must.js'
import { canonical } from '../../synthesis/canonical.js'
import { product } from '../../synthesis/product.js'
import {
  type Access,
  type Copy,
  isAccess,
  isCopy,
  type Path,
  reachedBy,
  reads,
  type Sketch,
  type Slot,
  type ThreadPlace,
  writes,
} from '../../synthesis/sketch.js'
import { classes, sketches } from '../../synthesis/sketches.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { everything, plain } from './drawn.js'
import { naiveKey } from './naive.js'

/** Returns all slots that a thread may have, with dependencies on each earlier slot. */
function slotsAt(
  index: number,
  { locations, paths, atomics, fences, dependencies, asynchronous: copies }: Vocabulary,
): readonly Slot[] {
  const all: readonly Path[] = ['generic', ...paths]
  const kinds = ['read', 'write', ...(atomics ? (['atomic'] as const) : [])] as const
  const accesses = Array.from({ length: locations }, (_, location) => location).flatMap((location) =>
    all.flatMap((path) => kinds.map((kind): Access => ({ kind, location, path }))),
  )
  const possible = accesses.filter(
    ({ kind, path }) =>
      kind === 'read' ||
      path === 'generic' ||
      path === 'alias' ||
      (['surface', 'alias-surface'].includes(path) && kind === 'write'),
  )
  const earlier = dependencies === 'none' ? [] : Array.from({ length: index }, (_, data) => data)
  return [
    ...possible,
    ...possible.filter(writes).flatMap((slot) => earlier.map((data) => ({ ...slot, data }))),
    ...(fences ? [{ kind: 'fence' } as const] : []),
    ...(['alias', 'texture', 'surface', 'constant'] as const).flatMap((proxy) =>
      paths.includes(proxy) ? [{ kind: 'proxy fence', proxy } as const] : [],
    ),
    ...(copies === true ? copiesOf(locations, paths.includes('alias') ? ['generic', 'alias'] : ['generic']) : []),
  ]
}

const copiesOf = (locations: number, paths: readonly Copy['path'][]): readonly Slot[] => [
  { kind: 'wait' },
  { kind: 'async fence' },
  ...[...product([locations, locations].map((count) => Array.from({ length: count }, (_, i) => i)))].flatMap(
    ([from = 0, location = 0]) => paths.map((path): Slot => ({ kind: 'copy', from, location, path })),
  ),
]

/**
 * Returns whether copies, waits and fences of the async proxy are worth a search, as `copies.ts` and docs/synthesis.md
 * describe it.
 */
function areCopiesWorth(threads: readonly (readonly Slot[])[]): boolean {
  const all = threads.flat()
  const copies = all.filter(isCopy)
  const shared = copies.map(({ from }) => from)
  const writesTo = (location: number) => all.filter((slot) => writes(slot) && slot.location === location)
  const isSeen = ({ from, location }: Copy): boolean =>
    writesTo(location).length > 1 ||
    writesTo(from).length > 0 ||
    all.some((slot) => reads(slot) && slot.location === location)
  return (
    copies.every(
      (one, i) =>
        !shared.includes(one.location) &&
        isSeen(one) &&
        copies.every((other, j) => i === j || one.from !== other.from || one.location !== other.location),
    ) &&
    // A location that is never written has a single value, so reading it is useless.
    all.every((slot) => !isAccess(slot) || !shared.includes(slot.location) || writesTo(slot.location).length > 0) &&
    all.every((slot) => !isAccess(slot) || !shared.includes(slot.location) || slot.path === 'generic') &&
    threads.every((slots) =>
      slots.every((slot, i) => {
        const [before, after] = [slots[i - 1], slots[i + 1]]
        if (slot.kind === 'wait')
          return before?.kind !== 'wait' && after !== undefined && slots.slice(0, i).some(isCopy)
        if (slot.kind !== 'async fence') return true
        return before !== undefined && before.kind !== 'async fence' && after !== undefined && copies.length > 0
      }),
    )
  )
}

/** Returns whether all shared memory belongs to one CTA. */
const isNear = ({ threads, places }: Sketch): boolean =>
  threads.flat().every((copy) => {
    if (!isCopy(copy)) return true
    const users = places.filter((_, i) =>
      threads[i]?.some((slot) => reachedBy(slot).some(({ location }) => location === copy.from)),
    )
    return new Set(users.map(({ gpu, cta }) => `${gpu}.${cta}`)).size === 1
  })

/** Returns whether a sketch is worth a search, as `sketches.ts` describes it. */
function isWorth(threads: readonly (readonly Slot[])[], { dependencies }: Vocabulary): boolean {
  const accesses = threads.flat().flatMap(reachedBy)
  const used = [...new Set(threads.flat().flatMap((slot) => (isAccess(slot) ? [slot.location] : [])))]
  const meet = (a: readonly Slot[], b: readonly Slot[]) =>
    a.flatMap(reachedBy).some((one) => b.flatMap(reachedBy).some((other) => other.location === one.location))
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
      const own = threads.flat().filter((slot) => reachedBy(slot).some((one) => one.location === location))
      const areWritten = own.some((one) => writes(one) && one.location === location)
      return own.length > 1 && areWritten
    }) &&
    areCopiesWorth(threads) &&
    threads.every((slots) =>
      slots.every((slot, i) => {
        const [before, after] = [slots[i - 1], slots[i + 1]]
        if (isAccess(slot)) {
          const from = slot.data === undefined ? undefined : must(slots[slot.data], 'a slot')
          const isRead = from === undefined || (isAccess(from) && from.kind !== 'write')
          return isRead && (slot.data === undefined || dependencies === 'anywhere')
        }
        if (isCopy(slot) || slot.kind === 'wait' || slot.kind === 'async fence') return true
        if (before === undefined || after === undefined) return false
        if (slot.kind === 'fence') return before.kind !== 'fence'
        if (slot.kind === 'proxy fence' && slot.proxy !== 'alias')
          return accesses.some(({ path }) => path.endsWith(slot.proxy))
        return accesses.some(
          ({ path, location }) =>
            path.startsWith('alias') &&
            accesses.some((one) => one.location === location && !one.path.startsWith('alias')),
        )
      }),
    )
  )
}

/** Returns the keys of all sketches of this many instructions, one for all that are equal up to symmetry. */
function naively(instructions: number, vocabulary: Vocabulary): ReadonlySet<string> {
  const keys = new Set<string>()
  const sizes = (sum: number): readonly (readonly number[])[] =>
    sum === 0
      ? [[]]
      : Array.from({ length: sum }, (_, i) => i + 1).flatMap((one) => sizes(sum - one).map((rest) => [one, ...rest]))
  const gpus = vocabulary.severalGpus ? instructions : 1
  const everywhere = Array.from({ length: gpus }, (_, gpu) => gpu).flatMap((gpu) =>
    Array.from({ length: vocabulary.severalCtas ? instructions : 1 }, (_, cta): ThreadPlace => ({ gpu, cta })),
  )
  for (const each of sizes(instructions)) {
    if (each.length > vocabulary.threads) continue
    const slots = each.map((size) => [...product(Array.from({ length: size }, (_, i) => slotsAt(i, vocabulary)))])
    for (const threads of product(slots)) {
      if (!isNumbered(threads) || !isWorth(threads, vocabulary)) continue
      for (const where of product(each.map(() => everywhere)))
        if (isNear({ threads, places: where })) keys.add(naiveKey({ sketch: { threads, places: where } }))
    }
  }
  return keys
}

/** Returns whether locations are numbered in the order in which they appear: other numbers are other names. */
function isNumbered(threads: readonly (readonly Slot[])[]): boolean {
  const used = [...new Set(threads.flat().flatMap((slot) => reachedBy(slot).map(({ location }) => location)))]
  return used.every((location, i) => location === i)
}

/** Returns the sketches that the search visits. */
const searched = (instructions: number, vocabulary: Vocabulary) =>
  classes(instructions, vocabulary)
    .filter((one) => one.instructions === instructions)
    .flatMap((one) => [...sketches(one, vocabulary)])

const copying: Partial<Vocabulary> = { asynchronous: true, paths: ['alias'], atomics: true, threads: 2 }

describe('each sketch is there exactly once', () => {
  test.each<[string, number, Vocabulary]>([
    ['2 instructions of all kinds', 2, everything],
    ['3 plain accesses', 3, plain],
    [
      '3 with atomics, a fence and dependencies',
      3,
      { ...plain, atomics: true, fences: true, dependencies: 'anywhere', locations: 2 },
    ],
    ['3 with aliases and textures', 3, { ...plain, paths: ['alias', 'texture'], locations: 1, threads: 2 }],
    [
      '3 with surfaces at both addresses',
      3,
      { ...plain, paths: ['alias', 'surface', 'alias-surface'], locations: 1, threads: 2 },
    ],
    ['3 on several GPUs', 3, { ...plain, severalGpus: true, locations: 1 }],
    ['3 in one CTA', 3, { ...plain, severalCtas: false }],
    ['3 in one CTA of each GPU', 3, { ...plain, severalCtas: false, severalGpus: true, locations: 1 }],
    ['2 threads at most', 3, { ...plain, threads: 2 }],
    ['3 with copies', 3, { ...plain, asynchronous: true }],
    ['3 with copies, aliases and atomics', 3, { ...plain, ...copying, locations: 2 }],
    ['4 of one thread with copies and fences', 4, { ...plain, fences: true, asynchronous: true, threads: 1 }],
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

const isDependent = ({ threads }: Sketch): boolean =>
  threads.flat().some((slot) => isAccess(slot) && slot.data !== undefined)

/**
 * Returns whether each dependency is in a cycle: a list of others leads back to it, from what one writes to what the
 * next may read.
 */
function isInCycles({ threads }: Sketch): boolean {
  const dependent = threads.flatMap((slots) =>
    slots.flatMap((slot) =>
      isAccess(slot) && slot.data !== undefined ? [{ from: must(slots[slot.data], 'a slot'), to: slot }] : [],
    ),
  )
  type Dependency = (typeof dependent)[number]
  const leads = (a: Dependency, b: Dependency): boolean =>
    isAccess(b.from) && a.to !== b.from && a.to.location === b.from.location
  const lists = dependent.reduce<readonly (readonly Dependency[])[]>(
    (some) => [...some, ...some.flatMap((list) => dependent.map((one) => [...list, one]))],
    [[]],
  )
  return dependent.every((one) =>
    lists.some((list) => list.every((next, i) => leads(list[i - 1] ?? one, next)) && leads(list.at(-1) ?? one, one)),
  )
}

describe('dependencies in cycles: each leads through writes and reads back to itself', () => {
  test.each<[string, number, Vocabulary]>([
    ['4 plain accesses', 4, { ...plain, locations: 2, threads: 2 }],
    ['4 of two addresses', 4, { ...plain, paths: ['alias'], locations: 2, threads: 1 }],
    ['3 with atomics', 3, { ...plain, atomics: true, threads: 2 }],
  ])('%s', (_, instructions, vocabulary) => {
    const found = searched(instructions, { ...vocabulary, dependencies: 'in cycles' })
    const all = searched(instructions, { ...vocabulary, dependencies: 'anywhere' })
    expect(found).toEqual(all.filter(isInCycles))
    expect(found.filter(isDependent).length).toBeGreaterThan(10)
  })

  test('with two instructions, one depends on the other, and its own thread may read it', () => {
    const found = searched(2, { ...plain, paths: ['alias'], dependencies: 'in cycles' }).filter(isDependent)
    expect(found.map(({ threads }) => threads.flat().map((slot) => isAccess(slot) && [slot.kind, slot.path]))).toEqual([
      [
        ['read', 'generic'],
        ['write', 'generic'],
      ],
      [
        ['read', 'generic'],
        ['write', 'alias'],
      ],
    ])
  })

  test('atomics do not return what they store', () => {
    const found = searched(2, { ...plain, atomics: true, dependencies: 'in cycles' }).filter(isDependent)
    expect(found.map(({ threads }) => threads.map((slots) => slots.map(({ kind }) => kind)))).toEqual([
      [['read', 'write']],
      [['read', 'atomic']],
      [['atomic', 'write']],
      [['atomic', 'atomic']],
    ])
  })
})

test('a dependency may be in a cycle with a copy', () => {
  const vocabulary: Vocabulary = { ...plain, asynchronous: true, dependencies: 'in cycles', threads: 1 }
  const wordOf = (slot: Slot): string =>
    `${slot.kind} ${reachedBy(slot)
      .map(({ location }) => location)
      .join('>')}`
  // A dependency is not in a cycle by itself: its write is to another location.
  const found = searched(3, vocabulary).filter(({ threads: [slots = []] }) =>
    slots.some((slot) => {
      const from = isAccess(slot) && slot.data !== undefined ? slots[slot.data] : undefined
      return from !== undefined && isAccess(from) && isAccess(slot) && from.location !== slot.location
    }),
  )
  const words = found.map(({ threads }) => threads.flat().map(wordOf))
  expect(words).toEqual([
    ['read 0', 'write 1', 'copy 1>0'],
    ['read 0', 'copy 1>0', 'write 1'],
    ['copy 0>1', 'read 1', 'write 0'],
  ])
})

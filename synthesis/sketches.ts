/**
 * Enumerates all sketches with a given number of instructions, each once up to the order of threads and the names of
 * locations.
 */

import { isCanonical, isExchanged } from './canonical.js'
import { areApart, areLocal, areWhole, hasCopies, isOfUse, mayFollow } from './copies.js'
import { product } from './product.js'
import {
  type Access,
  type Copy,
  fencedProxies,
  isAccess,
  isCopy,
  isGeneric,
  isWritable,
  type Path,
  pathParts,
  reachedByAll,
  reads,
  type Sketch,
  type Slot,
  type Spot,
  type ThreadPlace,
  writes,
} from './sketch.js'
import type { Vocabulary } from './vocabulary.js'

/** The sketches with this many instructions and threads. */
export interface SketchClass {
  readonly instructions: number
  readonly threads: number
}

/** Returns the classes of tests with at most this many instructions, the smallest first. */
export function classes(instructions: number, vocabulary: Vocabulary): readonly SketchClass[] {
  return Array.from({ length: instructions }, (_, i) => i + 1).flatMap((size) =>
    Array.from({ length: Math.min(size, vocabulary.threads) }, (_, i) => ({ instructions: size, threads: i + 1 })),
  )
}

/** Yields the sketches of a class that have no obviously useless part. */
export function* sketches({ instructions, threads: count }: SketchClass, vocabulary: Vocabulary): Generator<Sketch> {
  for (const sizes of partitions(instructions, instructions)) {
    if (sizes.length !== count) continue
    for (const threads of bodies(sizes, vocabulary)) {
      if (vocabulary.strongCopies === true && !areWhole(threads)) continue
      if (!isUseful(threads) || (vocabulary.dependencies === 'in cycles' && !dependsInCycles(threads))) continue
      for (const places of placements(count, vocabulary)) {
        const sketch = { threads, places }
        if (areLocal(sketch) && isCanonical(sketch)) yield sketch
      }
    }
  }
}

/** Yields the ways to write a number as a sum, largest part first. */
function* partitions(sum: number, most: number): Generator<readonly number[]> {
  if (sum === 0) yield []
  for (let first = Math.min(sum, most); first > 0; first--)
    for (const rest of partitions(sum - first, first)) yield [first, ...rest]
}

/** Yields the contents of threads of these sizes; locations are numbered in the order in which they appear. */
function* bodies(sizes: readonly number[], vocabulary: Vocabulary): Generator<readonly (readonly Slot[])[]> {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const starts: number[] = []
  const ends = new Set<number>()
  let at = 0
  for (const size of sizes) {
    starts.push(at)
    at += size
    ends.add(at - 1)
  }
  const fences = fencesOf(vocabulary)
  function* from(slots: readonly Slot[], used: number): Generator<readonly Slot[]> {
    const index = slots.length
    if (index === total) {
      yield slots
      return
    }
    const before = slots[index - 1]
    const start = starts.findLast((one) => one <= index) ?? 0
    const earlier =
      vocabulary.dependencies === 'none' ? [] : slots.slice(start).flatMap((slot, i) => (reads(slot) ? [i] : []))
    for (let location = 0; location <= Math.min(used, vocabulary.locations - 1); location++)
      for (const access of accessesOf(location, vocabulary)) {
        yield* from([...slots, access], Math.max(used, location + 1))
        if (!writes(access) || access.kind === 'async write') continue
        for (const data of earlier) yield* from([...slots, { ...access, data }], Math.max(used, location + 1))
      }
    if (vocabulary.asynchronous === true || vocabulary.asyncLoads === true)
      for (const copy of copiesAfter(slots, used, vocabulary))
        yield* from([...slots, copy], Math.max(used, copy.from + 1, copy.location + 1))
    // A fence is between accesses, and two memory fences in a row would be one.
    if (starts.includes(index) || ends.has(index)) return
    for (const fence of fences)
      if ((before?.kind !== 'fence' || fence.kind !== 'fence') && mayFollow(fence, slots.slice(start)))
        yield* from([...slots, fence], used)
  }
  for (const slots of from([], 0)) yield split(slots, sizes)
}

function split(slots: readonly Slot[], sizes: readonly number[]): readonly (readonly Slot[])[] {
  let at = 0
  return sizes.map((size) => {
    at += size
    return slots.slice(at - size, at)
  })
}

function* accessesOf(location: number, { paths, atomics, asyncStores }: Vocabulary): Generator<Access> {
  const own: readonly Path[] = ['generic', ...paths]
  for (const path of own) {
    yield { kind: 'read', location, path }
    if (isWritable(path)) yield { kind: 'write', location, path }
    if (atomics && isGeneric(path)) yield { kind: 'atomic', location, path }
    if (asyncStores === true && isGeneric(path)) yield { kind: 'async write', location, path }
  }
}

/** Yields the copies that may come next, whose ends are apart from those of the others. */
function* copiesAfter(slots: readonly Slot[], used: number, vocabulary: Vocabulary): Generator<Copy> {
  const { locations, paths, asynchronous, asyncLoads } = vocabulary
  const kinds = [
    ...(asynchronous === true ? (['copy'] as const) : []),
    ...(asyncLoads === true ? (['load'] as const) : []),
  ]
  const own = paths.includes('alias') ? (['generic', 'alias'] as const) : (['generic'] as const)
  for (let from = 0; from <= Math.min(used, locations - 1); from++)
    for (let location = 0; location <= Math.min(Math.max(used, from + 1), locations - 1); location++)
      for (const kind of kinds)
        for (const path of own) {
          const copy: Copy = { kind, from, location, path }
          if (from !== location && areApart([[...slots, copy]])) yield copy
        }
}

function fencesOf({ fences, paths, asynchronous, asyncLoads, oneWayAlias }: Vocabulary): readonly Slot[] {
  const proxies = fencedProxies.filter((proxy) => paths.includes(proxy))
  return [
    ...(fences ? [{ kind: 'fence' as const }] : []),
    ...proxies.map((proxy) => ({ kind: 'proxy fence' as const, proxy })),
    ...(oneWayAlias === true && paths.includes('alias')
      ? (['release', 'acquire'] as const).map((direction) => ({ kind: 'alias fence' as const, direction }))
      : []),
    ...(asynchronous === true ? [{ kind: 'wait' as const }] : []),
    ...(asynchronous === true || asyncLoads === true ? [{ kind: 'async fence' as const }] : []),
  ]
}

/**
 * Returns whether each location is useful, each proxy fence has something to order, and locations connect the threads.
 */
function isUseful(threads: readonly (readonly Slot[])[]): boolean {
  if (!areApart(threads)) return false
  const slots = threads.flat()
  const accesses: readonly Spot[] = reachedByAll(slots)
  const locations = new Set(accesses.map(({ location }) => location))
  for (const location of locations) {
    if (!isOfUse(slots, location)) return false
    // The search also covers the sketch with the two addresses exchanged.
    const first = accesses.find((one) => one.location === location)
    if (first !== undefined && isExchanged({ threads }, first)) return false
  }
  for (const slot of slots) {
    if (slot.kind === 'async fence' && !hasCopies({ threads })) return false
    if (slot.kind !== 'proxy fence' && slot.kind !== 'alias fence') continue
    const isNeeded =
      slot.kind === 'alias fence' || slot.proxy === 'alias'
        ? hasTwoAddresses(accesses)
        : accesses.some(({ path }) => pathParts[path].proxy === slot.proxy)
    if (!isNeeded) return false
  }
  return threads.every((own) => own.every((slot, i) => isPaired(slot, own, i, threads.length))) && isConnected(threads)
}

/**
 * Returns whether a one-way fence may be one end of a synchronisation of two threads: a store comes after a release
 * fence, and a load before an acquire fence.
 */
function isPaired(slot: Slot, own: readonly Slot[], index: number, threads: number): boolean {
  if (slot.kind !== 'alias fence') return true
  const others = slot.direction === 'release' ? own.slice(index + 1) : own.slice(0, index)
  const isEnd = (one: Slot): boolean =>
    isAccess(one) && one.kind !== 'async write' && (slot.direction === 'release' ? writes(one) : reads(one))
  return threads > 1 && others.some(isEnd)
}

/**
 * Returns whether each dependency is in a cycle of dependencies, of copies, and of writes that may be read. A read may
 * return what its own thread writes later, through another proxy or address, but no atomic returns what it stores.
 */
function dependsInCycles(threads: readonly (readonly Slot[])[]): boolean {
  const dependent = threads.flatMap((slots) =>
    slots.flatMap((slot): readonly Dependency[] => {
      const from = isAccess(slot) && slot.data !== undefined ? slots[slot.data] : undefined
      return from !== undefined && isAccess(from) && isAccess(slot) ? [{ reads: from, writes: slot }] : []
    }),
  )
  const copied = threads
    .flat()
    .flatMap((slot): readonly Dependency[] =>
      isCopy(slot) ? [{ reads: { location: slot.from, path: 'generic' }, writes: slot }] : [],
    )
  const all = [...dependent, ...copied]
  const mayBeReadBy = (a: Dependency, b: Dependency): boolean =>
    a.writes !== b.reads && a.writes.location === b.reads.location
  return dependent.every((start) => {
    const reached = new Set<Dependency>([start])
    for (const one of reached)
      for (const next of all) {
        if (!mayBeReadBy(one, next)) continue
        if (next === start) return true
        reached.add(next)
      }
    return false
  })
}

/** A read whose value determines that of a write. */
interface Dependency {
  readonly reads: Spot
  readonly writes: Spot
}

const hasTwoAddresses = (accesses: readonly { readonly location: number; readonly path: Path }[]): boolean =>
  accesses.some((a) =>
    accesses.some((b) => a.location === b.location && pathParts[a.path].isAlias !== pathParts[b.path].isAlias),
  )

function isConnected(threads: readonly (readonly Slot[])[]): boolean {
  const used = threads.map((slots) => new Set(reachedByAll(slots).map(({ location }) => location)))
  const reached = new Set([0])
  for (let size = 0; size !== reached.size; ) {
    size = reached.size
    used.forEach((locations, thread) => {
      if ([...reached].some((other) => [...(used[other] ?? [])].some((one) => locations.has(one)))) reached.add(thread)
    })
  }
  return reached.size === threads.length
}

/** Yields the places of threads: CTAs and GPUs, numbered in order of appearance. */
function* placements(threads: number, { severalCtas, severalGpus }: Vocabulary): Generator<readonly ThreadPlace[]> {
  const choices = Array.from({ length: threads }, (_, i) => Array.from({ length: i + 1 }, (_, one) => one))
  for (const ctas of product(choices)) {
    if (!isNumbered(ctas)) continue
    const count = Math.max(...ctas) + 1
    for (const gpus of severalGpus ? product(choices.slice(0, count)) : [ctas.map(() => 0)]) {
      if (!severalCtas && new Set(gpus.slice(0, count)).size < count) continue
      if (isNumbered(gpus)) yield ctas.map((cta) => ({ gpu: gpus[cta] ?? 0, cta }))
    }
  }
}

const isNumbered = (numbers: readonly number[]): boolean =>
  numbers.every((one, i) => one <= 1 + Math.max(-1, ...numbers.slice(0, i)))

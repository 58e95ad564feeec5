/** Bulk copies of sketches: their effects on shared memory, the rules that they obey, and those that can matter. */

import {
  type Copy,
  globalEnd,
  isAccess,
  isCopy,
  type Outcome,
  type Placed,
  reachedBy,
  readBy,
  reads,
  type Sketch,
  type Slot,
  slotsOf,
  writes,
} from './sketch.js'

type Threads = Sketch['threads']

const copiesOf = (threads: Threads): readonly Copy[] => threads.flat().filter(isCopy)

const sharedEnd = ({ kind, from, location }: Copy): number => (kind === 'load' ? location : from)

const isStore = (slot: Slot): boolean => slot.kind === 'copy'

/** Returns whether a sketch has asynchronous operations. */
export const hasCopies = ({ threads }: Pick<Sketch, 'threads'>): boolean => threads.some((slots) => slots.some(isCopy))

/** Returns whether a location is in shared memory: copies read it, or loads write it. */
export const isShared = ({ threads }: Pick<Sketch, 'threads'>, location: number): boolean =>
  copiesOf(threads).some((copy) => sharedEnd(copy) === location)

/** Returns whether a location is an end of a copy, which moves more bytes than an access does. */
export const isCopied = ({ threads }: Pick<Sketch, 'threads'>, location: number): boolean =>
  copiesOf(threads).some((copy) => copy.from === location || copy.location === location)

/**
 * Returns whether a slot is the last of a thread that copies from shared memory. A wait follows it, so that the
 * thread's copies have read their sources before it ends.
 */
export const endsWithWait = ({ threads }: Pick<Sketch, 'threads'>, { thread, index }: Placed): boolean => {
  const slots = threads[thread] ?? []
  return index === slots.length - 1 && slots.some(isStore)
}

/**
 * Returns whether the search covers all copies: they access shared memory at a single address, and do not copy on what
 * is loaded there. No two copies have both ends in common, so that a value says which copy wrote it.
 */
export function areApart(threads: Threads): boolean {
  if (!hasCopies({ threads })) return true
  const copies = copiesOf(threads)
  const shared = new Map(copies.map((copy) => [sharedEnd(copy), copy.kind]))
  return (
    new Set(copies.map(({ from, location }) => `${from} ${location}`)).size === copies.length &&
    copies.every((copy) => shared.get(sharedEnd(copy)) === copy.kind && !shared.has(globalEnd(copy).location)) &&
    threads
      .flat()
      .every(
        (slot) =>
          !isAccess(slot) || !shared.has(slot.location) || (slot.path === 'generic' && slot.kind !== 'async write'),
      )
  )
}

/**
 * Returns whether no access writes an end of a copy: it would write a part of what a relaxed copy treats as a whole.
 */
export const areWhole = (threads: Threads): boolean =>
  threads.flat().every((slot) => !isAccess(slot) || !writes(slot) || !isCopied({ threads }, slot.location))

/** Returns whether only threads of one CTA access shared memory. */
export function areLocal({ threads, places }: Sketch): boolean {
  if (!hasCopies({ threads })) return true
  const shared = new Set(copiesOf(threads).map(sharedEnd))
  return [...shared].every((one) => {
    const near = places.filter((_, thread) =>
      threads[thread]?.some((slot) => reachedBy(slot).some(({ location }) => location === one)),
    )
    return near.every(({ gpu, cta }) => gpu === near[0]?.gpu && cta === near[0]?.cta)
  })
}

/** Returns whether some slot writes a location. */
export const isWritten = (slots: readonly Slot[], location: number): boolean =>
  slots.some((slot) => writes(slot) && slot.location === location)

/**
 * Returns whether a location is useful: it is written and also accessed in another way, it is copied from and has one
 * value, or a copy shows what it read.
 */
export function isOfUse(slots: readonly Slot[], location: number): boolean {
  const own = slots.filter((slot) => (writes(slot) && slot.location === location) || readBy(slot) === location)
  const [only, other] = own
  if (only === undefined) return false
  if (!isWritten(own, location)) return own.every(isCopy)
  return other !== undefined || (isCopy(only) && isWritten(slots, only.from))
}

/** Returns whether a fence of the async proxy or a wait can have an effect there, judging by what comes before it. */
export function mayFollow(slot: Slot, before: readonly Slot[]): boolean {
  const last = before.at(-1)
  if (slot.kind === 'wait') return last?.kind !== 'wait' && before.some(isStore)
  return slot.kind !== 'async fence' || last?.kind !== 'async fence'
}

/**
 * Returns an outcome as its condition can express it. What a copy reads shows in what it writes, if some read returns
 * that or if it is the last write. If it is the only write of its location, being the last says nothing more.
 */
export function tidied(sketch: Sketch, outcome: Outcome): Outcome {
  if (!hasCopies(sketch)) return outcome
  const { sources, last } = tidiedOnce(sketch, outcome)
  // If a load does not show its value, it does not show that of the copy from which it reads either.
  return sources.every((one, i) => one === outcome.sources[i]) ? { sources, last } : tidied(sketch, { sources, last })
}

function tidiedOnce(sketch: Sketch, { sources, last }: Outcome): Outcome {
  const slots = slotsOf(sketch)
  const writers = (location: number) => slots.filter(({ slot }) => writes(slot) && slot.location === location).length
  const lasts = last.map((write, location) =>
    write !== undefined && writers(location) < 2 && sources[write] === undefined ? undefined : write,
  )
  const isSeen = (position: number): boolean => lasts.includes(position) || sources.includes(position)
  return {
    sources: sources.map((source, position) => {
      const slot = slots[position]?.slot
      return slot === undefined || reads(slot) || isSeen(position) ? source : undefined
    }),
    last: lasts,
  }
}

/**
 * A test without the strengths of its instructions, and an outcome: the search looks for the weakest strengths that
 * forbid it.
 */

import { match } from 'ts-pattern'
import { largest } from '../source/largest.js'
import { memoisedWeakly } from '../source/memoised-weakly.js'

/** Proxies beside the generic one. */
export const otherProxies = ['texture', 'surface', 'constant', 'read-only'] as const
type OtherProxy = (typeof otherProxies)[number]

/** The path by which an access reaches its location: a proxy, and one of two addresses. */
export type Path = 'generic' | 'alias' | OtherProxy | `alias-${OtherProxy}`

interface PathParts {
  readonly proxy: 'generic' | OtherProxy
  readonly isAlias: boolean
}

/** The parts of each path. */
export const pathParts: { readonly [P in Path]: PathParts } = {
  generic: { proxy: 'generic', isAlias: false },
  texture: { proxy: 'texture', isAlias: false },
  surface: { proxy: 'surface', isAlias: false },
  constant: { proxy: 'constant', isAlias: false },
  'read-only': { proxy: 'read-only', isAlias: false },
  alias: { proxy: 'generic', isAlias: true },
  'alias-texture': { proxy: 'texture', isAlias: true },
  'alias-surface': { proxy: 'surface', isAlias: true },
  'alias-constant': { proxy: 'constant', isAlias: true },
  'alias-read-only': { proxy: 'read-only', isAlias: true },
}

/** Returns the path through a proxy at one of the two addresses. */
export const pathThrough = ({ proxy, isAlias }: PathParts): Path =>
  isAlias ? (proxy === 'generic' ? 'alias' : `alias-${proxy}`) : proxy

/** Returns whether it is an access of the generic proxy, whatever its address. */
export const isGeneric = (path: Path): boolean => pathParts[path].proxy === 'generic'

/** Returns whether writes may take a path. */
export const isWritable = (path: Path): boolean => isGeneric(path) || pathParts[path].proxy === 'surface'

/** The proxies and addresses that a proxy fence can order. */
export const fencedProxies = ['alias', 'texture', 'surface', 'constant'] as const
export type FencedProxy = (typeof fencedProxies)[number]

export interface Access {
  /**
   * An asynchronous write is `st.async` into global memory: a release by the generic proxy for which no later access
   * waits.
   */
  readonly kind: 'read' | 'write' | 'atomic' | 'async write'
  readonly location: number
  readonly path: Path
  /** The index in its thread of the read on which the value that is written depends. */
  readonly data?: number
}

/**
 * A bulk copy, by the async proxy: from a location in shared memory to one in global memory, or the other way, a load.
 */
export interface Copy {
  readonly kind: 'copy' | 'load'
  /** The memory that it reads, and that it writes. */
  readonly from: number
  readonly location: number
  /** The address by which it reaches global memory. */
  readonly path: 'generic' | 'alias'
}

export type Slot =
  | Access
  | Copy
  | { readonly kind: 'fence' }
  | { readonly kind: 'proxy fence'; readonly proxy: FencedProxy }
  /** `fence.proxy.alias.acquire.sys`, `fence.proxy.alias.release.sys` */
  | { readonly kind: 'alias fence'; readonly direction: 'acquire' | 'release' }
  /** A wait for all earlier copies of its thread; each load waits for itself. */
  | { readonly kind: 'wait' }
  /** `fence.proxy.async` */
  | { readonly kind: 'async fence' }

/** The place of a thread. Equal numbers mean the same GPU, and the same CTA of it. */
export interface ThreadPlace {
  readonly gpu: number
  readonly cta: number
}

export interface Sketch {
  readonly threads: readonly (readonly Slot[])[]
  readonly places: readonly ThreadPlace[]
}

/** A slot with its position among those of all threads, one after the other. */
export interface Placed {
  readonly position: number
  readonly thread: number
  readonly index: number
  readonly slot: Slot
}

/** The source of a read: the slot at that position, or the initial value. */
export type Source = number | 'initial'

/**
 * An outcome: the source of each read by position, undefined if it does not matter, as is possible for an atomic or a
 * copy; and the position of the last write of each location, undefined if it does not matter.
 */
export interface Outcome {
  readonly sources: readonly (Source | undefined)[]
  readonly last: readonly (number | undefined)[]
}

export const isAccess = (slot: Slot): slot is Access =>
  slot.kind === 'read' || slot.kind === 'write' || slot.kind === 'atomic' || slot.kind === 'async write'

export const isCopy = (slot: Slot): slot is Copy => slot.kind === 'copy' || slot.kind === 'load'

export const reads = (slot: Slot): slot is Access => slot.kind === 'read' || slot.kind === 'atomic'
export const writes = (slot: Slot): slot is Access | Copy => isCopy(slot) || (isAccess(slot) && slot.kind !== 'read')

/** Returns the location that a slot reads; undefined if it reads none. */
export const readBy = (slot: Slot): number | undefined =>
  reads(slot) ? slot.location : isCopy(slot) ? slot.from : undefined

/** A location that a slot accesses, and how. */
export interface Spot {
  readonly location: number
  readonly path: Path
}

/** Returns what a slot accesses: what it reads, then what it writes. */
export const reachedBy = (slot: Slot): readonly Spot[] => {
  if (isAccess(slot)) return [slot]
  if (!isCopy(slot)) return []
  const { kind, from, location, path } = slot
  return kind === 'load'
    ? [
        { location: from, path },
        { location, path: 'generic' },
      ]
    : [{ location: from, path: 'generic' }, slot]
}

/** Returns the location in global memory that a copy accesses, and at which address. */
export const globalEnd = ({ kind, from, location, path }: Copy): Spot => ({
  location: kind === 'load' ? from : location,
  path,
})

/** Returns what all of these slots access; most access one location each. */
export const reachedByAll = (slots: readonly Slot[]): readonly Spot[] =>
  slots.some(isCopy) ? slots.flatMap(reachedBy) : slots.filter(isAccess)

/** Returns the slots of all threads, one after the other. */
export const slotsOf: (sketch: Sketch) => readonly Placed[] = memoisedWeakly(({ threads }) => {
  let position = 0
  return threads.flatMap((slots, thread) => slots.map((slot, index) => ({ position: position++, thread, index, slot })))
})

export const locationsOf = ({ threads }: Pick<Sketch, 'threads'>): number =>
  1 +
  largest(
    threads.flat().flatMap((slot) => reachedBy(slot).map(({ location }) => location)),
    -1,
  )

/** Returns the letters of a slot that reaches no location. */
export const letterOf = (slot: Exclude<Slot, Access | Copy>): string =>
  match(slot)
    .with({ kind: 'fence' }, () => 'F')
    .with({ kind: 'proxy fence' }, ({ proxy }) => `P${proxy}`)
    .with({ kind: 'alias fence' }, ({ direction }) => `P${direction}`)
    .with({ kind: 'wait' }, () => 'V')
    .with({ kind: 'async fence' }, () => 'Pasync')
    .exhaustive()

/** Returns a text that is equal for equal sketches. */
export const textOf: (sketch: Sketch) => string = memoisedWeakly(({ threads, places }) =>
  threads
    .map((slots, thread) => {
      const { gpu, cta } = places[thread] ?? { gpu: 0, cta: 0 }
      const words = slots.map((slot) => {
        if (isAccess(slot)) return `${slot.kind}${slot.location}${slot.path}${slot.data ?? ''}`
        return isCopy(slot) ? `${slot.kind}${slot.from}>${slot.location}${slot.path}` : letterOf(slot)
      })
      return `${gpu}.${cta}:${words.join()}`
    })
    .join(';'),
)

/**
 * Writes a test and its outcome as a canonical text: it is equal for tests that differ only in the order of threads and
 * in the names of locations, addresses and CTAs.
 */

import {
  globalEnd,
  isAccess,
  isCopy,
  isGeneric,
  letterOf,
  type Outcome,
  type Path,
  pathParts,
  pathThrough,
  type Sketch,
  type Source,
  type Spot,
  slotsOf,
} from './sketch.js'
import type { Strength } from './vocabulary.js'

export interface Named {
  readonly sketch: Sketch
  readonly strengths?: readonly Strength[]
  readonly outcome?: Outcome
}

/** Returns the least text among those of all orders of the threads. */
export function canonical(test: Named): string {
  let least: string | undefined
  for (const order of ordersOf(test.sketch)) {
    const text = written(test, order)
    if (least === undefined || text < least) least = text
  }
  return least ?? ''
}

/** Returns whether no other order of the threads, with longer ones first, gives a smaller text. */
export function isCanonical(sketch: Sketch): boolean {
  const orders = ordersOf(sketch)
  // Most sketches have a single order, so no text is needed.
  if (orders.length === 1) return true
  const own = written(
    { sketch },
    sketch.threads.map((_, thread) => thread),
  )
  return orders.every((order) => own <= written({ sketch }, order))
}

/** Returns the orders of the threads with longer ones first. No other order can give the least text. */
function ordersOf({ threads }: Sketch): readonly (readonly number[])[] {
  const sizes = threads.map(({ length }) => length)
  const key = sizes.join()
  const cached = orders.get(key)
  if (cached !== undefined) return cached
  const made = permutations(sizes.length).filter((order) =>
    order.every((thread, at) => at === 0 || (sizes[order[at - 1] ?? 0] ?? 0) >= (sizes[thread] ?? 0)),
  )
  orders.set(key, made)
  return made
}
const orders = new Map<string, readonly (readonly number[])[]>()

/** Returns at which of its two addresses other proxies than the generic one access a location. */
function othersAt(
  { threads }: Pick<Sketch, 'threads'>,
  location: number,
): { readonly name: boolean; readonly alias: boolean } {
  let [name, alias] = [false, false]
  for (const slots of threads)
    for (const slot of slots) {
      if (!isAccess(slot) || slot.location !== location || isGeneric(slot.path)) continue
      if (pathParts[slot.path].isAlias) alias = true
      else name = true
    }
  return { name, alias }
}

/** Returns whether either of the two addresses of a location may be its name: both have other proxies, or none has. */
export function isNamedFreely(sketch: Pick<Sketch, 'threads'>, location: number): boolean {
  const { name, alias } = othersAt(sketch, location)
  return name === alias
}

/**
 * Returns whether the two addresses of a location are exchanged in its text: its name is the one with other proxies, or
 * the one that is accessed first.
 */
export function isExchanged(sketch: Pick<Sketch, 'threads'>, first: Spot): boolean {
  const { name, alias } = othersAt(sketch, first.location)
  return name === alias ? pathParts[first.path].isAlias : alias
}

/** Returns the path at the other address. */
export const exchanged = (path: Path): Path => {
  const { proxy, isAlias } = pathParts[path]
  return pathThrough({ proxy, isAlias: !isAlias })
}

/** Returns the text with its threads in that order, and locations, addresses, CTAs and GPUs numbered as they appear. */
export function written({ sketch, strengths, outcome }: Named, order: readonly number[]): string {
  const { places } = sketch
  const slots = slotsOf(sketch)
  const locations = new Map<number, number>()
  const swapped = new Map<number, boolean>()
  const ctas = new Map<string, number>()
  const gpus = new Map<number, number>()
  const positions = new Map<number, number>()
  let text = ''
  for (const thread of order) {
    const place = places[thread]
    text += `${numbered(gpus, place?.gpu ?? 0)}.${numbered(ctas, `${place?.gpu}.${place?.cta}`)}:`
    for (const { slot, position, thread: own } of slots) {
      if (own !== thread) continue
      positions.set(position, positions.size)
      const strength = strengths?.[position]
      const words = strength === undefined ? '' : `${strength.order}.${strength.scope ?? ''}`
      if (!isAccess(slot) && !isCopy(slot)) text += `${letterOf(slot)}${words},`
      else {
        const { kind, location, path } = slot
        const from = isCopy(slot) ? `${numbered(locations, slot.from)}>` : ''
        const spot = isCopy(slot) ? globalEnd(slot) : slot
        if (!swapped.has(spot.location)) swapped.set(spot.location, isExchanged(sketch, spot))
        const by = swapped.get(spot.location) === true ? exchanged(path) : path
        const data = isAccess(slot) ? slot.data : undefined
        text += `${kind}${from}${numbered(locations, location)}${by}${data ?? ''}${words},`
      }
    }
    text += ';'
  }
  if (outcome === undefined) return text
  const sourceText = (source: Source | undefined): string =>
    source === undefined ? '' : source === 'initial' ? 'i' : `${positions.get(source)}`
  const sources = [...positions].map(([position]) => sourceText(outcome.sources[position]))
  const lasts = [...locations].map(([location]) => sourceText(outcome.last[location]))
  return `${text}|${sources.join()}|${lasts.join()}`
}

/** Returns the orders of threads that give a sketch the same text. */
export function automorphisms(sketch: Sketch): {
  /** Returns whether no such order gives the outcome a smaller text. */
  readonly isFirst: (outcome: Outcome) => boolean
} {
  const own = sketch.threads.map((_, thread) => thread)
  const text = written({ sketch }, own)
  const orders = ordersOf(sketch).filter((order) => order.join() !== own.join() && written({ sketch }, order) === text)
  return {
    isFirst: (outcome) => {
      if (orders.length === 0) return true
      const first = written({ sketch, outcome }, own)
      return orders.every((order) => first <= written({ sketch, outcome }, order))
    },
  }
}

const numbered = <K>(map: Map<K, number>, key: K): number => {
  const number = map.get(key)
  if (number !== undefined) return number
  map.set(key, map.size)
  return map.size - 1
}

function permutations(n: number): readonly (readonly number[])[] {
  if (n === 0) return [[]]
  return permutations(n - 1).flatMap((rest) => Array.from({ length: n }, (_, at) => rest.toSpliced(at, 0, n - 1)))
}

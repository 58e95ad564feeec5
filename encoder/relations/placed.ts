/**
 * The base relations that depend only on the places of accesses. Accesses that are at one place whatever is read, such
 * as the additions of all threads of a launch to one sum, are alike: their pairs are many, and their places few.
 */

import type { BaseRelation } from '../../axioms/algebra/names.js'
import { threadAt } from '../../litmus/program.js'
import { groupBy } from '../../source/group.js'
import { memoised } from '../../source/memoised.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import { type EventGraph, isMemory, type MemoryEvent } from '../events/graph/event.js'
import {
  bytesOf,
  complete,
  nearby,
  overlapping,
  overlappingAtAddress,
  type Related,
  together,
} from '../events/memory/places.js'
import { always, never, type Predicate } from '../values/expression.js'

/** A relation between classes of accesses. */
export interface Placed {
  /** The ids of the accesses of each class. */
  readonly classes: readonly (readonly number[])[]
  /** The class of each access, by its id. */
  readonly classOf: ReadonlyMap<number, number>
  /** The classes to which each class is related, with the condition. */
  readonly successors: readonly ReadonlyMap<number, Predicate>[]
  /** The number of related pairs of accesses. */
  readonly size: number
}

type PlacedRelation = Extract<BaseRelation, 'loc' | 'vloc' | 'complete'>

/** Returns a relation between classes of the accesses of a graph; undefined if the name is that of another relation. */
export const placed: (graph: EventGraph) => (name: BaseRelation) => Placed | undefined = memoisedWeakly((graph) => {
  const memory = graph.events.filter(isMemory)
  const isOfHost = ({ origin }: MemoryEvent): boolean =>
    origin !== undefined && threadAt(graph.program.threads, origin.thread).kind === 'host'
  const groups = [...groupBy(memory, (one) => placeText(one, isOfHost(one))).values()]
  const classes = groups.map((some) => some.map(({ id }) => id))
  const classOf = new Map(classes.flatMap((ids, i) => ids.map((id) => [id, i] as const)))
  const near = nearby(groups.map(([first]) => first))
  const related: Readonly<Record<PlacedRelation, (a: MemoryEvent, b: MemoryEvent) => Related>> = {
    loc: () => overlapping,
    // Proxies belong to a GPU: to the host, all names of a location are one address.
    vloc: (a, b) => (isOfHost(a) && isOfHost(b) ? overlapping : overlappingAtAddress),
    complete: () => complete,
  }
  const isPlaced = (name: BaseRelation): name is PlacedRelation => Object.hasOwn(related, name)
  return memoised((name) => {
    if (!isPlaced(name)) return undefined
    const successors = groups.map(
      ([a]) =>
        new Map(
          near(a).flatMap((b): readonly (readonly [number, Predicate])[] => {
            const when = together(a, b, related[name](a, b))
            return when === never ? [] : [[must(classOf.get(b.id), 'the class of an access'), when]]
          }),
        ),
    )
    const sizeOf = (i: number): number => groups[i]?.length ?? 0
    const size = successors.reduce(
      (sum, row, i) => sum + [...row.keys()].reduce((count, to) => count + sizeOf(i) * sizeOf(to), 0),
      0,
    )
    return { classes, classOf, successors, size }
  })
})

/** Returns the condition under which two accesses are related. */
export const relatedWhen = ({ classOf, successors }: Placed, a: number, b: number): Predicate =>
  successors[classOf.get(a) ?? -1]?.get(classOf.get(b) ?? -1) ?? never

/** Returns a text that is equal for accesses that are certainly at one place. */
function placeText(access: MemoryEvent, isOfHost: boolean): string {
  const [place, ...others] = access.places
  return place?.when === always && others.length === 0
    ? `${place.location} ${place.offset} ${place.address} ${bytesOf(access)} ${isOfHost}`
    : `access ${access.id}`
}

/**
 * The base relations that depend only on where an event's thread is and whom its scope reaches. They relate
 * almost every two events of a large launch, but few classes of events.
 */

import type { BaseRelation } from '../../axioms/algebra/names.js'
import { gpuName, sameCluster, sameCta, sameGpu } from '../../litmus/position.js'
import type { ThreadPosition } from '../../litmus/program.js'
import { groupBy } from '../../source/group.js'
import { memoised } from '../../source/memoised.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import type { Event, EventGraph } from '../events/graph/event.js'
import { memoryPositionOf, type PositionOf, positionOf, scopesIncludeEachOther } from '../events/graph/scopes.js'

/** A relation between classes of events. */
export interface Classes {
  /** The ids of the events of each class. */
  readonly classes: readonly (readonly number[])[]
  /** The classes to which each class is related. */
  readonly successors: readonly ReadonlySet<number>[]
}

interface Standing extends Classes {
  /** The class of each event. */
  readonly classOf: readonly number[]
  /** The number of related pairs of events. */
  readonly size: number
}

type StandingRelation = Extract<BaseRelation, 'scta' | 'scluster' | 'sgpu' | 'sr' | 'scta_memory' | 'sr_memory'>

/** Returns a relation between classes of the events of a graph; undefined if the name is that of another relation. */
export const standing: (graph: EventGraph) => (name: BaseRelation) => Standing | undefined = memoisedWeakly((graph) =>
  memoised((name) => (isStanding(name) ? standingOf(graph, name) : undefined)),
)

const names: Readonly<Record<StandingRelation, true>> = {
  scta: true,
  scluster: true,
  sgpu: true,
  sr: true,
  scta_memory: true,
  sr_memory: true,
}

const isStanding = (name: BaseRelation): name is StandingRelation => Object.hasOwn(names, name)

function standingOf(graph: EventGraph, name: StandingRelation): Standing {
  const { program } = graph
  const areAsynchronous = graph.issue.length > 0 || graph.completed.length > 0
  const isInMemory = areAsynchronous && (name === 'scta_memory' || name === 'sr_memory')
  const at = isInMemory ? memoryPositionOf : positionOf
  const between =
    (related: (a: ThreadPosition | undefined, b: ThreadPosition | undefined) => boolean) => (a: Event, b: Event) =>
      related(at(program, a), at(program, b))
  switch (name) {
    case 'scta':
    case 'scta_memory':
      return classesBy(graph, at, between(sameCta))
    case 'scluster':
      return classesBy(graph, at, between(sameCluster))
    case 'sgpu':
      return classesBy(graph, at, between(sameGpu))
    case 'sr':
    case 'sr_memory':
      return classesBy(graph, at, (a, b) => scopesIncludeEachOther(program, a, b, at))
  }
}

/** Returns the related classes: one event of each is asked. */
function classesBy(
  { program, events }: EventGraph,
  at: PositionOf,
  areRelated: (a: Event, b: Event) => boolean,
): Standing {
  const groups = [...groupBy(events, (event) => standingText(event, at(program, event))).values()]
  const classOf: number[] = []
  for (const [i, some] of groups.entries()) for (const { id } of some) classOf[id] = i
  const successors = groups.map(([a]) => new Set(groups.flatMap(([b], i) => (areRelated(a, b) ? [i] : []))))
  const sizeOf = (i: number): number => groups[i]?.length ?? 0
  return {
    classes: groups.map((some) => some.map(({ id }) => id)),
    classOf,
    successors,
    size: groups.reduce(
      (sum, { length }, i) => sum + [...(successors[i] ?? [])].reduce((count, to) => count + length * sizeOf(to), 0),
      0,
    ),
  }
}

/** Returns a text that is equal for events whose scopes reach the same threads. */
const standingText = ({ origin, sets }: Event, at: ThreadPosition | undefined): string =>
  `${origin === undefined} ${at && `${at.kernel} ${gpuName(at)} ${at.cluster} ${at.cta}`} ${scopeSets.filter((name) => sets.includes(name))}`

const scopeSets = ['CTA', 'CLUSTER', 'GPU', 'SYS'] as const

/** Returns whether two events are related. */
export const isRelated = ({ classOf, successors }: Standing, a: number, b: number): boolean =>
  must(successors[must(classOf[a], 'a class of each event')], 'a row for each class').has(
    must(classOf[b], 'a class of each event'),
  )

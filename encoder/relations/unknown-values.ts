/**
 * Finds the events that depend on unknown values, through registers and through memory that one thread writes and
 * another reads.
 */

import { groupBy } from '../../source/group.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import { type Event, type EventGraph, isMemory, returns } from '../events/graph/event.js'
import { partsOf } from '../values/depth.js'
import type { Expression, Predicate } from '../values/expression.js'
import type { Logic } from '../values/logic.js'
import { upperBounds } from './bounds.js'
import type { ChosenPair } from './chosen.js'

/** The executions in which values depend on others: which conditions hold, and which write each read takes. */
export interface Executions<B> {
  readonly logic: Logic<B>
  readonly truth: (predicate: Predicate) => B
  readonly rf: readonly ChosenPair<B>[]
}

/**
 * Returns whether values depend on unknown ones that are wanted, in executions over some logic. `byConditions` says
 * whether a choice also depends on its condition. A value that depends on itself, in a circle of reads and writes, does
 * not thereby depend on anything else.
 */
export function dependence<B>(
  graph: EventGraph,
  { logic, truth, rf }: Executions<B>,
  isWanted: (unknown: number) => boolean,
  byConditions: boolean,
): (expression: Expression) => B {
  const { and, or, not, any, tt, ff } = logic
  const dependsOn = mayDependOn(graph)
  const returning = graph.events
    .filter(returns)
    .filter(({ id }) => [...dependsOn([{ kind: 'read', width: 1, event: id }])].some(isWanted))
  const sources = groupBy(rf, ([, read]) => read)
  // A value passes through each read at most once, so this many rounds are enough.
  let dependences = new Map<number, B>(returning.map(({ id }) => [id, ff]))
  for (const _ of returning) {
    const { value } = evaluated(dependences)
    const next = new Map(
      returning.map((event): [number, B] => {
        if (event.kind === 'barrier') return [event.id, value(event.returned.value)]
        const from = (sources.get(event.id) ?? []).map(([write, , when]) => {
          const source = eventAt(graph, write)
          return when === ff || !isMemory(source) ? ff : and(when, value(source.value))
        })
        return [event.id, any(from)]
      }),
    )
    const isStable = [...next].every(([id, now]) => dependences.get(id) === now)
    dependences = next
    if (isStable) break
  }
  return evaluated(dependences).value

  /** Returns the dependences, given which events return what depends on them. */
  function evaluated(dependences: ReadonlyMap<number, B>) {
    const value = memoised((one: Expression): B => {
      switch (one.kind) {
        case 'constant':
          return ff
        case 'unknown':
          return isWanted(one.id) ? tt : ff
        case 'read':
          return dependences.get(one.event) ?? ff
        case 'operation':
          return or(value(one.left), value(one.right))
        case 'resize':
          return value(one.of)
        case 'choice': {
          const [then, otherwise] = [value(one.then), value(one.otherwise)]
          const chosen = then === otherwise ? then : choose(truth(one.when), then, otherwise)
          return byConditions ? or(condition(one.when), chosen) : chosen
        }
      }
    })
    const choose = (when: B, then: B, otherwise: B): B => or(and(when, then), and(not(when), otherwise))
    const condition = memoised((one: Predicate): B => {
      switch (one.kind) {
        case 'true':
        case 'false':
        case 'passes':
          return ff
        case 'compare':
          return or(value(one.left), value(one.right))
        case 'not':
          return condition(one.of)
        case 'and':
        case 'or':
          return any(one.of.map(condition))
      }
    })
    return { value }
  }
}
/** Returns the numbers of the unknown values on which these values and conditions may depend in some execution. */
export function mayDependOn(graph: EventGraph): (roots: readonly (Expression | Predicate)[]) => ReadonlySet<number> {
  if (graph.unknowns.length === 0) return () => new Set()
  const sources = groupBy(upperBounds(graph).rf, ([, read]) => read)
  const rootsOf = (id: number): readonly (Expression | Predicate)[] => {
    const event = eventAt(graph, id)
    if (event.kind === 'barrier') return event.returned === undefined ? [] : [event.returned.value]
    return (sources.get(id) ?? []).flatMap(([write]) => {
      const source = eventAt(graph, write)
      return isMemory(source) ? [source.value] : []
    })
  }
  return (roots) => {
    const reads = new Set<number>()
    const seen = new Set<Expression | Predicate>()
    const read = new Set<number>()
    const pending = [...roots]
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      if (seen.has(one)) continue
      seen.add(one)
      if (one.kind === 'unknown') reads.add(one.id)
      if (one.kind === 'read' && !read.has(one.event)) {
        read.add(one.event)
        for (const root of rootsOf(one.event)) pending.push(root)
      }
      for (const part of partsOf(one)) pending.push(part)
    }
    return reads
  }
}

const eventAt = ({ events }: EventGraph, id: number): Event => must(events[id], 'an event of that number')

/**
 * Torn vectors: a vector load that takes an element from a vector store, and another one from before that store (ISA
 * 8.2.4).
 */

import { fr } from '../axioms/algebra/vocabulary.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { interpretation } from '../encoder/execution/replay.js'
import { threadAt } from '../litmus/program.js'

/** Two elements of a load and of a store: one reads what the other wrote, one reads what was there before the other. */
export interface Torn {
  readonly fresh: ReadOf
  readonly stale: ReadOf
}

interface ReadOf {
  readonly read: number
  readonly write: number
}

/**
 * Returns the torn vectors of an execution, for each vector load and vector store the first two elements that show it.
 */
export function tornVectors(graph: EventGraph, execution: Execution): readonly Torn[] {
  const vectors = graph.events.map((_, id) => vectorOf(graph, id))
  const from = interpretation(graph, execution).relation(fr)
  const among = (pairs: readonly (readonly [number, number])[]): readonly ReadOf[] =>
    pairs.flatMap(([read, write]) =>
      vectors[read] === undefined || vectors[write] === undefined ? [] : [{ read, write }],
    )
  const stale = among(
    graph.events.flatMap(({ id }) =>
      [...(from[id] ?? [])].flatMap(([write, is]) => (is ? [[id, write] as const] : [])),
    ),
  )
  const seen = new Set<string>()
  return among(execution.rf.map(([write, read]) => [read, write])).flatMap((fresh): readonly Torn[] => {
    const key = `${vectors[fresh.read]} ${vectors[fresh.write]}`
    const other = stale.find(({ read, write }) => `${vectors[read]} ${vectors[write]}` === key)
    return other === undefined || seen.has(key) || !seen.add(key) ? [] : [{ fresh, stale: other }]
  })
}

/** Returns a key that the elements of one vector access share: its thread, the place of its text, its round. */
function vectorOf({ events, program }: EventGraph, id: number): string | undefined {
  const origin = events[id]?.origin
  if (origin === undefined) return undefined
  const one = threadAt(program.threads, origin.thread).instructions[origin.instruction]
  return one !== undefined && 'element' in one && one.element !== undefined
    ? JSON.stringify([origin.thread, origin.instruction - one.element, origin.iterations])
    : undefined
}

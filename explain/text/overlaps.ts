/**
 * Why a kernel and the one that depends on it race: a wait, a trigger or a fence at the wrong place (programmatic
 * dependent launch).
 */

import type { Event, EventGraph } from '../../encoder/events/graph/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import { dependencyOf } from '../../litmus/host/dependents.js'
import { gpuName, threadPosition } from '../../litmus/position.js'
import { type Thread, threadAt } from '../../litmus/program.js'
import { originOf } from '../../witness/event.js'
import { scopeOf } from '../../witness/qualifiers.js'
import { instructionAt } from '../../witness/shortfall.js'

/** Returns a sentence for each of the two kernels; none if neither is the dependent of the other. */
export function overlapTexts(graph: EventGraph, execution: Execution, a: number, b: number): readonly string[] {
  return [...ofPair(graph, execution, a, b), ...ofPair(graph, execution, b, a)]
}

/** Returns what the access of the first kernel and that of its dependent lack. */
function ofPair(graph: EventGraph, { executed }: Execution, first: number, second: number): readonly string[] {
  const { host } = graph.program
  const threadOf = (id: number): number | undefined => graph.events[id]?.origin?.thread
  const [from, to] = [threadOf(first), threadOf(second)]
  if (from === undefined || to === undefined) return []
  const primary = dependencyOf(host, to)?.primary
  if (primary === undefined || dependencyOf(host, from)?.task !== primary) return []
  const ofThread = (thread: number): readonly Event[] =>
    graph.events.filter(({ id, origin }) => origin?.thread === thread && executed[id] === true)
  const at = (id: number): string => instructionAt(graph, id)
  const isGrid = (action: 'arrive' | 'wait') => (one: Event) =>
    one.kind === 'barrier' && one.rule === 'grid' && one.action === action
  // The events of a thread are numbered in program order.
  const wait = ofThread(to).find(isGrid('wait'))
  const waits =
    wait === undefined
      ? [`no \`griddepcontrol.wait\` comes before ${at(second)}`]
      : second < wait.id
        ? [`${at(second)}, comes before ${at(wait.id)}`]
        : []
  const trigger = ofThread(from).find(isGrid('arrive'))
  if (waits.length === 0 || trigger === undefined) return waits
  if (trigger.id < first) return [...waits, `${at(first)}, comes after ${at(trigger.id)}`]
  const fences = ofThread(from).filter(
    (one) => first < one.id && one.id < trigger.id && originOf(one, graph.program)?.instruction.kind === 'fence',
  )
  if (fences.length === 0) return [...waits, `no release fence is between ${at(first)}, and ${at(trigger.id)}`]
  const [here, there] = [from, to].map((thread) => threadAt(graph.program.threads, thread))
  const apart = placeApart(here, there)
  const narrow = fences.flatMap(({ id, sets }) => {
    const scope = scopeOf(sets)
    return scope === 'sys' || (scope === 'gpu' && apart === undefined)
      ? []
      : [`${at(id)}, does not reach ${apart ?? 'the dependent kernel'}`]
  })
  return [...waits, ...(narrow.length === fences.length ? narrow : [])]
}

/**
 * Returns where another thread is that `.gpu` does not include; undefined if it is on the same GPU and in the same
 * domain.
 */
export function placeApart(one: Thread | undefined, other: Thread | undefined): string | undefined {
  const [here, there] = [one, other].map((thread) => (thread === undefined ? undefined : threadPosition(thread)))
  if (here === undefined || there === undefined || gpuName(here) === gpuName(there)) return undefined
  return here.gpu === there.gpu ? 'a kernel of another memory synchronisation domain' : 'a kernel on another GPU'
}

/** The objection of an axiom to an execution: a cycle, or a pair that is forbidden or that lacks its order. */

import { match } from 'ts-pattern'
import { piecesOf } from '../axioms/algebra/cat/print.js'
import { filledIn } from '../axioms/algebra/reading.js'
import { type Axiom, closure, type Model, type Rel, type Requirement } from '../axioms/algebra/terms.js'
import { type EventGraph, isMemory } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { interpretation } from '../encoder/execution/replay.js'
import { must } from '../source/must.js'
import { accessedName, eventName } from '../witness/event.js'
import { type Chain, cost, type Derivation, derivation } from './derive.js'

export interface Objection {
  readonly axiom: string
  readonly section: string
  /** The requirement, in cat. */
  readonly demand: string
  /** The consequence that would be true, in the model's words. */
  readonly words: string
  /** A cycle if it ends where it begins. */
  readonly chain: Chain
  /** The relation in which the ends of the chain must be and are not. */
  readonly missing?: string
}

/** Returns the objection of the axiom with the shortest chain; undefined if it does not object. */
export function objectionOf(
  axiom: Axiom,
  model: Model,
  graph: EventGraph,
  execution: Execution,
): Objection | undefined {
  // A line for each requirement.
  const demands = piecesOf(model).axioms.flatMap(({ name, text }) => (name === axiom.name ? text.split('\n') : []))
  const size = graph.events.length
  const derive = derivation(interpretation(graph, execution), size)
  const objections = axiom.requirements.flatMap((one, i) =>
    chainsOf(one, derive, size).map((chain): Objection => {
      const missing = one.kind === 'empty' && one.of.kind === 'difference' ? baseOf(one.of.right) : []
      return {
        axiom: axiom.name,
        section: axiom.section,
        demand: demands[i] ?? '',
        words: wordsFor(one, chain, graph, execution),
        chain,
        ...(missing.length === 0 ? {} : { missing: missing.join(', ') }),
      }
    }),
  )
  return objections.toSorted((a, b) => cost(a.chain) - cost(b.chain))[0]
}

const chainsOf = ({ kind, of, negated }: Requirement, { pairs, chain }: Derivation, size: number): readonly Chain[] => {
  if (negated === true) return []
  return match(kind)
    .with('irreflexive', () => pairs(of).flatMap(([a, b]) => (a === b ? [chain(of, a, a)] : [])))
    .with('acyclic', () => {
      const paths = closure(of)
      return pairs(paths).flatMap(([a, b]) => (a === b && a < size ? [chain(paths, a, a)] : []))
    })
    .with('empty', () => pairs(of).map(([a, b]) => chain(of, a, b)))
    .exhaustive()
}

function wordsFor({ sentences = [] }: Requirement, chain: Chain, graph: EventGraph, execution: Execution): string {
  const [start] = chain
  const [first, last] = [start?.from, chain.at(-1)?.to]
  const sentence = sentences.find(
    ({ by, circle }) =>
      (by === undefined || chain.some(({ relation }) => relation === by)) && (circle === undefined || first === last),
  )
  if (sentence === undefined || start === undefined || first === undefined || last === undefined)
    return 'it is not consistent'
  const accessed = [first, start.to, last].flatMap((id) => {
    const event = must(graph.events[id], 'an event of a chain')
    return isMemory(event) ? [accessedName(event, graph, execution)] : []
  })
  return filledIn(sentence.words, {
    first: eventName(first),
    second: eventName(start.to),
    last: eventName(last),
    location: accessed[0] ?? 'memory',
  })
}

/** Returns the base relations whose union a relation is, in either direction. */
function baseOf(term: Rel): readonly string[] {
  switch (term.kind) {
    case 'base':
    case 'named':
      return [term.name]
    case 'inverse':
      return baseOf(term.of)
    case 'union':
      return [...new Set(term.of.flatMap(baseOf))]
    default:
      return []
  }
}

/** What an axiom objects to in an execution: a cycle, or a pair that must not be or that lacks its order. */

import { match } from 'ts-pattern'
import { piecesOf } from '../axioms/algebra/cat/print.js'
import { type Axiom, closure, type Model, type Rel, type Requirement } from '../axioms/algebra/terms.js'
import type { EventGraph } from '../encoder/events/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { interpretation } from '../encoder/execution/replay.js'
import { type Chain, cost, type Derivation, derivation } from './derive.js'

export interface Objection {
  readonly axiom: string
  readonly section: string
  /** What the axiom demands, in cat. */
  readonly demand: string
  /** What would be the case, as the model says it. */
  readonly words: string
  /** A cycle where it ends where it begins. */
  readonly chain: Chain
  /** The relation that the ends of the chain must be in, and are not. */
  readonly missing?: string
}

/** The objection of the axiom with the shortest chain; undefined where it does not object. */
export function objectionOf(
  axiom: Axiom,
  model: Model,
  graph: EventGraph,
  execution: Execution,
): Objection | undefined {
  const demand = piecesOf(model)
    .axioms.flatMap(({ name, text }) => (name === axiom.name ? [text] : []))
    .join('\n')
  const size = graph.events.length
  const derive = derivation(interpretation(graph, execution), size)
  const found = axiom.requirements.flatMap((one) =>
    chainsOf(one, derive, size).map((chain): Objection => {
      const missing = one.kind === 'empty' && one.of.kind === 'difference' ? baseOf(one.of.right) : []
      return {
        axiom: axiom.name,
        section: axiom.section,
        demand,
        words: wordsFor(one, chain),
        chain,
        ...(missing.length === 0 ? {} : { missing: missing.join(', ') }),
      }
    }),
  )
  return found.toSorted((a, b) => cost(a.chain) - cost(b.chain))[0]
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

const wordsFor = ({ sentences = [] }: Requirement, chain: Chain): string =>
  sentences.find(({ by }) => by === undefined || chain.some(({ relation }) => relation === by))?.words ??
  'it is not consistent'

/** The base relations of which a relation is a union, either way round. */
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

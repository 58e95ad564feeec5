/**
 * Searches for an execution on which two forms of a model differ, among all candidate executions of random programs.
 */

import fc from 'fast-check'
import { redefine, withoutAxiom } from '../axioms/algebra/edit.js'
import { closure, type Model, on, optional, type Rel, seq, union } from '../axioms/algebra/terms.js'
import { W } from '../axioms/algebra/vocabulary.js'
import { buildEvents } from '../encoder/events/events.js'
import { candidates, countCandidates, counting } from '../encoder/execution/candidates.js'
import { broken } from '../encoder/execution/replay.js'
import { counterexampleTo, type Draw } from './draw.js'
import { only, programs } from './programs.js'

export interface Variant {
  readonly name: string
  readonly of: (model: Model) => Model
}

/** Allows any number of steps from a write in place of at most one, in `observation? ; preserved` (ISA 8.9.2). */
const wholeChain = (body: Rel): Rel => {
  const [first, ...rest] = body.kind === 'sequence' ? body.of : []
  if (first?.kind !== 'optional') throw new Error('cause does not begin with an optional step')
  return { kind: 'sequence', of: [optional(union(first.of, seq(on(W), closure(first.of)))), ...rest] }
}

/** The edits that should make no difference. */
export const variants: readonly Variant[] = [
  { name: 'without SC-per-Location', of: (model) => withoutAxiom(model, 'SC-per-Location') },
  { name: 'with the whole observation chain in cause', of: (model) => redefine(model, 'cause', wholeChain) },
]

export interface Search {
  readonly programs: number
  readonly executions: number
  /** The executions that are consistent in both forms. */
  readonly consistent: number
  /** A program with an execution that is consistent in one form only. */
  readonly difference: string | undefined
}

/** Draws programs and judges each of their candidate executions by both forms, up to the first difference. */
export function searchDifference(model: Model, variant: Variant, draw: Draw): Search {
  const other = variant.of(model)
  const tally = { programs: 0, executions: 0, consistent: 0 }
  const property = fc.property(programs(model), (text) => {
    const graph = buildEvents(only(text))
    fc.pre(countCandidates(graph) <= draw.mostCandidates)
    tally.programs++
    const { listing } = counting(Number.POSITIVE_INFINITY)
    for (const execution of candidates(graph, model, listing)) {
      const [one, two] = [model, other].map(({ axioms }) => broken(graph, axioms, execution).length === 0)
      tally.executions++
      if (one && two) tally.consistent++
      if (one !== two) throw new Error('an execution is consistent in one form only')
    }
  })
  const difference = counterexampleTo(property, draw)
  return { ...tally, difference }
}

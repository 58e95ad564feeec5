/** Explains a verdict in short. */

import { match, P } from 'ts-pattern'
import { withoutAxiom } from '../../axioms/algebra/edit.js'
import { raceRelations } from '../../axioms/algebra/roles.js'
import type { Solver } from '../../encoder/solver/solver.js'
import { type ForbiddingSet, forbiddingSets, type Objected } from '../../explain/explain.js'
import { forbiddingLines } from '../../explain/text/explanation.js'
import { raceLines } from '../../explain/text/races.js'
import type { Program, Question } from '../../litmus/program.js'
import { racesOf } from '../../races/races.js'
import { loopsCut } from '../../witness/labels.js'
import type { SubjectVerdict } from './answers.js'
import { witnessLines } from './execution.js'

export interface Explained {
  /** The minimal sets of axioms that forbid a forbidden outcome. */
  readonly sets: readonly (Pick<ForbiddingSet, 'axioms' | 'within'> & {
    readonly objections: readonly Pick<Objected, 'axiom' | 'section' | 'chain' | 'missing'>[]
  })[]
  readonly lines: readonly string[]
}

/**
 * Explains a verdict. A forbidden outcome gets the axioms that forbid it and the chains they object to; an allowed one
 * the execution, and its races if the model defines them. If undefined behaviour is reachable, an execution that
 * reaches it. Undefined for other verdicts, which have a reason. `timeout` is in milliseconds, for each check.
 */
export function explainVerdict(
  test: Program,
  question: Question,
  { subject, graph, verdict, undefined: reached }: SubjectVerdict,
  solver: Solver,
  { timeout, bound }: { readonly timeout?: number | undefined; readonly bound: number },
): Explained | undefined {
  const model = subject.without.reduce(withoutAxiom, subject.model)
  if (reached.kind === 'known') {
    const [first] = reached.found
    // `explain` shows the rest. Here, the execution is the reason for the verdict.
    if (first !== undefined) return { sets: [], lines: witnessLines(graph, first.execution) }
  }
  return match(verdict)
    .with({ kind: 'forbidden' }, ({ within }): Explained => {
      const explanation = forbiddingSets(test, question, solver, { model, timeout, bound })
      if ('kind' in explanation) return { sets: [], lines: [explanation.reason] }
      const sets = explanation.sets.map(({ axioms, within, objections }) => ({
        axioms,
        within,
        objections: objections.map(({ axiom, section, chain, missing }) => ({
          axiom,
          section,
          chain,
          ...(missing === undefined ? {} : { missing }),
        })),
      }))
      return { sets, lines: [...forbiddingLines(explanation), ...(within === undefined ? [] : [loopsCut(within)])] }
    })
    .with({ kind: 'allowed' }, ({ execution }): Explained => {
      const relations = raceRelations(model)
      const races = relations === undefined ? [] : racesOf(graph, execution, relations)
      const reported = races.length === 0 ? [] : raceLines(graph, execution, races)
      return { sets: [], lines: [...witnessLines(graph, execution), ...reported] }
    })
    .with({ kind: P.union('undecided', 'not covered') }, () => undefined)
    .exhaustive()
}

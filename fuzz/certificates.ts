/**
 * Holds CaDiCaL on clauses of our own against z3 on SMT-LIB, on random programs: outcomes that z3 reaches have a
 * solution, and what it does not reach has a proof, which the checker accepts.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { isWrong, readDimacs } from '../certificate/checker/dimacs.js'
import { wrongProof, wrongSolution } from '../certificate/checker/proof.js'
import { type Obligation, obligationsOf } from '../certificate/obligations.js'
import { type Part, partOf } from '../certificate/parts.js'
import type { SatSolver } from '../certificate/sat.js'
import { decide } from '../encoder/decide/decide.js'
import type { EncodingForm } from '../encoder/formula/form.js'
import type { Solver } from '../encoder/solver/solver.js'
import { counterexampleTo, type Draw } from './draw.js'
import { usual } from './encodings.js'
import { only } from './programs.js'

export interface CertifiedPrograms {
  readonly programs: number
  /** Outcomes with a solution. */
  readonly allowed: number
  /** Answers with a certificate. */
  readonly certified: number
  /** Parts of certificates, and steps of their proofs. */
  readonly parts: number
  readonly steps: number
  readonly counterexample: string | undefined
}

/** Draws programs, certifies the answers about all executions, and stops at the first disagreement. */
export function compareWithClauses(
  model: Model,
  { solver, cadical }: { readonly solver: Solver; readonly cadical: SatSolver },
  draw: Draw,
  encoding: EncodingForm = 'lean',
): CertifiedPrograms {
  const tally = { programs: 0, allowed: 0, certified: 0, parts: 0, steps: 0 }
  const property = fc.property(usual(model), (text) => {
    const program = only(text)
    tally.programs++
    for (const { question, verdict, undefined: reached } of decide(program, solver, { model }).answers) {
      if (verdict.kind !== 'allowed' && verdict.kind !== 'forbidden') continue
      const unreached = verdict.kind === 'forbidden' ? verdict : { vacuous: false }
      const made = obligationsOf({ program, model, question, bound: 2, encoding }, unreached)
      if ('reason' in made) throw new Error(`${question.name}: ${made.reason}`)
      const checked = (one: Obligation): Part => {
        const part = partOf(one, cadical)
        if ('reason' in part) throw new Error(`${question.name}: ${part.reason}`)
        const cnf = readDimacs(part.problem)
        const wrong = isWrong(cnf) ? cnf : (part.solvable ? wrongSolution : wrongProof)(cnf, part.evidence)
        if (wrong !== undefined) throw new Error(`${question.name}: ${part.about}: ${wrong.line}: ${wrong.wrong}`)
        return part
      }
      if (verdict.kind === 'allowed') {
        // The execution that z3 found is in the first layout.
        const outcome = made.obligations.find(({ about, layout }) => about === 'the outcome' && layout === 0)
        if (outcome !== undefined) checked({ ...outcome, solvable: true })
        tally.allowed++
      } else if (reached.kind === 'known' && reached.found.length === 0) {
        const parts = made.obligations.map(checked)
        tally.certified++
        tally.parts += parts.length
        tally.steps += parts.reduce((sum, { steps }) => sum + steps, 0)
      }
    }
  })
  const counterexample = counterexampleTo(property, draw)
  return { ...tally, counterexample }
}

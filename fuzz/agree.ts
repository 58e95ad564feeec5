/** z3 against brute force on random programs. */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { bruteForce } from '../encoder/brute.js'
import { decide, type Verdict } from '../encoder/decide.js'
import type { Solver } from '../encoder/smt.js'
import { herdPrograms } from './herd.js'
import { only, programs } from './programs.js'

export interface Agreement {
  readonly programs: number
  readonly allowed: number
  readonly forbidden: number
  /** Questions that brute force could not decide. */
  readonly undecided: number
  readonly seed: number
  /** The report on the smallest program found on which the two disagree. */
  readonly counterexample: string | undefined
}

/** Candidate executions up to which a program takes part. */
const mostCandidates = 1000

/** Draws programs, decides them both ways under the model, and stops at the first disagreement. */
export function compareSolvers(model: Model, solver: Solver, runs: number, seed: number): Agreement {
  const tally = { programs: 0, allowed: 0, forbidden: 0, undecided: 0 }
  const texts = model.excludes.includes('branches') ? programs(model) : fc.oneof(programs(model), herdPrograms(model))
  const property = fc.property(texts, (text) => {
    const program = only(text)
    const brute = bruteForce(program, model, { most: mostCandidates }).answers
    fc.pre(
      !brute.some(({ verdict }) => verdict.kind === 'undecided' && verdict.reason.includes('candidate executions')),
    )
    const z3 = decide(program, solver, { model }).answers
    tally.programs++
    for (const [i, { question, verdict }] of brute.entries()) {
      const other = z3[i]?.verdict
      if (verdict.kind === 'undecided') tally.undecided++
      else if (show(verdict) !== show(other))
        throw new Error(`${question.name}: brute force says ${show(verdict)}, z3 says ${show(other)}`)
      else if (verdict.kind === 'allowed') tally.allowed++
      else if (verdict.kind === 'forbidden') tally.forbidden++
      else throw new Error(`${model.name} does not cover a program drawn for it`)
    }
  })
  const outcome = fc.check(property, { numRuns: runs, seed, maxSkipsPerRun: 1000 })
  const counterexample = outcome.failed
    ? `${outcome.counterexample?.[0] ?? ''}${outcome.errorInstance ?? 'too many programs were skipped'}`
    : undefined
  return { ...tally, seed, counterexample }
}

/** All that a verdict says, but its execution. */
const show = (verdict: Verdict | undefined): string =>
  verdict === undefined ? 'nothing' : JSON.stringify({ ...verdict, execution: undefined })

/** Compares the solvers with brute force on random programs. */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { type BruteDecision, bruteForce } from '../encoder/decide/brute.js'
import { decide } from '../encoder/decide/decide.js'
import type { Answered, Liveness, Verdict } from '../encoder/decide/verdict.js'
import { buildEvents } from '../encoder/events/events.js'
import { countCandidates } from '../encoder/execution/candidates.js'
import type { Solver } from '../encoder/solver/solver.js'
import { asynchronousPrograms } from './asynchronous.js'
import { barrierPrograms } from './barriers.js'
import { clusterPrograms } from './clusters.js'
import { arrivingPrograms, countingPrograms } from './counting.js'
import { dependentsInDomains } from './dependent-domains.js'
import { dependentPrograms } from './dependents.js'
import { devicePrograms } from './devices.js'
import { counterexampleTo, type Draw } from './draw.js'
import { herdPrograms } from './herd.js'
import { launchedPrograms } from './launches.js'
import { layoutTexts } from './layouts.js'
import { mappedPrograms } from './mapped.js'
import { memoryPrograms } from './memory.js'
import { pollingHosts } from './polling-hosts.js'
import { only, programs } from './programs.js'
import { streamPrograms } from './streams.js'
import { strongPrograms } from './strong.js'
import { tensorPrograms } from './tensors.js'
import { waitingPrograms } from './waiting.js'
import { warpPrograms } from './warps.js'

export interface Agreement {
  readonly programs: number
  readonly allowed: number
  readonly forbidden: number
  /** Questions that brute force could not decide, or that neither could decide within the bound. */
  readonly undecided: number
  /**
   * Questions about programs with a race of accesses of different sizes, or whose verdict depends on where memory lies.
   */
  readonly notCovered: number
  /** Programs that can hang. */
  readonly hanging: number
  /** Programs that reach undefined behaviour. */
  readonly reachingUndefined: number
  /** The report on the smallest program found on which the two disagree. */
  readonly counterexample: string | undefined
}

/**
 * Returns the styles of programs to draw for a model, by format or subject. Styles are left out if the model covers too
 * little of them.
 */
export const styles: readonly {
  readonly name: string
  readonly texts: (model: Model) => fc.Arbitrary<string> | undefined
}[] = [
  { name: 'nvlitmus', texts: programs },
  { name: 'herd', texts: (model) => (model.excludes.includes('branches') ? undefined : herdPrograms(model)) },
  {
    name: 'streams',
    texts: (model) => (model.excludes.includes('kernels and streams') ? undefined : streamPrograms()),
  },
  { name: 'dependents', texts: dependentPrograms },
  { name: 'devices', texts: devicePrograms },
  { name: 'dependents in domains', texts: dependentsInDomains },
  { name: 'polling hosts', texts: pollingHosts },
  { name: 'memory', texts: memoryPrograms },
  { name: 'layouts', texts: layoutTexts },
  { name: 'launches', texts: launchedPrograms },
  { name: 'barriers', texts: barrierPrograms },
  { name: 'counting', texts: countingPrograms },
  { name: 'arriving', texts: arrivingPrograms },
  { name: 'warps', texts: warpPrograms },
  { name: 'waiting', texts: waitingPrograms },
  { name: 'async', texts: asynchronousPrograms },
  { name: 'strong', texts: strongPrograms },
  { name: 'tensors', texts: tensorPrograms },
  { name: 'clusters', texts: clusterPrograms },
  { name: 'mapa', texts: mappedPrograms },
]

/** Draws programs, decides them by brute force and by solvers under the model, and stops at the first disagreement. */
export function compareSolvers(
  model: Model,
  solvers: readonly Solver[],
  texts: fc.Arbitrary<string>,
  draw: Draw,
): Agreement {
  const tally = { programs: 0, allowed: 0, forbidden: 0, undecided: 0, notCovered: 0, hanging: 0, reachingUndefined: 0 }
  const property = fc.property(texts, (text) => {
    const program = only(text)
    fc.pre(countCandidates(buildEvents(program)) <= draw.mostCandidates)
    const brute = bruteForce(program, model)
    fc.pre(brute.listed !== 'too many')
    tally.programs++
    for (const solver of solvers)
      mustAgree(brute, decide(program, solver, { model, fewestAlike: 2 }).answers, solver.name)
    const [first] = brute.answers
    if (first?.liveness?.kind === 'hangs') tally.hanging++
    if (first !== undefined && !['', 'undecided'].includes(undefinedText(first))) tally.reachingUndefined++
    for (const { verdict } of brute.answers) {
      if (verdict.kind === 'allowed') tally.allowed++
      else if (verdict.kind === 'forbidden') tally.forbidden++
      else if (verdict.kind === 'undecided') tally.undecided++
      else tally.notCovered++
    }
  })
  const counterexample = counterexampleTo(property, draw)
  return { ...tally, counterexample }
}

/** Throws if a solver answers otherwise than brute force, as far as that decides. */
function mustAgree({ answers, listed }: BruteDecision, others: readonly Answered[], by: string): void {
  const [one, other] = [answers[0], others[0]]
  const [hangs, alsoHangs] = [one?.liveness, other?.liveness]
  if (hangs?.kind !== 'undecided' && show(hangs) !== show(alsoHangs))
    throw new Error(`liveness: brute force says ${show(hangs)}, ${by} says ${show(alsoHangs)}`)
  const [reached, alsoReached] = [one, other].map((answered) => answered && undefinedText(answered))
  if (reached !== 'undecided' && reached !== alsoReached)
    throw new Error(`undefined behaviour: brute force says ${reached}, ${by} says ${alsoReached}`)
  for (const [i, { question, verdict }] of answers.entries()) {
    const said = others[i]?.verdict
    if (verdict.kind === 'undecided' && listed !== 'all') continue
    if (show(verdict) !== show(said))
      throw new Error(`${question.name}: brute force says ${show(verdict)}, ${by} says ${show(said)}`)
  }
}

/** Returns a verdict without its execution and model. It does not matter which of several races was found. */
export const show = (verdict: Verdict | Liveness | undefined): string => {
  if (verdict === undefined) return 'nothing'
  return verdict.kind === 'not covered'
    ? verdict.kind
    : JSON.stringify({ ...verdict, execution: undefined, model: undefined })
}

/** Returns the instructions at which undefined behaviour is reached. */
const undefinedText = ({ undefined: reached }: Answered): string =>
  reached.kind === 'undecided'
    ? reached.kind
    : reached.found.map(({ thread, instruction }) => `${thread}:${instruction}`).join(' ')

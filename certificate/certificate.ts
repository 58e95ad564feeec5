/** Certificates as values: the evidence for what an answer rests on, made and checked. */

import { isWrong, readDimacs } from './checker/dimacs.js'
import { wrongProof, wrongSolution } from './checker/proof.js'
import { dimacsText } from './dimacs.js'
import { type Certified, type Obligation, type Obligations, obligationsOf, type Unreached } from './obligations.js'
import { type Part, partOf } from './parts.js'
import type { SatSolver } from './sat.js'

/** The evidence for an answer, and what no proof is about. */
export interface Evidence extends Pick<Obligations, 'rests'> {
  readonly parts: readonly Part[]
}

/**
 * Returns the evidence for a verdict, or the reason why there is none. Building and solving end where `given.goesOn`
 * ends them. `begins` gets what each part is about before it is solved.
 */
export function certificateOf(
  given: Certified,
  verdict: Unreached,
  solve: SatSolver,
  begins: (about: string) => void = () => undefined,
): Evidence | { readonly reason: string } {
  const made = obligationsOf(given, verdict)
  if ('reason' in made) return made
  const { obligations, rests } = made
  const parts: Part[] = []
  for (const obligation of obligations) {
    begins(obligation.about)
    const part = partOf(obligation, solve, given.goesOn)
    if ('reason' in part) return part
    parts.push(part)
  }
  return { parts, rests }
}

/** The evidence of a part that somebody gives: texts, and what they claim to be about. */
export type GivenPart = Pick<Part, 'layout' | 'about' | 'solvable' | 'problem' | 'evidence'>

/** What is wrong with a part: with what it is about, its problem, or a line of its evidence. */
export type WrongPart =
  | { readonly in: 'part' | 'problem'; readonly wrong: string }
  | { readonly in: 'evidence'; readonly wrong: string; readonly line: number }

/**
 * Returns what is wrong with a part as evidence for an obligation; undefined if the part shows it. The problem must be
 * the obligation's, character by character. No solver is used.
 */
export function wrongPart(
  { layout, about, solvable, problem, evidence }: GivenPart,
  obligation: Obligation,
): WrongPart | undefined {
  if (about !== obligation.about || layout !== obligation.layout || solvable !== obligation.solvable) {
    const due = `${obligation.about}, layout ${obligation.layout}`
    return { in: 'part', wrong: `a part is about ${about}, layout ${layout}, instead of ${due}` }
  }
  if (problem !== dimacsText(obligation.clauses(), obligation.comments()))
    return { in: 'problem', wrong: `it is not the problem of the test: ${about}` }
  return wrongEvidence({ solvable, problem, evidence })
}

/** Returns what is wrong with evidence for a problem, whatever that is; undefined if it shows that it has, or has no, solution. */
export function wrongEvidence({
  solvable,
  problem,
  evidence,
}: Pick<GivenPart, 'solvable' | 'problem' | 'evidence'>): WrongPart | undefined {
  const cnf = readDimacs(problem)
  if (isWrong(cnf)) return { in: 'problem', wrong: cnf.wrong }
  const wrong = (solvable ? wrongSolution : wrongProof)(cnf, evidence)
  return wrong === undefined ? undefined : { in: 'evidence', ...wrong }
}

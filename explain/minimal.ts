/** Which axioms forbid an outcome: the sets of which no member can be left out. */

import type { Model } from '../axioms/algebra/terms.js'
import { type Prepared, reasonOf, type Unknown } from '../encoder/decide/decide.js'
import { decode } from '../encoder/decide/decode.js'
import type { Execution } from '../encoder/execution/execution.js'
import type { Encoding } from '../encoder/formula/encode.js'
import type { SmtText } from '../encoder/formula/smtlib.js'
import type { Answer, Solver } from '../encoder/solver/smt.js'

export interface MinimalSets {
  /** Names of axioms, in the order of the model; smaller sets first. An empty set: no candidate execution at all reaches the outcome. */
  readonly sets: readonly (readonly string[])[]
  /** An execution that reaches the outcome and meets these axioms, if there is one. */
  readonly under: (axioms: readonly string[]) => Execution | undefined
}

/** So many axioms have a thousand sets to be tried; of models with more, one set is found. */
const mostTried = 10

/**
 * The minimal sets of axioms that forbid the outcome of a question, by its index. `problem` must be prepared with the axioms as goals. `use` is given them
 * while z3 has the problem. Fails with z3's reason where it gives no answer.
 */
export function withMinimalSets<T>(
  { encoding, smt }: Extract<Prepared['problem'], { encoding: Encoding; smt: SmtText }>,
  model: Model,
  question: number,
  solver: Solver,
  timeout: number | undefined,
  use: (found: MinimalSets) => T,
): T | { readonly kind: 'undecided'; readonly reason: string } {
  const session = solver.open(smt.text)
  const names = model.axioms.map(({ name }) => name)
  const first = smt.goals.length - names.length
  const unknown: Unknown[] = []
  const check = (axioms: readonly string[]): Answer => {
    const assumed = names.flatMap((name, i) => (axioms.includes(name) ? [smt.goals[first + i] ?? ''] : []))
    const answer = session.check([smt.goals[question] ?? '', ...assumed], timeout)
    if (answer.kind === 'unknown') unknown.push(answer)
    return answer
  }
  try {
    const forbids = (axioms: readonly string[]) => check(axioms).kind === 'unsat'
    const sets = names.length <= mostTried ? allMinimal(names, forbids) : [oneMinimal(names, forbids)]
    const under = (axioms: readonly string[]): Execution | undefined => {
      const answer = check(axioms)
      return answer.kind === 'sat' ? decode(encoding, answer.assignment) : undefined
    }
    const result = use({ sets, under })
    const [problem] = unknown
    return problem === undefined ? result : { kind: 'undecided', reason: reasonOf(problem) }
  } finally {
    session.close()
  }
}

/** Set by set, the smaller first, those left out that contain one which forbids already. */
function allMinimal(
  names: readonly string[],
  forbids: (axioms: readonly string[]) => boolean,
): readonly (readonly string[])[] {
  const subsets = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_, i) => (bits >> i) % 2 === 1))
  const found: (readonly string[])[] = []
  for (const subset of subsets.toSorted((a, b) => a.length - b.length)) {
    if (found.some((set) => set.every((name) => subset.includes(name)))) continue
    if (forbids(subset)) found.push(subset)
  }
  return found
}

/** What is left when each axiom that can be left out is. */
const oneMinimal = (names: readonly string[], forbids: (axioms: readonly string[]) => boolean): readonly string[] =>
  names.reduce<readonly string[]>((kept, name) => {
    const without = kept.filter((one) => one !== name)
    return forbids(without) ? without : kept
  }, names)

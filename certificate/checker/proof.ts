/**
 * Checks proofs that a problem has no solution, in the format LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann,
 * Schneider-Kamp, CADE 2017), and solutions. Every step must follow by unit propagation along its hints; steps by
 * resolution asymmetric tautologies, whose hints are negative, are refused.
 */

import { type Cnf, numbersIn, type Wrong } from './dimacs.js'

/** Returns what is wrong with a proof that a problem has no solution; undefined if it is one. */
export function wrongProof({ variables, clauses }: Cnf, text: string): Wrong | undefined {
  /** The clauses by number: first those of the problem, then those of the steps. */
  const known = new Map<number, readonly number[]>(clauses.map((clause, i) => [i + 1, clause]))
  let last = clauses.length
  let line = 0
  for (const one of text.split('\n')) {
    line += 1
    if (one === '') continue
    const deletion = /^[1-9]\d{0,14} d ((?:[1-9]\d{0,14} )*0)$/.exec(one)
    if (deletion !== null) {
      for (const id of numbersIn(deletion[1] ?? '')?.slice(0, -1) ?? [])
        if (!known.delete(id)) return { wrong: `there is no clause ${id} to delete`, line }
      continue
    }
    const step = stepOf(one)
    if (step === undefined) return { wrong: 'a step is a number, literals, 0, hints and 0', line }
    const { id, clause, hints } = step
    if (id <= last) return { wrong: `the number of a step is greater than those before it: ${id}`, line }
    if (clause.some((literal) => Math.abs(literal) > variables)) return { wrong: 'a literal is of no variable', line }
    const wrong = wrongStep(clause, hints, known)
    if (wrong !== undefined) return { wrong, line }
    if (clause.length === 0) return undefined
    known.set(id, clause)
    last = id
  }
  return { wrong: 'no step reaches the empty clause', line }
}

interface Step {
  readonly id: number
  readonly clause: readonly number[]
  readonly hints: readonly number[]
}

function stepOf(line: string): Step | undefined {
  const numbers = numbersIn(line)
  const [id] = numbers ?? []
  if (numbers === undefined || id === undefined || id <= 0) return undefined
  const middle = numbers.indexOf(0)
  const end = numbers.indexOf(0, middle + 1)
  if (middle < 0 || end !== numbers.length - 1) return undefined
  return { id, clause: numbers.slice(1, middle), hints: numbers.slice(middle + 1, end) }
}

/** Returns why a clause does not follow along its hints. */
function wrongStep(
  clause: readonly number[],
  hints: readonly number[],
  known: ReadonlyMap<number, readonly number[]>,
): string | undefined {
  const holds = new Set(clause.map((literal) => -literal))
  for (const hint of hints) {
    const hinted = known.get(hint)
    if (hinted === undefined) return `there is no clause ${hint}`
    const open = new Set(hinted.filter((literal) => !holds.has(-literal)))
    const [unit] = open
    if (unit === undefined) return undefined
    if (open.size > 1) return `clause ${hint} is not unit`
    holds.add(unit)
  }
  return 'its hints end without a conflict'
}

/** Returns what is wrong with a solution, `v` lines of the literals that hold; undefined if it is one. */
export function wrongSolution({ variables, clauses }: Cnf, text: string): Wrong | undefined {
  const holds = new Set<number>()
  let line = 0
  for (const one of text.split('\n')) {
    line += 1
    if (one === '' || one.startsWith('c')) continue
    const literals = one.startsWith('v ') ? numbersIn(one.slice(2)) : undefined
    if (literals === undefined) return { wrong: 'a solution is lines of `v` and literals', line }
    for (const literal of literals) {
      if (literal === 0) continue
      if (Math.abs(literal) > variables) return { wrong: 'a literal is of no variable', line }
      if (holds.has(-literal)) return { wrong: `${literal} and its negation hold`, line }
      holds.add(literal)
    }
  }
  const violated = clauses.findIndex((clause) => !clause.some((literal) => holds.has(literal)))
  return violated < 0 ? undefined : { wrong: `clause ${violated + 1} does not hold`, line }
}

/** Problems and solutions as DIMACS texts. */

import type { Clauses } from '../encoder/formula/clauses.js'

/** Writes a problem. Its comments say which variables have which name; those of a bit-vector, from the lowest bit on. */
export function dimacsText({ variables, clauses, named }: Clauses, comments: readonly string[] = []): string {
  const names = [...named].map(([name, literals]) => `${name} = ${literals.join(' ')}`)
  return [
    ...[...comments, ...names].map((line) => `c ${line}`),
    `p cnf ${variables} ${clauses.length}`,
    ...clauses.map((clause) => [...clause, 0].join(' ')),
    '',
  ].join('\n')
}

const literalsPerLine = 20

/** Writes a solution: the literals that hold. */
export function solutionText(variables: number, holds: (variable: number) => boolean): string {
  const literals = Array.from({ length: variables }, (_, i) => (holds(i + 1) ? i + 1 : -i - 1))
  const lines: string[] = []
  for (let at = 0; at < literals.length; at += literalsPerLine)
    lines.push(`v ${literals.slice(at, at + literalsPerLine).join(' ')}`)
  return [...lines, 'v 0', ''].join('\n')
}

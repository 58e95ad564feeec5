/** Pigeons in fewer holes: problems that take solvers a long time, as text and as formulas. */

import type { Formula, FormulaBuilder } from '../../../encoder/formula/formula.js'

/** Pigeons in fewer holes, unless another condition holds: a problem that takes z3 a long time. */
export const pigeons = (count: number, unless = 'false'): string => {
  const numbers = Array.from({ length: count }, (_, i) => i)
  const holes = numbers.slice(1)
  const at = (pigeon: number, hole: number) => `p${pigeon}_${hole}`
  return [
    ...numbers.flatMap((pigeon) => holes.map((hole) => `(declare-const ${at(pigeon, hole)} Bool)`)),
    ...numbers.map((pigeon) => `(assert (or ${unless} ${holes.map((hole) => at(pigeon, hole)).join(' ')}))`),
    ...numbers.flatMap((one) =>
      numbers
        .filter((other) => other > one)
        .flatMap((other) =>
          holes.map((hole) => `(assert (or ${unless} (not ${at(one, hole)}) (not ${at(other, hole)})))`),
        ),
    ),
  ].join('\n')
}

/** The same problem as formulas, if `when` holds. */
export function pigeonsIf({ variable, any, not }: FormulaBuilder, count: number, when: Formula): readonly Formula[] {
  const numbers = Array.from({ length: count }, (_, i) => i)
  const at = (pigeon: number, hole: number) => variable(`p${count}_${pigeon}_${hole}`)
  const holes = numbers.slice(1)
  return [
    ...numbers.map((pigeon) => any([not(when), ...holes.map((hole) => at(pigeon, hole))])),
    ...numbers.flatMap((one) =>
      numbers
        .slice(one + 1)
        .flatMap((other) => holes.map((hole) => any([not(when), not(at(one, hole)), not(at(other, hole))]))),
    ),
  ]
}

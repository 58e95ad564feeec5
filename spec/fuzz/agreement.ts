/** Random programs of a style, decided by z3, by a SAT solver and by brute force under the models that differ on them. */

import type { Model } from '../../axioms/algebra/terms.js'
import { models } from '../../axioms/models.js'
import { compareSolvers, styles } from '../../fuzz/agree.js'
import { must } from '../../source/must.js'
import { randomly } from '../extent.js'
import { solvers } from '../support.js'

interface Least {
  /** The number of programs. */
  readonly runs: number
  /** A seed whose first programs meet the requirements below. */
  readonly seed?: number
  /** The least number of questions with either verdict: programs that all end in the same way would prove nothing. */
  readonly each: number
  /** The least number of programs that hang. */
  readonly hanging?: number
}

const isAsynchronous = (style: string): boolean =>
  ['async', 'arriving', 'strong', 'tensors', 'clusters', 'mapa'].includes(style)

/**
 * Returns whether a model is checked on a style. On programs without asynchronous operations, ptx-9.4 and its strict
 * form decide as ptx-7.5 does (agree.alike.spec.ts).
 */
const isFor = (model: Model, style: string): boolean => model.name.startsWith('ptx-9.4') === isAsynchronous(style)

/** The styles without asynchronous operations. */
export const plainStyles = styles.filter(({ name }) => !isAsynchronous(name))

export function agreeOn(style: string, { runs, seed = 20_221, each, hanging = 0 }: Least): void {
  const { texts } = must(
    styles.find(({ name }) => name === style),
    style,
  )
  for (const model of models) {
    const from = isFor(model, style) ? texts(model) : undefined
    if (from === undefined) continue
    const least = { programs: runs, allowed: each, forbidden: each, hanging }
    randomly(`z3, SAT and brute force agree: ${style} under ${model.name}`, { runs, seed, least }, async (draw) => ({
      ...compareSolvers(model, await solvers(), from, draw),
    }))
  }
}

/** The cheapest weakenings of small random programs against every cheaper one, each decided by itself. */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { decide } from '../encoder/decide/decide.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Program } from '../litmus/program.js'
import { findRace } from '../races/find-races.js'
import { applied } from '../repair/apply.js'
import { type Price, priceIn } from '../repair/prices.js'
import { changesOf, editsOf, type Selection } from '../repair/slot.js'
import { weaken } from '../repair/weaken.js'
import { type Weakening, weakeningsOf } from '../repair/weakenings.js'
import { must } from '../source/must.js'
import { brokenPrograms } from './broken.js'
import { counterexampleTo, type Draw } from './draw.js'
import { only } from './programs.js'
import { described, holds, isRepair, isRepairByBruteForce } from './repairs.js'

export interface WeakeningAgreement {
  readonly programs: number
  readonly weakened: number
  /** The programs in which every fence, order and scope is needed. */
  readonly needed: number
  /** The programs without races, which stay so. */
  readonly raceFree: number
  /** The weakenings that were decided. */
  readonly sets: number
  /** Programs that were drawn with too many weakenings to decide. */
  readonly tooMany: number
  /** The report on the smallest program found on which the two disagree. */
  readonly counterexample: string | undefined
}

/**
 * Draws programs with a claim that holds, weakens them, and stops at the first that has a cheaper form, out of at most
 * `draw.mostSets`.
 */
export function compareWeakenings(model: Model, solver: Solver, draw: Draw): WeakeningAgreement {
  const tally = { programs: 0, weakened: 0, needed: 0, raceFree: 0, sets: 0, tooMany: 0 }
  const drawn = fc.record({ broken: brokenPrograms('strong'), isOne: fc.boolean() })
  const property = fc.property(
    drawn.map(({ broken: { text }, isOne }) => ({ text, isOne })),
    ({ text, isOne }) => {
      const whole = only(text)
      const claim = must(whole.questions[0], 'a claim')
      const { answers } = decide(whole, solver, { model })
      fc.pre(holds(answers[0]))
      // Weakens by all claims that hold, or by one, when other assertions do not bind.
      const others = answers.filter((one) => one.question.kind === 'assert' && one.question !== claim && holds(one))
      const claims = [claim, ...(isOne ? [] : others.map(({ question }) => question))]
      const program = {
        ...whole,
        questions: [...claims, ...whole.questions.filter(({ kind }) => kind === 'permit')],
      }
      const before = decide(program, solver, { model })
      const isRaceFree = (changed: Program): boolean => findRace(changed, solver, { model }).kind === 'race-free'
      const mustBeRaceFree = isRaceFree(program)
      const isGood = (changed: Program): boolean =>
        holds(decide({ ...changed, questions: [claim] }, solver, { model, liveness: false }).answers[0]) &&
        isRepair(before, decide(changed, solver, { model })) &&
        (!mustBeRaceFree || isRaceFree(changed))

      const places = weakeningsOf(program)
      const own = places.map((place) => place.own)
      const changesIn = (selection: Selection) =>
        changesOf(
          places.map(({ slot }) => slot),
          selection,
        )
      const isGoodWith = (selection: Selection): boolean => {
        tally.sets++
        return isGood(applied(program, editsOf(changesIn(selection))))
      }
      const textOf = (selection: Selection): string => described(program, changesIn(selection))

      const weakened = weaken(whole, solver, { model, questions: claims })
      if (weakened.kind !== 'weakened' && weakened.kind !== 'nothing to do')
        throw new Error(`${weakened.kind}, of a claim that holds: ${weakened.reason}`)
      if (weakened.raceFree !== mustBeRaceFree) throw new Error(`race-free: ${weakened.raceFree}`)
      const { best, alone } =
        weakened.kind === 'weakened' ? weakened : { best: { cost: { changes: 0, sum: sumOf(places, own) } }, alone: [] }
      const cheaper = cheaperThan(places, best.cost, draw.mostSets)
      if (cheaper === 'too many') tally.tooMany++
      fc.pre(cheaper !== 'too many')

      if (weakened.kind === 'weakened') {
        if (weakened.before.sum !== sumOf(places, own)) throw new Error(`it costs ${sumOf(places, own)} before`)
        for (const { changes, program: found } of [weakened.best, ...alone]) {
          const changed = { ...found, questions: program.questions }
          if (!isGood(changed) || !isRepairByBruteForce(before, changed, model, draw))
            throw new Error(`these changes are too much:\n${described(program, changes)}`)
        }
      }
      for (const selection of cheaper)
        if (isGoodWith(selection))
          throw new Error(`what is found costs ${best.cost.sum}; these changes are cheaper:\n${textOf(selection)}`)
      const singles = places.map((place, i) => {
        const lighter = place.prices.flatMap((_, level) =>
          level !== place.own && priceOf(place, level) <= priceOf(place, place.own) ? [level] : [],
        )
        const good = lighter.filter((level) => isGoodWith(own.with(i, level)))
        return good.length === 0 ? [] : [Math.min(...good.map((level) => sumOf(places, own.with(i, level))))]
      })
      const costs = alone.map(({ cost }) => cost.sum)
      if (String(costs) !== String(singles.flat())) throw new Error(`alone: ${costs}, by brute force ${singles.flat()}`)

      tally.programs++
      if (weakened.kind === 'weakened') tally.weakened++
      else tally.needed++
      if (mustBeRaceFree) tally.raceFree++
    },
  )
  const counterexample = counterexampleTo(property, draw)
  return { ...tally, counterexample }
}

const sum = (prices: readonly Price[]): number => prices.reduce((all, price) => all + priceIn({}, price), 0)

const priceOf = ({ prices }: Weakening, level: number): number => sum(must(prices[level], 'the prices of a level'))

const sumOf = (places: readonly Weakening[], selection: Selection): number =>
  places.reduce((all, place, i) => all + priceOf(place, must(selection[i], 'a level')), 0)

/** Returns the selections with a lower sum, or the same sum and fewer changes. */
function cheaperThan(
  places: readonly Weakening[],
  { changes, sum }: { readonly changes: number; readonly sum: number },
  most: number,
): readonly Selection[] | 'too many' {
  const selections: Selection[] = []
  const go = (chosen: Selection, spent: number, changed: number): boolean => {
    if (spent > sum || (spent === sum && changed >= changes)) return true
    const place = places[chosen.length]
    if (place === undefined) return selections.push(chosen) <= most
    return place.prices.every((_, level) =>
      go([...chosen, level], spent + priceOf(place, level), changed + (level === place.own ? 0 : 1)),
    )
  }
  return go([], 0, 0) ? selections : 'too many'
}

/** Finds the fences, orders and scopes of a program that its claims do not need. */

import { decide } from '../encoder/decide/decide.js'
import { afterwards, timeLimit } from '../encoder/decide/time-limit.js'
import { defaultBound } from '../encoder/events/graph/bound.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Program } from '../litmus/program.js'
import { findRace } from '../races/find-races.js'
import { timeReason } from '../source/limited.js'
import { applied } from './apply.js'
import { total } from './costs.js'
import { type Counterexample, surviving } from './counterexample.js'
import { claimsOf, demandsOf } from './demands.js'
import { type Changed, type Fault, type Judged, judge } from './judge.js'
import { type Costs, defaultCosts } from './prices.js'
import type { Cost } from './repair.js'
import { restsOn } from './rests.js'
import type { Repaired, Weakened, WeakenOptions } from './result.js'
import { type Ended, search, unlimited } from './search.js'
import { changesOf, editsOf, type Selection } from './slot.js'
import { type Weakening, weakeningsOf } from './weakenings.js'

/**
 * Returns the weakenings and removals that are possible alone, and the cheapest program with all of them together, such
 * that the claims still hold, everything that the program permits is still reachable, and a program without races stays
 * so. Each is verified by deciding the changed program. Throws `InternalError` where `decide` does.
 */
export function weaken(program: Program, solver: Solver, options: WeakenOptions): Weakened {
  const { model, bound = defaultBound, costs = defaultCosts, only, timeout, progress = () => undefined } = options
  const { questions = claimsOf(program), allowRaces = false } = options
  const limit = timeLimit(timeout)
  const timed = () => ({ ...options, bound, timeout: limit.left(), goesOn: limit.goesOn })
  if (questions.length === 0) return { kind: 'no claims', reason: 'the test claims nothing, so nothing is needed' }

  // Other assertions are not binding; permits are.
  const permits = program.questions.filter((one) => one.kind === 'permit' && !questions.includes(one))
  const before = decide({ ...program, questions: [...questions, ...permits] }, solver, timed())
  const demanded = demandsOf({ kind: 'claims', questions }, before)
  if ('kind' in demanded) return ended(demanded)
  const races = allowRaces
    ? undefined
    : findRace(program, solver, { model, bound, timeout: limit.left(), goesOn: limit.goesOn })
  // It is open whether there already is a race, so any weakening may be its cause.
  if (races?.kind === 'undecided') return ended({ ...races, reason: `whether it has data races: ${races.reason}` })
  const raceFree = races?.kind === 'race-free'
  const demands = { ...demanded, raceFree }
  const judged = (changed: Changed): Judged => judge(program, { ...changed, unsafe: true }, demands, solver, timed())
  const now = judged({ program, edits: [], unsafe: true })
  if (now.kind === 'undecided') return ended({ kind: 'undecided', reason: now.reason })
  if (now.kind !== 'good') return { kind: 'no claims', reason: brokenClaim(now.fault) }

  const places = weakeningsOf(program, only)
  const slots = places.map(({ slot }) => slot)
  const own: Selection = places.map((place) => place.own)
  const priceOf = priceIn(places, costs)
  const costOf = (selection: Selection): Cost => ({
    changes: selection.filter((level, i) => level !== own[i]).length,
    sum: selection.reduce((sum, level, i) => sum + priceOf(i, level), 0),
  })
  const counterexamples: Counterexample[] = []
  const { survives } = surviving(program, slots, { model, bound }, { goesOn: limit.goesOn, spend: limit.goesOn })
  let undecided = 0

  /** Returns the program with the selection, if it meets all demands. */
  const verified = (selection: Selection): Repaired | undefined => {
    if (counterexamples.some((one) => survives(one, selection))) return undefined
    const changes = changesOf(slots, selection)
    const edits = editsOf(changes)
    const changed = { program: applied(program, edits), edits, unsafe: true }
    const verdict = judged(changed)
    if (verdict.kind === 'offends') counterexamples.push(verdict.counterexample)
    if (verdict.kind === 'undecided') undecided += 1
    return verdict.kind === 'good'
      ? { changes, cost: costOf(selection), program: changed.program, within: verdict.within, ordered: false }
      : undefined
  }

  const alone = places.flatMap(({ slot: { levels } }, i): readonly Repaired[] => {
    const lighter = levels
      .map((_, level) => level)
      .filter((level) => level !== own[i] && priceOf(i, level) <= priceOf(i, own[i] ?? 0))
      .toSorted((a, b) => priceOf(i, a) - priceOf(i, b))
    for (const level of lighter) {
      if (limit.left() === 0) return []
      progress(`what may be weaker alone: ${i + 1} of ${places.length}`)
      const repaired = verified(own.with(i, level))
      if (repaired !== undefined) return [repaired]
    }
    return []
  })
  if (limit.left() === 0) return { kind: 'undecided', reason: timeReason, alone, raceFree }
  const rests = (one: Program) =>
    restsOn(one, { questions }, solver, { ...options, timeout: afterwards(timeout, limit).left() })
  if (alone.length === 0) return { kind: 'nothing to do', undecided, raceFree, rests: rests(program) }

  const next = search(
    {
      program,
      slots,
      weigh: (slot, level) => [priceOf(slot, level), level === own[slot] ? 0 : 1],
      judge: judged,
      counterexamples,
      model,
      bound,
      limit,
      budget: unlimited,
      progress: (tried, selection) =>
        progress(`together: ${tried} programs tried; the next costs ${costOf(selection).sum} of ${costOf(own).sum}`),
    },
    'containing',
  ).next()
  if (next.done === true) return { kind: 'undecided', reason: reasonOf(next.value), alone, raceFree }
  const { selection, program: best, within } = next.value
  const changes = changesOf(slots, selection)
  return {
    kind: 'weakened',
    alone,
    best: { changes, cost: costOf(selection), program: best, within, ordered: false, rests: rests(best) },
    before: costOf(own),
    undecided: undecided + next.value.undecided,
    raceFree,
  }
}

/** Returns the state before anything was tried. */
const ended = (result: { readonly kind: 'undecided' | 'not covered'; readonly reason: string }): Weakened =>
  result.kind === 'undecided'
    ? { kind: result.kind, reason: result.reason, alone: [], raceFree: false }
    : { kind: result.kind, reason: result.reason }

const reasonOf = ({ kind, reason, why }: Ended): string => (kind === 'spent' ? reason : (why ?? reason))

function brokenClaim(fault: Fault): string {
  if (fault.kind !== 'violated') return 'the test has undefined behaviour, or none of its executions ends'
  const { kind, name } = fault.question
  return kind === 'assert' ? `${name} does not hold as it is` : `the outcome of ${name} can be reached as it is`
}

const priceIn =
  (places: readonly Weakening[], costs: Costs) =>
  (slot: number, level: number): number =>
    total(places[slot]?.prices[level] ?? [], costs)

/**
 * Changes that are likely to be enough, by what the races of an execution lack: wider scopes of strong accesses, barriers
 * between two plain accesses, and waits, fences and arrivals for asynchronous operations. One judges them directly, the cheapest first, and need not
 * learn from each execution what all other changes are good for.
 */

import { raceRelations } from '../axioms/algebra/roles.js'
import type { Model } from '../axioms/algebra/terms.js'
import type { Within } from '../encoder/decide/verdict.js'
import type { Program } from '../litmus/program.js'
import { type Race, racesOf } from '../races/races.js'
import type { GoesOn } from '../source/limited.js'
import { applied } from './apply.js'
import type { Weight } from './chooser.js'
import type { Counterexample } from './counterexample.js'
import type { Changed, Wanted } from './judge.js'
import { barriersBetween, barriersInHelpers, plainRace } from './likely-barriers.js'
import { fencesFor } from './likely-fences.js'
import { scopesFor } from './likely-scopes.js'
import { type Choice, placeOf, waitsFor } from './likely-waits.js'
import { changesOf, editsOf, type Selection, type Slot } from './slot.js'

export interface LikelyFirst {
  /** The unchanged program. */
  readonly program: Program
  readonly slots: readonly Slot[]
  readonly weigh: (slot: number, level: number) => Weight
  readonly judge: (changed: Changed) => Wanted
  /** An execution that offends. */
  readonly offending: Counterexample
  readonly model: Model
  readonly goesOn: GoesOn
  readonly progress: (tried: number, selection: Selection) => void
  /** True if threads that take turns offend, too: what only orders accesses is not enough, but threads may wait. */
  readonly mustWait?: boolean
}

export interface FoundLikely {
  readonly selection: Selection
  readonly program: Program
  readonly within: Within | undefined
}

/** The most changes that are made together. */
const mostChanges = 3

/** The most places that are judged for one race. */
const mostPlaces = 8

/**
 * Returns changes that are enough, none of which can be left out; undefined if it is not known what the races of the
 * execution lack, or none were found. There may be cheaper ones.
 */
export function likelyFirst(given: LikelyFirst): FoundLikely | undefined {
  const { slots, weigh, judge, offending, goesOn, progress } = given
  let judged = 0
  const judgedOf = (selection: Selection): Wanted => {
    progress(judged, selection)
    judged += 1
    return judge(changedBy(given, selection))
  }

  /** Adds changes to a selection with which a race is left, as long as each ends the race at hand. */
  const mended = (selection: Selection, { offends, left }: Left): FoundLikely | undefined => {
    const [race] = likelyRacesIn(given, offends)
    if (race === undefined || left === 0) return undefined
    const choices = race.choices
      .filter((together) => together.every(({ slot }) => selection[slot] === 0))
      .toSorted((a, b) => compareWeights(weightOf(a), weightOf(b)))
      .slice(0, mostPlaces)
    const others: { readonly selection: Selection; readonly offends: Counterexample }[] = []
    for (const together of choices) {
      if (!goesOn()) return undefined
      const next = together.reduce((all, { slot, level }) => all.with(slot, level), selection)
      const verdict = judgedOf(next)
      if (verdict.kind === 'good') return foundIn(next, verdict.within)
      if (verdict.kind !== 'offends') continue
      const left = likelyRacesIn(given, verdict.counterexample)
      if (left.length > 0 && left.every((other) => !isSame(other, race)))
        others.push({ selection: next, offends: verdict.counterexample })
    }
    const [other] = others
    return other === undefined ? undefined : mended(other.selection, { offends: other.offends, left: left - 1 })
  }
  const weightOf = (together: readonly Choice[]): Weight =>
    together
      .map(({ slot, level }) => weigh(slot, level))
      .reduce(([changes, sum], [more, further]) => [changes + more, sum + further], [0, 0])
  const foundIn = (selection: Selection, within: Within | undefined): FoundLikely => ({
    selection,
    within,
    program: changedBy(given, selection).program,
  })

  const first = mended(
    slots.map(() => 0),
    { offends: offending, left: mostChanges },
  )
  if (first === undefined) return undefined
  return [...first.selection.entries()].reduce((best, [slot, level]): FoundLikely => {
    const fewer = best.selection.with(slot, 0)
    if (level === 0 || fewer.every((one) => one === 0) || !goesOn()) return best
    const verdict = judgedOf(fewer)
    return verdict.kind === 'good' ? foundIn(fewer, verdict.within) : best
  }, first)
}

interface Left {
  readonly offends: Counterexample
  /** The number of changes that may be added. */
  readonly left: number
}

function changedBy({ program, slots }: LikelyFirst, selection: Selection): Changed {
  const edits = editsOf(changesOf(slots, selection))
  return { program: applied(program, edits), edits, unsafe: true }
}

/**
 * A race of which it is known what it lacks: the indices of its instructions, and the alternatives that supply that, each
 * of one or more changes.
 */
interface LikelyRace {
  readonly ats: readonly number[]
  readonly choices: readonly (readonly Choice[])[]
}

/** Two races are the same if the same instructions race, whichever threads execute them. */
const isSame = (one: LikelyRace, other: LikelyRace): boolean =>
  [one.ats.toReversed(), one.ats].some((ats) => ats.every((at, i) => at === other.ats[i]))

/**
 * Returns the races of an execution if it is known what each of them lacks, and otherwise none. If strong accesses race,
 * only these are returned: with a scope that is wide enough, they may order what the others access.
 */
function likelyRacesIn(given: LikelyFirst, offends: Counterexample): readonly LikelyRace[] {
  const relations = raceRelations(given.model)
  if (relations === undefined) return []
  const { graph, execution } = offends.reached
  const found = racesOf(graph, execution, relations)
  const ofScopes = given.mustWait === true ? [] : found.flatMap((race) => narrowRace(given, offends, race) ?? [])
  if (ofScopes.length > 0) return ofScopes
  const races = found.map((race) => likelyRace(given, offends, race))
  const known = races.flatMap((race) => race ?? [])
  // A claim may fail by some of the races alone.
  return known.length === races.length || given.mustWait === true ? known : []
}

/** Returns a race of strong accesses that wider scopes end; undefined for any other. */
function narrowRace(
  { program, slots }: LikelyFirst,
  offends: Counterexample,
  { events }: Race,
): LikelyRace | undefined {
  const choices = scopesFor({ program, slots, offends }, events)
  const ats = atsOf(offends, events)
  return choices.length === 0 || ats === undefined ? undefined : { ats, choices: [choices] }
}

/** Returns the indices of the instructions of a race in the unchanged program; undefined if one of them was inserted. */
function atsOf(offends: Counterexample, events: Race['events']): readonly number[] | undefined {
  const ats = events.map((event) => placeOf(offends, event)?.at ?? -1)
  return ats.includes(-1) ? undefined : ats
}

function likelyRace(given: LikelyFirst, offends: Counterexample, race: Race): LikelyRace | undefined {
  const { program, slots } = given
  const waits = waitsFor({ program, slots, offends }, race)
  if (waits.length > 0) {
    const ats = atsOf(offends, race.events)
    return ats && { ats, choices: waits.map((one) => [one]) }
  }
  const plain = plainRace(program, offends, race.events)
  if (plain !== undefined)
    return {
      ats: plain.map(({ at }) => at),
      choices: barriersBetween(given, plain).map((slot) => [{ slot, level: 1 }]),
    }
  const inHelpers = barriersInHelpers({ program, slots, offends }, race.events).map((slot) => [{ slot, level: 1 }])
  const fences = given.mustWait === true ? [] : fencesFor({ program, slots, offends }, race.events)
  const choices = [...inHelpers, ...fences]
  const ats = atsOf(offends, race.events)
  return choices.length === 0 || ats === undefined ? undefined : { ats, choices }
}

const compareWeights = ([a, b]: Weight, [c, d]: Weight): number => a - c || b - d

/**
 * Barriers against races that plainly lack one: two weak accesses of one CTA or cluster to one location, in a text that
 * both threads run. One judges the barriers between the two accesses directly, the cheapest first, and need not learn
 * from each execution what all other changes are good for.
 */

import type { Model } from '../axioms/algebra/terms.js'
import type { Within } from '../encoder/decide/verdict.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Instruction } from '../litmus/instruction.js'
import { sameCluster, sameCta, threadPosition, warpOf } from '../litmus/position.js'
import { type Program, type Thread, threadAt } from '../litmus/program.js'
import type { GoesOn } from '../source/limited.js'
import { applied } from './apply.js'
import type { Weight } from './chooser.js'
import type { Counterexample } from './counterexample.js'
import type { Changed, Judged } from './judge.js'
import { racesIn } from './lanes.js'
import type { Repair } from './repair.js'
import { sharing } from './same-text.js'
import { changesOf, editsOf, type Selection, type Slot } from './slot.js'

export interface BarriersFirst {
  /** The unchanged program. */
  readonly program: Program
  readonly slots: readonly Slot[]
  readonly weigh: (slot: number, level: number) => Weight
  readonly judge: (changed: Changed) => Judged
  /** An execution that offends. */
  readonly offending: Counterexample
  readonly model: Model
  readonly goesOn: GoesOn
  readonly progress: (tried: number, selection: Selection) => void
}

export interface FoundBarriers {
  readonly selection: Selection
  readonly program: Program
  readonly within: Within | undefined
}

/** The most barriers that are inserted together. */
const mostBarriers = 3

/** The most places that are judged for one race. */
const mostPlaces = 8

/**
 * Returns barriers that are enough, none of which can be left out; undefined if the races of the execution lack
 * something else, too, or none were found. There may be cheaper ones.
 */
export function barriersFirst(given: BarriersFirst): FoundBarriers | undefined {
  const { program, slots, weigh, judge, offending, model, goesOn, progress } = given
  let judged = 0
  const judgedOf = (selection: Selection): Judged => {
    progress(judged, selection)
    judged += 1
    return judge(changedBy(given, selection))
  }

  /** Adds barriers to a selection with which a race is left, as long as each ends the race at hand. */
  const mended = (selection: Selection, { offends, left }: Left): FoundBarriers | undefined => {
    const races = plainRacesIn(program, offends, model)
    const [race] = races
    if (race === undefined || left === 0) return undefined
    const places = barriersBetween(given, race)
      .filter((slot) => selection[slot] === 0)
      .toSorted((a, b) => compareWeights(weigh(a, 1), weigh(b, 1)))
      .slice(0, mostPlaces)
    const others: { readonly selection: Selection; readonly offends: Counterexample }[] = []
    for (const slot of places) {
      if (!goesOn()) return undefined
      const next = selection.with(slot, 1)
      const verdict = judgedOf(next)
      if (verdict.kind === 'good') return foundIn(next, verdict.within)
      if (verdict.kind !== 'offends') continue
      const left = plainRacesIn(program, verdict.counterexample, model)
      if (left.length > 0 && left.every((other) => !isSame(other, race)))
        others.push({ selection: next, offends: verdict.counterexample })
    }
    const [other] = others
    return other === undefined ? undefined : mended(other.selection, { offends: other.offends, left: left - 1 })
  }
  const foundIn = (selection: Selection, within: Within | undefined): FoundBarriers => ({
    selection,
    within,
    program: changedBy(given, selection).program,
  })

  const first = mended(
    slots.map(() => 0),
    { offends: offending, left: mostBarriers },
  )
  if (first === undefined) return undefined
  return [...first.selection.entries()].reduce((best, [slot, level]): FoundBarriers => {
    const fewer = best.selection.with(slot, 0)
    if (level === 0 || fewer.every((one) => one === 0) || !goesOn()) return best
    const verdict = judgedOf(fewer)
    return verdict.kind === 'good' ? foundIn(fewer, verdict.within) : best
  }, first)
}

interface Left {
  readonly offends: Counterexample
  /** The number of barriers that may be added. */
  readonly left: number
}

function changedBy({ program, slots }: BarriersFirst, selection: Selection): Changed {
  const edits = editsOf(changesOf(slots, selection))
  return { program: applied(program, edits), edits, unsafe: true }
}

/** An access of a race: its thread, and the index of its instruction in the unchanged program. */
interface Access {
  readonly thread: number
  readonly at: number
}

type PlainRace = readonly [Access, Access]

/** Two races are the same if the same instructions race, whichever threads execute them. */
const isSame = (one: PlainRace, other: PlainRace): boolean =>
  [one.toReversed(), one].some((pair) => pair.every(({ at }, i) => at === other[i]?.at))

/** Returns the races of an execution if each plainly lacks a barrier, and otherwise none. */
function plainRacesIn(program: Program, offends: Counterexample, model: Model): readonly PlainRace[] {
  const races = racesIn(offends, model).map((pair) => plainRace(program, offends, pair))
  return races.every((race) => race !== undefined) ? races : []
}

const strong = ['RLX', 'ACQ', 'REL'] as const

function plainRace(
  program: Program,
  { reached: { graph, origins } }: Counterexample,
  pair: readonly [number, number],
): PlainRace | undefined {
  const [one, other] = pair.map((id) => accessOf(graph, origins, id))
  if (one === undefined || other === undefined || one.thread === other.thread) return undefined
  const [a, b] = [one, other].map(({ thread }) => threadPosition(threadAt(program.threads, thread)))
  return sameCluster(a, b) && sharing(program, one.thread).includes(other.thread) ? [one, other] : undefined
}

function accessOf(
  { events }: EventGraph,
  origins: Counterexample['reached']['origins'],
  id: number,
): Access | undefined {
  const event = events[id]
  const origin = event?.origin
  const at = origin && origins[origin.thread]?.[origin.instruction]
  if (event === undefined || origin === undefined || typeof at !== 'number') return undefined
  return strong.some((set) => event.sets.includes(set)) ? undefined : { thread: origin.thread, at }
}

/** Returns the slots that insert a barrier at which both threads of a race wait, between its accesses. */
function barriersBetween({ program, slots }: BarriersFirst, [one, other]: PlainRace): readonly number[] {
  const [a, b] = [threadAt(program.threads, one.thread), threadAt(program.threads, other.thread)]
  const kinds = barriersOf(a, b)
  const texts = sharing(program, one.thread)
  const { instructions } = a
  const stretches = [
    { from: Math.min(one.at, other.at), to: Math.max(one.at, other.at) },
    ...loopsAround(instructions, [one.at, other.at]),
  ]
  const isBetween = ({ thread, at, change }: Repair): boolean =>
    change.kind === 'insert' &&
    kinds.includes(change.instruction.kind) &&
    texts.includes(thread) &&
    stretches.some(({ from, to }) => from < at && at <= to)
  return slots.flatMap(({ levels }, slot) => {
    const edits = levels.length === 2 ? levels[1]?.change?.edits : undefined
    return edits?.every(({ change }) => change.kind === 'insert') && edits.some(isBetween) ? [slot] : []
  })
}

/** Returns the kinds of barriers at which two threads of a cluster may meet. */
function barriersOf(one: Thread, other: Thread): readonly Instruction['kind'][] {
  if (!sameCta(threadPosition(one), threadPosition(other))) return ['cluster-barrier']
  return warpOf(one) === warpOf(other) ? ['named-barrier', 'warp'] : ['named-barrier']
}

/** Returns the loops that contain one of the instructions, from their labels to the branches back. */
const loopsAround = (
  instructions: readonly Instruction[],
  ats: readonly number[],
): readonly { readonly from: number; readonly to: number }[] =>
  instructions.flatMap((one, to) => {
    const from =
      one.kind === 'branch' ? instructions.findIndex((it) => it.kind === 'label' && it.name === one.target) : -1
    return from !== -1 && from < to && ats.some((at) => from <= at && at <= to) ? [{ from, to }] : []
  })

const compareWeights = ([a, b]: Weight, [c, d]: Weight): number => a - c || b - d

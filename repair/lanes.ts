/** The lanes of each warp with which repairs of a program with many threads are looked for. */

import { raceRelations } from '../axioms/algebra/roles.js'
import type { Model } from '../axioms/algebra/terms.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import { type Lanes, lanesText } from '../litmus/module/lanes.js'
import type { FewerThreads } from '../litmus/module/with-lanes.js'
import { laneOf } from '../litmus/position.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import { type Race, racesOf } from '../races/races.js'
import { memoised } from '../source/memoised.js'
import { must } from '../source/must.js'
import { argumentOf } from '../witness/argument.js'
import { witnessOf } from '../witness/build.js'
import type { Counterexample } from './counterexample.js'
import type { Change, Repair } from './repair.js'
import type { Goal } from './result.js'
import { sharing } from './same-text.js'
import type { Level, Slot } from './slot.js'

/** The threads above which repairs are looked for with some lanes of each warp first. */
const mostThreads = 16

/** The events above which the same holds. A search of fewer takes seconds. */
export const mostEvents = 300

/** The lanes that are tried if no execution shows which are in question. */
export const usualLanes: Lanes = [0, 31]

/** The most races of one execution by which lanes are chosen. */
const mostRaces = 2

/** The most lanes that are taken from one execution. */
const mostLanes = 6

/** Returns whether a program has so many threads that fewer are likely to help. */
export const hasManyThreads = ({ threads, partial }: Program): boolean =>
  partial === undefined && threads.filter(isCompiled).length > mostThreads

/**
 * Returns the lanes of the threads by which an execution does what it must not: those of the first races, or of
 * the accesses that its argument shows. Lane 0, which often acts for its warp, is among them.
 */
export function lanesIn(counterexample: Counterexample, model: Model): Lanes {
  const { question, reached } = counterexample
  const { graph, execution } = reached
  const races = racesIn(counterexample, model).slice(0, mostRaces)
  const shown = races.length > 0 ? races : argumentOf(witnessOf({ graph, model, execution, question }))
  const lanes = [...shown].flat().flatMap((id) => {
    const thread = graph.events[id]?.origin?.thread
    const one = thread === undefined ? undefined : threadAt(graph.program.threads, thread)
    return one?.kind === 'device' ? [laneOf(one)] : []
  })
  const distinct = sorted([0, ...lanes])
  return distinct.length <= mostLanes ? distinct : usualLanes
}

/** Returns the accesses of each race of an execution. */
export function racesIn({ reached: { graph, execution } }: Counterexample, model: Model): readonly Race['events'][] {
  const relations = raceRelations(model)
  return relations === undefined ? [] : racesOf(graph, execution, relations).map(({ events }) => events)
}

/** Returns lanes in order, each once. */
export const sorted = (lanes: Lanes): Lanes => [...new Set(lanes)].toSorted((a, b) => a - b)

/** Returns the slots without moves of instructions. Each keeps its index. */
export const withoutMoves = (slots: readonly Slot[]): readonly Slot[] =>
  slots.map((slot) => (slot.isMove === true ? { ...slot, levels: slot.levels.slice(0, 1) } : slot))

/** Writes `lane 0` or `lanes 0, 31`. */
export const lanesName = (lanes: Lanes): string => `${lanes.length === 1 ? 'lane' : 'lanes'} ${lanesText(lanes)}`

/**
 * Returns the same changes for a program with some lanes: those of a thread that is left out are made in one that runs
 * its text, and arrivals count for the lanes that are left out. An inserted barrier counts as a change that only adds
 * order, since threads seldom meet elsewhere because of it: the search then need not try each set of barriers, and may
 * miss some that are enough.
 */
export function slotsWith(program: Program, fewer: FewerThreads, slots: readonly Slot[]): readonly Slot[] {
  const threadOf = memoised((thread: number): number | undefined => {
    const kept = sharing(program, thread).find((one) => fewer.threads.includes(one))
    return kept === undefined ? undefined : fewer.threads.indexOf(kept)
  })
  return slots
    .map((slot) => (slot.levels.every(insertsBarrier) ? aboveNone(slot) : slot))
    .map((slot) => ({
      ...slot,
      levels: slot.levels.map((level) =>
        level.change === undefined ? level : { ...level, change: changeWith(fewer.program, level.change, threadOf) },
      ),
    }))
}

/** Returns the same goal for a program with some lanes, which asks the same questions in the same order. */
export function goalWith(program: Program, fewer: FewerThreads, goal: Goal): Goal {
  if (goal.kind === 'race-free') return goal
  const questions = goal.questions.map((one) =>
    must(fewer.program.questions[program.questions.indexOf(one)], 'the same question'),
  )
  return { ...goal, questions }
}

const insertsBarrier = ({ change }: Level): boolean =>
  change === undefined ||
  // One on several paths meets the others, and then orders less.
  (change.kinds.includes('barriers') &&
    change.place === undefined &&
    change.edits.every((edit) => edit.change.kind === 'insert'))

const aboveNone = (slot: Slot): Slot => ({
  ...slot,
  addsOrder: true,
  levels: slot.levels.map((level) => ({ ...level, below: [...new Set([0, ...level.below])] })),
})

function changeWith({ threads }: Program, change: Change, threadOf: (thread: number) => number | undefined): Change {
  const edits = change.edits.flatMap((edit): readonly Repair[] => {
    const thread = threadOf(edit.thread)
    if (thread === undefined) return []
    const moved = { ...edit, thread }
    if (!('instruction' in edit.change) || edit.change.instruction.kind !== 'mbarrier') return [moved]
    if (edit.change.instruction.action === 'init') return [moved]
    const counting = counted(edit.change.instruction, threadAt(threads, thread).instructions)
    return [{ ...moved, change: { ...edit.change, instruction: counting } }]
  })
  return { ...change, edits }
}

/** Returns an arrival with the count that the same arrival has among the instructions. */
function counted(one: Mbarrier, instructions: readonly Instruction[]): Mbarrier {
  const { span } = one
  const own = instructions.find(
    (other) => other.kind === 'mbarrier' && other.span.start === span.start && other.span.source === span.source,
  )
  return own?.kind === 'mbarrier' && own.count?.kind === 'register' ? { ...one, count: own.count } : one
}

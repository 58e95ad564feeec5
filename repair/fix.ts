/** Finds the cheapest changes to a program after which its claims hold. */

import { excludedBy } from '../encoder/decide/coverage.js'
import { afterwards, timeLimit } from '../encoder/decide/time-limit.js'
import type { Decision } from '../encoder/decide/verdict.js'
import { defaultBound } from '../encoder/events/graph/bound.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Lanes } from '../litmus/module/lanes.js'
import type { Program, Question } from '../litmus/program.js'
import { timeReason } from '../source/limited.js'
import { applied } from './apply.js'
import { atFirst } from './at-first.js'
import { besides, outcomesWithoutRaces, reachedWithoutRaces } from './broken-claims.js'
import { type Extent, slotsOf } from './changes.js'
import { lookFor } from './cheaper.js'
import { consideredText } from './considered.js'
import { costOf } from './costs.js'
import { withFences } from './fenced.js'
import { inTurn } from './in-turn.js'
import type { Changed, Wanted } from './judge.js'
import { hasManyThreads, lanesIn, lanesName, mostEvents, usualLanes } from './lanes.js'
import { fewestEvents } from './likely-fences.js'
import { likelyFirst } from './likely-first.js'
import { type Costs, defaultCosts } from './prices.js'
import { relaunched } from './relaunches.js'
import { type Cost, inserts, type Repair } from './repair.js'
import { restsOn } from './rests.js'
import { type Fixed, type FixOptions, forbidsRaces, type Goal, type Repaired } from './result.js'
import { type Budget, type Excluding, type Found, search, unlimited } from './search.js'
import { changesOf, editsOf, type Selection, type Slot, withoutPrice } from './slot.js'
import { isLasting, triedText, whileUndefined, whyNone } from './why-none.js'
import { widerElementsText } from './wider-elements.js'
import { amongLanes } from './with-fewer-lanes.js'

/**
 * Returns the cheapest sets of changes after which the goal is met, everything that the program permits is still
 * reachable, claims that held still hold, and every thread that ended still does. Each set is verified by deciding the
 * changed program. Throws `InternalError` where `decide` does.
 */
export function fix(program: Program, solver: Solver, options: FixOptions): Fixed {
  const { goal, all = 1, timeout } = options
  const limit = timeLimit(timeout)
  const { result, before } = repairs(
    program,
    solver,
    { ...options, goal },
    { budget: unlimited, extent: 'several texts', excluding: 'containing', most: all },
  )
  const closing = afterwards(timeout, limit)
  const timed = () => ({ ...options, timeout: closing.left(), goesOn: closing.goesOn })
  const wrongIn = (one: Program) => besides(one, goal, before, solver, options, closing)
  if (result.kind === 'nothing to do')
    return {
      ...result,
      ...wrongIn(program),
      ...reachedWithoutRaces(before, goal),
      rests: restsOn(program, goal, solver, timed()),
    }
  const [first] = result.kind === 'repaired' ? result.repairs : []
  if (result.kind !== 'repaired' || first === undefined) return result
  // The time is up, and nothing is known with all threads: the repair rests on what it does with fewer.
  const { onlyFor } = first
  if (onlyFor !== undefined)
    return { ...result, repairs: [{ ...first, rests: restsOn(onlyFor.program, onlyFor.goal, solver, timed()) }] }
  const found = result.repairs.map((one) => ({ ...one, rests: restsOn(one.program, goal, solver, timed()) }))
  const wrong = wrongIn(first.program)
  const outcomes = outcomesWithoutRaces(first.program, goal, before, solver, options, closing)
  return {
    ...result,
    repairs: found,
    ...wrong,
    ...outcomes,
    unmet: [...(wrong.unmet ?? []), ...(outcomes.gone ?? []).filter(({ kind }) => kind === 'permit')],
  }
}

interface Manner {
  readonly budget: Budget
  readonly extent: Extent
  readonly excluding: Excluding
  /** The most repairs. */
  readonly most: number
  /** The number of changes by which a repair may exceed the first; unlimited if absent. */
  readonly exceeding?: number
  /** True if behaviour may stay as undefined as it was. */
  readonly toleratesUndefined?: boolean
}

/** The result of a search, with what was tried. */
export interface Tried {
  readonly result: Fixed
  readonly judged: number
  readonly undecided: number
  /** The limit that ended it before all sets of changes were excluded, or the wanted number found. */
  readonly spent: 'time' | 'budget' | undefined
}

/** Finds repairs as `fix` does, with a budget. `before` is the decision on the unchanged program. */
export function repairs(
  program: Program,
  solver: Solver,
  options: FixOptions,
  manner: Manner,
): Tried & { readonly before: Decision } {
  const {
    model,
    bound = defaultBound,
    goal,
    costs = defaultCosts,
    only,
    timeout,
    progress = () => undefined,
    found = () => undefined,
    noted = () => undefined,
  } = options
  const limit = timeLimit(timeout)
  const timed = () => ({ ...options, bound, timeout: limit.left(), goesOn: limit.goesOn })

  const isLarge = hasManyThreads(program)
  // What fewer lanes show needs time, too.
  const first = isLarge && timeout !== undefined ? timeLimit(timeout / 2) : limit
  const start = atFirst(program, goal, solver, timed(), first, limit, manner.toleratesUndefined)
  const { before, now } = start
  const none = (result: Fixed) => ({ result, before, judged: 0, undecided: 0, spent: undefined })
  if (now.kind === 'not covered') return none(now)
  // Whatever else a test lacks, a reviewer wants the launch for which its kernel is written.
  const isAsked = only === undefined || only.includes('launches')
  const launch = isAsked
    ? relaunched(program, goal, { before, isReached: now.kind === 'good' }, solver, timed, costs)
    : undefined
  if (launch !== undefined) {
    found(launch)
    return none({ kind: 'repaired', repairs: [launch], undecided: 0, ended: 'launch' })
  }
  if (now.kind === 'good') return none({ kind: 'nothing to do' })
  const undefinedBefore = whileUndefined(before, goal)
  if (undefinedBefore !== undefined && isLasting(before)) noted(undefinedBefore)
  const all = slotsOf(program, only, manner.extent, !excludedBy(model).includes('one-way alias fences'))
  // A claim fails as long as a flag that is too weak orders nothing; a race ends with any strong access.
  const slots = forbidsRaces(goal) ? all : all.map((slot) => withoutPrice(slot, 'strong'))
  /** The outcomes that the program permits, but that changes which reach the goal would make unreachable. */
  const lost = new Set<Question>()
  const judged = (changed: Changed): Wanted => {
    const verdict = start.judged(changed)
    if (verdict.kind === 'breaks' && verdict.fault.kind === 'lost') lost.add(verdict.fault.question)
    return verdict
  }
  const repaired: Repaired[] = []
  /** The cost of what was examined last: all that is cheaper has been excluded, or was found. */
  let reached: Cost | undefined
  const mannersWith = (slots: readonly Slot[]) => ({
    slots,
    weigh: weightsIn(slots, costs),
    budget: manner.budget,
    isTooHeavy: (selection: Selection): boolean => {
      const [first] = repaired
      return (
        first !== undefined &&
        manner.exceeding !== undefined &&
        costOf(changesOf(slots, selection), costs).changes > first.cost.changes + manner.exceeding
      )
    },
    progress: (tried: number, selection: Selection): void => {
      const { changes, sum } = costOf(changesOf(slots, selection), costs)
      reached = { changes, sum }
      const [best] = repaired
      const sofar = best === undefined ? '' : `; the cheapest found costs ${best.cost.changes}, ${best.cost.sum}`
      progress(`${goalName(goal)}: ${tried} sets of changes tried; the next costs ${changes}, ${sum}${sofar}`)
    },
  })
  const manners = mannersWith(slots)
  /** Returns whether several insertions at one place must keep their order. */
  const isOrdered = (changes: Repaired['changes']): boolean => {
    const edits = editsOf(changes)
    const isInserted = ({ change }: Repair) => inserts(change)
    const together = edits.filter((one) =>
      edits.some(
        (two) => one !== two && [one, two].every(isInserted) && one.thread === two.thread && one.at === two.at,
      ),
    )
    // The two halves of a cluster's barrier are one change.
    if (together.length === 0 || changes.some((one) => together.every((edit) => one.edits.includes(edit)))) return false
    const turned = [...edits.filter((one) => !together.includes(one)), ...together.toReversed()]
    const { kind } = judged({ program: applied(program, turned), edits: turned, unsafe: true })
    return kind === 'offends' || kind === 'breaks'
  }
  const repairOf = (one: Pick<Found, 'selection' | 'program' | 'within'>, slots: readonly Slot[]): Repaired => {
    const repair = repairedBy(one, slots, costs)
    return { ...repair, ordered: isOrdered(repair.changes) }
  }
  const fenced = (one: Repaired): Repaired => ({ ...one, changes: withFences(program, one.changes, judged) })
  const counterexample = now.kind === 'offends' ? now.counterexample : undefined
  const lanes =
    !isLarge || (counterexample !== undefined && counterexample.reached.graph.events.length <= mostEvents)
      ? undefined
      : counterexample === undefined
        ? usualLanes
        : lanesIn(counterexample, model)
  /** The lanes with which no set of changes is enough. */
  let withoutRepair: Lanes | undefined
  if (lanes !== undefined) {
    const among = amongLanes(
      {
        ...manners,
        ...{ program, goal, limit, lanes, judge: judged, offending: counterexample },
        ...{ options: { ...timed(), bound }, excluding: manner.excluding },
        toleratesUndefined: manner.toleratesUndefined,
      },
      solver,
    )
    for (;;) {
      const next = among.next()
      if (next.done === true) {
        const spent = next.value.spent ? 'time' : undefined
        const ended = spent === undefined ? 'lanes' : 'spent'
        const result = { kind: 'repaired', repairs: repaired, undecided: 0, ended } as const
        if (repaired.length > 0) return { result, before, judged: next.value.judged, undecided: 0, spent }
        if (!next.value.spent) withoutRepair = next.value.lanes
        reached = undefined
        break
      }
      const { lanes, verified, ...of } = next.value
      if (lanes.unverified !== undefined && repaired.length > 0) continue
      const onlyFor = lanes.unverified === undefined ? {} : { onlyFor: verified }
      const repair = { ...repairOf(of, slots), mayBeCheaper: true, lanes, ...onlyFor } as const
      repaired.push(repair)
      found(repair)
      if (repaired.length < manner.most && lanes.unverified === undefined) continue
      const result = { kind: 'repaired', repairs: repaired, undecided: 0, ended: 'enough' } as const
      return { result, before, judged: repaired.length, undecided: 0, spent: undefined }
    }
  }
  const lanesTried =
    withoutRepair === undefined
      ? ''
      : `; with only ${lanesName(withoutRepair)} of each warp, no set of the changes that are considered is enough`
  const wrong = undefinedBefore === undefined ? '' : `; ${undefinedBefore}`
  if (now.kind === 'undecided') return none({ kind: 'undecided', reason: `${now.reason}${lanesTried}` })
  const run =
    goal.kind === 'claims'
      ? inTurn(program, goal.questions, solver, { ...timed(), bound }, manner.toleratesUndefined === true)
      : undefined
  const counterexamples = [
    ...(counterexample === undefined ? [] : [counterexample]),
    ...(run === undefined ? [] : [run.counterexample]),
  ]

  const barriers =
    counterexample === undefined
      ? undefined
      : likelyFirst({
          ...{ ...manners, program, judge: judged, offending: counterexample, model, goesOn: limit.goesOn },
          mustWait: run !== undefined,
        })
  const known = barriers && repairOf(barriers, slots)
  // Several repairs are looked for one by one: of a large program, what is known comes before what costs less.
  const isFirst = manner.most > 1 && (counterexample?.reached.graph.events.length ?? 0) >= fewestEvents
  const early = isFirst ? barriers?.selection.join() : undefined
  if (early !== undefined && known !== undefined) {
    const repair = fenced({ ...known, mayBeCheaper: true })
    repaired.push(repair)
    found(repair)
  }
  // The other repairs cost as much or more.
  const look = lookFor(manner.most > 1 ? undefined : known, { slots, costs, timeout, limit })
  const lighter = look.slots
  const { isTooHeavy, ...others } = mannersWith(lighter)
  const searching = search(
    {
      ...{ ...others, program, judge: judged, counterexamples, model, bound, limit: look.limit },
      isTooHeavy: (selection) => isTooHeavy(selection) || look.isTooHeavy(selection),
    },
    manner.excluding,
  )
  for (;;) {
    const next = searching.next()
    if (next.done === true) {
      const { kind, reason, judged, undecided, why, incumbent } = next.value
      const spent = kind !== 'spent' ? undefined : reason === timeReason ? 'time' : 'budget'
      const best = incumbent === undefined ? known : repairOf(incumbent, lighter)
      const isOnlyOne = manner.most === 1 && known !== undefined
      if (repaired.length === 0 && best !== undefined && (spent !== undefined || isOnlyOne)) {
        const repair: Repaired = fenced(spent === undefined ? best : { ...best, mayBeCheaper: true })
        repaired.push(repair)
        found(repair)
      }
      const result = (): Fixed => {
        if (repaired.length > 0)
          return {
            kind: 'repaired',
            repairs: repaired,
            undecided,
            ended: isOnlyOne && limit.goesOn() ? 'enough' : spent === undefined ? 'exhausted' : 'spent',
          }
        if (spent !== undefined)
          return { kind: 'undecided', reason: `${reason}${triedText(judged, reached)}${lanesTried}${wrong}` }
        if (undecided > 0) return { kind: 'undecided', reason: why ?? reason }
        const because = whyNone(run?.shown, [...lost], undefinedBefore, consideredText(slots, manner.budget.others))
        const wider = widerElementsText(program, start.judged)
        return {
          kind: 'no repair',
          reason: wider === undefined ? because : `${because}; ${wider}`,
          inTurn: run?.shown,
        }
      }
      return { result: result(), before, judged, undecided, spent }
    }
    if (next.value.selection.join() === early) continue
    const repair = fenced(repairOf(next.value, lighter))
    repaired.push(repair)
    found(repair)
    if (repaired.length === manner.most) {
      const { judged, undecided } = next.value
      const result = { kind: 'repaired', repairs: repaired, undecided, ended: 'enough' } as const
      return { result, before, judged, undecided, spent: undefined }
    }
  }
}

const goalName = (goal: Goal): string =>
  [
    ...(goal.kind === 'claims' ? goal.questions.map(({ name }) => name) : []),
    ...(forbidsRaces(goal) ? ['races'] : []),
    ...(goal.ends === true ? ['hangs'] : []),
  ].join(', ')

const repairedBy = (
  { selection, program, within }: Pick<Found, 'selection' | 'program' | 'within'>,
  slots: readonly Slot[],
  costs: Costs,
): Omit<Repaired, 'ordered'> => {
  const changes = changesOf(slots, selection)
  return { changes, cost: costOf(changes, costs), program, within }
}

const weightsIn =
  (slots: readonly Slot[], costs: Costs) =>
  (slot: number, level: number): readonly [number, number] => {
    const change = slots[slot]?.levels[level]?.change
    if (change === undefined) return [0, 0]
    const { changes, sum } = costOf([change], costs)
    return [changes, sum]
  }

/** The events of a program, and what its text says about them (ISA 8.2 to 8.6, 8.9.1). */

import { type Program, threadAt } from '../../litmus/program.js'
import { exceed, type Limited, limited } from '../../source/limited.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import { once } from '../../source/once.js'
import { allOf, always, anyOf, both, either, negation, never, type Predicate } from '../values/expression.js'
import { constraintsOfCancellations, isCancelledIn, misusedLaunches } from './asynchronous/cancelled-launches.js'
import { misusedMemory, reused } from './asynchronous/misused-memory.js'
import { acrossBarriers } from './barriers/barrier-control.js'
import { misusedBarriers } from './barriers/barrier-misuse.js'
import { dependenciesOfStarts, mayStart, triggered, triggerOrder } from './barriers/triggers.js'
import { misusedInWarps } from './barriers/warp-misuse.js'
import { callsIn, callsNothing } from './control/calls.js'
import { feeding } from './control/flow.js'
import { linesOf } from './control/loops.js'
import { isNotPrivate, type NotPrivate, privateLocations } from './control/private.js'
import { constraintsOfQueries, staysSo } from './control/queries.js'
import { hasPlace, isOccupied } from './control/residency.js'
import { progressOf, taskEvents } from './control/tasks.js'
import { isEarlier } from './control/text-order.js'
import { defaultBound, type LookedAt } from './graph/bound.js'
import { type CallEvent, type Event, type EventGraph, isMemory, type Stop } from './graph/event.js'
import type { Arrangement } from './graph/regions.js'
import { congruenceOf, decidingApplications, isUncomputed } from './graph/unknowns.js'
import { withIntegers } from './memory/addresses.js'
import { layoutOf } from './memory/layout.js'
import { isSplit } from './memory/parts.js'
import { misusedTensorMemory } from './tensor-memory/misused-tensor-memory.js'
import { rowsOfLeftOut } from './threads/left-out.js'
import { type LeavingOut, nothingLeftOut, runInPhases } from './threads/phases.js'
import { lostWith } from './threads/rewrites.js'
import { sensitiveComputation } from './threads/sensitivity.js'
import { misusedWarpgroups, unsynchronisedRegisters } from './warpgroups/misused-warpgroups.js'

const built = memoisedWeakly((_: Program) => new Map<string, Limited<EventGraph>>())

/**
 * Returns the events of all executions of a program at once, with its loops executed up to the bound; an event whose
 * guard fails is not executed. The graph is built once for each program. Exceeds limits (`source/limited.ts`) if the
 * program is too large. What no axiom can tell is left out if `leavingOut` says so (`threads/unseen.ts`).
 */
export function buildEvents(
  program: Program,
  bound: number = defaultBound,
  lookedAt: LookedAt = 'final states',
  arrangement: Arrangement = 0,
  leavingOut: LeavingOut = nothingLeftOut,
): EventGraph {
  const ofProgram = built(program)
  const key = `${bound} ${lookedAt} ${arrangement} ${leavingOut.mostShown} ${leavingOut.overwritten}`
  const graph = ofProgram.get(key) ?? limited(() => graphOf(program, { bound, lookedAt, arrangement, leavingOut }))
  ofProgram.set(key, graph)
  return 'built' in graph ? graph.built : exceed(graph.tooLarge)
}

/** Returns the graph if these locations are private, or else those of them in which every access fits. */
function graphOf(program: Program, how: How, privateTo: ReadonlySet<number> = privateLocations(program)): EventGraph {
  const graph = graphWith(program, how, privateTo)
  return isNotPrivate(graph)
    ? graphOf(program, how, new Set([...privateTo].filter((location) => location !== graph.notPrivate)))
    : graph
}

interface How {
  readonly bound: number
  readonly lookedAt: LookedAt
  readonly arrangement: Arrangement
  readonly leavingOut: LeavingOut
}

/** Returns the graph in which accesses of these locations are not events. */
function graphWith(
  program: Program,
  { bound, lookedAt, arrangement, leavingOut }: How,
  privateTo: ReadonlySet<number>,
): EventGraph | NotPrivate {
  const layout = layoutOf(program, arrangement)
  const located = withIntegers(program, layout)
  const rows = rowsOfLeftOut(program, arrangement, { bound, lookedAt })
  const settled = runInPhases(located, { bound, lookedAt, layout, typed: program.threads, privateTo, leavingOut, rows })
  if (isNotPrivate(settled)) return settled
  const { cells, ran, leftOut } = settled
  const { events, rmw, data, ctrl, addr, demands, decisions, cuts, waits, flows } = ran

  const ends = flows.map(({ guard }) => guard)
  const threadEnds = ends.map((guard, thread) => ({ guard, decidedBy: feeding(decisions[thread] ?? []) }))
  const linesAt = (thread: number) => linesOf(threadAt(program.threads, thread).instructions)
  const calls = callsIn(events)
  const progress = program.host && progressOf(program.host, calls, ends, (task) => mayStart(ran.triggers, task, ends))
  const comesTo = (thread: number, isBefore: (call: CallEvent) => boolean): Predicate =>
    allOf([progress?.comesTo(thread, isBefore) ?? always, hasPlace(ran.units, thread)])
  const executes = (thread: number, isBefore: (call: CallEvent) => boolean): Predicate =>
    both(negation(isCancelledIn(ran.cancellable, thread)), comesTo(thread, isBefore))
  const comesToStop = (stop: Pick<Stop, 'thread' | 'instruction' | 'iterations'>): Predicate =>
    executes(stop.thread, ({ origin }) => origin !== undefined && isEarlier(linesAt(stop.thread), origin, stop))
  const comesToEnd = program.threads.map((_, thread) => comesTo(thread, () => true))
  const reached = events.map((event): Event => {
    const { origin } = event
    if (origin === undefined) return event
    const guard = both(
      executes(origin.thread, ({ id }) => id <= event.id),
      event.guard,
    )
    if (event.kind !== 'call') return { ...event, guard }
    return {
      ...event,
      guard,
      made: both(
        comesTo(origin.thread, ({ id }) => id < event.id),
        event.made,
      ),
    }
  })
  const stopped = <S extends Stop>(stop: S): S => ({ ...stop, when: both(comesToStop(stop), stop.when) })
  const threadsEnd = ends.map((end, thread) => both(must(comesToEnd[thread], 'each thread'), end))
  const barriers = misusedBarriers(located, reached, ran.choices, threadsEnd)
  const tasks = program.host && progress ? taskEvents(program.host, reached, progress) : { events: [], api: [] }
  const controlled = [...ctrl, ...acrossBarriers(program, events, ctrl, threadEnds)]
  const { host } = program
  const waiting = waits.map((wait) => {
    const comes = executes(wait.thread, ({ id }) => id < wait.to)
    const stays = host && progress && wait.thread === host.thread ? staysSo(host, calls, progress, wait) : always
    return { ...wait, guard: allOf([comes, stays, wait.guard]) }
  })
  const hostPolls = anyOf(
    waiting.filter((wait) => wait.thread === host?.thread).map((wait) => both(wait.guard, callsNothing(events, wait))),
  )
  // Where only accesses are looked at, the values in memory are not, unless executions with some final states count.
  const isValued = lookedAt === 'final states' || program.filter !== undefined
  const applications = isValued ? ran.applications : decidingApplications(ran.applications, ran.decisive, events)
  return {
    program,
    cells,
    mixed: events.some((event) => isMemory(event) && isSplit({ cells }, event)),
    layout,
    sensitive: once(() => sensitiveComputation(program, located, ran, layout)),
    events: [...reached, ...tasks.events],
    leftOut,
    rmw,
    data,
    ctrl: host
      ? [...controlled, ...dependenciesOfStarts(ran.triggers, host, events, controlled, threadEnds)]
      : controlled,
    addr,
    api: tasks.api,
    trigger: host ? triggered(ran.triggers, host, events) : [],
    trigger_order: triggerOrder(ran.triggers),
    phase_order: ran.phase_order,
    issue: ran.issue,
    async_order: ran.async_order,
    completed: ran.completed,
    one_operation: ran.one_operation,
    registers: flows.map(({ registers }) => registers),
    constraints: demands.map(({ access, meets }) => {
      const { guard } = must(reached[access], 'each access')
      return guard === always ? meets : { kind: 'or', of: [negation(guard), meets] }
    }),
    ends: threadsEnd,
    blocked: comesToEnd.map(negation),
    complete: allOf(ends),
    units: ran.units,
    occupied: isOccupied(
      { program, units: ran.units },
      ends,
      (progress?.tasks ?? []).map(({ starts }) => starts),
      hostPolls,
    ),
    undefined: [
      ...ran.undefined.map(stopped),
      ...barriers.undefined,
      ...misusedInWarps(located, reached, threadsEnd),
      ...reused(reached, ran.mbarriers),
      ...misusedMemory(located, reached, ran.issue, threadsEnd),
      ...misusedWarpgroups(located, ran.warpgroups, threadsEnd),
      ...unsynchronisedRegisters(located, ran.warpgroups),
      ...misusedTensorMemory(located, reached, ran, threadsEnd).map(stopped),
      ...misusedLaunches(located, ran).map(stopped),
    ],
    assumed: ran.assumed.map(stopped),
    commits: ran.commits,
    unmodelled: [...ran.unmodelled.map(stopped), ...barriers.unmodelled],
    decisive:
      ran.applications.length === 0 && !ran.unknowns.some(isUncomputed)
        ? []
        : ran.decisive.map((one) => ({
            ...one,
            when: both(
              executes(one.thread, () => false),
              one.when,
            ),
          })),
    unknowns: ran.unknowns,
    congruence: [
      ...congruenceOf(applications.map((one) => ({ ...one, guard: both(comesToStop(one), one.guard) }))),
      ...ran.convergence,
      ...constraintsOfCancellations(ran.cancellable, (issued) => must(reached[issued], 'each event').guard),
      ...(host && progress ? constraintsOfQueries(host, calls, progress) : []),
    ],
    cuts: cuts.flatMap(({ rewrites, ...cut }) => {
      const lost = either(cut.reached, lostWith(located, reached, rewrites))
      return lost === never
        ? []
        : [
            {
              ...cut,
              reached: both(
                executes(cut.thread, ({ id }) => id < cut.from),
                lost,
              ),
            },
          ]
    }),
    waits: waiting,
    bound,
    lookedAt,
  }
}

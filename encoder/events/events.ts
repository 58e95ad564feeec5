/** The events of a program, and what its text says about them (ISA 8.2 to 8.6, 8.9.1). */

import { match } from 'ts-pattern'
import { comparisonsOf, type Term } from '../../litmus/condition.js'
import type { Program } from '../../litmus/program.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import { once } from '../../source/once.js'
import type { Span } from '../../source/text.js'
import {
  allOf,
  always,
  both,
  constant,
  type Expression,
  either,
  negation,
  never,
  operation,
  type Predicate,
  resize,
} from '../values/expression.js'
import { misusedMemory, reused } from './asynchronous/misused-memory.js'
import { acrossBarriers } from './barriers/barrier-control.js'
import { misusedBarriers } from './barriers/barrier-misuse.js'
import { dependenciesOfStarts, mayStart, triggered, triggerOrder } from './barriers/triggers.js'
import { misusedInWarps } from './barriers/warp-misuse.js'
import { feeding } from './control/flow.js'
import { isNotPrivate, type NotPrivate, privateLocations } from './control/private.js'
import { hasPlace, isOccupied } from './control/residency.js'
import { progressOf, taskEvents } from './control/tasks.js'
import { defaultBound, type LookedAt } from './graph/bound.js'
import { type Event, type EventGraph, isMemory, type Stop } from './graph/event.js'
import type { Arrangement, Layout } from './graph/regions.js'
import { congruenceOf } from './graph/unknowns.js'
import { takesAddresses, withIntegers } from './memory/addresses.js'
import { observedRanges } from './memory/cells.js'
import { derivation, isPointer } from './memory/derived.js'
import { feasibility } from './memory/feasible.js'
import { layoutOf } from './memory/layout.js'
import { isSplit } from './memory/parts.js'
import { initialBits, possibleValues } from './memory/possible.js'
import { type Computation, comparisonBy, placeOfSensitive, type Values } from './memory/sensitive.js'
import { runInPhases } from './threads/phases.js'
import type { Ran } from './threads/recording.js'
import { lostWith } from './threads/rewrites.js'

const built = memoisedWeakly((_: Program) => new Map<string, EventGraph>())

/**
 * The events of all executions of a program at once, its loops executed up to the bound; an event whose guard fails is not executed. They
 * are built once for each program. Exceeds limits (`source/limited.ts`) if the program is too large.
 */
export function buildEvents(
  program: Program,
  bound: number = defaultBound,
  lookedAt: LookedAt = 'final states',
  arrangement: Arrangement = 0,
): EventGraph {
  const ofProgram = built(program)
  const key = `${bound} ${lookedAt} ${arrangement}`
  const graph = ofProgram.get(key) ?? graphOf(program, { bound, lookedAt, arrangement })
  ofProgram.set(key, graph)
  return graph
}

/** Returns the graph if these locations are private, or those of them in which every access fits. */
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
}

/** The graph if the accesses of these locations are no events. */
function graphWith(
  program: Program,
  { bound, lookedAt, arrangement }: How,
  privateTo: ReadonlySet<number>,
): EventGraph | NotPrivate {
  const layout = layoutOf(program, arrangement)
  const located = withIntegers(program, layout)
  const settled = runInPhases(located, { bound, lookedAt, layout, typed: program.threads, privateTo })
  if (isNotPrivate(settled)) return settled
  const { cells, ran } = settled
  const { events, rmw, data, ctrl, addr, demands, decisions, cuts, waits, flows } = ran

  const ends = flows.map(({ guard }) => guard)
  const threadEnds = ends.map((guard, thread) => ({ guard, decidedBy: feeding(decisions[thread] ?? []) }))
  const progress = program.host && progressOf(program.host, ends, (task) => mayStart(ran.triggers, task, ends))
  const comesTo = (thread: number, instruction: number): Predicate =>
    allOf([progress?.comesTo(thread, instruction) ?? always, hasPlace(ran.units, thread)])
  const comesToEnd = program.threads.map(({ instructions }, thread) => comesTo(thread, instructions.length))
  const reached = events.map((event): Event => {
    const { origin } = event
    return origin === undefined
      ? event
      : { ...event, guard: both(comesTo(origin.thread, origin.instruction), event.guard) }
  })
  const stopped = <S extends Stop>(stop: S): S => ({
    ...stop,
    when: both(comesTo(stop.thread, stop.instruction), stop.when),
  })
  const threadsEnd = ends.map((end, thread) => both(must(comesToEnd[thread], 'each thread'), end))
  const barriers = misusedBarriers(located, reached, ran.choices, threadsEnd)
  const tasks = program.host && progress ? taskEvents(program.host, reached, progress) : { events: [], api: [] }
  const controlled = [...ctrl, ...acrossBarriers(program, events, ctrl, threadEnds)]
  const { host } = program
  return {
    program,
    cells,
    mixed: events.some((event) => isMemory(event) && isSplit({ cells }, event)),
    layout,
    sensitive: once(() => (mayBeSensitive(program, ran) ? sensitiveIn(program, located, ran, layout) : undefined)),
    events: [...reached, ...tasks.events],
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
    ),
    undefined: [
      ...ran.undefined.map(stopped),
      ...barriers.undefined,
      ...misusedInWarps(located, reached),
      ...reused(reached, ran.mbarriers),
      ...misusedMemory(located, reached, ran.issue, threadsEnd),
    ],
    unmodelled: [...ran.unmodelled.map(stopped), ...barriers.unmodelled],
    decisive:
      ran.applications.length === 0
        ? []
        : ran.decisive.map((one) => ({ ...one, when: both(comesTo(one.thread, 0), one.when) })),
    unknowns: ran.unknowns,
    congruence: [
      ...congruenceOf(
        ran.applications.map((one) => ({ ...one, guard: both(comesTo(one.thread, one.instruction), one.guard) })),
      ),
      ...ran.convergence,
    ],
    cuts: cuts.flatMap(({ rewrites, ...cut }) => {
      const lost = either(cut.reached, lostWith(located, reached, rewrites))
      return lost === never ? [] : [{ ...cut, reached: both(comesTo(cut.thread, 0), lost) }]
    }),
    waits: waits.map((wait) => ({ ...wait, guard: both(comesTo(wait.thread, 0), wait.guard) })),
    bound,
    lookedAt,
  }
}

const mayBeSensitive = (program: Program, { computations }: Ran): boolean =>
  takesAddresses(program) || computations.some(({ does }) => does === 'align')

/** The place of a computation that depends on where memory lies. */
function sensitiveIn(program: Program, located: Program, ran: Ran, layout: Layout): Span | undefined {
  const { possible, mayHold } = possibleIn(located, ran.events)
  const isDerived = derivation(program, ran.events)
  const computations = [...ran.computations, ...asked(program, located, ran, layout)]
  return placeOfSensitive(computations, layout, { possible, isDerived, mayHold })
}

/** The values that expressions may have in executions, where only some of the events may be executed. */
function possibleIn(located: Program, events: readonly Event[]): Pick<Values, 'possible' | 'mayHold'> {
  // Initial writes divide memory as all accesses do, executed or not. What memory holds at the start is known without them.
  const later = events.filter((event) => event.kind !== 'write' || event.origin !== undefined)
  const possible = possibleValues(located, later, [], observedRanges(located))
  const mayHold = feasibility(possible)
  const executed = later.filter(({ kind, guard }) => kind !== 'write' || mayHold(guard))
  return executed.length === later.length ? { possible, mayHold } : possibleIn(located, executed)
}

/** The comparisons in questions: of whatever registers and memory may hold. */
function asked(
  program: Program,
  located: Program,
  { events, flows }: Pick<Ran, 'events' | 'flows'>,
  layout: Layout,
): readonly Computation[] {
  const { questions, filter, variables } = program
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  const writes = events.filter(isMemory).filter(({ kind }) => kind === 'write')
  const held = (term: Term): readonly Expression[] =>
    match(term)
      .with({ kind: 'integer' }, ({ value }) => [constant(value, 64)])
      .with({ kind: 'address' }, (pointer) => [constant(layout.addressOf(pointer), 64, true)])
      .with({ kind: 'register' }, ({ thread, name }) => {
        const register = flows[thread]?.registers.get(name)
        return register === undefined ? [] : [register.value]
      })
      .with({ kind: 'memory' }, ({ variable, offset }) => {
        const location = must(variables.find(({ name }) => name === variable)?.location, `the variable ${variable}`)
        const { width } = must(program.locations[location], 'a location').type
        return [
          initially(
            initialBits(located, { location, offset }, width / 8),
            width,
            must(program.locations[location], 'a location').initial.some(isPointer),
          ),
          ...writes.flatMap((write) =>
            write.places.flatMap((place) =>
              place.location === location ? [partAt(write.value, offset - place.offset, width)] : [],
            ),
          ),
        ]
      })
      .exhaustive()
  return conditions.flatMap(comparisonsOf).flatMap(({ operator, left, right }) =>
    held(left).flatMap((one) =>
      held(right).map((other) => ({
        does: comparisonBy(operator),
        operands: [one, other],
        when: always,
        span: left.span,
      })),
    ),
  )
}

/** A value at the start, to ask what it may be. */
const initially = (bits: bigint | undefined, width: number, derived: boolean): Expression =>
  bits === undefined ? { kind: 'unknown', width, id: -1 } : constant(bits, width, derived)

/** Drops the first `bytes` bytes of a value. */
const partAt = (value: Expression, bytes: number, width: number): Expression =>
  bytes < 0
    ? value
    : resize(operation('shift-right-unsigned', value, constant(BigInt(8 * bytes), value.width)), width, false)

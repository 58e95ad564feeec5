/**
 * Runs the threads of a program along all their paths, and records their events: order, values, dependencies (ISA 8.2
 * to 8.6).
 */

import { factsOf } from '../../../litmus/facts.js'
import type { Instruction } from '../../../litmus/instruction.js'
import { destinationOf } from '../../../litmus/operands.js'
import { type Program, type Thread, threadAt } from '../../../litmus/program.js'
import { exceed } from '../../../source/limited.js'
import { shownPlace } from '../../../source/line.js'
import { memoryMeter } from '../../../source/memory-limit.js'
import {
  allOf,
  always,
  anyOf,
  both,
  type ConstantExpression,
  choice,
  constant,
  type Expression,
  negation,
  never,
  type Predicate,
} from '../../values/expression.js'
import { cancellableGrids, isCancelledIn } from '../asynchronous/cancelled-launches.js'
import { reachBarrier } from '../barriers/barriers-by-place.js'
import { withRestarts } from '../barriers/restarts.js'
import { pairsThrough, returnedBy } from '../barriers/returned.js'
import { triggersIn } from '../barriers/triggers.js'
import { convergenceOf, keyOf } from '../barriers/warps.js'
import { alsoFrom, asBefore, type Flow, start, valueIn } from '../control/flow.js'
import type { Jump, LoopLine, Perform } from '../control/lines.js'
import { linesOf } from '../control/loops.js'
import type { Vector } from '../control/performed.js'
import { isNotPrivate, type NotPrivate, type Slots, sizeOf, withSlots } from '../control/private.js'
import { hasPlace, unitsOf } from '../control/residency.js'
import { type CutRound, type PerformedStep, walk } from '../control/walk.js'
import type { Event, GuardedPair } from '../graph/event.js'
import type { Sources } from '../graph/register-value.js'
import { type Limits, raising } from '../graph/size.js'
import { comparisonBy } from '../memory/sensitive.js'
import { compareRegisters } from '../warpgroups/warpgroups.js'
import { neverGoBack } from './clocks.js'
import { perform } from './perform.js'
import { type Ran, type Recording, type Running, recording } from './recording.js'
import { changedBy, rewritesIn } from './rewrites.js'

/**
 * Runs the threads of a program in which addresses are integers. Loops end where constants say so, or at the bound.
 * Returns what the threads do, or a location that was to have no events but is not private. Exceeds limits if there are
 * too many steps.
 */
export function runThreads(program: Program, running: Running): Ran | NotPrivate {
  const endless = new Set<LoopLine>()
  const slots: Slots = new Map()
  let constants: ReadonlyMap<string, ConstantExpression> = new Map()
  for (;;) {
    const size = sizeOf(slots)
    const ran = runWith(program, running, endless, slots, constants)
    if (isNotPrivate(ran)) return ran
    if ('endless' in ran) {
      endless.add(ran.endless)
      continue
    }
    const settled = ran.settled.size === constants.size
    constants = ran.settled
    // Paths that meet join the slots that were known before. Known results of warp barriers may decide paths and masks.
    if (sizeOf(slots) === size && settled) return { ...ran, endless }
  }
}

/** A loop whose constants end it only after too many rounds to execute. */
interface Endless {
  readonly endless: LoopLine
}

/**
 * Runs threads as `runThreads` does. The bound cuts the given loops although constants end them, and warp barriers
 * return the given known values. `settled` holds the values that they turn out to return, whatever is read.
 */
function runWith(
  program: Program,
  running: Running,
  endless: ReadonlySet<LoopLine>,
  slots: Slots,
  constants: ReadonlyMap<string, ConstantExpression>,
): (Omit<Ran, 'endless'> & { readonly settled: ReadonlyMap<string, ConstantExpression> }) | Endless | NotPrivate {
  const so = recording(program, running, slots, constants)
  const count = counter(running.limits, program.size ?? 1, so.uncounted)
  const flows: Flow[] = []
  for (const [index, thread] of program.threads.entries()) {
    flows.push(runThread(thread, index, so, { endless, count }))
    const [location] = so.exposed
    if (location !== undefined) return { notPrivate: location }
    const [loop] = so.uncounted
    if (loop !== undefined) return { endless: loop }
  }
  const { unknowns, ...found } = so
  const units = unitsOf(program, unknowns.fresh)
  const cancellable = cancellableGrids(program, so.requests, unknowns.fresh)
  const placed = units.length === 0 ? undefined : program.threads.map((_, thread) => hasPlace(units, thread))
  const started = <G extends { readonly guard: Predicate }>(one: G, thread: number | undefined): G => {
    if (thread === undefined) return one
    const has = placed?.[thread]
    const isCancelled = isCancelledIn(cancellable, thread)
    const goesOn = isCancelled === never ? one : { ...one, guard: both(negation(isCancelled), one.guard) }
    return has === undefined ? goesOn : { ...goesOn, guard: both(has, goesOn.guard) }
  }
  const isWhole = placed === undefined && cancellable.length === 0
  const begun = flows.map((flow, thread) =>
    endsAtOnce(isCancelledIn(cancellable, thread), threadAt(program.threads, thread), started(flow, thread)),
  )
  const ends = begun.map(({ guard }) => guard)
  const events0 = isWhole ? so.events : so.events.map((one) => started(one, one.origin?.thread))
  const restarts = withRestarts(program, events0, ends, unknowns.fresh)
  const { events, through } = returnedBy(program, restarts.events, so.brought, ends)
  const triggers = triggersIn(program, events, unknowns.fresh)
  return {
    ...found,
    events,
    data: pairsThrough(so.data, through),
    ctrl: pairsThrough(so.ctrl, through),
    addr: pairsThrough(so.addr, through),
    decisions: so.decisions.map((all) => all.map(through)),
    flows: begun,
    units,
    cancellable,
    unknowns: unknowns.all,
    applications: unknowns.applications,
    convergence: [
      ...convergenceOf(program, so.active),
      ...restarts.constraints,
      ...triggers.constraints,
      ...neverGoBack(so.clocks),
    ],
    triggers,
    phase_order: restarts.phaseOrder,
    settled: new Map([...constants, ...constantsIn(events)]),
  }
}

/** Returns the values that warp barriers return whatever is read, by the instruction that was performed. */
const constantsIn = (events: readonly Event[]): readonly (readonly [string, ConstantExpression])[] =>
  events.flatMap((event) => {
    if (event.kind !== 'barrier' || event.rule !== 'warp' || event.origin === undefined) return []
    const value = event.returned?.value
    return value?.kind === 'constant' ? [[keyOf(event.origin), value] as const] : []
  })

/** Returns the end of a thread that ends without executing anything if its cluster is cancelled. */
function endsAtOnce(isCancelled: Predicate, thread: Thread, end: Flow): Flow {
  if (isCancelled === never) return end
  const given = new Map(thread.registers.map(({ name, value }) => [name, value]))
  const registers = [...end.registers].map(([name, held]) => {
    const value = given.get(name)
    const bits = value?.kind === 'integer' ? value.value : 0n
    return [name, { ...held, value: choice(isCancelled, constant(bits, held.value.width), held.value) }] as const
  })
  return { ...end, guard: anyOf([isCancelled, end.guard]), registers: new Map(registers) }
}

interface How {
  readonly endless: ReadonlySet<LoopLine>
  readonly count: ReturnType<typeof counter>
}

/**
 * Runs a thread. Returns its events in order, the condition under which it ends, and the contents of its registers
 * then.
 */
function runThread(thread: Thread, index: number, so: Recording, { endless, count }: How): Flow {
  const { choices, computes, decides, decisions, events, exposed, kept, running, uncounted, unknowns } = so
  const { bound, lookedAt, typed } = running
  const unknown = (register: string, width: number): Expression =>
    unknowns.fresh({ from: 'register', thread: index, register, width })
  const begin = withSlots(start(thread, threadAt(typed, index), unknown), index, so, unknown)
  const branches: Sources[] = []
  decisions.push(branches)
  if (running.idle.has(index)) return begin
  const meets = thread.instructions.some(({ kind }) => kind === 'named-barrier')
  let vector: Vector | undefined
  const end = walk(linesOf(thread.instructions), begin, {
    bound,
    lookedAt,
    endless,
    events,
    kept,
    count,
    isOver: () => exposed.length > 0 || uncounted.length > 0,
    cut: (round) => cut(round, index, so),
    // Constants decide most branches of long loops.
    decides: (by) => {
      if (by.size > 0) branches.push(by)
    },
    compares: (jump, flow, iterations) => {
      const { operator, left, right } = jump.when
      if (meets) choices.push({ thread: index, jump, iterations, guard: flow.guard })
      compareRegisters(jump.when, flow, { thread: index, iterations }, so)
      const operands = [left, right].map((one) => valueIn(flow, one, 64).value)
      computes({ does: comparisonBy(operator), operands, when: flow.guard, span: left.span })
      decides({ thread: index, span: left.span, what: 'way', when: flow.guard, values: operands })
    },
    perform: (step, flow) => {
      const { instruction: one, guardedBy } = step
      if (flow === undefined) {
        if (one.kind === 'barrier') reachBarrier(one, { thread: index, step, flow }, so)
        return undefined
      }
      vector = continued(vector, step, { event: events.length, before: flow })
      const decidedBy = guardedBy === undefined ? branches : [...branches, guardedBy]
      const after = perform({ thread: index, step, flow, decidedBy, vector }, so)
      const written = destinationOf(one)
      const behind = guardedBy === undefined || written === undefined ? after : alsoFrom(after, written, guardedBy)
      return behind.guard === never ? undefined : behind
    },
  })
  return end ?? { ...begin, guard: never }
}

/**
 * Returns the vector access that an instruction is part of: that of the instruction before it, or one that begins here.
 */
function continued(
  vector: Vector | undefined,
  { instruction: one, at }: PerformedStep,
  here: Pick<Vector, 'event' | 'before'>,
): Vector | undefined {
  if (!('element' in one) || one.element === undefined) return undefined
  const continues = vector !== undefined && vector.last === at - 1 && vector.span === one.span
  return continues ? { ...vector, last: at } : { span: one.span, last: at, ...here }
}

/** Returns the pairs whose writes are this event or later ones. Pairs are in the order of their writes. */
const later = (pairs: readonly GuardedPair[], from: number): readonly GuardedPair[] =>
  pairs.slice(pairs.findLastIndex(([, write]) => write < from) + 1)

/** Returns whether an instruction makes an event that is never left out. */
const isStrong = (one: Instruction): boolean =>
  one.kind === 'fence' ||
  one.kind === 'atomic' ||
  ((one.kind === 'load' || one.kind === 'store') && one.order !== 'weak')

/** Records a jump back that is not followed. If rounds only wait, nothing is lost unless they write from `since` on. */
function cut(
  { loop, taken, begin, since, end, varies }: CutRound,
  thread: number,
  { program, events, kept, cuts, waits, failing, rmw }: Recording,
): void {
  const { name, span, mayWait } = loop
  const [from, to, head] = [begin.events, end.events, begin.flow]
  const round = events.slice(from, to)
  const rewritesSince = (moment: typeof since) =>
    rewritesIn(
      events,
      later(rmw, moment.events).filter(([, write]) => write < to),
    )
  const changedSince = (moment: typeof since): Predicate => {
    const all = [...events.slice(moment.events, to), ...kept.slice(moment.kept, end.kept)]
    return changedBy(all, rewritesSince(moment), taken.guard)
  }
  const [written, lost] = [changedSince(begin), changedSince(since)]
  const reached = both(taken.guard, mayWait ? lost : always)
  const rewrites = mayWait
    ? rewritesSince(since).flatMap(({ write, when }) => {
        const there = both(taken.guard, when)
        return there === never ? [] : [{ write, when: there }]
      })
    : []
  const where = `${threadAt(program.threads, thread).name} ${name}, ${shownPlace(span)}`
  if (reached !== never || rewrites.length > 0) cuts.push({ thread, loop: where, from, reached, rewrites })
  if (varies || round.some(({ kind }) => kind === 'barrier')) return
  // A wait that gives up may go round once more, but not for ever.
  const patient = failing.flatMap(({ event, patient }) => (from <= event && event < to ? [patient] : []))
  const waiting = allOf([taken.guard, negation(written), ...patient])
  const guard = mayWait ? waiting : head === undefined ? never : both(waiting, asBefore(head, taken))
  if (guard !== never) waits.push({ thread, loop, guard, from, to })
}

/** The steps between two measurements of memory. */
const stepsBetween = 4096

/**
 * Returns a counter of steps. If there are too many, it records the loop that causes them; if no loop does, it exceeds
 * the limit, unless only those that are never left out are too many: then memory is the limit.
 */
function counter(
  limits: Limits,
  size: number,
  uncounted: LoopLine[],
): (step: Perform | Jump, counting: LoopLine | undefined) => void {
  const [instructions, performed, kept] = [limits.instructions * size, limits.accesses * size, limits.kept * size]
  const memory = memoryMeter()
  let steps = 0
  let accesses = 0
  let strong = 0
  return (step, counting) => {
    steps++
    if (step.kind === 'perform' && factsOf(step.instruction).makesEvents) accesses++
    if (step.kind === 'perform' && isStrong(step.instruction)) strong++
    const spent = steps % stepsBetween === 0 ? memory?.spent() : undefined
    if (spent !== undefined) exceed(spent)
    if (steps <= instructions && accesses <= performed && strong <= kept) return
    if (counting !== undefined) {
      uncounted.push(counting)
      return
    }
    if (steps <= instructions && accesses <= performed) return
    const reached = steps > instructions ? `${instructions} instructions` : `${performed} accesses, fences and barriers`
    exceed(`the test has more than ${reached}, with its loops executed; ${raising(size)}`)
  }
}

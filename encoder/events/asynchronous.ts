/**
 * Asynchronous instructions: what is issued in program order, the operations outside of it, and who waits for them (ISA, asynchronous copies;
 * 8.9.1.1).
 */

import type { BaseSet } from '../../axioms/algebra/names.js'
import type { AsyncArrive, AsyncCopy, AsyncGroup, Target } from '../../litmus/instruction.js'
import { must } from '../../source/must.js'
import { atomicResult } from '../values/atomics.js'
import { always, compare, constant, type Expression, never, operation, resize } from '../values/expression.js'
import { access, addRead, addWrite, controlled, nothing, type Where } from './accesses.js'
import { inWindow } from './addresses.js'
import type { Copied, Place } from './event.js'
import { type Flow, nextPhase, phaseOf, valueIn } from './flow.js'
import { countAt, raisePending } from './mbarriers.js'
import { originOf, type Performed } from './performed.js'
import { type Extent, shifted } from './pieces.js'
import type { Recording } from './recording.js'

/** The name of a thread's count of groups that it has committed. */
const groupsOf = (kind: AsyncGroup['of']): string => `groups of ${kind}`

/** Adds the events of a copy: what issues it, its reads and writes piece by piece, and its complete-tx. */
export function issueCopy(copy: AsyncCopy, performed: Performed, recording: Recording): Flow {
  const { flow } = performed
  const { issue, async_order, pending, unmodelled, undefined: undefineds } = recording
  const { guard } = flow
  const refuse = (why: string): Flow => {
    unmodelled.push({ ...originOf(performed), why, when: guard })
    return { ...flow, guard: never }
  }
  const size = numberOf(copy.size, performed)
  if (size === undefined) return refuse('its size depends on what is read')
  const ignored = copy.ignored === undefined ? 0 : numberOf(copy.ignored, performed)
  const said = copy.read === undefined ? size : numberOf(copy.read, performed)
  if (ignored === undefined || said === undefined) return refuse('how much it reads depends on what is read')
  const read = ignored === 0 ? Math.min(said, size) : 0
  const to = placeOf(copy.to, size, performed, recording)
  // Where nothing is read, any source will do.
  const from = read === 0 ? to : placeOf(copy.from, read, performed, recording)
  const mbarrier = copy.completes?.by === 'mbarrier' ? placeOf(copy.completes.at, 8, performed, recording) : undefined
  for (const place of [from, to, mbarrier]) {
    if (place === 'computed') return refuse('its address depends on what is read')
    if (place === undefined || 'location' in place) continue
    undefineds.push({
      ...originOf(performed),
      reason: 'access',
      when: guard,
      address: place.outside,
      copied: place.copied,
    })
    return { ...flow, guard: never }
  }
  const issued = addIssue(performed, recording)
  const where = (place: Place): Where => ({ places: [place], sources: nothing, guard, asynchronous: true })
  const proxy = copy.bulk ? ({ proxy: 'async' } as const) : ({ proxy: 'generic' } as const)
  const reads: number[] = []
  const writes: number[] = []
  if (isPlace(from) && isPlace(to)) {
    const extent = extentOf(copy, performed, { from, to, bytes: size, read })
    recording.extents.push(extent)
    for (const { at, bytes } of recording.running.pieces?.get(extent.key) ?? []) {
      const target = { ...to, ...shifted(to, at) }
      const type = { width: 8 * bytes, signed: false }
      const source =
        at < read
          ? addRead(
              { ...proxy, type, span: copy.span },
              [],
              where({ ...from, ...shifted(from, at) }),
              performed,
              recording,
            )
          : undefined
      const value = source ?? constant(0n, type.width)
      const written =
        copy.reduction === undefined
          ? [addWrite(proxy, [], { value, when: always, sources: fedBy(source) }, where(target), performed, recording)]
          : reduce(copy, copy.reduction, value, where(target), performed, recording)
      if (source !== undefined) reads.push(source.event)
      for (const write of written) {
        writes.push(write)
        if (source !== undefined) async_order.push([source.event, write, always])
      }
    }
  }
  const operations = [...reads, ...writes]
  if (isPlace(mbarrier)) {
    const { events } = countAt(
      {
        read: ['RLX', 'CLUSTER', 'RED'],
        write: ['REL', 'CLUSTER'],
        does: { completes: constant(BigInt(size), 32) },
        sources: nothing,
      },
      where(mbarrier),
      performed,
      recording,
    )
    for (const one of operations) for (const event of events) async_order.push([one, event, always])
    async_order.push([events[0], events[1], always])
    for (const event of events) issue.push([issued, event, always])
  } else {
    const of = copy.bulk ? 'bulk' : 'cp.async'
    pending.push({ thread: performed.thread, of, group: phaseOf(flow, groupsOf(of)), reads, writes })
  }
  for (const one of operations) issue.push([issued, one, always])
  return flow
}

const isPlace = (place: Placed | undefined): place is Place =>
  place !== undefined && place !== 'computed' && 'location' in place

const fedBy = (source: (Expression & { readonly kind: 'read' }) | undefined) =>
  source === undefined ? nothing : new Map([[source.event, always]])

/** Adds what a thread does when it issues an operation. Returns its id. */
function addIssue(performed: Performed, { events, ...recording }: Recording): number {
  const id = events.length
  const { guard } = performed.flow
  events.push({ id, kind: 'issue', sets: ['ISSUE'], origin: originOf(performed), guard })
  return controlled(id, performed, { events, ...recording })
}

/** `cp.reduce.async.bulk`: each element is changed by an atomic of its own, relaxed at the scope of the GPU. */
function reduce(
  copy: AsyncCopy,
  { operation: name, type, function: uninterpreted }: NonNullable<AsyncCopy['reduction']>,
  operand: Expression,
  where: Where,
  performed: Performed,
  recording: Recording,
): readonly number[] {
  const strength: readonly BaseSet[] = ['RLX', 'GPU']
  const proxy = { proxy: 'async' } as const
  const old = addRead({ ...proxy, type, span: copy.span }, ['RED', ...strength], where, performed, recording)
  const value =
    name === 'function'
      ? recording.unknowns.of(
          { from: 'instruction', ...originOf(performed), width: type.width, function: uninterpreted },
          [old, operand],
          where.guard,
        )
      : atomicResult({ operation: name, type }, old, [operand]).value
  const sources = new Map([[old.event, always], ...(operand.kind === 'read' ? [[operand.event, always] as const] : [])])
  const write = addWrite(proxy, strength, { value, when: always, sources }, where, performed, recording)
  recording.rmw.push([old.event, write, always])
  return [old.event, write]
}

function extentOf(
  { reduction }: AsyncCopy,
  { thread, step }: Performed,
  extent: Pick<Extent, 'from' | 'to' | 'bytes' | 'read'>,
): Extent {
  const key = [thread, step.index, ...step.iterations].join(' ')
  return { key, ...extent, element: reduction === undefined ? undefined : reduction.type.width / 8 }
}

/** The value of an operand that is known before anything is read; undefined if it is not. */
function numberOf(operand: AsyncCopy['size'], { flow }: Performed): number | undefined {
  const { value } = valueIn(flow, operand, 32)
  return value.kind === 'constant' ? Number(value.value) : undefined
}

type Placed = Place | 'computed' | { readonly outside: Expression; readonly copied: Copied }

/** Where a copy begins that reaches so many bytes. */
function placeOf(
  { value: target, offset, space }: Target,
  bytes: number,
  { thread, flow }: Performed,
  { running: { layout }, program, variables }: Recording,
): Placed {
  if (target.kind === 'address') {
    const { location, address } = must(variables.get(target.name), `the variable ${target.name}`)
    const { type, length = 1 } = must(program.locations[location], 'a location')
    const at = target.offset + offset
    if (at >= 0n && at + BigInt(bytes) <= BigInt((type.width / 8) * length))
      return { location, address, offset: Number(at), when: always }
    return { outside: constant(layout.addressOf({ variable: target.name, offset: at }), 64), copied: { bytes, space } }
  }
  const { value } = valueIn(flow, target, 64)
  const address = inWindow(operation('add', resize(value, 64, false), constant(offset, 64)), space, layout)
  if (address.kind !== 'constant') return 'computed'
  const region = layout
    .regionsOf(thread, space)
    .find(({ base, bytes: size }) => base <= address.value && address.value + BigInt(bytes) <= base + size)
  if (region === undefined) return { outside: address, copied: { bytes, space } }
  return {
    location: region.location,
    address: region.address,
    offset: Number(address.value - region.base),
    when: always,
  }
}

/** A commit of a group, or a wait for groups. A wait for all `cp.async` commits what is not yet committed. */
export function groupAsync(
  { of, action, pending: latest = 0n, read }: AsyncGroup,
  performed: Performed,
  recording: Recording,
): Flow {
  const { thread, flow } = performed
  const committed = action === 'wait' ? flow : nextPhase(flow, groupsOf(of))
  if (action === 'commit') return committed
  const { completed, events, pending } = recording
  const id = events.length
  events.push({ id, kind: 'wait', sets: ['WAIT'], origin: originOf(performed), guard: flow.guard })
  controlled(id, performed, recording)
  const groups = phaseOf(committed, groupsOf(of))
  for (const one of pending) {
    if (one.thread !== thread || one.of !== of) continue
    const isOver = compare('less-unsigned', operation('add', one.group, constant(latest, 32)), groups)
    for (const event of read ? one.reads : [...one.reads, ...one.writes]) completed.push([event, id, isOver])
  }
  return committed
}

/** `cp.async.mbarrier.arrive`: an arrival by the system when all earlier `cp.async` of the thread are done. */
export function arriveLater(one: AsyncArrive, performed: Performed, recording: Recording): Flow {
  const flow = one.noinc ? performed.flow : raisePending(one, performed, recording)
  const before = recording.pending.filter(({ thread, of }) => thread === performed.thread && of === 'cp.async')
  const issued = addIssue({ ...performed, flow }, recording)
  const add = (where: Where): readonly number[] => {
    const { events } = countAt(
      {
        read: ['RLX', 'CTA', 'RED'],
        write: ['REL', 'CTA'],
        does: { arrivals: constant(1n, 32) },
        sources: nothing,
      },
      { ...where, asynchronous: true },
      performed,
      recording,
    )
    for (const { writes } of before)
      for (const write of writes) for (const event of events) recording.completed.push([write, event, always])
    recording.async_order.push([events[0], events[1], always])
    for (const event of events) recording.issue.push([issued, event, always])
    return events
  }
  return access(one, { add }, { ...performed, flow }, recording)
}

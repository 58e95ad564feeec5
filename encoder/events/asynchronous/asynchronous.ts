/**
 * Asynchronous instructions: the issue in program order, the operations outside of it, and the waits for them (ISA,
 * asynchronous copies; 8.9.1.1).
 */

import type { BaseSet } from '../../../axioms/algebra/names.js'
import { type AsyncCopy, elementBytes } from '../../../litmus/instructions/async-copy.js'
import type { AsyncArrive, AsyncGroup } from '../../../litmus/instructions/async-groups.js'
import { addressType } from '../../../litmus/operand.js'
import type { Span } from '../../../source/text.js'
import { atomicResult } from '../../values/atomics.js'
import {
  always,
  both,
  compare,
  constant,
  type Expression,
  never,
  operation,
  type Predicate,
} from '../../values/expression.js'
import { type Flow, feeding, nextPhase, phaseOf } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { AccessPlace } from '../graph/event.js'
import type { Sources } from '../graph/register-value.js'
import { scopeSets } from '../graph/sets.js'
import { access, addRead, addWrite, controlled, nothing, type Where } from '../memory/accesses.js'
import { type Extent, shifted } from '../memory/pieces.js'
import { planOf } from './copied.js'
import { countAt, raisePending } from './mbarriers.js'
import type { AsyncRecording } from './recording.js'

/** Returns the name of a thread's count of groups that it has committed. */
export const groupsOf = (kind: AsyncGroup['of']): string => `groups of ${kind}`

/** Adds the events of a copy: what issues it, its reads and writes piece by piece, and its complete-tx. */
export function issueCopy(copy: AsyncCopy, performed: Performed, recording: AsyncRecording): Flow {
  const { flow } = performed
  const { issue, async_order, pending, unmodelled, undefined: undefineds } = recording
  const { guard } = flow
  const planned = planOf(copy, performed, recording)
  if (planned.kind === 'not modelled') {
    unmodelled.push({ ...originOf(performed), why: planned.why, when: guard })
    return { ...flow, guard: never }
  }
  if (planned.kind === 'outside') {
    const { address, copied } = planned
    undefineds.push({ ...originOf(performed), reason: 'access', when: guard, address, copied })
    return { ...flow, guard: never }
  }
  if (planned.kind === 'wrong CTA') {
    undefineds.push({ ...originOf(performed), reason: 'mbarrier', problem: planned.problem, when: guard })
    return { ...flow, guard: never }
  }
  const { moves, bytes: size, mbarriers, reduction, map } = planned
  const issued = addIssue(performed, recording)
  const where = (place: AccessPlace): Where => ({ places: [place], sources: nothing, guard, asynchronous: true })
  const described =
    map &&
    addRead({ proxy: 'tensormap', type: addressType, span: copy.span }, [], where(map.place), performed, recording)
  const holds = (base: bigint | undefined): Predicate =>
    described === undefined || base === undefined ? always : compare('equal', described, constant(base, 64))
  for (const { base, address, copied } of map?.outside ?? [])
    undefineds.push({ ...originOf(performed), reason: 'access', when: both(guard, holds(base)), address, copied })
  const sources = fedBy(described)
  const proxy = copy.bulk ? ({ proxy: 'async' } as const) : ({ proxy: 'generic' } as const)
  const strength = strengthOf(copy)
  const reads = described === undefined ? [] : [described.event]
  /** The writes, each with its CTA. */
  const writes: { readonly write: number; readonly cta: number }[] = []
  for (const [i, { from, to, bytes: length, read, base }] of moves.entries()) {
    const moved = (place: AccessPlace): Where => ({ ...where(place), sources, guard: both(guard, holds(base)) })
    const each = elementBytes({ reduction, relaxed: copy.relaxed })
    const element = each === 1 ? undefined : each
    const [first, ...others] = to
    const places = [first.place, ...others.map(({ place }) => place)] as const
    const extent = extentOf(i, performed, { from, to: places, bytes: length, read, element })
    recording.extents.push(extent)
    for (const { at, bytes } of recording.running.pieces?.get(extent.key) ?? []) {
      const type = { width: 8 * bytes, signed: false }
      const source =
        at < read
          ? addRead(
              { ...proxy, type, span: copy.span },
              reduction === undefined ? strength : [],
              moved({ ...from, ...shifted(from, at) }),
              performed,
              recording,
            )
          : undefined
      const value = source ?? constant(0n, type.width)
      if (source !== undefined) reads.push(source.event)
      for (const { place, cta } of to) {
        const target = moved({ ...place, ...shifted(place, at) })
        const written =
          reduction === undefined
            ? [addWrite(proxy, strength, { value, when: always, sources: fedBy(source) }, target, performed, recording)]
            : changeAt(
                { ...reduction, strength: { read: strength, write: strength }, ...proxy, span: copy.span },
                { value, sources: fedBy(source) },
                target,
                performed,
                recording,
              )
        for (const write of written) {
          writes.push({ write, cta })
          if (source !== undefined) async_order.push([source.event, write, always])
        }
      }
    }
  }
  for (const [cta, mbarrier] of mbarriers.entries()) {
    const operations = [...reads, ...writes.flatMap((one) => (one.cta === cta ? [one.write] : []))]
    completeAt(where(mbarrier), { bytes: size, operations, issued }, performed, recording)
  }
  const written = writes.map(({ write }) => write)
  if (copy.completes?.by !== 'mbarrier') {
    const of = copy.bulk ? 'bulk' : 'cp.async'
    const group = phaseOf(flow, groupsOf(of))
    pending.push({ thread: performed.thread, of, group, reads, writes: written, when: always })
  }
  for (const one of [...reads, ...written]) issue.push([issued, one, always])
  return flow
}

/** Adds the complete-tx of operations, which comes after them. */
export function completeAt(
  mbarrier: Where,
  {
    bytes,
    operations,
    issued,
  }: { readonly bytes: number; readonly operations: readonly number[]; readonly issued: number },
  performed: Performed,
  recording: AsyncRecording,
): void {
  const { async_order, issue } = recording
  const { events } = countAt(
    {
      read: ['RLX', 'CLUSTER', 'RED'],
      write: ['REL', 'CLUSTER'],
      does: { completes: constant(BigInt(bytes), 32) },
      sources: nothing,
    },
    mbarrier,
    performed,
    recording,
  )
  for (const one of operations) for (const event of events) async_order.push([one, event, always])
  async_order.push([events[0], events[1], always])
  for (const event of events) issue.push([issued, event, always])
}

/** Returns the sets of a copy's accesses, or of a reduction's. */
const strengthOf = ({ relaxed, reduction, tile }: AsyncCopy): readonly BaseSet[] => {
  if (relaxed !== undefined) return ['RLX', scopeSets[relaxed]]
  return reduction === undefined && tile?.reduction === undefined ? [] : ['RLX', 'GPU']
}

const fedBy = (source: (Expression & { readonly kind: 'read' }) | undefined): Sources =>
  source === undefined ? nothing : new Map([[source.event, always]])

/** Adds the event of a thread that issues an operation. Returns its id. */
export function addIssue(performed: Performed, { events, ...recording }: AsyncRecording): number {
  const id = events.length
  const { guard } = performed.flow
  events.push({ id, kind: 'issue', sets: ['ISSUE'], origin: originOf(performed), guard })
  return controlled(id, performed, { events, ...recording })
}

/** The change of an element by an operation. */
type Change = NonNullable<AsyncCopy['reduction']> & {
  readonly strength: { readonly read: readonly BaseSet[]; readonly write: readonly BaseSet[] }
  readonly proxy: 'async' | 'generic'
  readonly span: Span
}

/**
 * Performs `cp.reduce.async.bulk` and `red.async`: a separate atomic changes each element. Returns its read and its
 * write.
 */
export function changeAt(
  { operation: name, type, function: uninterpreted, strength, proxy, span }: Change,
  operand: { readonly value: Expression; readonly sources: Sources },
  where: Where,
  performed: Performed,
  recording: AsyncRecording,
): readonly [number, number] {
  const old = addRead({ proxy, type, span }, ['RED', ...strength.read], where, performed, recording)
  const value =
    name === 'function'
      ? recording.unknowns.of(
          {
            from: 'instruction',
            ...originOf(performed),
            width: type.width,
            function: uninterpreted,
            uncomputed: 'result',
          },
          [old, operand.value],
          where.guard,
        )
      : atomicResult({ operation: name, type }, old, [operand.value]).value
  const sources = feeding([new Map([[old.event, always]]), operand.sources])
  const write = addWrite({ proxy }, strength.write, { value, when: always, sources }, where, performed, recording)
  recording.rmw.push([old.event, write, always])
  return [old.event, write]
}

/** Returns an extent of an instruction, given its number. */
export function extentOf(
  number: number,
  { thread, step }: Performed,
  extent: Omit<Extent, 'key' | 'instruction'>,
): Extent {
  const instruction = [thread, step.index, ...step.iterations].join(' ')
  return { instruction, key: `${instruction} ${number}`, ...extent }
}

/** Returns a commit of a group, or a wait for groups. A wait for all `cp.async` commits what is not yet committed. */
export function groupAsync(
  { of, action, pending: latest = 0n, read, withoutMaps }: AsyncGroup,
  performed: Performed,
  recording: AsyncRecording,
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
    const inTime = compare('less-unsigned', operation('add', one.group, constant(latest, 32)), groups)
    const isOver = both(one.when, inTime)
    for (const event of read ? one.reads : [...one.reads, ...one.writes])
      if (withoutMaps !== true || events[event]?.sets.includes('TMAP') !== true) completed.push([event, id, isOver])
  }
  return committed
}

/** Performs `cp.async.mbarrier.arrive`: an arrival by the system when all earlier `cp.async` of the thread are done. */
export function arriveLater(one: AsyncArrive, performed: Performed, recording: AsyncRecording): Flow {
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

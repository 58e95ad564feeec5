/** Performs instructions: creates their events and updates registers (ISA 8.2 to 8.6). */

import type { BaseSet } from '../../../axioms/algebra/names.js'
import { dependencyOf } from '../../../litmus/host/dependents.js'
import { operandType } from '../../../litmus/instructions/computations.js'
import { type ByKind, byKind, type InstructionKind } from '../../../litmus/kinds.js'
import { addressType, type DataType, defaultType, type Operand, predicateType } from '../../../litmus/operand.js'
import { clusterName, ctaName } from '../../../litmus/position.js'
import { exceed } from '../../../source/limited.js'
import { must } from '../../../source/must.js'
import { withEntry } from '../../../source/overlaid.js'
import { atomicResult } from '../../values/atomics.js'
import { holdsOf } from '../../values/comparisons.js'
import { arithmeticResult, byZero } from '../../values/computations.js'
import { depthOf } from '../../values/depth.js'
import { always, both, choice, constant, never, passing, readsOf, resize } from '../../values/expression.js'
import { issueStore } from '../asynchronous/async-stores.js'
import { arriveLater, groupAsync, issueCopy } from '../asynchronous/asynchronous.js'
import { queryCancelled, requestCancel } from '../asynchronous/cancelled-launches.js'
import { operateMbarrier } from '../asynchronous/mbarriers.js'
import { changeTensorMap, fenceTensorMaps } from '../asynchronous/tensor-maps.js'
import { deviceOf, reachBarrier } from '../barriers/barriers-by-place.js'
import { meetAt } from '../barriers/named-barriers.js'
import { activeMask, matesOf, meetInWarp, warpAt } from '../barriers/warps.js'
import { type Flow, feeding, heldIn, inFull, nextPhase, phaseOf, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import { mayBe, noteUnwritten } from '../control/private.js'
import { queried } from '../control/queries.js'
import type { FencedSpace } from '../graph/event.js'
import type { RegisterValue, Sources } from '../graph/register-value.js'
import {
  asyncFenceSets,
  asyncFenceSpace,
  barrierSets,
  fenceSets,
  proxySet,
  readSets,
  scopeSets,
  writeSets,
} from '../graph/sets.js'
import { mostDepth } from '../graph/size.js'
import { access, addRead, addWrite, controlled, nothing, type Where } from '../memory/accesses.js'
import { converted } from '../memory/addresses.js'
import { accessRanges } from '../memory/ranges.js'
import { comparisonBy } from '../memory/sensitive.js'
import { performTensor } from '../tensor-memory/tensor-memory.js'
import { descriptorParts } from '../warpgroups/descriptor-parts.js'
import { changeRegisters } from '../warpgroups/register-counts.js'
import { accessRegisters, fenceWarpgroup, groupWarpgroup, issueWgmma } from '../warpgroups/warpgroups.js'
import type { Recording } from './recording.js'

/** Adds the events of an instruction, which may be part of a vector access. Returns the flow after it. */
export function perform(performed: Performed, recording: Recording): Flow {
  const { thread, step, flow } = performed
  const { program, running, events, rmw, ctrl, computes, unknowns, unmodelled, kept, slots, startOfSlots } = recording
  const { layout } = running
  const { guard } = flow
  const origin = originOf(performed)
  const operand = (one: Operand, { width }: DataType) => valueIn(flow, one, width)
  const past = (barrier: number): Flow => ({ ...flow, guard: both(guard, passing(barrier)) })
  const addFence = (sets: readonly BaseSet[], space?: FencedSpace): Flow => {
    controlled(events.length, performed, recording)
    const applies = space === undefined ? {} : { space }
    events.push({ id: events.length, kind: 'fence', sets: ['F', ...sets], origin, guard, ...applies })
    return flow
  }
  const assign = (register: string, held: RegisterValue, to: Flow = flow): Flow => {
    if (depthOf(held.value) > mostDepth)
      exceed(`a value is computed by more than ${mostDepth} operations, one after the other`)
    return { ...to, registers: withEntry(to.registers, register, held) }
  }

  const performs: ByKind<Flow, Exclude<InstructionKind, 'label' | 'branch'>> = {
    load: (load) => {
      let held: RegisterValue | undefined
      const after = access(
        load,
        {
          readsOnly: true,
          leaveOut: (bits) => {
            held = {
              value: constant(must(bits, 'the bits that a read returns'), load.type.width),
              type: load.type,
              sources: nothing,
            }
          },
          add: (where) => {
            const value = addRead(load, readSets(load), where, performed, recording)
            held = { value, type: load.type, sources: new Map([[value.event, always]]) }
            return [value.event]
          },
          own: (slot, addressedBy) => {
            const there = flow.registers.get(slot)
            const value = there?.value ?? constant(0n, load.type.width)
            if (there === undefined || mayBe(value, startOfSlots)) noteUnwritten(slots, slot)
            held = { value, type: load.type, sources: feeding([there?.sources ?? nothing, addressedBy]) }
            return flow
          },
        },
        performed,
        recording,
      )
      return held === undefined ? after : assign(load.destination, held, after)
    },
    store: (store) => {
      const { value, sources } = operand(store.value, store.type)
      if (store.type.width < 64 && store.value.kind === 'register')
        computes({
          does: 'narrow',
          operands: [heldIn(flow, store.value.name).value],
          when: guard,
          span: store.span,
        })
      return access(
        store,
        {
          leaveOut: () => kept.push({ kind: 'write', guard }),
          add: (where) => [
            addWrite(store, writeSets(store), { value, when: always, sources }, where, performed, recording),
          ],
          own: (slot, addressedBy) => {
            kept.push({ kind: 'write', guard })
            const from = feeding([sources, addressedBy])
            return assign(slot, { value, type: { ...store.type, signed: false }, sources: from })
          },
        },
        performed,
        recording,
      )
    },
    atomic: (atomic) => {
      const given = atomic.operands.map((one) => operand(one, atomic.type))
      const red = atomic.destination === undefined
      computes({
        does: atomic.operation,
        operands: given.map(({ value }) => value),
        when: guard,
        span: atomic.span,
      })
      let held: RegisterValue | undefined
      const add = (where: Where): readonly number[] => {
        const old = addRead(atomic, red ? ['RED', ...readSets(atomic)] : readSets(atomic), where, performed, recording)
        const values = given.map(({ value }) => value)
        const { operation, type, function: name } = atomic
        const { value, guard, ignoresOld } =
          operation === 'function'
            ? {
                value: unknowns.of(
                  { from: 'instruction', ...origin, width: type.width, function: name, uncomputed: 'result' },
                  [old, ...values],
                  where.guard,
                ),
                guard: always,
                ignoresOld: false,
              }
            : atomicResult({ operation, type }, old, values)
        const own: Sources = new Map(ignoresOld ? [] : [[old.event, always]])
        const sources = feeding([...given.map(({ sources }) => sources), own])
        const write = addWrite(atomic, writeSets(atomic), { value, when: guard, sources }, where, performed, recording)
        rmw.push([old.event, write, always])
        held = { value: old, type: atomic.type, sources: new Map([[old.event, always]]) }
        return [old.event, write]
      }
      const after = access(atomic, { add }, performed, recording)
      return atomic.destination === undefined || held === undefined ? after : assign(atomic.destination, held, after)
    },
    'range-access': (one) => {
      const { after, held } = accessRanges(one, warpAt(program, thread), performed, recording)
      return one.destination === undefined ? after : assign(one.destination, held, after)
    },
    fence: ({ order, scope }) => addFence([...fenceSets[order], scopeSets[scope], proxySet('generic')]),
    'proxy-fence': ({ proxy }) => addFence([proxySet(proxy)]),
    arithmetic: (arithmetic) => {
      const given = arithmetic.operands.map((one, i) => operand(one, operandType(arithmetic, i)))
      const isCounted = !descriptorParts(program, thread).has(arithmetic)
      if (isCounted)
        computes({
          does: arithmetic.operation,
          operands: given.map(({ value }) => value),
          width: arithmetic.type.width,
          when: guard,
          span: arithmetic.span,
        })
      for (const [i, one] of arithmetic.operands.entries()) {
        const { width } = operandType(arithmetic, i)
        if (isCounted && one.kind === 'register' && width < 32)
          computes({
            does: 'cvt',
            operands: [heldIn(flow, one.name).value],
            width,
            when: guard,
            span: arithmetic.span,
          })
      }
      const values = given.map(({ value }) => value)
      const result = arithmeticResult(arithmetic, values)
      // PTX leaves the result open (ISA, div and rem).
      const isOpen = byZero(arithmetic, values)
      const value =
        isOpen === never
          ? result
          : choice(isOpen, unknowns.fresh({ from: 'division', ...origin, width: arithmetic.type.width }), result)
      return assign(arithmetic.destination, {
        value: converted(value, arithmetic, values.slice(1), layout, thread),
        type: arithmetic.type,
        sources: feeding(given.map(({ sources }) => sources)),
      })
    },
    'set-predicate': (comparing) => {
      const {
        operator,
        destination,
        operands: [left, right],
        compared: of,
        combined,
        type,
        positive = 1n,
        span,
      } = comparing
      const [a, b] = [operand(left, of), operand(right, of)]
      computes({ does: comparisonBy(operator), operands: [a.value, b.value], when: guard, span })
      const other = combined === undefined ? undefined : operand(combined.predicate, addressType)
      const holds = holdsOf(comparing, [a.value, b.value], other?.value)
      return assign(destination, {
        value: choice(holds, constant(positive, type.width), constant(0n, type.width)),
        type,
        sources: feeding([a.sources, b.sources, ...(other === undefined ? [] : [other.sources])]),
      })
    },
    unknown: ({ destination, type, predicate, function: name, uncomputed, counts, clock, operands }) => {
      const given = operands.map((one) => inFull(flow, one))
      const width = predicate ? 1 : type.width
      const values = given.map(({ value }) => value)
      const value =
        name === undefined
          ? unknowns.fresh(
              counts
                ? { from: 'rounds', ...origin, width }
                : { from: 'instruction', ...origin, width, function: name, uncomputed },
            )
          : unknowns.of(
              // A function of nothing is the address of a function of the module, which may be anywhere.
              { from: 'instruction', ...origin, width, function: name, uncomputed: values[0] && 'result' },
              values,
              guard,
            )
      const sources = feeding(given.map(({ sources }) => sources))
      if (clock !== undefined) recording.clocks.push({ thread, clock, value, guard })
      return assign(destination, { value: resize(value, type.width, false), type, sources })
    },
    trap: () => {
      recording.undefined.push({ ...origin, reason: 'trap', when: guard })
      return { ...flow, guard: never }
    },
    refused: ({ why }) => {
      unmodelled.push({ ...origin, why, when: guard })
      return { ...flow, guard: never }
    },
    call: ({ action }) => {
      const query = action.kind === 'query' ? queried(origin, program.host, unknowns.fresh) : undefined
      const executed = query === undefined ? guard : both(guard, query.succeeds)
      events.push({ id: events.length, kind: 'call', sets: ['API'], origin, guard: executed, made: guard })
      if (action.kind !== 'query' || query === undefined) return flow
      return assign(action.destination, { value: query.returned, type: defaultType, sources: nothing })
    },
    barrier: (barrier) => {
      const event = controlled(reachBarrier(barrier, performed, recording), performed, recording)
      return barrier.action === 'arrive' ? flow : past(event)
    },
    'cluster-barrier': ({ action, order, aligned }) => {
      const event = controlled(events.length, performed, recording)
      const phase = phaseOf(flow, 'cluster')
      const mates = matesOf(program, thread)
      events.push({
        id: event,
        kind: 'barrier',
        sets: ['B', barrierSets[order], 'CLUSTER'],
        origin,
        guard,
        rule: 'cluster',
        action,
        instance: `cluster ${clusterName(deviceOf(program, thread))}`,
        resource: { value: phase, reads: readsOf(phase) },
        quorum: undefined,
        mates,
        aligned,
      })
      if (action === 'arrive') return mates.length === 0 ? flow : past(event)
      return nextPhase(past(event), 'cluster')
    },
    'grid-dependency': ({ action }) => {
      const kernel = dependencyOf(program.host, thread)
      // It does nothing in a kernel that is launched plainly.
      if (kernel === undefined || (action === 'wait' ? kernel.primary : kernel.dependent) === undefined) return flow
      const event = controlled(events.length, performed, recording)
      const [does, instance] =
        action === 'wait' ? (['wait', 'end before'] as const) : (['arrive', 'trigger by'] as const)
      events.push({
        id: event,
        kind: 'barrier',
        sets: ['API'],
        origin,
        guard,
        rule: 'grid',
        action: does,
        instance: `${instance} task ${kernel.task}`,
        resource: { value: constant(0n, 32), reads: [] },
        quorum: undefined,
      })
      return does === 'arrive' ? flow : { ...flow, guard: both(guard, { kind: 'passes', barrier: event }) }
    },
    mbarrier: (mbarrier) => {
      const { after, returned } = operateMbarrier(mbarrier, performed, recording)
      const type = mbarrier.waitsFor === undefined ? addressType : predicateType
      return mbarrier.destination === undefined || returned === undefined
        ? after
        : assign(mbarrier.destination, { ...returned, type }, after)
    },
    'async-copy': (copy) => issueCopy(copy, performed, recording),
    'async-store': (store) => issueStore(store, performed, recording),
    'async-group': (group) =>
      group.of === 'wgmma' ? groupWarpgroup(group, performed, recording) : groupAsync(group, performed, recording),
    'async-arrive': (arrive) => arriveLater(arrive, performed, recording),
    'async-fence': ({ what }) =>
      what.kind === 'tensormap'
        ? fenceTensorMaps(what, performed, recording)
        : addFence(asyncFenceSets(what), asyncFenceSpace(what)),
    'try-cancel': (one) => requestCancel(one, performed, recording),
    'query-cancel': (one) => {
      const { after, held } = queryCancelled(one, performed, recording)
      return assign(one.destination, held, after)
    },
    wgmma: (one) => issueWgmma(one, performed, recording),
    'wgmma-fence': (one) => fenceWarpgroup(one, performed, recording),
    'register-count': (one) => changeRegisters(one, performed, recording),
    tcgen05: (one) => performTensor(one, performed, recording),
    tensormap: (change) => changeTensorMap(change, performed, recording),
    'named-barrier': (barrier) => {
      const id = controlled(events.length, performed, recording)
      const { event, brought, sources, after } = meetAt(barrier, {
        id,
        origin,
        cta: ctaName(deviceOf(program, thread)),
        mates: barrier.action === 'arrive' ? matesOf(program, thread) : [],
        flow,
      })
      events.push(event)
      if (brought !== undefined) recording.brought.push(brought)
      for (const [read, when] of sources) ctrl.push([read, id, when])
      return after
    },
    warp: (one) => {
      const { held, after } = meetInWarp(one, performed, recording)
      return held === undefined || one.destination === undefined ? after : assign(one.destination, held, after)
    },
    'active-mask': (one) => assign(one.destination, activeMask(one, performed, recording)),
  }
  return accessRegisters(step.instruction, flow, byKind(performs, step.instruction), performed, recording)
}

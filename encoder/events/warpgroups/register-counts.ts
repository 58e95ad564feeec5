/**
 * `setmaxnreg`: a warp releases registers to the pool of its CTA, or waits until the pool has as many as all warps of
 * the CTA ask for (ISA, `setmaxnreg`: "blocks the execution until enough registers are available"). At the start the
 * pool is empty. The first thread of a warp acts for it.
 */

import type { RegisterCount } from '../../../litmus/instructions/register-counts.js'
import { ctaOf } from '../../../litmus/position.js'
import { threadAt } from '../../../litmus/program.js'
import { warpSize } from '../../../litmus/warp-size.js'
import { both, constant, never, passing } from '../../values/expression.js'
import { leaderOf } from '../barriers/leaders.js'
import { type Flow, phaseOf } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import { controlled } from '../memory/accesses.js'
import { meetInWarpgroup, type WarpgroupRecording } from './warpgroups.js'

/** The count of a thread by which it knows how many registers it may use; 0 at the start. */
const current = 'registers of the thread'

/** Performs `setmaxnreg`. The other threads of a warp wait for the first one, which waits for registers. */
export function changeRegisters(one: RegisterCount, performed: Performed, recording: WarpgroupRecording): Flow {
  const words = `setmaxnreg.${one.action} ${one.registers}`
  const flow = untilThere(one, performed, recording)
  const at = { ...performed, flow }
  const met = meetInWarpgroup(one, words, [], at, recording, executedAt(at, recording)).flow
  return { ...met, phases: new Map([...met.phases, [current, constant(one.registers, 32)]]) }
}

/** Adds an event that orders nothing, to which others refer. Returns its id, or nothing if the thread is not the first of its warp. */
function executedAt(performed: Performed, recording: WarpgroupRecording): number | undefined {
  const { events, program } = recording
  if (leaderOf(program, performed.thread) !== performed.thread) return undefined
  const id = events.length
  events.push({ id, kind: 'fence', sets: [], origin: originOf(performed), guard: performed.flow.guard })
  return controlled(id, performed, recording)
}

/** Returns the flow of a thread once its warp has released registers, or has got them. */
function untilThere(one: RegisterCount, performed: Performed, recording: WarpgroupRecording): Flow {
  const { program, events, undefined: undefineds, assumed } = recording
  const { thread, flow } = performed
  const here = { ...originOf(performed), when: flow.guard }
  const own = threadAt(program.threads, thread)
  const atStart = own.kind === 'device' ? own.mostRegisters : undefined
  const known = phaseOf(flow, current)
  if (atStart === undefined || known.kind !== 'constant') {
    if (one.action === 'inc') assumed.push({ what: 'registers', ...here })
    return flow
  }
  const [from, to] = [known.value === 0n ? atStart : Number(known.value), Number(one.registers)]
  const more = one.action === 'inc' ? to - from : from - to
  if (more < 0) {
    undefineds.push({ reason: 'warpgroup', problem: 'wrong way', ...here })
    return { ...flow, guard: never }
  }
  if (leaderOf(program, thread) !== thread || more === 0) return flow
  const id = events.length
  events.push({
    id,
    kind: 'barrier',
    sets: [],
    origin: originOf(performed),
    guard: flow.guard,
    rule: 'registers',
    action: one.action === 'inc' ? 'converge' : 'arrive',
    instance: `registers of ${ctaOf(own)}`,
    resource: { value: constant(0n, 32), reads: [] },
    quorum: undefined,
    registers: more * warpSize,
  })
  controlled(id, performed, recording)
  if (one.action === 'dec') return flow
  assumed.push({ what: 'all registers', ...here })
  return { ...flow, guard: both(flow.guard, passing(id)) }
}

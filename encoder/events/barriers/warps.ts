/**
 * Operations that lanes of a warp execute together (ISA, `shfl.sync` and similar). A lane waits until each lane that
 * the mask names has come to the same instruction, with the same mask, as often as itself, or has ended. Lanes that no
 * thread runs count as ended.
 */

import { isSparse } from '../../../litmus/instructions/matrices.js'
import type { ActiveMask, Agreed, WarpInstruction } from '../../../litmus/instructions/warps.js'
import { ctaName, laneOf, sameCta, threadPosition, warpOf } from '../../../litmus/position.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import {
  always,
  anyOf,
  both,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  never,
  operation,
  type Predicate,
  passing,
  readsOf,
  resize,
} from '../../values/expression.js'
import { hasLane, maskOf, shuffled, withPredicate } from '../../values/warps.js'
import { type Flow, feeding, nextPhase, phaseOf, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { Origin } from '../graph/event.js'
import type { RegisterValue } from '../graph/register-value.js'
import { controlled } from '../memory/accesses.js'
import type { Warp } from '../memory/ranges.js'
import { targetAddress } from '../memory/targets.js'
import { deviceOf } from './barriers-by-place.js'
import type { Active, BarrierRecording } from './recording.js'

/** Returns the threads of the warp of a thread, itself among them, in the order of their lanes. */
const warpMates = ({ threads }: Program, thread: number): readonly number[] => {
  const own = threadAt(threads, thread)
  return threads
    .flatMap((other, index) =>
      sameCta(threadPosition(own), threadPosition(other)) && warpOf(own) === warpOf(other) ? [index] : [],
    )
    .toSorted((a, b) => laneOf(threadAt(threads, a)) - laneOf(threadAt(threads, b)))
}

/** Returns whether the launch of a thread leaves out lanes of its warp, which would give what is unknown here. */
const hasLeftOut = (program: Program, thread: number): boolean =>
  warpMates(program, thread).some((mate) => {
    const one = threadAt(program.threads, mate)
    return one.kind === 'device' && one.leftOut !== undefined
  })

/** Returns the warp of a thread. */
export const warpAt = (program: Program, thread: number): Warp => ({
  name: `${ctaName(deviceOf(program, thread))} ${warpOf(threadAt(program.threads, thread))}`,
  threads: warpMates(program, thread),
})

/** Returns the other threads of the warp of a thread. */
export const matesOf = (program: Program, thread: number): readonly number[] =>
  warpMates(program, thread).filter((mate) => mate !== thread)

/** The value of the thread's register after an instruction, and the flow there. */
interface Met {
  readonly held: RegisterValue | undefined
  readonly after: Flow
}

/** Adds the event of a thread that comes to an instruction of its warp. */
export function meetInWarp(one: WarpInstruction, performed: Performed, recording: BarrierRecording): Met {
  const { thread, flow } = performed
  const { assumed, brought, computes, constants, ctrl, events, program, unknowns, unmodelled } = recording
  const { guard } = flow
  const origin = originOf(performed)
  const own = threadAt(program.threads, thread)
  const lane = laneOf(own)
  const mask = valueIn(flow, one.mask, 32)
  const elects = one.operation === 'elect'
  const joins = one.operation === 'matrix'
  if (isSparse(one.mnemonic)) assumed.push({ what: 'metadata', ...origin, when: guard })
  if (elects && mask.value.kind !== 'constant') {
    unmodelled.push({ ...origin, why: 'the election of a lane from a mask that is not a constant', when: guard })
    return { held: undefined, after: { ...flow, guard: never } }
  }
  if (joins && warpAt(program, thread).threads.length === 1) return joinedAlone(one, performed, recording)
  const id = events.length
  const uses = usesOf(one.mnemonic, mask.value, recording)
  const resource = operation(
    'add',
    operation('mul', resize(mask.value, 64, false), constant(1n << 32n, 64)),
    resize(uses.before(flow), 64, false),
  )
  events.push({
    id,
    kind: 'barrier',
    sets: ['B'],
    origin,
    guard,
    rule: 'warp',
    action: one.operation === 'bar' ? 'sync' : 'converge',
    instance: `warp ${warpAt(program, thread).name} ${one.mnemonic}`,
    resource: { value: resource, reads: readsOf(resource) },
    quorum: undefined,
    ...(one.whole ? { aligned: true } : {}),
    warp: {
      mask: mask.value,
      lane,
      complete: joins || one.operation === 'movmatrix',
      agreed: [
        ...(one.agreed === undefined ? [] : agreedBy(one.agreed, flow, recording)),
        ...(one.equal ?? []).map((number) => valueIn(flow, number, 32).value),
      ],
    },
  })
  controlled(id, performed, recording)
  // The lanes that it meets depend on the mask.
  for (const [read, when] of mask.sources) ctrl.push([read, id, when])
  const after = uses.after({ ...flow, guard: both(guard, passing(id)) }, id)
  if (one.operation === 'bar' || one.operation === 'converge' || one.type === undefined)
    return { held: undefined, after }

  // A predicate holds unless it is 0, whatever its width.
  const votes = one.operation.startsWith('vote')
  const all = one.operands.map((operand) => valueIn(flow, operand, votes ? 64 : one.from.width))
  const [given, b, c] = joins ? [] : all
  const shuffle = shuffleOf(one.operation)
  const moved = shuffle && b && c && shuffled(shuffle, lane, b.value, c.value)
  const leader = elects ? leaderOf(mask.value, performed, recording) : undefined
  const type = one.paired ? ({ width: 32, signed: false } as const) : one.type
  const value = given?.value ?? constant(0n, 32)
  const does = one.operation.startsWith('redux') ? 'narrow' : one.operation.startsWith('match') ? 'equal' : undefined
  if (does !== undefined) computes({ does, operands: [value], when: guard, span: one.span })
  brought.push({
    event: id,
    lane,
    value: votes ? truthOf(value, one.negated === true) : value,
    sources: joins ? feeding(all.map(({ sources }) => sources)) : (given?.sources ?? new Map()),
    by: one.operation,
    type,
    from: moved?.source ?? leader ?? constant(0n, 32),
    otherwise:
      moved === undefined && one.operation !== 'movmatrix' && !joins
        ? constant(0n, type.width)
        : unknowns.fresh({
            from: 'instruction',
            ...origin,
            width: 32,
            function: joins ? one.mnemonic : undefined,
            uncomputed:
              joins || one.operation === 'movmatrix' ? 'result' : hasLeftOut(program, thread) ? 'lanes' : undefined,
          }),
  })
  const settled = constants.get(keyOf(origin))
  // A shuffle passes on what lanes bring, so its result is derived from an address only if what it passes on is. The
  // results of votes, matches and sums of lanes are numbers: whether those depend on addresses is judged above.
  const result: Expression =
    settled === undefined
      ? { kind: 'read', width: type.width, event: id }
      : constant(settled.value, type.width, moved !== undefined && settled.derived)
  const holds =
    moved?.inSegment ?? (elects ? compare('equal', result, constant(BigInt(lane), 32)) : negation(isZero(result)))
  const selecting = [b, c, mask].flatMap((one) => (one === undefined ? [] : [one.sources]))
  const held: RegisterValue = {
    value: one.paired ? withPredicate(result, holds) : result,
    type: one.type,
    sources: feeding([new Map([[id, always]]), ...selecting]),
  }
  return { held, after }
}

/** Returns what a matrix instruction does of which the program has one lane: there is no other for which it waits. */
function joinedAlone(one: WarpInstruction, performed: Performed, { unknowns }: BarrierRecording): Met {
  const { flow } = performed
  if (one.type === undefined) return { held: undefined, after: flow }
  const { width } = one.type
  const value = unknowns.fresh({
    from: 'instruction',
    ...originOf(performed),
    width,
    function: one.mnemonic,
    uncomputed: 'result',
  })
  const given = one.operands.map((operand) => valueIn(flow, operand, one.from.width))
  return { held: { value, type: one.type, sources: feeding(given.map(({ sources }) => sources)) }, after: flow }
}

/** Returns the values that lanes must have in common. */
const agreedBy = ({ at, stride }: Agreed, flow: Flow, { running: { layout } }: BarrierRecording): Expression[] => [
  targetAddress(at, flow, layout).address,
  ...(stride === undefined ? [] : [valueIn(flow, stride, 32).value]),
]

const isZero = (value: Expression): Predicate => compare('equal', value, constant(0n, value.width))

/** Returns a vote as one bit. */
const truthOf = (value: Expression, negated: boolean): Expression => {
  const holds = negated ? isZero(value) : negation(isZero(value))
  return choice(holds, constant(1n, 1), constant(0n, 1))
}

const shuffleOf = (operation: WarpInstruction['operation']) => {
  switch (operation) {
    case 'shfl-up':
      return 'up'
    case 'shfl-down':
      return 'down'
    case 'shfl-bfly':
      return 'bfly'
    case 'shfl-idx':
      return 'idx'
    default:
      return undefined
  }
}

/** Returns a key of a performed instruction, which is equal in each run of the threads. */
export const keyOf = ({ thread, instruction, iterations }: Origin): string =>
  [thread, instruction, ...iterations].join(' ')

/**
 * Returns how often a thread has come to an instruction with a mask before, and the flow after it has come once more.
 */
function usesOf(mnemonic: string, mask: Expression, { events }: BarrierRecording) {
  const name = `warp ${mnemonic} `
  // Masks that are not constants have a count for each use.
  const maskIn = (use: string): Expression => {
    const event = use.startsWith('@') ? events[Number(use.slice(1))] : undefined
    return event?.kind === 'barrier' && event.warp ? event.warp.mask : constant(BigInt(use), 32)
  }
  return {
    before: (flow: Flow): Expression =>
      [...flow.phases.keys()].reduce(
        (sum, key) => {
          if (!key.startsWith(name)) return sum
          const isSame = compare('equal', maskIn(key.slice(name.length)), mask)
          return operation('add', sum, choice(isSame, phaseOf(flow, key), constant(0n, 32)))
        },
        constant(0n, 32),
      ),
    after: (flow: Flow, id: number): Flow =>
      nextPhase(flow, name + (mask.kind === 'constant' ? `${mask.value}` : `@${id}`)),
  }
}

/**
 * Returns where the search for a leader begins among the lanes of a mask that threads run. The ISA leaves the leader
 * open, but it is always the same for the same mask.
 */
function leaderOf(
  mask: Expression,
  performed: Performed,
  { leaders, program, unknowns }: BarrierRecording,
): Expression {
  const own = threadAt(program.threads, performed.thread)
  const lanes = warpMates(program, performed.thread).filter(
    (mate) => hasLane(mask, laneOf(threadAt(program.threads, mate))) !== never,
  )
  const numbers = lanes.map((mate) => constant(BigInt(laneOf(threadAt(program.threads, mate))), 32))
  const last = numbers.at(-1) ?? constant(0n, 32)
  if (numbers.length < 2 || mask.kind !== 'constant') return last
  const key = `${ctaName(deviceOf(program, performed.thread))} ${warpOf(own)} ${mask.value}`
  const width = Math.ceil(Math.log2(lanes.length))
  const leader =
    leaders.get(key) ??
    unknowns.fresh({ from: 'instruction', ...originOf(performed), width, function: undefined, uncomputed: undefined })
  leaders.set(key, leader)
  return numbers
    .slice(0, -1)
    .reduceRight((rest, number, i) => choice(compare('equal', leader, constant(BigInt(i), width)), number, rest), last)
}

/** Returns the mask of active lanes: the thread's own, and any others that run. */
export function activeMask({ type }: ActiveMask, performed: Performed, recording: BarrierRecording): RegisterValue {
  const { thread, flow } = performed
  const { active, program, unknowns } = recording
  const origin = originOf(performed)
  const others = matesOf(program, thread)
  const bits = unknowns.fresh({
    from: 'instruction',
    ...origin,
    width: Math.max(1, others.length),
    function: undefined,
    uncomputed: undefined,
  })
  const lanes = others.map((mate, i) => {
    const bit = operation(
      'bit-and',
      operation('shift-right-unsigned', bits, constant(BigInt(i), bits.width)),
      constant(1n, bits.width),
    )
    return [laneOf(threadAt(program.threads, mate)), negation(isZero(bit))] as const
  })
  const value = maskOf([[laneOf(threadAt(program.threads, thread)), always], ...lanes])
  active.push({ ...origin, value, guard: flow.guard })
  return { value, type, sources: new Map() }
}

/**
 * Returns the constraints on active lanes. Lanes that are active together find the same lanes active: a lane names
 * another that shares its text only if that one comes to the same instruction, and finds the same.
 */
export const convergenceOf = (program: Program, active: readonly Active[]): readonly Predicate[] =>
  active.flatMap((one) =>
    warpMates(program, one.thread).flatMap((mate): readonly Predicate[] => {
      if (mate === one.thread || textAt(program, one) !== textAt(program, { ...one, thread: mate })) return []
      const lane = laneOf(threadAt(program.threads, mate))
      const same = active.filter(({ thread, instruction }) => thread === mate && instruction === one.instruction)
      const agreement = anyOf(same.map(({ value, guard }) => both(guard, compare('equal', value, one.value))))
      return [anyOf([negation(both(one.guard, hasLane(one.value, lane))), agreement])]
    }),
  )

/** Returns where the instruction is written. */
const textAt = ({ threads }: Program, { thread, instruction }: Pick<Origin, 'thread' | 'instruction'>): string => {
  const span = threadAt(threads, thread).instructions[instruction]?.span
  return `${span?.source.name} ${span?.start}`
}

/**
 * `wgmma`: the operations of a warpgroup, its fences and groups (ISA, Asynchronous Warpgroup Level Matrix
 * Multiply-Accumulate Instructions). Each warp reads both matrices: its reads are a part of the operation, and come
 * from the first thread of the warp. Lanes of a warp wait for each other at each instruction.
 */

import type { Instruction } from '../../../litmus/instruction.js'
import type { AsyncGroup } from '../../../litmus/instructions/async-groups.js'
import type { Branch } from '../../../litmus/instructions/control.js'
import { isSparse } from '../../../litmus/instructions/matrices.js'
import type { RegisterCount } from '../../../litmus/instructions/register-counts.js'
import type { WarpInstruction } from '../../../litmus/instructions/warps.js'
import type { Wgmma, WgmmaFence } from '../../../litmus/instructions/wgmma.js'
import type { Operand } from '../../../litmus/operand.js'
import { destinationOf, operandsOf } from '../../../litmus/operands.js'
import { isCompiled, threadAt } from '../../../litmus/program.js'
import { warpSize, warpsOfGroup } from '../../../litmus/warp-size.js'
import { memoisedWeakly } from '../../../source/memoised-weakly.js'
import {
  always,
  anyOf,
  both,
  choice,
  compare,
  constant,
  type Expression,
  implies,
  negation,
  never,
  operation,
  type Predicate,
  passing,
  readsOf,
} from '../../values/expression.js'
import { addIssue, extentOf, groupAsync, groupsOf } from '../asynchronous/asynchronous.js'
import type { AsyncRecording, WarpgroupUse } from '../asynchronous/recording.js'
import { leaderOf, leadersOf } from '../barriers/leaders.js'
import type { BarrierRecording } from '../barriers/recording.js'
import { matesOf, meetInWarp } from '../barriers/warps.js'
import { type Flow, nextPhase, phaseOf } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { Assumed, Origin, WarpgroupProblem } from '../graph/event.js'
import { addRead, controlled, nothing } from '../memory/accesses.js'
import { descriptorIn, larger, matrixMemory } from './descriptors.js'

/** The records of barriers and of asynchronous operations. */
export type WarpgroupRecording = BarrierRecording & AsyncRecording

/** The counts of a thread, by their names among those of its barriers. */
const uses = 'wgmma uses'
const fences = 'wgmma fences'
const complete = 'wgmma complete'
const operations = 'wgmma operations'
/** The number of the group, plus one, of the last operation that uses a register; and its shape. */
const usedBy = (register: string): string => `wgmma of ${register}`
const shapeAt = (register: string): string => `wgmma shape of ${register}`
/** The number of fences, plus one, before the last access to a register that is not by `wgmma`. */
const accessedAt = (register: string): string => `wgmma access of ${register}`
/** The same for moves, which are no accesses. */
const movedAt = (register: string): string => `wgmma move of ${register}`

/** Performs `wgmma.fence`. */
export function fenceWarpgroup(one: WgmmaFence, performed: Performed, recording: WarpgroupRecording): Flow {
  const { flow } = meetInWarpgroup(one, 'wgmma.fence', [], performed, recording)
  const { events } = recording
  events.push({
    id: events.length,
    kind: 'fence',
    sets: ['F', 'WGMMA'],
    origin: originOf(performed),
    guard: flow.guard,
  })
  controlled(events.length - 1, performed, recording)
  return nextPhase(flow, fences)
}

/** Performs `wgmma.commit_group` and `wgmma.wait_group`. */
export function groupWarpgroup(one: AsyncGroup, performed: Performed, recording: WarpgroupRecording): Flow {
  const words = [one.action, one.pending ?? ''].join(' ')
  // A warp that waits goes on with its first thread, for which the others wait.
  const started = one.action === 'commit' ? performed : { ...performed, flow: untilStarted(one, performed, recording) }
  const { flow } = meetInWarpgroup(one, words, [], started, recording)
  const after = groupAsync(one, { ...performed, flow }, recording)
  if (one.action === 'commit') {
    recording.commits.push({ thread: performed.thread, before: recording.events.length, when: flow.guard })
    return after
  }
  const committed = phaseOf(after, groupsOf('wgmma'))
  const pending = constant(one.pending ?? 0n, 32)
  const over = choice(
    compare('less-unsigned', committed, pending),
    constant(0n, 32),
    operation('sub', committed, pending),
  )
  return withCount(after, complete, larger(phaseOf(after, complete), over))
}

/**
 * Returns the flow of a thread that waits for groups: the operations in them start when all warps have come, so its
 * warp also waits for that. This orders no memory.
 */
function untilStarted({ pending: latest = 0n }: AsyncGroup, performed: Performed, recording: WarpgroupRecording): Flow {
  const { thread, flow } = performed
  const { pending, program } = recording
  if (leaderOf(program, thread) !== thread) return flow
  const groups = phaseOf(flow, groupsOf('wgmma'))
  const awaited = pending
    .filter((one) => one.thread === thread && one.of === 'wgmma')
    .reduce<Expression>(
      (before, one) => {
        const isOver = compare('less-unsigned', operation('add', one.group, constant(latest, 32)), groups)
        if (one.number === undefined) return before
        return choice(implies(flow.guard, one.when) ? isOver : both(one.when, isOver), one.number, before)
      },
      constant(0n, 32),
    )
  const some = both(flow.guard, negation(isZero(awaited)))
  if (some === never) return flow
  const event = addOperation('converge', awaited, { ...performed, flow: { ...flow, guard: some } }, recording)
  return { ...flow, guard: both(flow.guard, anyOf([isZero(awaited), passing(event)])) }
}

/** Adds the event of a warp that comes to an operation, by its number, or waits for it. Returns its id. */
function addOperation(
  action: 'arrive' | 'converge',
  number: Expression,
  performed: Performed,
  recording: WarpgroupRecording,
): number {
  const { events, program } = recording
  const id = events.length
  const [leader] = leadersOf(program, performed.thread)
  events.push({
    id,
    kind: 'barrier',
    sets: [],
    origin: originOf(performed),
    guard: performed.flow.guard,
    rule: 'warpgroup',
    action,
    instance: `warpgroup of thread ${leader}`,
    resource: { value: number, reads: readsOf(number) },
    quorum: undefined,
  })
  return controlled(id, performed, recording)
}

/** Performs `wgmma.mma_async`: the first thread of each warp adds the reads of the warp's part. */
export function issueWgmma(one: Wgmma, performed: Performed, recording: WarpgroupRecording): Flow {
  const { program, issue, one_operation, pending, unmodelled, undefined: undefineds } = recording
  const inMemory = [...(one.a.in === 'memory' ? [one.a] : []), one.b]
  const descriptors = inMemory.map(({ descriptor }) => descriptorIn(descriptor, performed))
  const { flow, count } = meetInWarpgroup(one, one.mnemonic, descriptors, performed, recording)
  const { thread } = performed
  if (isSparse(one.mnemonic)) recording.assumed.push({ what: 'metadata', ...originOf(performed), when: flow.guard })
  const at = { ...performed, flow }
  const number = operation('add', phaseOf(flow, operations), one32)
  if (leaderOf(program, thread) === thread) addOperation('arrive', number, at, recording)
  const issued = addIssue(at, recording)
  const group = phaseOf(flow, groupsOf('wgmma'))
  if (leaderOf(program, thread) === thread) {
    const all = inMemory.map(({ descriptor, matrix }) => matrixMemory(descriptor, matrix, at, recording))
    if (all.includes(undefined)) {
      unmodelled.push({
        ...originOf(performed),
        why: 'its descriptor names no shared memory that is known before anything is read',
        when: flow.guard,
      })
      return { ...flow, guard: never }
    }
    const memory = all.flatMap((some) => (some === undefined ? [] : [some]))
    for (const { address, bytes, when } of memory.flatMap(({ outside }) => outside))
      undefineds.push({
        ...originOf(performed),
        reason: 'access',
        when: both(flow.guard, when),
        address,
        copied: { bytes, aligned: 16, space: 'shared' },
      })
    const ranges = memory.flatMap(({ ranges }) => ranges)
    const reads: number[] = []
    for (const [i, { place, bytes }] of ranges.entries()) {
      const extent = extentOf(i, at, { from: place, to: [place], bytes, read: bytes, element: undefined })
      recording.extents.push(extent)
      for (const piece of recording.running.pieces?.get(extent.key) ?? []) {
        const read = addRead(
          { proxy: 'async', type: { width: 8 * piece.bytes }, span: one.span },
          ['WGMMA'],
          {
            places: [{ ...place, offset: place.offset + piece.at, when: always }],
            sources: nothing,
            guard: both(flow.guard, place.when),
            asynchronous: true,
          },
          at,
          recording,
        )
        reads.push(read.event)
      }
    }
    const others = leadersOf(program, thread).filter((leader) => leader !== thread)
    for (const other of recording.warpgroups.filter((use) => others.includes(use.thread))) {
      const when = same(other, { words: one.mnemonic, count })
      if (when === never) continue
      for (const read of reads)
        for (const part of other.reads) one_operation.push([read, part, when], [part, read, when])
    }
    record({ ...at, count, words: one.mnemonic, descriptors, reads }, recording)
  } else record({ ...at, count, words: one.mnemonic, descriptors, reads: [] }, recording)
  // Its own part was recorded just now, or when the first thread of the warp came.
  const leader = leaderOf(program, thread)
  for (const use of recording.warpgroups.filter((use) => use.thread === leader && use.reads.length > 0)) {
    const when = same(use, { words: one.mnemonic, count })
    if (when === never) continue
    for (const read of use.reads) issue.push([issued, read, when])
    pending.push({ thread, of: 'wgmma', group, number, reads: use.reads, writes: [], when: both(flow.guard, when) })
  }
  return nextPhase(withRegisters(one, group, at, recording), operations)
}

/** Returns whether two uses belong to one operation of a warpgroup. */
const same = (one: Pick<WarpgroupUse, 'words' | 'count'>, other: Pick<WarpgroupUse, 'words' | 'count'>): Predicate =>
  one.words === other.words ? compare('equal', one.count, other.count) : never

/**
 * Lets a thread come to an instruction of its warpgroup: it waits for the other lanes of its warp. Returns the flow
 * after it, and how often the thread has come to such instructions before. `registers` is the event of `setmaxnreg`.
 */
export function meetInWarpgroup(
  one: Wgmma | WgmmaFence | AsyncGroup | RegisterCount,
  words: string,
  descriptors: readonly Expression[],
  performed: Performed,
  recording: WarpgroupRecording,
  registers?: number,
): { readonly flow: Flow; readonly count: Expression } {
  const { program, undefined: undefineds } = recording
  const { thread } = performed
  const warps = leadersOf(program, thread).length
  if (warps < warpsOfGroup)
    undefineds.push({
      ...originOf(performed),
      reason: 'warpgroup',
      problem: 'no warpgroup',
      when: performed.flow.guard,
    })
  const met =
    matesOf(program, thread).length === 0
      ? performed.flow
      : meetInWarp(together(words, one.span), performed, recording).after
  const count = phaseOf(met, uses)
  if (one.kind !== 'wgmma') record({ ...performed, count, words, descriptors, reads: [], registers }, recording)
  return { flow: nextPhase(met, uses), count }
}

const record = (
  {
    count,
    words,
    descriptors,
    reads,
    registers,
    ...performed
  }: Performed &
    Pick<WarpgroupUse, 'count' | 'words' | 'descriptors' | 'reads'> & { readonly registers?: number | undefined },
  { warpgroups }: WarpgroupRecording,
): void => {
  warpgroups.push({
    ...originOf(performed),
    count,
    guard: performed.flow.guard,
    words,
    descriptors,
    reads,
    ...(registers === undefined ? {} : { registers }),
  })
}

/** Returns the wait of a warp's lanes for each other. */
const together = (words: string, span: Instruction['span']): WarpInstruction => ({
  kind: 'warp',
  operation: 'converge',
  mnemonic: `wgmma ${words}`,
  mask: { kind: 'integer', value: (1n << BigInt(warpSize)) - 1n, span },
  whole: true,
  operands: [],
  from: { width: 32, signed: false },
  span,
})

const withCount = (flow: Flow, name: string, count: Expression): Flow => ({
  ...flow,
  phases: new Map([...flow.phases, [name, count]]),
})

const one32 = constant(1n, 32)
const namesOf = (operands: readonly Operand[]): readonly string[] =>
  operands.flatMap((one) => (one.kind === 'register' ? [one.name] : []))

/**
 * Returns the flow in which the registers of an operation are in use. The behaviour is undefined without a fence before
 * the first operation, and between another access to a register and the operation. Operations of one shape may use an
 * accumulator one after the other.
 */
function withRegisters(
  one: Wgmma,
  group: Expression,
  performed: Performed,
  { undefined: undefineds, assumed }: WarpgroupRecording,
): Flow {
  const { flow } = performed
  const fenced = phaseOf(flow, fences)
  const misuse = (problem: WarpgroupProblem, when: Predicate): void => {
    const reached = both(flow.guard, when)
    if (reached !== never) undefineds.push({ ...originOf(performed), reason: 'warpgroup', problem, when: reached })
  }
  misuse('no fence', isZero(fenced))
  const accumulator = namesOf(one.accumulator)
  const a = one.a.in === 'registers' ? namesOf(one.a.registers) : []
  const shape = constant(BigInt(numberOf(one)), 32)
  const fragment = constant(0n, 32)
  const next = afterFences(flow)
  const changed: (readonly [string, Expression])[] = []
  for (const [registers, as] of [
    [accumulator, shape],
    [a, fragment],
  ] as const)
    for (const register of registers) {
      const unlike = both(
        both(
          negation(compare('equal', phaseOf(flow, shapeAt(register)), as)),
          compare('equal', phaseOf(flow, `${shapeAt(register)} fence`), next),
        ),
        negation(isZero(phaseOf(flow, usedBy(register)))),
      )
      misuse('not fenced', anyOf([compare('equal', phaseOf(flow, accessedAt(register)), next), unlike]))
      changed.push(
        [usedBy(register), operation('add', group, one32)],
        [shapeAt(register), as],
        [`${shapeAt(register)} fence`, next],
      )
    }
  const moved = anyOf(
    [...accumulator, ...a].map((register) => compare('equal', phaseOf(flow, movedAt(register)), next)),
  )
  assumeMoves(moved, performed, assumed)
  return { ...flow, phases: new Map([...flow.phases, ...changed]) }
}

/** Records that a move would be undefined behaviour if it were an access. */
function assumeMoves(when: Predicate, performed: Performed, assumed: Assumed[]): void {
  const reached = both(performed.flow.guard, when)
  if (reached !== never) assumed.push({ what: 'moves', ...originOf(performed), when: reached })
}

const isZero = (value: Expression): Predicate => compare('equal', value, constant(0n, 32))

/** Returns a number that differs for different shapes of accumulators; 0 is for none. */
const numberOf = ({ shape: { n, k, accumulates } }: Wgmma): number =>
  1 + ['f16', 'f32', 's32'].indexOf(accumulates) + 4 * (n + 512 * k)

/**
 * Returns the flow after an instruction that is not of a warpgroup: its accesses to registers that an operation uses
 * are undefined before a wait for that operation. In compiled code a `mov` is no access: the assembler places and
 * removes them, so they only say which register holds the value.
 */
export function accessRegisters(
  one: Instruction,
  before: Flow,
  after: Flow,
  performed: Performed,
  recording: WarpgroupRecording,
): Flow {
  if (one.kind === 'wgmma' || (one.kind === 'unknown' && one.accumulator)) return after
  const thread = threadAt(recording.program.threads, performed.thread)
  const ofMatrices = registersOf(thread.instructions)
  if (ofMatrices.size === 0) return after
  const written = destinationOf(one)
  const registers = [...new Set([...namesOf(operandsOf(one)), ...(written === undefined ? [] : [written])])]
  const concerned = registers.filter((register) => ofMatrices.has(register))
  if (concerned.length === 0) return after
  const [first] = one.kind === 'arithmetic' && one.operation === 'mov' ? one.operands : []
  if (first !== undefined && isCompiled(thread)) {
    if (written === undefined) return after
    assumeMoves(inUse(concerned, before), performed, recording.assumed)
    const from = first.kind === 'register' ? phaseOf(before, usedBy(first.name)) : constant(0n, 32)
    return withCount(withCount(after, usedBy(written), from), movedAt(written), afterFences(before))
  }
  const when = inUse(concerned, before)
  if (when !== never)
    recording.undefined.push({ ...originOf(performed), reason: 'warpgroup', problem: 'register in use', when })
  const next = afterFences(before)
  const accessed = concerned.map((register) => [accessedAt(register), next] as const)
  return { ...after, phases: new Map([...after.phases, ...accessed]) }
}

/** Returns the number of fences so far, plus one. */
const afterFences = (flow: Flow): Expression => operation('add', phaseOf(flow, fences), one32)

/** Returns when one of these registers is used by an operation that no wait has covered. */
const inUse = (registers: readonly string[], flow: Flow): Predicate =>
  both(
    flow.guard,
    anyOf(
      registers.map((register) => compare('less-unsigned', phaseOf(flow, complete), phaseOf(flow, usedBy(register)))),
    ),
  )

/** Records that a branch compares registers while an operation may be using them. */
export function compareRegisters(
  compared: NonNullable<Branch['when']>,
  flow: Flow,
  origin: Pick<Origin, 'thread' | 'iterations'>,
  { program, undefined: undefineds }: WarpgroupRecording,
): void {
  const when = inUse(namesOf([compared.left, compared.right]), flow)
  if (when === never) return
  const { instructions } = threadAt(program.threads, origin.thread)
  const instruction = instructions.findIndex((one) => one.kind === 'branch' && one.when === compared)
  undefineds.push({ ...origin, instruction, reason: 'warpgroup', problem: 'register in use', when })
}

/** Returns the registers that matrices have, or that moves may copy them to. */
const registersOf = memoisedWeakly((instructions: readonly Instruction[]): ReadonlySet<string> => {
  const registers = new Set(
    instructions.flatMap((one) =>
      one.kind === 'wgmma' ? namesOf([...one.accumulator, ...(one.a.in === 'registers' ? one.a.registers : [])]) : [],
    ),
  )
  if (registers.size === 0) return registers
  const moves = instructions.flatMap((one) =>
    one.kind === 'arithmetic' && one.operation === 'mov' ? [[one.operands[0], one.destination] as const] : [],
  )
  for (let size = -1; size !== registers.size; ) {
    size = registers.size
    for (const [from, to] of moves) if (from?.kind === 'register' && registers.has(from.name)) registers.add(to)
  }
  return registers
})

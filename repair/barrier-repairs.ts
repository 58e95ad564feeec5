/** Repairs that insert barriers of a warp, of a CTA, or of a cluster. */

import type { Instruction } from '../litmus/instruction.js'
import type { ClusterBarrier } from '../litmus/instructions/cluster-barriers.js'
import type { NamedBarrier } from '../litmus/instructions/named-barriers.js'
import type { WarpInstruction } from '../litmus/instructions/warps.js'
import { ctaName, ctaOf, sameCluster, warpOf } from '../litmus/position.js'
import { type Program, threadAt } from '../litmus/program.js'
import { groupBy } from '../source/group.js'
import type { Span } from '../source/text.js'
import { deviceTexts, deviceThreads, isUnwritten, startOfLine } from './lines.js'
import type { Repair } from './repair.js'
import { sharing } from './same-text.js'

/**
 * Returns a barrier of the CTA before any access, arrival or branch of a text that several of its threads run. If a
 * single warp runs the text, it is a barrier of the warp where its lanes do something together, and either of the two
 * where other threads of the CTA run other texts. It is either of the two where several warps run the text.
 */
export function barriers(program: Program): readonly Repair[] {
  return deviceTexts(program).flatMap(([thread, { instructions, position }]) => {
    const mates = sharing(program, thread).filter((other) => {
      const one = threadAt(program.threads, other)
      return one.kind === 'device' && ctaName(one.position) === ctaName(position)
    })
    if (mates.length < 2) return []
    const warps = new Set(mates.map((mate) => warpOf(threadAt(program.threads, mate)))).size
    const isOneWarp = warps === 1
    // Warps of one text may do different things, each of which its lanes do together.
    const haveLanes = mates.length > warps
    const lanesMeet = isOneWarp && instructions.some(({ kind }) => kind === 'warp')
    const isAlone = deviceThreads(program).every(
      ([other, one]) => ctaName(one.position) !== ctaName(position) || mates.includes(other),
    )
    const isEither = isOneWarp ? !isAlone : haveLanes
    const kinds = lanesMeet ? [warpBarrier] : isEither ? [warpBarrier, ctaBarrier] : [ctaBarrier]
    return placesForBarriers(instructions).flatMap(({ at, span }) =>
      kinds.map((barrier): Repair => ({ thread, at, change: { kind: 'insert', instruction: barrier(span) } })),
    )
  })
}

/**
 * Returns a barrier of the cluster before any access or branch of a text that threads of several of its CTAs run, and at
 * its end, where it keeps the shared memory of a CTA until others have read it: an arrival, and a wait.
 */
export function clusterBarriers(program: Program): readonly (readonly Repair[])[] {
  return deviceTexts(program).flatMap(([thread, { instructions, position }]) => {
    const mates = sharing(program, thread).flatMap((other) => {
      const one = threadAt(program.threads, other)
      return one.kind === 'device' && sameCluster(one.position, position) ? [ctaName(one.position)] : []
    })
    if (new Set(mates).size < 2) return []
    return [...placesForBarriers(instructions), ...beforeEnd(instructions)].map(({ at, span }) =>
      clusterBarrier(span).map((instruction): Repair => ({ thread, at, change: { kind: 'insert', instruction } })),
    )
  })
}

/** The most ways to put a barrier into several texts that are examined. */
const mostWays = 64

/**
 * Returns each way to insert a barrier into all texts of a CTA, one at a place of each text, for each CTA whose threads
 * run several texts that no thread of another CTA runs.
 */
export function barriersInTexts(program: Program): readonly (readonly (readonly Repair[])[])[] {
  const texts = deviceTexts(program).map(([thread, { instructions, position }]) => {
    const of = new Set(sharing(program, thread).map((other) => ctaOf(threadAt(program.threads, other))))
    const ways = [...placesForBarriers(instructions), ...atEnds(instructions)].map(
      ({ at, span }): Repair => ({ thread, at, change: { kind: 'insert', instruction: ctaBarrier(span) } }),
    )
    return { cta: ctaName(position), isOwn: of.size === 1, ways }
  })
  return [...groupBy(texts, ({ cta }) => cta).values()].flatMap((some) => {
    const count = some.reduce((product, { ways }) => product * ways.length, 1)
    if (some.length < 2 || count > mostWays || !some.every(({ isOwn }) => isOwn)) return []
    return [
      some.reduce<readonly (readonly Repair[])[]>(
        (before, { ways }) => before.flatMap((edits) => ways.map((way) => [...edits, way])),
        [[]],
      ),
    ]
  })
}

interface PlaceOfBarrier {
  readonly at: number
  /** The span of a neighbour. */
  readonly span: Span
}

/** Returns the start and the end of a text, where a barrier orders it with others. */
function atEnds(instructions: readonly Instruction[]): readonly PlaceOfBarrier[] {
  const [first, last] = [instructions[0], instructions.at(-1)]
  return first === undefined || last === undefined
    ? []
    : [
        { at: 0, span: first.span },
        { at: instructions.length, span: last.span },
      ]
}

/** Returns the place where a text ends; that of a kernel has an instruction there to which its returns lead. */
function beforeEnd(instructions: readonly Instruction[]): readonly PlaceOfBarrier[] {
  const last = instructions.at(-1)
  if (last === undefined) return []
  return [{ at: instructions.length - (isUnwritten(last) ? 1 : 0), span: last.span }]
}

/** Lists the places before accesses of memory, arrivals and branches, except the start, and those in polling loops. */
function placesForBarriers(instructions: readonly Instruction[]): readonly PlaceOfBarrier[] {
  const places = instructions.flatMap((one, index) =>
    ['load', 'store', 'atomic', 'async-copy', 'branch'].includes(one.kind) || isArrival(one)
      ? [afterLast(instructions, index)]
      : [],
  )
  const loops = pollingLoops(instructions)
  const isPolling = (at: number): boolean => loops.some(({ from, to }) => from < at && at <= to)
  return [...new Set(places)].flatMap((at) => {
    const span = instructions[at]?.span
    return at === 0 || span === undefined || isPolling(at) ? [] : [{ at, span }]
  })
}

const isArrival = (one: Instruction): boolean =>
  one.kind === 'mbarrier' && (one.action === 'arrive' || one.action === 'arrive_drop')

/**
 * Returns the loops that only read and wait, from their labels to the branches back. How often a thread goes round
 * depends on others, so threads would meet at other rounds of a barrier there.
 */
export const pollingLoops = (
  instructions: readonly Instruction[],
): readonly { readonly from: number; readonly to: number }[] =>
  instructions.flatMap((one, to) => {
    const from =
      one.kind === 'branch' ? instructions.findIndex((it) => it.kind === 'label' && it.name === one.target) : -1
    const body = from === -1 ? [] : instructions.slice(from, to + 1)
    return body.some(isPoll) && body.every((it) => isPoll(it) || isLocal(it)) ? [{ from, to }] : []
  })

const isPoll = (one: Instruction): boolean =>
  one.kind === 'load' || one.kind === 'atomic' || (one.kind === 'mbarrier' && one.waitsFor !== undefined)

const isLocal = ({ kind }: Instruction): boolean =>
  ['arithmetic', 'set-predicate', 'label', 'branch', 'fence'].includes(kind)

const clusterBarrier = (span: Span): readonly ClusterBarrier[] => [
  { kind: 'cluster-barrier', action: 'arrive', order: 'release', aligned: false, span },
  { kind: 'cluster-barrier', action: 'wait', order: 'acquire', aligned: false, span },
]

const ctaBarrier = (span: Span): NamedBarrier => ({
  kind: 'named-barrier',
  action: 'sync',
  aligned: true,
  id: { kind: 'integer', value: 0n, span },
  threads: undefined,
  span,
})

/** Returns a barrier of all lanes. */
const warpBarrier = (span: Span): WarpInstruction => ({
  kind: 'warp',
  operation: 'bar',
  mnemonic: 'bar.warp.sync',
  operands: [],
  from: { width: 32, signed: false },
  mask: { kind: 'integer', value: 0xffff_ffffn, span },
  span,
})

/**
 * Returns where the computation for an instruction begins: after the last earlier instruction that accesses memory,
 * branches or is a branch target, or after the last statement that is several instructions.
 */
function afterLast(instructions: readonly Instruction[], at: number): number {
  const start = startOfLine(instructions, at)
  const before = instructions[start - 1]
  const isComputed = before?.kind === 'arithmetic' || before?.kind === 'set-predicate'
  return isComputed && !isOneStatement(instructions[start - 2], before) ? afterLast(instructions, start - 1) : start
}

/** Returns whether two instructions are written as one statement, as a shuffle and the parts of its result are. */
const isOneStatement = (one: Instruction | undefined, other: Instruction): boolean =>
  one?.span.source === other.span.source && one.span.start === other.span.start

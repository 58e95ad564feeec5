/**
 * Instructions that one warp of each CTA of a pair performs together: `alloc`, `dealloc` and `relinquish_alloc_permit`
 * with `.cta_group::2` (ISA, Issue Granularity). The first of the two warps may wait for the second.
 */

import { ctaOf, ctaOfRank, rankOf, threadPosition } from '../../../litmus/position.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import {
  allOf,
  anyOf,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  never,
  operation,
  type Predicate,
} from '../../values/expression.js'
import type { MisusedTensorMemory, Origin, Pair, Undefined } from '../graph/event.js'
import type { Allocation, TensorUse } from './recording.js'

type Problem = MisusedTensorMemory & Undefined

/** The instructions of one kind that the warps of a CTA perform, and those of its peer. */
interface Sides {
  readonly own: readonly TensorUse[]
  readonly peers: readonly TensorUse[]
  /** All threads of the peer end. */
  readonly end: Predicate
}

/** Returns where a warp of the peer does not come, allocates other columns, or comes only after this one goes on. */
export function misusedPairs(
  program: Program,
  uses: readonly TensorUse[],
  allocations: readonly Allocation[],
  ends: readonly Predicate[],
): readonly Undefined[] {
  const collective = uses.filter(({ group, events, does }) => group === 2 && events.length > 0 && isCollective(does))
  return collective.flatMap((use) => {
    const peer = peerOf(program, use)
    if (peer === undefined) return []
    const sides = {
      own: collective.filter(({ cta, does }) => cta === use.cta && does === use.does),
      peers: collective.filter(({ cta, does }) => cta === peer && does === use.does),
      end: allOf(ends.filter((_, thread) => ctaOf(threadAt(program.threads, thread)) === peer)),
    }
    return [...alone(use, sides), ...unlike(use, sides, allocations), ...waits(use, sides)]
  })
}

const isCollective = (does: TensorUse['does']): boolean => ['alloc', 'dealloc', 'relinquish'].includes(does)

/** Returns the CTA that makes a pair with that of an instruction. */
function peerOf({ threads }: Program, { thread }: TensorUse): string | undefined {
  const position = threadPosition(threadAt(threads, thread))
  const peer = position && ctaOfRank(rankOf(position) ^ 1, position, threads)
  return peer === undefined ? undefined : ctaOf(threadAt(threads, peer))
}

/** Returns how many of the instructions are executed. */
const executed = (some: readonly TensorUse[]): Expression =>
  some.reduce<Expression>(
    (sum, { guard }) => operation('add', sum, choice(guard, constant(1n, 32), constant(0n, 32))),
    constant(0n, 32),
  )

const rankAmong = (use: TensorUse, all: readonly TensorUse[]): Expression => executed(all.slice(0, all.indexOf(use)))

/** "The issuing warp must make sure that peer CTA is launched and its warps eventually participate." */
const alone = (use: TensorUse, { own, peers, end }: Sides): readonly Problem[] =>
  misuse(use, 'alone', [use.guard, end, negation(compare('less-unsigned', rankAmong(use, own), executed(peers)))])

/** Returns whether one warp of each CTA performs all of the instructions: those of several warps have no order. */
const areOrdered = ({ own, peers }: Sides): boolean =>
  [own, peers].every((some) => new Set(some.map(({ thread }) => thread)).size <= 1)

/** Returns the instructions that may be performed together with one, and when. */
function partners(use: TensorUse, sides: Sides): readonly (readonly [TensorUse, Predicate])[] {
  const { own, peers } = sides
  if (!areOrdered(sides)) return peers.map((peer) => [peer, peer.guard])
  const rank = rankAmong(use, own)
  return peers.map((peer) => [peer, allOf([peer.guard, compare('equal', rank, rankAmong(peer, peers))])])
}

/** Returns where no instruction of the peer that may be performed with this one allocates the same columns. */
function unlike(use: TensorUse, sides: Sides, allocations: readonly Allocation[]): readonly Problem[] {
  if (use.does !== 'alloc') return []
  const columnsOf = ({ events }: TensorUse): number | undefined =>
    allocations.find(({ event }) => events.includes(event))?.columns
  const all = partners(use, sides)
  const alike = all.filter(([peer]) => columnsOf(peer) === columnsOf(use))
  return misuse(use, 'other columns', [use.guard, anyOf(whens(all)), negation(anyOf(whens(alike)))])
}

const whens = (all: readonly (readonly [TensorUse, Predicate])[]): readonly Predicate[] => all.map(([, when]) => when)

/** Returns where this one may wait for a warp that comes only after it (ISA, Table 57). */
const waits = (use: TensorUse, sides: Sides): readonly Problem[] =>
  areOrdered(sides)
    ? partners(use, sides).flatMap(([peer, when]) => {
        const [own, later] = [use.events[0], peer.events[0]]
        if (own === undefined || later === undefined) return []
        return misuse(use, 'waits', [use.guard, when], [own, later])
      })
    : []

const misuse = (
  { thread, instruction, iterations }: Origin,
  problem: MisusedTensorMemory['problem'],
  all: readonly Predicate[],
  ifBefore?: Pair,
): readonly Problem[] => {
  const when = allOf(all)
  return when === never
    ? []
    : [
        {
          reason: 'tensor memory',
          problem,
          thread,
          instruction,
          iterations,
          when,
          ...(ifBefore === undefined ? {} : { ifBefore }),
        },
      ]
}

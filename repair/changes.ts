/** The changes that make a program allow less: each place, and the alternatives there. */

import type { Program } from '../litmus/program.js'
import { aliasPairs } from './alias-pairs.js'
import { asynchronous } from './async-slots.js'
import { barriers, barriersInTexts, clusterBarriers } from './barrier-repairs.js'
import { barriersAtSource } from './barriers-at-source.js'
import { declaredScopes, withOwnScope } from './declarations.js'
import { dependents } from './dependent-repairs.js'
import { exchanges } from './exchanges.js'
import { memoryFences, moves, proxyFences } from './fences.js'
import { hostRepairs } from './host-repairs.js'
import { insertedWaits } from './inserted-waits.js'
import { movesPast } from './moves.js'
import { atOnePlace } from './one-place.js'
import { operands } from './operand-repairs.js'
import type { Price } from './prices.js'
import { readModifyWrites } from './read-modify-writes.js'
import { releasePatterns } from './release-patterns.js'
import type { Change, ChangeKind, Repair } from './repair.js'
import { alternatives, asItIs, keeping, type Level, type Slot, single } from './slot.js'
import { strengthenings } from './strengthenings.js'
import { tensorMemory } from './tensor-memory-repairs.js'
import { warpgroups } from './warpgroup-repairs.js'

/** The most texts that one change may affect: a barrier may be put into each text of a CTA. */
export type Extent = 'one text' | 'several texts'

/**
 * Returns the places of a program that may be changed, with the changes of the kinds in `only`, or of all kinds if it
 * is absent. `hasAliasPairs` says whether the model knows one-way alias fences.
 */
export function slotsOf(
  program: Program,
  only?: readonly ChangeKind[],
  extent: Extent = 'several texts',
  hasAliasPairs = true,
): readonly Slot[] {
  const isWanted = ({ change }: Level): boolean =>
    change === undefined || only === undefined || change.kinds.every((kind) => only.includes(kind))
  const stronger = strengthenings(program)
  const declared = declaredScopes(program, stronger)
  const all = [
    ...memoryFences(program),
    ...declared,
    ...(declared.length === 0 ? stronger : stronger.map((slot) => withOwnScope(slot, declared))),
    ...proxyFences(program),
    ...asynchronous(program, stronger),
    ...insertedWaits(program),
    ...barrierSlots(program),
    ...barriersAtSource(program),
    ...(extent === 'one text' ? [] : barriersInTexts(program).map(barrierInTexts)),
    ...(extent === 'one text' || !hasAliasPairs ? [] : aliasPairs(program)),
    ...exchanges(program),
    ...moves(program),
    ...movesPast(program),
    ...releasePatterns(program),
    ...calls(program),
    ...dependents(program),
    ...warpgroups(program),
    ...tensorMemory(program),
    ...operands(program),
    ...readModifyWrites(program),
  ]
  return atOnePlace(program, all).flatMap((slot): readonly Slot[] => {
    const kept = keeping(slot, isWanted)
    return kept.levels.length < 2 ? [] : [kept]
  })
}

/**
 * Returns the barriers that may be inserted. The search checks that all threads come to them. One more barrier may
 * change which ones threads meet at, and so remove order.
 */
const barrierSlots = (program: Program): readonly Slot[] =>
  [...barriers(program).map((edit) => [edit]), ...clusterBarriers(program)].flatMap((edits): readonly Slot[] => {
    const [first] = edits
    if (first?.change.kind !== 'insert') return []
    const { kind } = first.change.instruction
    const price = kind === 'warp' ? 'bar.warp.sync' : kind === 'cluster-barrier' ? 'barrier.cluster' : 'bar.sync'
    return [
      single(
        {
          kinds: ['barriers'],
          edits,
          prices: [price, 'line', ...(kind === 'warp' ? [] : (['threads wait'] as const))],
        },
        { rank: 3, like: `${price} ${first.thread}`, addsOrder: false, safe: false },
      ),
    ]
  })

/** Returns a barrier in all texts of a CTA, somewhere in each. */
const barrierInTexts = (ways: readonly (readonly Repair[])[]): Slot => ({
  rank: 3,
  like: `bar.sync of texts ${ways[0]?.[0]?.thread}`,
  addsOrder: false,
  levels: alternatives<readonly Repair[] | undefined>(
    [undefined, ...ways],
    () => false,
    (edits) =>
      edits === undefined
        ? asItIs
        : {
            change: { kinds: ['barriers'], edits, prices: edits.flatMap(() => ['bar.sync', 'line', 'threads wait']) },
            safe: false,
          },
  ),
})

/**
 * Returns changes of the host's calls: waits and synchronisation add order; other streams and exchanges remove some.
 */
function calls(program: Program): readonly Slot[] {
  const { waits, swaps, streams, synchronizations, paired } = hostRepairs(program)
  const slot = (edits: readonly Repair[], prices: readonly Price[], addsOrder: boolean): Slot => {
    const change: Change = { kinds: ['calls'], edits, prices }
    const places = addsOrder ? '' : edits.map(({ thread, at }) => `${thread} ${at}`).join()
    return single(change, { rank: 1, like: `${prices.join()} ${places}`, addsOrder, safe: false })
  }
  return [
    ...waits.map((edit) => slot([edit], ['cudaStreamWaitEvent'], true)),
    ...synchronizations.map((edit) => slot([edit], ['cudaStreamSynchronize'], true)),
    ...paired.map((edits) => slot(edits, ['cudaEventRecord', 'cudaStreamWaitEvent'], true)),
    ...swaps.map((edit) => slot([edit], ['swap'], false)),
    ...streams.map((edit) => slot([edit], ['stream'], false)),
  ]
}

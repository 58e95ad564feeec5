/**
 * Changes of a warpgroup's asynchronous operations: waits for their groups, fences before them, and the arrival that
 * hands their matrices back.
 */

import { factsOf } from '../litmus/facts.js'
import type { Instruction } from '../litmus/instruction.js'
import type { AsyncGroup } from '../litmus/instructions/async-groups.js'
import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import type { WgmmaFence } from '../litmus/instructions/wgmma.js'
import type { Program } from '../litmus/program.js'
import type { Span } from '../source/text.js'
import { deviceTexts, startOfLine } from './lines.js'
import type { Price } from './prices.js'
import type { Repair } from './repair.js'
import { alternatives, asItIs, type Slot, single } from './slot.js'

const rank = 1

/**
 * Returns the places of a program where these may be changed. All warps of a warpgroup must come to each of its
 * instructions, so the search has to see that the behaviour stays defined.
 */
export const warpgroups = (program: Program): readonly Slot[] =>
  deviceTexts(program)
    .map(([thread, { instructions }]): Text => ({ thread, instructions }))
    .filter(({ instructions }) => instructions.some(isOperation))
    .flatMap((text) => [...waits(text), ...earlierWaits(text), ...laterArrivals(text), ...fences(text)])

interface Text {
  readonly thread: number
  readonly instructions: readonly Instruction[]
}

const isOperation = (one: Instruction | undefined): boolean => one?.kind === 'wgmma'
const isGroup = (one: Instruction | undefined, action: AsyncGroup['action']): one is AsyncGroup =>
  one?.kind === 'async-group' && one.of === 'wgmma' && one.action === action

/** An index before which an instruction may be inserted, and the span of a neighbour. */
interface Place {
  readonly at: number
  readonly span: Span
}

/** Returns the places after commits, and those after them in the text before what synchronises, stores or branches. */
function placesToWait({ instructions }: Text): readonly Place[] {
  const first = instructions.findIndex((one) => isGroup(one, 'commit'))
  if (first < 0) return []
  const places = instructions.flatMap((one, i): readonly Place[] => {
    if (i <= first) return []
    const at = startOfLine(instructions, i)
    const isAfterCommit = isGroup(instructions[i - 1], 'commit')
    const isBefore = factsOf(one).mayWait || (one.kind === 'branch' && one.when !== undefined)
    return at > first && (isAfterCommit || isBefore) ? [{ at, span: one.span }] : []
  })
  return places.filter(({ at }, i) => places.findIndex((other) => other.at === at) === i)
}

/** Returns waits for all groups but the last one, and for all. */
const waits = (text: Text): readonly Slot[] =>
  placesToWait(text).map(
    ({ at, span }): Slot => ({
      rank,
      like: `wgmma.wait_group ${text.thread}`,
      addsOrder: true,
      levels: alternatives<bigint | undefined>(
        [undefined, 1n, 0n],
        (a, b) => a === undefined || (b !== undefined && a >= b),
        (pending) =>
          pending === undefined
            ? asItIs
            : {
                change: {
                  kinds: ['async'],
                  edits: [inserted(text.thread, at, waitFor(pending, span))],
                  prices: [pending === 0n ? 'wgmma.wait_group 0' : 'wgmma.wait_group'],
                },
                safe: false,
              },
      ),
    }),
  )

const waitFor = (pending: bigint, span: Span): AsyncGroup => ({
  kind: 'async-group',
  of: 'wgmma',
  action: 'wait',
  pending,
  span,
})

/** Returns moves of waits up to the commit before them. */
const earlierWaits = ({ thread, instructions }: Text): readonly Slot[] =>
  instructions.flatMap((one, from): readonly Slot[] => {
    if (!isGroup(one, 'wait') || startOfLine(instructions, from) !== from) return []
    const at = instructions.slice(0, from).findLastIndex((other) => isGroup(other, 'commit')) + 1
    return at > 0 && at < from ? [moved(thread, from, at, one)] : []
  })

/** Returns moves of arrivals at mbarriers down past the next wait, without a label or a branch in between. */
const laterArrivals = ({ thread, instructions }: Text): readonly Slot[] =>
  instructions.flatMap((one, from): readonly Slot[] => {
    const hands = one.kind === 'mbarrier' && (one.action === 'arrive' || one.action === 'arrive_drop')
    if (!hands || startOfLine(instructions, from) !== from) return []
    const wait = instructions.findIndex((other, i) => i > from && isGroup(other, 'wait'))
    const between = instructions.slice(from, wait + 1)
    return wait < 0 || between.some(({ kind }) => kind === 'label' || kind === 'branch')
      ? []
      : [moved(thread, from, wait + 1, one)]
  })

const moved = (thread: number, from: number, at: number, instruction: AsyncGroup | Mbarrier): Slot =>
  single(
    {
      kinds: ['async'],
      edits: [{ thread, at: from, change: { kind: 'remove' } }, inserted(thread, at, instruction)],
      prices: ['move'],
    },
    { rank, like: `move ${thread} ${from}`, addsOrder: false, safe: false },
  )

/** Returns `wgmma.fence` before the first of several operations. */
const fences = ({ thread, instructions }: Text): readonly Slot[] =>
  instructions.flatMap((one, i): readonly Slot[] => {
    const at = startOfLine(instructions, i)
    const isFirst = isOperation(one) && !instructions.slice(0, at).slice(-2).some(isOperation)
    return isFirst && instructions[at - 1]?.kind !== 'wgmma-fence'
      ? [
          single(
            {
              kinds: ['async'],
              edits: [inserted(thread, at, { kind: 'wgmma-fence', span: one.span })],
              prices: ['wgmma.fence'] satisfies readonly Price[],
            },
            { rank, like: `wgmma.fence ${thread}`, safe: false },
          ),
        ]
      : []
  })

const inserted = (thread: number, at: number, instruction: AsyncGroup | Mbarrier | WgmmaFence): Repair => ({
  thread,
  at,
  change: { kind: 'insert', instruction },
})

/**
 * The pairs of one-way alias fences that may be inserted: a release before a store of one text, and an acquire after a
 * load of another.
 */

import type { Instruction } from '../litmus/instruction.js'
import type { AsyncFence } from '../litmus/instructions/async-fences.js'
import type { Program } from '../litmus/program.js'
import { deviceTexts, startOfLine } from './lines.js'
import type { Repair } from './repair.js'
import { type Slot, single } from './slot.js'

/** The most pairs that are tried; there is one for each store and each load. */
const mostPairs = 64

/**
 * Returns the pairs, each as one change: neither fence does anything without the other. A pair is weaker than
 * `fence.proxy.alias`, and orders only what two threads do.
 */
export function aliasPairs(program: Program): readonly Slot[] {
  if (!program.variables.some(({ alias }) => alias !== undefined)) return []
  const texts = deviceTexts(program)
  const releases = texts.flatMap(([thread, { instructions }]) => edits('release', thread, instructions))
  const acquires = texts.flatMap(([thread, { instructions }]) => edits('acquire', thread, instructions))
  return releases
    .flatMap((release) =>
      acquires
        .filter(({ thread }) => thread !== release.thread)
        .map((acquire) =>
          single(
            {
              kinds: ['proxy-fences'],
              edits: [release, acquire],
              prices: ['fence.proxy.alias.release', 'fence.proxy.alias.acquire'],
              isOne: true,
            },
            { rank: 1, like: `alias pair ${release.thread} ${acquire.thread}` },
          ),
        ),
    )
    .slice(0, mostPairs)
}

/**
 * Returns a release fence before each store but the first instruction, or an acquire fence after each load but the last
 * one.
 */
function edits(order: 'release' | 'acquire', thread: number, instructions: readonly Instruction[]): readonly Repair[] {
  return instructions.flatMap((one, index): readonly Repair[] => {
    const at = order === 'release' ? startOfLine(instructions, index) : index + 1
    const isEnd = one.kind === 'atomic' || one.kind === (order === 'release' ? 'store' : 'load')
    const isPlace = at > 0 && at < instructions.length && startOfLine(instructions, at) === at
    if (!isEnd || !isPlace) return []
    const fence: AsyncFence = { kind: 'async-fence', what: { kind: 'alias', order }, span: one.span }
    return [{ thread, at, change: { kind: 'insert', instruction: fence } }]
  })
}

/**
 * `bar.cta.sync` and `bar.cta.arrive` of herd-style tests, whose barriers are places of the program, as barriers of
 * PTX.
 */

import type { Barrier } from '../litmus/instructions/control.js'
import { sameCta, threadPosition } from '../litmus/position.js'
import type { DeviceThread, Program } from '../litmus/program.js'
import { diagnostic } from '../source/diagnostic.js'
import { fail, ok, type Result } from '../source/result.js'

/** Returns the key by which a barrier belongs together with others; undefined if a register decides. */
const keyOf = ({ instance, id }: Barrier): string | undefined =>
  id === undefined ? `${instance}` : id.kind === 'integer' ? `${instance} ${id.value}` : undefined

/** The most barriers of a CTA. */
const most = 16

/**
 * Returns the instruction for such a barrier, with a separate number for each group. Each of its threads is in its own
 * warp, and counts as 32. Fails if the text does not show which barriers belong together or whether all are reached, or
 * if the quorum differs from the number of threads that arrive.
 */
export function numberedBarrier(barrier: Barrier, thread: DeviceThread, { threads }: Program): Result<string> {
  const refuse = (why: string): Result<never> => fail(diagnostic(`\`bar.cta.${barrier.action}\` ${why}`, barrier.span))
  const cta = threads.filter((one) => sameCta(threadPosition(one), thread.position))
  if (cta.some(({ instructions }) => instructions.some(({ kind }) => kind === 'branch')))
    return refuse('beside branches: which barriers are reached is not known from the text')
  const all = cta.flatMap(({ instructions }) =>
    instructions.flatMap((one) => (one.kind === 'barrier' ? [{ one, key: keyOf(one) }] : [])),
  )
  if (all.some(({ key }) => key === undefined)) return refuse('whose resource is in a register')
  const keys = [...new Set(all.map(({ key }) => key))]
  const key = keyOf(barrier)
  const group = all.filter((other) => other.key === key)
  if (keys.length > most) return refuse('with too many places')
  const quorums = group.flatMap(({ one: { quorum } }) => (quorum === undefined ? [] : [quorum]))
  if (quorums.some((quorum) => quorum.kind !== 'integer' || quorum.value !== BigInt(group.length)))
    return refuse('with a quorum that is not the number of those that come')
  return ok(`barrier.cta.${barrier.action} ${keys.indexOf(key)}, ${32 * group.length};`)
}

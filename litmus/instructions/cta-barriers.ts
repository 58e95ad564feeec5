/** What a thread must not do at the barriers of its CTA, `bar.cta.sync` and `bar.cta.arrive`. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { once } from '../../source/once.js'
import { type Barrier, destinationOf } from '../instruction.js'
import type { Thread } from '../program.js'
import { printInstruction } from './print.js'

/**
 * Errors for a barrier behind a `sync` of its own group, in a straight line of one thread. Whoever writes that means a second phase, as of
 * `bar.sync` (ISA, `bar`), where a barrier can be used again once all have come. By Dartagnan's rule of `bar.cta` the number is the place in
 * the program instead: both are of one group, in which the first waits for the second, or with a quorum may take it for an arrival of its
 * own. None of the tests that are published with that rule has one. Behind a branch, or before a label that one leads to, what is one thread's
 * second barrier may be another round's or another way's, which is left to the rule.
 */
export function checkCtaBarriers(threads: readonly Thread[]): readonly Diagnostic[] {
  const free = once(() => freeNumber(threads))
  return threads.flatMap(({ instructions }) => {
    const targets = new Set(instructions.flatMap((one) => (one.kind === 'branch' ? [one.target] : [])))
    /** The last `sync` of each group in the straight line so far. */
    const before = new Map<string, Barrier>()
    const writes = new Map<string, number>()
    /** The number, and the resource: in a register it is the same as before until the register is written. */
    const groupOf = ({ instance, id }: Barrier): string => {
      if (id === undefined) return `${instance}`
      // Resources are compared in 32 bits.
      if (id.kind === 'integer') return `${instance}, ${BigInt.asUintN(32, id.value)}`
      return `${instance}, ${id.name} ${writes.get(id.name) ?? 0}`
    }
    return instructions.flatMap((one): readonly Diagnostic[] => {
      if (one.kind === 'branch' || (one.kind === 'label' && targets.has(one.name))) before.clear()
      const written = destinationOf(one)
      if (written !== undefined) writes.set(written, (writes.get(written) ?? 0) + 1)
      if (one.kind !== 'barrier') return []
      const group = groupOf(one)
      const first = before.get(group)
      if (one.action === 'sync') before.set(group, one)
      return first === undefined ? [] : [secondPhase(first, one, free())]
    })
  })
}

/** The least number that no barrier has. */
function freeNumber(threads: readonly Thread[]): bigint {
  const used = new Set(
    threads.flatMap(({ instructions }) =>
      instructions.flatMap((one) => (one.kind === 'barrier' ? [one.instance] : [])),
    ),
  )
  let free = 0n
  while (used.has(free)) free++
  return free
}

function secondPhase(first: Barrier, second: Barrier, free: bigint): Diagnostic {
  const text = (barrier: Barrier): string => `\`${printInstruction(barrier, 'herd', () => false)}\``
  return diagnostic(
    `${text(second)} is in the group of the barrier before it: the number is a place in the program, not a phase; write another number for the second phase, ${text({ ...second, instance: free })}`,
    second.span,
    { message: 'the first', place: first.span },
  )
}

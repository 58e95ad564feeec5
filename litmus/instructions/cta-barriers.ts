/** Misuse of the barriers of a CTA, `bar.cta.sync` and `bar.cta.arrive`, by a thread. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { once } from '../../source/once.js'
import { destinationOf } from '../operands.js'
import type { Thread } from '../program.js'
import type { Barrier } from './control.js'
import { printInstruction } from './print.js'

/**
 * Reports a barrier after a `sync` of its own group in straight-line code of one thread. Its author means a second
 * phase, as with `bar.sync` (ISA, `bar`), where a barrier can be used again once all have arrived. By Dartagnan's rule
 * for `bar.cta`, the number is the place in the program instead: both are in one group, where the first waits for the
 * second, or with a quorum may take it as an arrival. No published test with that rule has such a barrier. After a
 * branch, or before the target of one, the second barrier may belong to another round or another path; there the rule
 * applies.
 */
export function checkCtaBarriers(threads: readonly Thread[]): readonly Diagnostic[] {
  const free = once(() => freeNumber(threads))
  return threads.flatMap(({ instructions }) => {
    const targets = new Set(instructions.flatMap((one) => (one.kind === 'branch' ? [one.target] : [])))
    /** The last `sync` of each group in the straight-line code so far. */
    const before = new Map<string, Barrier>()
    const writes = new Map<string, number>()
    /** Returns a key of the barrier's resource and number: a register has the same value until it is written. */
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

/** Returns the least number that no barrier uses. */
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

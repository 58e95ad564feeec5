/**
 * Wider scopes against races of strong accesses: two strong accesses of one location race if a scope does not include
 * the other thread (ISA 8.7.1), and no order of other accesses is what the text lacks then.
 */

import type { Scope } from '../litmus/operand.js'
import { sameCluster, sameCta, sameGpu, threadPosition } from '../litmus/position.js'
import { type Program, threadAt } from '../litmus/program.js'
import { must } from '../source/must.js'
import type { Counterexample } from './counterexample.js'
import { isStrong } from './likely-barriers.js'
import { type Choice, placeOf } from './likely-waits.js'
import { sharing } from './same-text.js'
import type { Slot } from './slot.js'

/**
 * Returns the changes that together widen the scopes of both accesses of a race just so that each includes the thread of
 * the other; none if an access is weak, or both scopes are wide enough.
 */
export function scopesFor(
  {
    program,
    slots,
    offends,
  }: { readonly program: Program; readonly slots: readonly Slot[]; readonly offends: Counterexample },
  pair: readonly [number, number],
): readonly Choice[] {
  const { events } = offends.reached.graph
  if (!pair.every((id) => isStrong(must(events[id], 'an event of a race')))) return []
  const places = pair.map((id) => placeOf(offends, id))
  const [one, other] = places
  if (one === undefined || other === undefined) return []
  const needed = scopeOf(program, one.thread, other.thread)
  const choices = [one, other].flatMap(({ thread, at }) => {
    const texts = sharing(program, thread)
    return slots.flatMap(({ levels }, slot): readonly Choice[] => {
      const level = levels.findIndex(
        ({ change }) =>
          change?.kinds.every((kind) => kind === 'scopes') === true &&
          change.edits.some(
            (edit) =>
              edit.at === at &&
              texts.includes(edit.thread) &&
              edit.change.kind === 'replace' &&
              'scope' in edit.change.instruction &&
              edit.change.instruction.scope === needed,
          ),
      )
      return level <= 0 ? [] : [{ slot, level }]
    })
  })
  return choices.filter(({ slot }, i) => choices.findIndex((it) => it.slot === slot) === i)
}

/** Returns the narrowest scope that includes both threads. */
export function scopeOf({ threads }: Pick<Program, 'threads'>, one: number, other: number): Scope {
  const [a, b] = [threadPosition(threadAt(threads, one)), threadPosition(threadAt(threads, other))]
  if (sameCta(a, b)) return 'cta'
  if (sameCluster(a, b)) return 'cluster'
  return sameGpu(a, b) ? 'gpu' : 'sys'
}

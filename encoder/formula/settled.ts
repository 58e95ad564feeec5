/**
 * What a thread that waits for ever reads of a counter. If it is promised every step, its last read returns what remains
 * after all of them, in whichever order they come. A solver that has to find this by itself tries the orders.
 */

import type { Wait } from '../events/barriers/hangs.js'
import type { Counter } from '../relations/counters.js'
import { evaluator } from '../values/expression.js'
import type { CounterReads } from './counter-reads.js'
import type { Formula, FormulaBuilder } from './formula.js'
import type { SymbolicValues } from './symbolic.js'
import type { Value } from './value.js'

interface SettledDomain {
  readonly domain: SymbolicValues
  readonly counted: CounterReads
  /** Returns what remains of a counter after all steps. */
  readonly remaining: (counter: Counter) => Value | undefined
  /** Returns whether the write is executed, and follows the one that the read returns in coherence. */
  readonly isOverwritten: (read: number, write: number) => Formula
}

/**
 * Adds to the condition under which a thread waits for ever that its last round returns to the loop with what remains of
 * the counters that it reads, too. Each execution in which it waits for ever meets that.
 */
export function withSettled(
  wait: Wait<Formula>,
  { domain, counted, remaining, isOverwritten }: SettledDomain,
  { and, ff }: FormulaBuilder,
): Wait<Formula> {
  const { at } = wait
  if (at.kind === 'barrier') return wait
  const settled = new Map(
    at.reads.flatMap((id): readonly (readonly [number, Value])[] => {
      const reader = counted.at(id)
      if (reader === undefined || reader.step !== undefined) return []
      const { counter } = reader
      const isPromisedAll = [...counter.before, ...counter.steps.map(({ write }) => write)].every((write) => {
        const overwritten = isOverwritten(id, write.id)
        const seen = at.later.find((one) => one.read === id && one.write === write.id)?.seen
        return overwritten === ff || seen === overwritten
      })
      const value = isPromisedAll ? remaining(counter) : undefined
      return value === undefined ? [] : [[id, value]]
    }),
  )
  if (settled.size === 0) return wait
  const { truth } = evaluator({ ...domain, read: (event) => settled.get(event) ?? domain.read(event) })
  return { ...wait, when: and(wait.when, truth(at.round.guard)) }
}

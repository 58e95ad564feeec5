/** The facts about a program that are known before its events are built. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Program } from '../../litmus/program.js'
import { defaultBound, type LookedAt } from '../events/graph/bound.js'
import type { EventGraph } from '../events/graph/event.js'
import { noPairs } from '../events/graph/no-pairs.js'
import { layoutOf } from '../events/memory/layout.js'
import { always } from '../values/expression.js'
import { notCovered } from './coverage.js'
import { graphUnder } from './graph-under.js'
import { tooLarge } from './limits.js'
import type { Verdict } from './verdict.js'

/**
 * Returns the verdict on a program that cannot be decided at all; undefined for any other. All events are built if there
 * are at most `mostShown` of them.
 */
export function beforehand(
  program: Program,
  model: Model,
  bound: number,
  lookedAt: LookedAt = 'final states',
  mostShown?: number,
): Extract<Verdict, { readonly reason: string }> | undefined {
  const reason = notCovered(program, model)
  if (reason !== undefined) return { kind: 'not covered', reason }
  const size = tooLarge(() => graphUnder(model, program, bound, lookedAt, 0, mostShown))
  return size === undefined ? undefined : { kind: 'undecided', reason: size }
}

/** Returns the graph of a program whose events are not built. */
export const noEvents = (program: Program): EventGraph => ({
  program,
  cells: [],
  mixed: false,
  sensitive: () => undefined,
  layout: layoutOf(program, 0),
  events: [],
  leftOut: 0,
  ...noPairs(),
  phase_order: [],
  one_operation: [],
  trigger: [],
  trigger_order: [],
  undefined: [],
  assumed: [],
  commits: [],
  unmodelled: [],
  decisive: [],
  unknowns: [],
  congruence: [],
  api: [],
  registers: [],
  constraints: [],
  ends: [],
  blocked: [],
  complete: always,
  units: [],
  occupied: always,
  cuts: [],
  waits: [],
  bound: defaultBound,
  lookedAt: 'final states',
})

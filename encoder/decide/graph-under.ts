/** The events of a program, as far as a model can tell them apart. */

import { growsWithEvents } from '../../axioms/algebra/grows.js'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Program } from '../../litmus/program.js'
import { buildEvents } from '../events/events.js'
import type { LookedAt } from '../events/graph/bound.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Arrangement } from '../events/graph/regions.js'
import { mostShown } from '../events/graph/size.js'
import { nothingLeftOut } from '../events/threads/phases.js'
import { performsWritesInOrder } from './own-writes.js'

/**
 * Returns the events of a program as `buildEvents` does. If there are more than `most`, those that the axioms of the
 * model cannot tell from others are left out, and what threads overwrite at once.
 */
export const graphUnder = (
  model: Model,
  program: Program,
  bound: number,
  lookedAt: LookedAt = 'final states',
  arrangement: Arrangement = 0,
  most: number = mostShown,
): EventGraph => {
  const overwritten = performsWritesInOrder(model)
  return buildEvents(
    program,
    bound,
    lookedAt,
    arrangement,
    growsWithEvents(model) ? { mostShown: most, overwritten } : nothingLeftOut,
  )
}

/** Decisions that hold under another model, too. */

import type { Model } from '../../axioms/algebra/terms.js'
import { agreeOn } from '../relations/agreement.js'
import { notCovered } from './coverage.js'
import type { Decision } from './verdict.js'

/**
 * Returns whether a decision on a program holds under another model, since no execution of the program tells the two
 * apart. False if that does not follow from the text: then the program is to be decided again.
 */
export const isSameUnder = (other: Model, { graph, model }: Pick<Decision, 'graph' | 'model'>): boolean =>
  graph.events.length > 0 &&
  !graph.mixed &&
  graph.sensitive() === undefined &&
  notCovered(graph.program, other) === undefined &&
  agreeOn(graph, model, other)

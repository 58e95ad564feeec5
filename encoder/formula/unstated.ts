/**
 * Variables whose values follow from other choices. A text defines those that it mentions, and only those: what a
 * question does not depend on costs nothing.
 */

import type { Formula } from './formula.js'
import type { Node } from './nodes.js'
import type { Alternative } from './value.js'

export interface Unstated {
  /** Returns what defines the variable. It can be met whatever the other choices are. */
  readonly stated: () => readonly Formula[]
  /** Returns whether a Boolean variable holds in a solution that does not name it. */
  readonly holds?: (holds: (formula: Formula) => boolean) => boolean
  /** Returns the values of a bit-vector, one of which is its value in each solution. */
  readonly sources?: () => readonly Alternative[]
}

/** What is stated as soon as something mentions a variable. */
export type Definitions = ReadonlyMap<Node, Pick<Unstated, 'stated'>>

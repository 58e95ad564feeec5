/** The lanes at which accesses to Tensor Memory may begin (ISA, Data Path Layout Organization; `tcgen05.shift`). */

import { anyOf, both, type Predicate } from '../../values/expression.js'
import type { TensorEvent } from '../graph/event.js'

type Begins = Pick<TensorEvent, 'starts'>

const laneOf = ({ address }: TensorEvent['starts'][number]): number => address >>> 16

/** Returns when an access begins at a lane that is none of those. */
export const beginsElsewhere = ({ starts }: Begins, lanes: readonly number[]): Predicate =>
  anyOf(starts.filter((start) => !lanes.includes(laneOf(start))).map(({ when }) => when))

/** Returns when two of the accesses begin at different lanes. */
export const beginApart = (all: readonly Begins[]): Predicate =>
  anyOf(
    all.flatMap(({ starts }, i) =>
      all
        .slice(i + 1)
        .flatMap((other) =>
          starts.flatMap((one) =>
            other.starts.flatMap((two) => (laneOf(one) === laneOf(two) ? [] : [both(one.when, two.when)])),
          ),
        ),
    ),
  )

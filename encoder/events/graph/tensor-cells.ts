/** Cells of Tensor Memory, as rectangles of lanes and columns (ISA, Tensor Memory), and when accesses to them meet. */

import { allOf, anyOf, both, negation, never, type Predicate } from '../../values/expression.js'
import type { Event, TensorCells, TensorEvent } from './event.js'

export const isTensor = (event: Event): event is TensorEvent => event.kind === 'tensor'

/** The lanes of a CTA, and its columns, of 32 bits each. */
export const lanesOfCta = 128
export const columnsOfCta = 512

/** Returns whether two accesses reach a common cell. */
export const commonCells = (a: Pick<TensorEvent, 'cells'>, b: Pick<TensorEvent, 'cells'>): Predicate =>
  anyOf(a.cells.flatMap((one) => b.cells.flatMap((other) => (meet(one, other) ? [both(one.when, other.when)] : []))))

const meet = (a: TensorCells, b: TensorCells): boolean =>
  a.cta === b.cta && overlap(a.lanes, b.lanes) && overlap(a.columns, b.columns)

/** Returns whether the second access reaches all cells of the first. */
export const allCellsOf = (a: Pick<TensorEvent, 'cells'>, b: Pick<TensorEvent, 'cells'>): Predicate =>
  a.cells.length === 0
    ? never
    : allOf(
        a.cells.map((one) =>
          anyOf([negation(one.when), ...b.cells.filter((other) => contains(other, one)).map(({ when }) => when)]),
        ),
      )

const contains = (a: TensorCells, b: TensorCells): boolean =>
  a.cta === b.cta &&
  a.lanes[0] <= b.lanes[0] &&
  b.lanes[1] <= a.lanes[1] &&
  a.columns[0] <= b.columns[0] &&
  b.columns[1] <= a.columns[1]

const overlap = ([a, aEnd]: TensorCells['lanes'], [b, bEnd]: TensorCells['lanes']): boolean => a < bEnd && b < aEnd

/** Returns whether two accesses begin at the same cell. */
export const sameAddress = (a: Pick<TensorEvent, 'starts'>, b: Pick<TensorEvent, 'starts'>): Predicate =>
  anyOf(
    a.starts.flatMap((one) =>
      b.starts.flatMap((other) =>
        one.cta === other.cta && one.address === other.address ? [both(one.when, other.when)] : [],
      ),
    ),
  )

/** Returns whether two accesses are of accumulators of one shape. */
export const sameShape = (a: Pick<TensorEvent, 'shape'>, b: Pick<TensorEvent, 'shape'>): boolean =>
  a.shape !== undefined && a.shape === b.shape

/** Values over formulas, as `symbolic.ts` computes with them. */

import type { Bits, Formula } from './formula.js'

export type Value =
  /** The possible patterns, each with its condition. In an execution at most one condition holds. */
  | { readonly kind: 'cases'; readonly width: number; readonly cases: ReadonlyMap<bigint, Formula> }
  | CountedValue
  | { readonly kind: 'bits'; readonly width: number; readonly bits: Bits }

export interface CountedValue {
  readonly kind: 'counted'
  readonly width: number
  /** The value after each number of steps. */
  readonly states: readonly bigint[]
  /** Returns whether there were at least this many steps. It implies the same of fewer. If not even of none, there is no value. */
  readonly atLeast: (steps: number) => Formula
}

export interface Alternative {
  readonly when: Formula
  readonly value: Value
}

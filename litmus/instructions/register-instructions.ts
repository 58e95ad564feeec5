/** Instructions that compute with registers alone, as data. */

import type { Span } from '../../source/text.js'
import type { Comparison } from '../condition.js'
import type { DataType, Operand } from '../operand.js'

/** A computation on registers. */
export interface Arithmetic {
  readonly kind: 'arithmetic'
  readonly operation: ArithmeticOperation
  readonly destination: string
  readonly operands: readonly Operand[]
  /** The type of the result. */
  readonly type: DataType
  /**
   * The type of the operands, if it differs: of `mul.wide` and `cvt`, of the first two of `mad.wide`, of the parts of
   * `pack`.
   */
  readonly from?: DataType
  /**
   * The state space of `isspacep` and of `cvta`, whose addresses `cvta` takes, or returns with `.to`; for `mapa` and
   * `getctarank` that of the addresses that they take, which are generic if it is absent.
   */
  readonly space?: 'global' | 'shared' | 'shared::cluster' | 'local' | 'const'
  readonly span: Span
}

/** The operations, in the words of PTX. `mul` and `mad` without more give the low half. */
export type ArithmeticOperation =
  | 'mov'
  | 'selp'
  | 'slct'
  | `slct-f32${'' | '-ftz'}`
  | Sum
  | 'mul'
  | 'mul-hi'
  | 'mul-wide'
  | 'mad'
  | `mad-hi${'' | '-sat'}`
  | 'mad-wide'
  | `mul24-${'lo' | 'hi'}`
  | `mad24-${'lo' | 'hi' | 'hi-sat'}`
  | 'sad'
  | `dp4a-${Sign}-${Sign}`
  | `dp2a-${'lo' | 'hi'}-${Sign}-${Sign}`
  | 'div'
  | 'rem'
  | 'neg'
  | 'abs'
  | 'min'
  | 'max'
  | `${'min' | 'max'}-relu`
  /** Two numbers of 16 bits in one register, each by itself. */
  | `${'add' | 'min' | 'max'}-${'u16x2' | 's16x2'}`
  | `${'min' | 'max'}-relu-s16x2`
  | 'and'
  | 'or'
  | 'xor'
  | 'not'
  | 'cnot'
  | 'lop3'
  | 'shl'
  | 'shr'
  | `shf-${'l' | 'r'}-${Bounding}`
  | 'bfe'
  | 'bfi'
  | `bfind${'' | '-shiftamt'}`
  | 'brev'
  | 'popc'
  | 'clz'
  | 'fns'
  | `bmsk-${Bounding}`
  | `szext-${Bounding}`
  | `prmt${'' | '-f4e' | '-b4e' | '-rc8' | '-ecl' | '-ecr' | '-rc16'}`
  | `cvt${'' | '-sat'}`
  | 'cvta'
  | 'cvta-to'
  | 'isspacep'
  /** The address in another CTA of the cluster, by its rank, and the rank of the CTA that an address is in. */
  | 'mapa'
  | 'getctarank'
  /** `mov` of a vector into one register, its lowest part first. */
  | 'pack'
  /** `mov` of a register into a vector: the part whose number is the second operand, from the lowest. */
  | 'unpack'

/**
 * Sums and differences. Those in a chain have the carry as their third operand; `carry` and `borrow` are what a sum or
 * difference carries.
 */
type Sum = `${'add' | 'sub'}${'' | '-sat'}` | 'addc' | 'subc' | 'carry' | 'borrow'

type Sign = 'u32' | 's32'

/** The meaning of an amount beyond the width: the width, or the remainder. */
type Bounding = 'clamp' | 'wrap'

/** `setp` and `set` (ISA): the destination becomes 1, or another value, if the comparison holds, else 0. */
export interface SetPredicate {
  readonly kind: 'set-predicate'
  readonly operator: Comparison | 'num' | 'nan'
  readonly destination: string
  readonly operands: readonly [Operand, Operand]
  /** The type of the two values. */
  readonly compared: DataType
  /** Present if the values are compared as floating-point numbers. */
  readonly floating?: Floating
  /** A predicate with which the result of the comparison is combined. */
  readonly combined?: {
    readonly operation: 'and' | 'or' | 'xor'
    readonly predicate: Operand
    readonly negated: boolean
  }
  /** The type of the destination. */
  readonly type: DataType
  /** The value if the comparison holds, unless that is 1. */
  readonly positive?: bigint
  readonly span: Span
}

/** The comparison of floating-point numbers. */
export interface Floating {
  readonly format: FloatFormat
  /** True if the comparison also holds when one of the values is not a number. */
  readonly unordered?: true
  /** True if subnormal values count as 0. */
  readonly flushed?: true
}

export type FloatFormat = 'f16' | 'bf16' | 'f32' | 'f64'

/** The registers that measure time. Those of 32 bits are halves of the others (ISA 10.23, 10.28). */
export const clocks = ['%clock', '%clock_hi', '%clock64', '%globaltimer', '%globaltimer_lo', '%globaltimer_hi'] as const

export type Clock = (typeof clocks)[number]

/**
 * An unknown result: the value of a clock, or with `function`, that of an uninterpreted function, such as `add.rn.f32`.
 * Equal operands of a function give equal results. Without `function`, each execution of it gives another value.
 */
export interface UnknownResult {
  readonly kind: 'unknown'
  readonly destination: string
  readonly type: DataType
  /** True if the destination is a predicate register, so that the result is 0 or 1. */
  readonly predicate?: true
  readonly function?: string
  /** The clock that it reads. */
  readonly clock?: Clock
  /** True if it depends on how many rounds of a wait there have been. */
  readonly counts?: true
  /** Present if the ISA determines the value, though it is not computed. It also determines that of a function of operands. */
  readonly uncomputed?: 'result'
  /** True if it is a part of the accumulator of the `wgmma.mma_async` before it. */
  readonly accumulator?: true
  readonly operands: readonly Operand[]
  readonly span: Span
}

/** An asynchronous copy as data, and how it is printed. */

import type { Span } from '../../source/text.js'
import type { Format } from '../format.js'
import type { Operand, Scope, Target } from '../operand.js'
import type { AtomicOperation } from './access-definitions.js'
import { type Reduction, reductionWords } from './async-reductions.js'
import { multicast } from './async-words.js'
import { operandText, operandTexts, targetText } from './text.js'

/** How a copy of four rows that need not follow each other is called: from the tensor, and into it. */
export const rowModes = ['tile::gather4', 'tile::scatter4'] as const
export type RowMode = (typeof rowModes)[number]

/** `cp.async`, `cp.async.bulk`, `cp.reduce.async.bulk` (ISA, Asynchronous copy). */
export interface AsyncCopy {
  readonly kind: 'async-copy'
  readonly bulk: boolean
  readonly to: Target
  readonly from: Target
  /** The size in bytes; undefined for the tile of a tensor, whose map gives it. */
  readonly size: Operand | undefined
  /**
   * The tile that is copied, if any: the side that is a tensor map instead of memory, and the start of the tile in the
   * tensor, the innermost dimension first. With rows of their own it is the column where four rows of a tensor of two
   * dimensions begin, and the number of each row (ISA 5.5.3.4).
   */
  readonly tile?: {
    readonly side: 'to' | 'from'
    readonly coordinates: readonly Operand[]
    readonly rows?: RowMode
    /** The operation on each element, for `cp.reduce`. */
    readonly reduction?: AtomicOperation
  }
  /** The number of bytes that `cp.async` reads; the rest of the destination becomes 0. */
  readonly read?: Operand
  /** A predicate of `cp.async`. If it holds, nothing is read and the destination becomes 0. */
  readonly ignored?: Operand
  /** The operation on each element, for `cp.reduce`. `function` is the name of an uninterpreted one. */
  readonly reduction?: Reduction
  /**
   * The scope at which a reduction changes each element, or at which a copy that is `.relaxed` accesses memory, 16
   * bytes at a time. Without it a copy is weak, and a reduction of a tensor has the scope `.gpu`.
   */
  readonly relaxed?: Scope
  /**
   * The completion of a bulk copy: by a complete-tx on this mbarrier, or as a part of a bulk group; undefined for
   * `cp.async`.
   */
  readonly completes: { readonly by: 'mbarrier'; readonly at: Target } | { readonly by: 'group' } | undefined
  /**
   * The mask of CTAs of `.multicast::cluster`, by their ranks in the cluster. Each of these CTAs gets a copy and has an
   * mbarrier for it.
   */
  readonly multicast?: Operand
  /**
   * The CTAs that `.cta_group` lets the copy of a tile signal: with 2, the mbarrier may be in the destination's CTA or in
   * the other one of its pair; without it as with 1.
   */
  readonly group?: 1 | 2
  readonly span: Span
}

/** Returns how many bytes a bulk copy or a reduction accesses at once: those of an element; 1 if it has none. */
export const elementBytes = ({
  reduction,
  relaxed,
}: {
  readonly reduction?: Reduction | undefined
  readonly relaxed?: Scope | undefined
}): number => (reduction !== undefined ? reduction.type.width / 8 : relaxed !== undefined ? 16 : 1)

/** Returns how many dimensions the tensor of a tile must have. */
export const dimensionsOf = ({ coordinates, rows }: NonNullable<AsyncCopy['tile']>): number =>
  rows === undefined ? coordinates.length : 2

/** Returns the words of a copy, as PTX writes them, without hints for caches. */
function mnemonicOf({
  bulk,
  to,
  from,
  reduction,
  relaxed,
  tile,
  completes,
  multicast: mask,
  group,
}: AsyncCopy): string {
  if (!bulk) return 'cp.async.ca.shared.global'
  const spaces = [to, from].map(({ space }) => (space === 'shared' ? 'shared::cta' : (space ?? 'global')))
  const completion = [
    completes?.by === 'mbarrier' ? 'mbarrier::complete_tx::bytes' : 'bulk_group',
    ...(mask === undefined ? [] : [multicast]),
    ...(group === undefined ? [] : [`cta_group::${group}`]),
  ].join('.')
  if (tile !== undefined)
    return [
      `cp.${tile.reduction === undefined ? '' : 'reduce.'}async.bulk.tensor.${dimensionsOf(tile)}d`,
      ...spaces,
      ...(tile.reduction === undefined ? [] : [tile.reduction]),
      tile.rows ?? 'tile',
      completion,
    ].join('.')
  return [
    reduction === undefined ? 'cp.async.bulk' : 'cp.reduce.async.bulk',
    ...(relaxed === undefined || (reduction !== undefined && relaxed === 'sys') ? [] : ['relaxed', relaxed]),
    ...spaces,
    completion,
    ...(reduction !== undefined ? [reductionWords(reduction)] : relaxed === undefined ? [] : ['b128']),
  ].join('.')
}

/** Writes a side of a copy: memory, or a tile of the tensor that a map describes. */
const sideText = (which: 'to' | 'from', copy: AsyncCopy, format: Format): string => {
  const text = targetText(copy[which], format)
  if (copy.tile?.side !== which) return text
  return `[${text.replace(/^\[(.*)\]$/s, '$1')}, {${copy.tile.coordinates.map(operandText).join(', ')}}]`
}

/** Returns the copy as its format writes it. */
export function copyText(copy: AsyncCopy, format: Format): string {
  const { size, read, ignored, completes, multicast } = copy
  const signalled = completes?.by === 'mbarrier' ? [targetText(completes.at, format)] : []
  const sides = [sideText('to', copy, format), sideText('from', copy, format)]
  const given = [...sides, ...operandTexts([size, read, ignored]), ...signalled, ...operandTexts([multicast])]
  return `${mnemonicOf(copy)} ${given.join(', ')}`
}

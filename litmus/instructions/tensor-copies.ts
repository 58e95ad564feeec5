/**
 * Copies of the tiles of tensors: `cp.async.bulk.tensor` and `cp.reduce.async.bulk.tensor` (ISA, Asynchronous copy).
 */

import { counted } from '../../source/counted.js'
import { diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Operand, Target } from '../operand.js'
import { type AsyncCopy, type RowMode, rowModes } from './async-copy.js'
import { isReduction, reductionOperations } from './async-reductions.js'
import { checkWords, ctaMask, multicast, targetOf, wordOf, wordsBehind } from './async-words.js'
import { completionOf, completions, noTypes } from './bulk-copies.js'
import { withoutPolicy } from './hints.js'
import * as operand from './operands.js'
import { cacheHint, type Words } from './qualifiers.js'
import type { Statement, StatementOperand } from './statement.js'

/** The CTAs of a pair whose mbarriers a copy may signal. */
const groups = ['cta_group::1', 'cta_group::2'] as const

const dimensions = ['1d', '2d', '3d', '4d', '5d'] as const

export const isTensorCopy = ({ mnemonic }: Statement): boolean =>
  /^cp\.(reduce\.)?async\.bulk\.tensor(\.|$)/.test(mnemonic)

/**
 * Reads `cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [to], [map, {c0, c1}], [bar]`,
 * `cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [map, {c0, c1}], [from]`, and `cp.reduce` of the second
 * form; with `.tile::gather4` and `.tile::scatter4` the coordinates are a column and four rows. Fails on other modes, and on other words and operands.
 */
export function readTensorCopy(written: Statement): Result<AsyncCopy> {
  const reduces = isReduction(written)
  const name = reduces ? 'cp.reduce.async.bulk.tensor' : 'cp.async.bulk.tensor'
  const words = wordsBehind(name, written)
  const rows = wordOf(words, rowModes)
  return then(
    collect({
      statement: withoutPolicy(written, words.others),
      words: checkWords(name, words, [
        dimensions,
        completions,
        reduces ? ['tile'] : ['tile', ...rowModes],
        [cacheHint],
        ...(reduces ? [reductionOperations] : [[multicast], groups]),
      ]),
      types: noTypes(name, words),
      dimension: dimensionOf(wordOf(words, dimensions), name, written),
      completion: completionOf(written, name, words, reduces ? 'tensor reductions' : 'tensor copies'),
      reduction: reduces ? reductionOf(wordOf(words, reductionOperations), name, written) : ok(undefined),
    }),
    ({ statement, dimension, completion, reduction }) => {
      const loads = completion !== 'bulk_group'
      const shared = words.spaces[loads ? 0 : 1]?.value === 'shared::cluster' ? 'shared::cluster' : 'shared'
      const { operands, span } = statement
      const length = rows === undefined ? dimension : coordinatesOfRows
      const tile = `[map, {${Array.from({ length }, (_, i) => `c${i}`).join(', ')}}]`
      const spread = wordOf(words, [multicast]) !== undefined
      const form = `${written.mnemonic} ${loads ? `[to], ${tile}, [bar]` : `${tile}, [from]`}${spread ? ', mask' : ''}`
      const count = 2 + (loads ? 1 : 0) + (spread ? 1 : 0)
      return then(
        collect({
          count: operand.count(statement, count, count, form),
          expected: operand.returnsNothing(statement),
          plain: targetOf(statement, operands[loads ? 0 : 1], shared),
          tile: tileOf(statement, operands[loads ? 1 : 0], {
            length,
            of: rows === undefined ? `${dimension}d` : rows,
          }),
          rows: checkRows(rows, { loads, dimension }, written),
          at: loads ? targetOf(statement, operands[2], shared) : ok(undefined),
          mask: ctaMask(statement, words, operands[3]),
          group: groupOf(words, loads),
        }),
        ({ plain, tile: { map, coordinates }, at, mask, group }) =>
          ok({
            kind: 'async-copy',
            bulk: true,
            to: loads ? plain : map,
            from: loads ? map : plain,
            size: undefined,
            tile: {
              side: loads ? 'from' : 'to',
              coordinates,
              ...(rows === undefined ? {} : { rows }),
              ...(reduction === undefined ? {} : { reduction }),
            },
            completes: at === undefined ? { by: 'group' } : { by: 'mbarrier', at },
            ...(mask === undefined ? {} : { multicast: mask }),
            ...(group === undefined ? {} : { group }),
            span,
          }),
      )
    },
  )
}

/** Returns the CTAs of a pair that a copy may signal, which only a copy that completes on an mbarrier may say. */
function groupOf(words: Words, loads: boolean): Result<AsyncCopy['group']> {
  const group = wordOf(words, groups)
  if (group === undefined || loads) return ok(group === undefined ? undefined : group === 'cta_group::2' ? 2 : 1)
  const { span } = must(
    words.others.find(({ text }) => text === group),
    'a word that is there',
  )
  return fail(diagnostic(`\`.${group}\` is for copies that complete on an mbarrier`, span))
}

/** The column, and four rows (ISA, `cp.async.bulk.tensor`, `tensorCoords`). */
const coordinatesOfRows = 5

/** Reports copies of four rows in the other direction, and of tensors that have not two dimensions. */
function checkRows(
  rows: RowMode | undefined,
  { loads, dimension }: { readonly loads: boolean; readonly dimension: number },
  { mnemonicSpan }: Statement,
): Result<undefined> {
  if (rows === undefined) return ok(undefined)
  const [gather, scatter] = rowModes
  if ((rows === gather) !== loads)
    return fail(
      diagnostic(
        rows === gather
          ? `\`.${gather}\` is for copies from a tensor; those into one take \`.${scatter}\``
          : `\`.${scatter}\` is for copies into a tensor; those from one take \`.${gather}\``,
        mnemonicSpan,
      ),
    )
  return unless(
    dimension === 2 ? [] : [diagnostic(`\`.${rows}\` is for tensors of two dimensions: write \`.2d\``, mnemonicSpan)],
  )
}

const dimensionOf = (
  word: (typeof dimensions)[number] | undefined,
  name: string,
  { mnemonicSpan }: Statement,
): Result<number> =>
  word === undefined
    ? fail(diagnostic(`\`${name}\` says how many dimensions the tensor has: \`.1d\` to \`.5d\``, mnemonicSpan))
    : ok(Number(word[0]))

const reductionOf = (
  word: (typeof reductionOperations)[number] | undefined,
  name: string,
  { mnemonicSpan }: Statement,
): Result<(typeof reductionOperations)[number]> =>
  word === undefined
    ? fail(
        diagnostic(
          `\`${name}\` needs an operation: ${reductionOperations.map((one) => `\`.${one}\``).join(', ')}`,
          mnemonicSpan,
        ),
      )
    : ok(word)

/** Returns the tensor map that an operand names, and the coordinates after it. */
function tileOf(
  statement: Statement,
  given: StatementOperand | undefined,
  { length, of }: { readonly length: number; readonly of: string },
): Result<{ readonly map: Target; readonly coordinates: readonly Operand[] }> {
  if (given === undefined) return fail()
  const tile = tileIn(given)
  if (tile === undefined)
    return fail(diagnostic('expected a tensor map and coordinates, as in `[map, {0, 0}]`', given.span))
  const { place, coordinates } = tile
  return then(
    collect({
      map: targetOf(statement, place, undefined),
      coordinates: all(
        coordinates.map((one) =>
          then(operand.optionalNumber(statement, one), (one) => (one === undefined ? fail() : ok(one))),
        ),
      ),
      count: unless(
        coordinates.length === length
          ? []
          : [diagnostic(`${counted(coordinates.length, 'coordinate')} given; \`.${of}\` has ${length}`, given.span)],
      ),
    }),
    ({ map, coordinates }) => ok({ map, coordinates }),
  )
}

/** Returns the map as an address without coordinates, and the coordinates. */
function tileIn(
  given: StatementOperand,
): { readonly place: StatementOperand; readonly coordinates: readonly StatementOperand[] } | undefined {
  if (given.kind === 'address' && given.coordinate !== null)
    return { place: { ...given, coordinate: null }, coordinates: [given.coordinate] }
  if (given.kind !== 'tile') return undefined
  const { map, coordinates } = given
  const place = {
    kind: 'address',
    owner: null,
    name: map.text,
    index: null,
    offset: 0n,
    coordinate: null,
    span: map.span,
  } as const
  return { place, coordinates }
}

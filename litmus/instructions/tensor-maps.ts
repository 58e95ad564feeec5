/** What changes tensor maps, and fences for them (ISA, `tensormap.replace`, `tensormap.cp_fenceproxy`, `fence`). */

import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { addressType, type Operand, type Scope, type Target } from '../instruction.js'
import type { AsyncFence } from './async-fences.js'
import { targetOf } from './async-words.js'
import { asyncFacts, type Definition, readerOf } from './definition.js'
import * as operand from './operands.js'
import { movementRow, synchronisationRow } from './rows.js'
import type { Statement, StatementOperand } from './statement.js'
import { operandText, targetText } from './text.js'

/** `fence.proxy.tensormap::generic.release.gpu` and `fence.proxy.tensormap::generic.acquire.gpu [map], 128`. */
export type TensorMapFence = { readonly kind: 'tensormap'; readonly scope: Scope } & (
  | { readonly order: 'release' }
  | { readonly order: 'acquire'; readonly at: Target }
)

/**
 * `tensormap.replace` of the address of the tensor, which is a weak write, and `tensormap.cp_fenceproxy`, a weak copy of the whole map and behind
 * it a release fence for it (ISA, `tensormap.replace`, `tensormap.cp_fenceproxy`).
 */
export interface TensorMapChange {
  readonly kind: 'tensormap'
  readonly to: Target
  readonly by:
    | { readonly what: 'address'; readonly value: Operand }
    | { readonly what: 'copy'; readonly from: Target; readonly scope: Scope }
  readonly span: Span
}

const scopes = ['cta', 'cluster', 'gpu', 'sys'] as const satisfies readonly Scope[]

const releaseWords = 'fence.proxy.tensormap::generic.release'
const acquireWords = 'fence.proxy.tensormap::generic.acquire'

/** By their mnemonics. */
const fences = scopes.flatMap((scope) => [
  [`${releaseWords}.${scope}`, { order: 'release', scope }] as const,
  [`${acquireWords}.${scope}`, { order: 'acquire', scope }] as const,
])

const replaceWords = (space: 'global' | 'shared'): string =>
  `tensormap.replace.tile.global_address.${space === 'shared' ? 'shared::cta' : space}.b1024.b64`
const copyWords = (scope: Scope): string =>
  `tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.${scope}.sync.aligned`

const isOfTensorMap = ({ mnemonic }: Statement): boolean =>
  /^(tensormap\.|(fence|membar)\.proxy\.tensormap)/.test(mnemonic)

/** Errors: other words and operands; in modules all of them, since what their tensor maps describe is no part of the text. */
function readTensorMap(statement: Statement): Result<TensorMapChange | AsyncFence> {
  const { format, mnemonic, mnemonicSpan } = statement
  if (format === 'ptx')
    return fail(
      diagnostic(`\`${mnemonic}\` is refused: tensor maps are not modelled in compiled kernels`, mnemonicSpan),
    )
  if (mnemonic.startsWith('tensormap.replace')) return readReplace(statement)
  return mnemonic.startsWith('tensormap.') ? readCopy(statement) : readFence(statement)
}

function readReplace(statement: Statement): Result<TensorMapChange> {
  const { mnemonic, mnemonicSpan, operands, span } = statement
  const spaces = ['global', 'shared'] as const
  const space = spaces.find((one) => replaceWords(one) === mnemonic)
  const [, , , field] = mnemonic.split('.')
  if (space === undefined)
    return fail(
      diagnostic(
        field !== undefined && field !== 'global_address'
          ? `\`${mnemonic}\` is refused: of the fields of a tensor map, only \`.global_address\` is replaced here; its declaration says the others`
          : notOne(mnemonic, spaces.map(replaceWords)),
        mnemonicSpan,
      ),
    )
  return then(
    collect({
      count: operand.count(statement, 2, 2, `${mnemonic} [map], address`),
      expected: operand.returnsNothing(statement),
      to: targetOf(statement, operands[0], space),
      value: operand.valueOrPlace(statement, operands[1]),
    }),
    ({ to, value }) =>
      then(operand.ofType(statement, value, addressType), (value) =>
        ok({ kind: 'tensormap', to, by: { what: 'address', value }, span }),
      ),
  )
}

function readCopy(statement: Statement): Result<TensorMapChange> {
  const { mnemonic, mnemonicSpan, operands, span } = statement
  const scope = scopes.find((one) => copyWords(one) === mnemonic)
  if (scope === undefined) return fail(diagnostic(notOne(mnemonic, scopes.map(copyWords)), mnemonicSpan))
  return then(
    collect({
      count: operand.count(statement, 3, 3, `${mnemonic} [to], [from], 128`),
      expected: operand.returnsNothing(statement),
      to: targetOf(statement, operands[0], 'global'),
      from: targetOf(statement, operands[1], 'shared'),
      size: wholeMap(operands[2]),
    }),
    ({ to, from }) => ok({ kind: 'tensormap', to, by: { what: 'copy', from, scope }, span }),
  )
}

function readFence(statement: Statement): Result<AsyncFence> {
  const { mnemonic, mnemonicSpan, operands, span } = statement
  const [, fence] = fences.find(([name]) => name === mnemonic) ?? []
  if (fence === undefined)
    return fail(
      diagnostic(
        notOne(
          mnemonic,
          fences.map(([name]) => name),
        ),
        mnemonicSpan,
      ),
    )
  const { order, scope } = fence
  if (order === 'release')
    return then(operand.none(statement), () =>
      ok({ kind: 'async-fence', what: { kind: 'tensormap', order, scope }, span }),
    )
  return then(
    collect({
      count: operand.count(statement, 2, 2, `${mnemonic} [map], 128`),
      expected: operand.returnsNothing(statement),
      at: targetOf(statement, operands[0], undefined),
      size: wholeMap(operands[1]),
    }),
    ({ at }) => ok({ kind: 'async-fence', what: { kind: 'tensormap', order, scope, at }, span }),
  )
}

const notOne = (mnemonic: string, forms: readonly string[]): string =>
  `\`${mnemonic}\` is not one of ${forms.map((one) => `\`${one}\``).join(', ')}${didYouMean(mnemonic, forms)}`

/** Errors: another size than that of a tensor map. */
const wholeMap = (given: StatementOperand | undefined): Result<undefined> =>
  given === undefined
    ? fail()
    : unless(
        given.kind === 'integer' && given.value === 128n
          ? []
          : [diagnostic('a tensor map has 128 bytes, and the text says so', given.span)],
      )

/** The words of a change, as PTX writes them. */
const changeMnemonic = ({ to, by }: TensorMapChange): string =>
  by.what === 'copy' ? copyWords(by.scope) : replaceWords(to.space === 'shared' ? 'shared' : 'global')

/** The words of a fence, as PTX writes them. */
export const tensorMapFenceMnemonic = ({ order, scope }: TensorMapFence): string =>
  `${order === 'release' ? releaseWords : acquireWords}.${scope}`

export const tensorMapChange: Definition<TensorMapChange> = {
  facts: { ...asyncFacts, family: 'tensor map', accesses: false },
  withParts: (one, { operand, target }) => {
    const { to, by } = one
    const changed = { ...one, to: target(to) }
    if (by.what === 'copy') return { ...changed, by: { ...by, from: target(by.from) } }
    return { ...changed, by: { ...by, value: operand(by.value) } }
  },
  print: (one, format) => {
    const { to, by } = one
    const given = by.what === 'copy' ? [targetText(by.from, format), '128'] : [operandText(by.value)]
    return `${changeMnemonic(one)} ${[targetText(to, format), ...given].join(', ')}`
  },
  readers: [readerOf(isOfTensorMap, readTensorMap)],
  rows: [
    movementRow('tensormap tensormap.replace', 'Changes a field of a tensor map.'),
    synchronisationRow('tensormap.cp_fenceproxy', 'Copies a tensor map, and fences it for the copies that read it.'),
  ],
}

/** Fences for tensor maps, and the code that all instructions about tensor maps share (ISA, `fence`). */

import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Scope, Target } from '../operand.js'
import { targetOf } from './async-words.js'
import * as operand from './operands.js'
import type { Statement, StatementOperand } from './statement.js'

/** `fence.proxy.tensormap::generic.release.gpu` and `fence.proxy.tensormap::generic.acquire.gpu [map], 128`. */
export type TensorMapFence = { readonly kind: 'tensormap'; readonly scope: Scope } & (
  | { readonly order: 'release' }
  | { readonly order: 'acquire'; readonly at: Target }
)

export const scopes = ['cta', 'cluster', 'gpu', 'sys'] as const satisfies readonly Scope[]

const releaseWords = 'fence.proxy.tensormap::generic.release'
const acquireWords = 'fence.proxy.tensormap::generic.acquire'

/** The fences, by their mnemonics. */
const fences = scopes.flatMap((scope) => [
  [`${releaseWords}.${scope}`, { order: 'release', scope }] as const,
  [`${acquireWords}.${scope}`, { order: 'acquire', scope }] as const,
])

export const isTensorMapFence = ({ mnemonic }: Statement): boolean => /^(fence|membar)\.proxy\.tensormap/.test(mnemonic)

/** Fails on other words and operands. */
export function readTensorMapFence(statement: Statement): Result<TensorMapFence> {
  const { mnemonic, mnemonicSpan, operands } = statement
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
  if (order === 'release') return then(operand.none(statement), () => ok({ kind: 'tensormap', order, scope }))
  return then(
    collect({
      count: operand.count(statement, 2, 2, `${mnemonic} [map], 128`),
      expected: operand.returnsNothing(statement),
      at: targetOf(statement, operands[0], undefined),
      size: wholeMap(operands[1]),
    }),
    ({ at }) => ok({ kind: 'tensormap', order, scope, at }),
  )
}

export const notOne = (mnemonic: string, forms: readonly string[]): string =>
  `\`${mnemonic}\` is not one of ${forms.map((one) => `\`${one}\``).join(', ')}${didYouMean(mnemonic, forms)}`

/** Fails on a size other than that of a tensor map. */
export const wholeMap = (given: StatementOperand | undefined): Result<undefined> =>
  given === undefined
    ? fail()
    : unless(
        given.kind === 'integer' && given.value === 128n
          ? []
          : [diagnostic('a tensor map has 128 bytes, and the text says so', given.span)],
      )

/** Returns the words of a fence, as PTX writes them. */
export const tensorMapFenceMnemonic = ({ order, scope }: TensorMapFence): string =>
  `${order === 'release' ? releaseWords : acquireWords}.${scope}`

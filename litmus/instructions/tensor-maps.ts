/**
 * Instructions that change tensor maps, and fences for them (ISA, `tensormap.replace`, `tensormap.cp_fenceproxy`,
 * `fence`).
 */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { addressType, type Operand, type Scope, type Target } from '../operand.js'
import { targetOf } from './async-words.js'
import { asyncFacts, type Definition, readerOf } from './definition.js'
import * as operand from './operands.js'
import { movementRow, synchronisationRow } from './rows.js'
import type { Statement } from './statement.js'
import { notOne, scopes, wholeMap } from './tensor-map-fences.js'
import { operandText, targetText } from './text.js'

/**
 * `tensormap.replace` of the address of the tensor, which is a weak write, and `tensormap.cp_fenceproxy`, a weak copy
 * of the whole map followed by a release fence for it (ISA, `tensormap.replace`, `tensormap.cp_fenceproxy`).
 */
export interface TensorMapChange {
  readonly kind: 'tensormap'
  readonly to: Target
  readonly by:
    | { readonly what: 'address'; readonly value: Operand }
    | { readonly what: 'copy'; readonly from: Target; readonly scope: Scope }
  readonly span: Span
}

const replaceWords = (space: 'global' | 'shared'): string =>
  `tensormap.replace.tile.global_address.${space === 'shared' ? 'shared::cta' : space}.b1024.b64`
const copyWords = (scope: Scope): string =>
  `tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.${scope}.sync.aligned`

const isChange = ({ mnemonic }: Statement): boolean => mnemonic.startsWith('tensormap.')

/** Fails on other words and operands. */
const readChange = (statement: Statement): Result<TensorMapChange> =>
  statement.mnemonic.startsWith('tensormap.replace') ? readReplace(statement) : readCopy(statement)

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

/** Returns the words of a change, as PTX writes them. */
const changeMnemonic = ({ to, by }: TensorMapChange): string =>
  by.what === 'copy' ? copyWords(by.scope) : replaceWords(to.space === 'shared' ? 'shared' : 'global')

export const tensorMapChange: Definition<TensorMapChange> = {
  facts: { ...asyncFacts, family: 'tensor map', accesses: false, mayWait: true },
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
  readers: [readerOf(isChange, readChange)],
  rows: [
    movementRow('tensormap tensormap.replace', 'Changes a field of a tensor map.'),
    synchronisationRow('tensormap.cp_fenceproxy', 'Copies a tensor map, and fences it for the copies that read it.'),
  ],
}

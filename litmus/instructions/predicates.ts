/** `setp`, which compares two values (ISA, Comparison and Selection Instructions). */

import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import type { Comparison } from '../condition.js'
import { addressType, type DataType, defaultType, predicateType, type SetPredicate } from '../instruction.js'
import { qualifiersOf } from './opcodes.js'
import * as operand from './operands.js'
import { dataTypes } from './qualifiers.js'
import type { Statement } from './statement.js'

/** By their names in `setp`; `lo`, `ls`, `hi` and `hs` are for unsigned values. */
const comparisons: ReadonlyMap<string, Comparison> = new Map([
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
  ['lo', '<'],
  ['ls', '<='],
  ['hi', '>'],
  ['hs', '>='],
])

/** The name of a comparison in `setp`. */
export const comparisonName = (operator: Comparison): string =>
  [...comparisons].find(([, one]) => one === operator)?.[0] ?? operator

/** `setp.eq.u32 p, a, b`. Without a type, 32 bits and signed; 64 bits, unsigned, with an address. */
export const readSetPredicate = (statement: Statement): Result<SetPredicate> =>
  then(
    collect({
      words: comparison(statement),
      count: operand.count(statement, 3, 3, `${statement.mnemonic} p, a, b`),
      expected: operand.returnsNothing(statement),
      destination: operand.destination(statement.operands[0]),
    }),
    ({ words, destination }) =>
      then(
        collect({
          left: operand.valueOf(statement, statement.operands[1], words.compared),
          right: operand.valueOf(statement, statement.operands[2], words.compared),
        }),
        ({ left, right }) =>
          ok({
            kind: 'set-predicate',
            ...words,
            destination,
            operands: [left, right],
            type: predicateType,
            span: statement.span,
          }),
      ),
  )

function comparison({
  mnemonic,
  mnemonicSpan,
  operands,
}: Statement): Result<{ readonly operator: Comparison; readonly compared: DataType }> {
  const [name = '', typeName, ...more] = qualifiersOf(mnemonic)
  const operator = comparisons.get(name)
  if (operator === undefined)
    return fail(
      diagnostic(
        `\`setp\` needs a comparison, as in \`setp.eq.u32 p, a, b\`${didYouMean(name, comparisons.keys())}`,
        mnemonicSpan,
        { message: `the comparisons are ${[...comparisons.keys()].join(', ')}` },
      ),
    )
  const untyped = operands.some(operand.isAddress) ? addressType : defaultType
  const type = typeName === undefined ? untyped : dataTypes.get(typeName)
  if (type === undefined || more.length > 0)
    return fail(
      diagnostic(
        `\`${mnemonic}\` is refused: after the comparison, \`setp\` takes only the type of two integers`,
        mnemonicSpan,
      ),
    )
  const unsigned = ['lo', 'ls', 'hi', 'hs'].includes(name)
  return ok({ operator, compared: { width: type.width, signed: type.signed && !unsigned } })
}

/** `lop3` with a second result, whether the first one is not 0 (ISA, Logic and Shift Instructions: lop3). */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import { predicateType, sink } from '../operand.js'
import { readArithmetic } from './arithmetic.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import type { Words } from './qualifiers.js'
import type { Arithmetic, SetPredicate } from './register-instructions.js'
import type { Statement } from './statement.js'

/** The first result, if it is discarded. No register of a program has a blank in its name. */
const unkept = 'result of lop3'

const operationIn = ({ others }: Words): 'and' | 'or' | undefined =>
  (['and', 'or'] as const).find((one) => others.some(({ text }) => text === one))

/** Returns whether the statement is `lop3.and` or `lop3.or`. */
export const isTested = ({ mnemonic }: Statement, words: Words): boolean =>
  opcodeOf(mnemonic) === 'lop3' && operationIn(words) !== undefined

/** Reads `lop3.and.b32 d|p, a, b, c, table, q`, in which `d` may be `_`: `p` becomes `(d != 0) and q`. */
export function readTested(
  statement: Statement,
  words: Words,
): Result<readonly [Arithmetic, SetPredicate] | readonly [Arithmetic]> {
  const { operands, span } = statement
  const [destinations, a, b, c, table, predicate, ...more] = operands
  const operation = operationIn(words)
  if (operation === undefined || destinations?.kind !== 'pair' || predicate === undefined || more.length > 0)
    return fail(diagnostic(`the form is \`${statement.mnemonic} d|p, a, b, c, table, q\``, statement.mnemonicSpan))
  const { first, second } = destinations
  const destination = first.text === sink ? { ...first, text: unkept } : first
  const alone = { ...statement, operands: [destination, a, b, c, table].flatMap((one) => one ?? []) }
  const others = words.others.filter(({ text }) => text !== operation)
  return then(
    collect({
      result: readArithmetic(alone, { ...words, others }),
      predicate: operand.valueOf(statement, predicate, predicateType),
    }),
    ({ result, predicate }) =>
      ok(
        second.text === sink
          ? [result]
          : [
              result,
              {
                kind: 'set-predicate',
                operator: '!=',
                destination: second.text,
                operands: [
                  { kind: 'register', name: result.destination, span },
                  { kind: 'integer', value: 0n, span },
                ],
                compared: result.type,
                combined: { operation, predicate, negated: false },
                type: predicateType,
                span,
              },
            ],
      ),
  )
}

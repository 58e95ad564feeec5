/** `st.bulk`, which stores zeros to shared memory (ISA, `st.bulk`). */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import { checkWords, targetOf, wordsBehind } from './async-words.js'
import { type Reader, readerOf } from './definition.js'
import { beginsWith } from './opcodes.js'
import * as operand from './operands.js'
import type { RangeAccess } from './range-access.js'
import type { Statement, StatementOperand } from './statement.js'

const name = 'st.bulk'

/** The largest size in bytes, and what every size is a multiple of. */
const sizes = { most: 16_777_216n, multiple: 8n }

/** Reads `st.bulk.weak.shared::cta [a], size, 0`. Fails on other words and operands. */
function readBulkStore(statement: Statement): Result<RangeAccess> {
  const { operands, span } = statement
  const words = wordsBehind(name, statement)
  const [space, second] = words.spaces
  const wrong = words.types[0] ?? second ?? (space?.value === 'shared' ? undefined : space)
  return then(
    collect({
      words: checkWords(name, words, [['weak']]),
      space:
        wrong === undefined
          ? ok(space === undefined ? undefined : ('shared' as const))
          : fail(
              diagnostic(`\`${name}\` is of the shared memory of the thread's CTA: write \`.shared::cta\``, wrong.span),
            ),
      count: operand.count(statement, 3, 3, `${statement.mnemonic} [a], size, 0`),
      expected: operand.returnsNothing(statement),
      size: sizeOf(statement, operands[1]),
      zero: zero(operands[2]),
    }),
    ({ space, size }) =>
      then(targetOf(statement, operands[0], space), (at) =>
        ok({
          kind: 'range-access',
          does: 'store',
          at,
          range: { kind: 'bytes', size },
          values: [],
          mnemonic: statement.mnemonic,
          span,
        }),
      ),
  )
}

const sizeOf = (statement: Statement, given: StatementOperand | undefined) =>
  then(operand.optionalNumber(statement, given), (size) => {
    if (size === undefined) return fail()
    return size.kind === 'integer' && (size.value < 0n || size.value > sizes.most || size.value % sizes.multiple !== 0n)
      ? fail(
          diagnostic(`the size is a multiple of ${sizes.multiple}, up to ${sizes.most}; not ${size.value}`, size.span),
        )
      : ok(size)
  })

const zero = (given: StatementOperand | undefined): Result<undefined> => {
  if (given === undefined) return fail()
  return given.kind === 'integer' && given.value === 0n
    ? ok(undefined)
    : fail(diagnostic(`\`${name}\` stores zeros: the last operand is 0`, given.span))
}

export const bulkStoreReader: Reader<RangeAccess> = readerOf(
  ({ mnemonic }) => beginsWith(mnemonic, name),
  readBulkStore,
)

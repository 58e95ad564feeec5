/**
 * `st.async` and `red.async` (ISA): a value from registers into the shared memory of a CTA of the cluster, whose
 * mbarrier counts the bytes; or as a release into global memory, which nothing counts.
 */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import type { DataType, Operand, Target, Width } from '../operand.js'
import type { AtomicOperation } from './access-definitions.js'
import { readReduction, reductionOperations, reductionWords } from './async-reductions.js'
import { checkWords, targetOf, wordOf, wordsBehind } from './async-words.js'
import { asyncFacts, type Definition, readerOf } from './definition.js'
import { beginsWith, opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import type { Words } from './qualifiers.js'
import { movementRow, synchronisationRow } from './rows.js'
import type { Statement, StatementOperand } from './statement.js'
import { operandText, targetText } from './text.js'

/** `st.async`, and with an operation `red.async` (ISA): the values come from registers. */
export interface AsyncStore {
  readonly kind: 'async-store'
  readonly to: Target
  /** The values: several for a vector. */
  readonly values: readonly Operand[]
  /** The type of each value. */
  readonly type: DataType
  /** The operation of `red.async` on the old value. */
  readonly operation: Exclude<AtomicOperation, 'function'> | undefined
  /** The mbarrier that counts the bytes, or the scope of a release in global memory. */
  readonly completes:
    | { readonly by: 'mbarrier'; readonly at: Target }
    | { readonly by: 'release'; readonly scope: 'gpu' | 'sys'; readonly mmio: boolean }
  readonly span: Span
}

const completion = 'mbarrier::complete_tx::bytes'
const vectors = ['v2', 'v4'] as const

const isAsyncStore = ({ mnemonic }: Pick<Statement, 'mnemonic'>): boolean =>
  ['st.async', 'red.async'].some((name) => beginsWith(mnemonic, name))

/**
 * Reads `st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [to], {a, b}, [bar]`,
 * `red.async.relaxed.cluster….add.u32 [to], a, [bar]`.
 */
function readAsyncStore(statement: Statement): Result<AsyncStore> {
  const { mnemonic, operands, span } = statement
  const reduces = opcodeOf(mnemonic) === 'red'
  const name = reduces ? 'red.async' : 'st.async'
  const words = wordsBehind(name, statement)
  const isGlobal =
    words.spaces.some(({ value }) => value === 'global') ||
    wordOf(words, ['release', 'mmio', ...releaseScopes]) !== undefined
  if (isGlobal) return readRelease(name, statement, words)
  const kinds = reduces
    ? [['relaxed'], ['cluster'], [completion], reductionOperations]
    : [['weak'], [completion], vectors]
  const [space] = words.spaces
  return then(
    collect({
      words: checkWords(name, words, kinds),
      strength: reduces ? checkStrength(statement, words) : ok(undefined),
      space: checkSpace(name, words),
      completion: unless(
        wordOf(words, [completion]) === undefined
          ? [diagnostic(`\`${name}\` completes on an mbarrier: write \`.${completion}\``, statement.mnemonicSpan)]
          : [],
      ),
      what: reduces ? changed(name, statement, words) : storedType(statement, words),
      count: operand.count(statement, 3, 3, `${mnemonic} [to], value, [bar]`),
      expected: operand.returnsNothing(statement),
      to: targetOf(statement, operands[0], space && 'shared::cluster'),
      at: targetOf(statement, operands[2], space && 'shared::cluster'),
    }),
    ({ what, to, at }) =>
      then(readValues(statement, words, operands[1], what.type), (values) =>
        ok({ kind: 'async-store', ...what, to, values, completes: { by: 'mbarrier', at }, span }),
      ),
  )
}

const releaseScopes = ['gpu', 'sys'] as const

/** Reads `st.async.release.sys.global.u32 [to], a`, `red.async.mmio.release.sys.global.add.u64 [to], a`. */
function readRelease(name: string, statement: Statement, words: Words): Result<AsyncStore> {
  const { mnemonic, mnemonicSpan, operands, span } = statement
  const reduces = name === 'red.async'
  const [space, second] = words.spaces
  const scope = wordOf(words, releaseScopes)
  const mmio = wordOf(words, ['mmio']) !== undefined
  const other = space === undefined || space.value === 'global' ? second : space
  const isWhole = wordOf(words, ['release']) !== undefined && scope !== undefined && !(mmio && scope !== 'sys')
  return then(
    collect({
      words: checkWords(name, words, [['mmio'], ['release'], releaseScopes, reduces ? ['add'] : []]),
      space: unless(
        other === undefined
          ? []
          : [
              diagnostic(
                `a \`${name}\` that is a release writes to global memory, not to \`.${other.text}\``,
                other.span,
              ),
            ],
      ),
      strength: unless(
        isWhole
          ? []
          : [
              diagnostic(
                `\`${name}\` to global memory is a release: write \`.release.gpu\`, \`.release.sys\` or \`.mmio.release.sys\``,
                mnemonicSpan,
              ),
            ],
      ),
      what: reduces ? added(words, mnemonicSpan) : storedType(statement, words, [8, 16, 32, 64]),
      count: operand.count(statement, 2, 2, `${mnemonic} [to], value`),
      expected: operand.returnsNothing(statement),
      to: targetOf(statement, operands[0], 'global'),
    }),
    ({ what, to }) =>
      then(operand.valueOf(statement, operands[1], what.type), (value) =>
        ok({
          kind: 'async-store',
          ...what,
          to,
          values: [value],
          completes: { by: 'release', scope: scope ?? 'sys', mmio },
          span,
        }),
      ),
  )
}

/** Returns what `red.async` does in global memory. Fails on a type that it does not have there. */
function added(words: Words, at: Span): Result<What> {
  const [type, second] = words.types
  const wrong = second ?? type
  return type !== undefined && second === undefined && ['u32', 's32', 'u64', 's64'].includes(type.text)
    ? ok({ type: { width: type.value.width, signed: type.value.signed }, operation: 'add' })
    : fail(
        diagnostic(
          'in global memory, `red.async` is `.add.u32`, `.add.s32`, `.add.u64` or `.add.s64`',
          wrong?.span ?? at,
        ),
      )
}

/** Fails on a reduction that is not said to be relaxed at the scope of the cluster. */
const checkStrength = ({ mnemonicSpan }: Statement, words: Words): Result<undefined> =>
  unless(
    wordOf(words, ['relaxed']) === undefined || wordOf(words, ['cluster']) === undefined
      ? [diagnostic('`red.async` is relaxed at the scope of the cluster: write `.relaxed.cluster`', mnemonicSpan)]
      : [],
  )

/** Fails on a state space other than the cluster's shared memory, and on two. Without one the addresses are generic. */
function checkSpace(name: string, { spaces: [first, second] }: Words): Result<undefined> {
  const other = first?.value === 'shared::cluster' ? second : first
  return unless(
    other === undefined
      ? []
      : [
          diagnostic(
            `\`${name}\` reaches the shared memory of the cluster: write \`.shared::cluster\`, not \`.${other.text}\``,
            other.span,
          ),
        ],
  )
}

type What = Pick<AsyncStore, 'type' | 'operation'>

const changed = (name: string, statement: Statement, words: Words): Result<What> =>
  then(readReduction(name, statement, words, 'shared'), ({ operation, type }) =>
    ok({ type, operation: operation === 'function' ? undefined : operation }),
  )

/**
 * Returns the type that is stored. Fails on a missing type, on two, on widths other than these, and on a vector of more
 * than 128 bits.
 */
function storedType({ mnemonicSpan }: Statement, words: Words, widths: readonly Width[] = [32, 64]): Result<What> {
  const [type, second] = words.types
  if (type === undefined)
    return fail(diagnostic('`st.async` names the type of what it stores: write `.b32`', mnemonicSpan))
  if (second !== undefined) return fail(diagnostic(`\`.${second.text}\` is one type too many`, second.span))
  const { letter, width, signed, packed } = type.value
  if (!widths.includes(width) || letter === 'p' || packed)
    return fail(
      diagnostic(
        `\`st.async\` stores values of ${widths.slice(0, -1).join(', ')} or ${widths.at(-1)} bits; \`.${type.text}\` is not a type for it`,
        type.span,
      ),
    )
  return width === 64 && wordOf(words, vectors) === 'v4'
    ? fail(diagnostic('4 elements of 64 bits are 256; `st.async` stores 128 at most', type.span))
    : ok({ type: { width, signed }, operation: undefined })
}

/** Returns the value, or those of a vector. */
function readValues(
  statement: Statement,
  words: Words,
  given: StatementOperand | undefined,
  type: DataType,
): Result<readonly Operand[]> {
  const vector = wordOf(words, vectors)
  if (vector === undefined) return then(operand.valueOf(statement, given, type), (value) => ok([value]))
  if (given === undefined) return fail()
  const size = vector === 'v2' ? 2 : 4
  const elements = given.kind === 'vector' ? given.elements : []
  return elements.length === size
    ? operand.valuesOf(statement, elements, type)
    : fail(
        diagnostic(
          `\`.${vector}\` takes ${size} elements, as in \`{${Array.from({ length: size }, (_, i) => `r${i}`).join(', ')}}\``,
          given.span,
        ),
      )
}

/** Returns the words of an asynchronous store, as PTX writes them. */
function mnemonicOf({ to: { space }, values: { length }, type, operation, completes }: AsyncStore): string {
  if (completes.by === 'release')
    return [
      operation === undefined ? 'st.async' : 'red.async',
      ...(completes.mmio ? ['mmio'] : []),
      `release.${completes.scope}.global`,
      ...(operation === undefined ? [] : [operation]),
      `${type.signed ? 's' : 'u'}${type.width}`,
    ].join('.')
  const where = space === undefined ? [] : [space]
  return operation === undefined
    ? [
        'st.async.weak',
        ...where,
        completion,
        ...(length === 1 ? [] : [`v${length}`]),
        `${type.signed ? 's' : 'u'}${type.width}`,
      ].join('.')
    : ['red.async.relaxed.cluster', ...where, completion, reductionWords({ operation, type })].join('.')
}

export const asyncStore: Definition<AsyncStore> = {
  facts: asyncFacts,
  withParts: (one, { operand, target }) => ({
    ...one,
    to: target(one.to),
    completes: one.completes.by === 'mbarrier' ? { ...one.completes, at: target(one.completes.at) } : one.completes,
    values: one.values.map(operand),
  }),
  print: (one, format) => {
    const given = one.values.map(operandText).join(', ')
    const values = one.values.length === 1 ? given : `{${given}}`
    const counted = one.completes.by === 'mbarrier' ? [targetText(one.completes.at, format)] : []
    return `${mnemonicOf(one)} ${[targetText(one.to, format), values, ...counted].join(', ')}`
  },
  readers: [readerOf(isAsyncStore, readAsyncStore)],
  rows: [
    movementRow(
      'st.async',
      'Stores asynchronously: into the shared memory of a cluster, where an mbarrier counts it, or as a release.',
    ),
    synchronisationRow(
      'red.async',
      'Reduces asynchronously: into the shared memory of another CTA, where an mbarrier counts it, or as a release in global memory.',
    ),
  ],
}

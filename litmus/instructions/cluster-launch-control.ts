/**
 * `clusterlaunchcontrol`: a running kernel asks that a cluster of its grid which has not started is cancelled, and does
 * the work of that cluster itself (ISA, `clusterlaunchcontrol.try_cancel`, `clusterlaunchcontrol.query_cancel`).
 */

import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { type DataType, type Operand, predicateType, sink, type Target } from '../operand.js'
import { checkWords, targetOf, wordOf, wordsBehind } from './async-words.js'
import { asyncFacts, computationFacts, type Definition, readerOf } from './definition.js'
import { beginsWith } from './opcodes.js'
import * as operand from './operands.js'
import type { UnknownResult } from './register-instructions.js'
import { returns, synchronisationRow } from './rows.js'
import type { Statement, StatementOperand } from './statement.js'
import { operandText, targetText } from './text.js'

/** The bytes of a response, which is opaque: `query_cancel` decodes it. */
export const responseBytes = 16
const responseType: DataType = { width: 128, signed: false }
const coordinateType: DataType = { width: 32, signed: false }

/** A request to cancel a cluster, whose response is written asynchronously and counted by an mbarrier. */
export interface TryCancel {
  readonly kind: 'try-cancel'
  /** The place of the response, and the mbarrier, in the thread's CTA. */
  readonly to: Target
  readonly at: Target
  /** True if each CTA of the cluster gets the response, and its mbarrier counts it. */
  readonly multicast: boolean
  readonly span: Span
}

/** What is asked of a response: whether a cluster is cancelled, or a coordinate of the first CTA of that cluster. */
export interface QueryCancel {
  readonly kind: 'query-cancel'
  readonly asks: 'is_canceled' | Axis
  readonly destination: string
  readonly type: DataType
  readonly response: Operand
  readonly span: Span
}

export const axes = ['x', 'y', 'z'] as const
type Axis = (typeof axes)[number]

const tries = 'clusterlaunchcontrol.try_cancel'
const queries = 'clusterlaunchcontrol.query_cancel'
const completion = 'mbarrier::complete_tx::bytes'
const toAll = 'multicast::cluster::all'
const first = 'get_first_ctaid'

/** Reads `clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [response], [bar]`. */
function readRequest(statement: Statement): Result<TryCancel> {
  const { operands, mnemonic, mnemonicSpan, span } = statement
  const words = wordsBehind(tries, statement)
  const [space, second] = words.spaces
  const wrong = space?.value === 'shared' ? second : space
  const isWhole =
    wordOf(words, ['async']) !== undefined &&
    wordOf(words, [completion]) !== undefined &&
    words.types.map(({ text }) => text).join(' ') === 'b128'
  return then(
    collect({
      words: checkWords(tries, words, [['async'], [completion], [toAll]]),
      space: unless(
        wrong === undefined
          ? []
          : [diagnostic(`\`${tries}\` is of the CTA's own shared memory: write \`.shared::cta\``, wrong.span)],
      ),
      whole: unless(
        isWhole ? [] : [diagnostic(`write \`${tries}.async.shared::cta.${completion}.b128\``, mnemonicSpan)],
      ),
      count: operand.count(statement, 2, 2, `${mnemonic} [response], [bar]`),
      returns: operand.returnsNothing(statement),
      to: targetOf(statement, operands[0], space && 'shared'),
      at: targetOf(statement, operands[1], space && 'shared'),
    }),
    ({ to, at }) => ok({ kind: 'try-cancel', to, at, multicast: wordOf(words, [toAll]) !== undefined, span }),
  )
}

/**
 * Reads `clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, r`, `.get_first_ctaid::x.b32.b128 x, r`, and
 * `.get_first_ctaid.v4.b32.b128 {x, y, z, w}, r`, which is a query for each element. The last element is unspecified.
 */
function readQuery(statement: Statement): Result<readonly (QueryCancel | UnknownResult)[]> {
  const { mnemonic, mnemonicSpan, operands, span } = statement
  const asked = mnemonic.slice(queries.length + 1)
  const [to, from] = operands
  const query = (asks: QueryCancel['asks'], destination: string, response: Operand): QueryCancel => ({
    kind: 'query-cancel',
    asks,
    destination,
    type: asks === 'is_canceled' ? predicateType : coordinateType,
    response,
    span,
  })
  const common = {
    count: operand.count(statement, 2, 2, `${mnemonic} r, response`),
    returns: operand.returnsNothing(statement),
    response: operand.valueOf(statement, from, responseType),
  }
  const axis = axes.find((one) => asked === `${first}::${one}.b32.b128`)
  const asks = asked === 'is_canceled.pred.b128' ? 'is_canceled' : axis
  if (asks !== undefined)
    return then(collect({ ...common, destination: operand.destination(to) }), ({ destination, response }) =>
      ok([query(asks, destination, response)]),
    )
  if (asked !== `${first}.v4.b32.b128` && asked !== `${first}.b32.b128`)
    return fail(
      diagnostic(
        `it is \`${queries}.is_canceled.pred.b128\`, \`${queries}.${first}::x.b32.b128\` or \`${queries}.${first}.v4.b32.b128\``,
        mnemonicSpan,
      ),
    )
  return then(collect({ ...common, destinations: elementsOf(to, mnemonic) }), ({ destinations, response }) => {
    const [, , , last] = destinations
    return ok([
      ...axes.flatMap((one, i) => {
        const destination = destinations[i]
        return destination === undefined || destination === sink ? [] : [query(one, destination, response)]
      }),
      ...(last === undefined || last === sink
        ? []
        : [{ kind: 'unknown', destination: last, type: coordinateType, operands: [], span } as const]),
    ])
  })
}

function elementsOf(given: StatementOperand | undefined, mnemonic: string): Result<readonly string[]> {
  if (given === undefined) return fail()
  return given.kind === 'vector' && given.elements.length === 4
    ? all(given.elements.map(operand.destination))
    : fail(diagnostic(`\`${mnemonic}\` returns four elements, as in \`{x, y, z, _}\``, given.span))
}

export const tryCancel: Definition<TryCancel> = {
  facts: asyncFacts,
  withParts: (one, { target }) => ({ ...one, to: target(one.to), at: target(one.at) }),
  print: ({ to, at, multicast }, format) =>
    `${tries}.async${to.space === undefined ? '' : '.shared::cta'}.${completion}${multicast ? `.${toAll}` : ''}.b128 ${targetText(to, format)}, ${targetText(at, format)}`,
  readers: [readerOf(({ mnemonic }) => beginsWith(mnemonic, tries), readRequest)],
  rows: [
    synchronisationRow(
      tries,
      'Asks that a cluster which has not started is cancelled; an mbarrier counts the response.',
    ),
  ],
}

export const queryCancel: Definition<QueryCancel, QueryCancel | UnknownResult> = {
  facts: computationFacts,
  withParts: (one, { operand }) => ({ ...one, response: operand(one.response) }),
  print: ({ asks, destination, response }) =>
    `${queries}.${asks === 'is_canceled' ? 'is_canceled.pred' : `${first}::${asks}.b32`}.b128 ${destination}, ${operandText(response)}`,
  readers: [{ takes: ({ mnemonic }) => beginsWith(mnemonic, queries), read: readQuery }],
  rows: [
    synchronisationRow(
      queries,
      'Returns whether a request cancelled a cluster, or the position of its first CTA.',
      returns,
    ),
  ],
}

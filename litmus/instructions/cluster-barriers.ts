/**
 * The barrier of a cluster (ISA, `barrier.cluster`): `barrier.cluster.arrive` and `barrier.cluster.wait`, and the order
 * in which a thread may execute them.
 */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { type Span, span } from '../../source/text.js'
import { barrierFacts, type Definition, readerOf, unchanged } from './definition.js'
import { beginsWith, opcodeOf, qualifiersOf } from './opcodes.js'
import * as operand from './operands.js'
import { synchronisationRow } from './rows.js'
import type { Statement } from './statement.js'

/**
 * `barrier.cluster.arrive` and `barrier.cluster.wait` (ISA, `barrier.cluster`). Only an arrival can be relaxed. All
 * threads of a warp come to an aligned one together.
 */
export type ClusterBarrier = { readonly kind: 'cluster-barrier'; readonly aligned: boolean; readonly span: Span } & (
  | { readonly action: 'arrive'; readonly order: 'release' | 'relaxed' }
  | { readonly action: 'wait'; readonly order: 'acquire' }
)

const opcode = 'barrier.cluster'

const isClusterBarrier = ({ mnemonic }: Statement): boolean => beginsWith(mnemonic, opcode)

/**
 * Reads `barrier.cluster.arrive` with `.release`, which is the default, or `.relaxed`; `barrier.cluster.wait`, with or
 * without `.acquire`. Either may be `.aligned`. Fails on another word, an order that the instruction cannot have, a
 * repeated word, and operands.
 */
function readClusterBarrier(statement: Statement): Result<ClusterBarrier> {
  const { mnemonic, mnemonicSpan, span: whole } = statement
  const rest = mnemonic.slice(opcode.length + 1)
  const [action, words] = [opcodeOf(rest), qualifiersOf(rest)]
  if (action !== 'arrive' && action !== 'wait')
    return fail(
      diagnostic(
        `a barrier of a cluster is \`${opcode}.arrive\` or \`${opcode}.wait\`${didYouMean(action, ['arrive', 'wait'])}`,
        mnemonicSpan,
      ),
    )
  const orders = action === 'arrive' ? ['release', 'relaxed'] : ['acquire']
  let start = mnemonicSpan.start + `${opcode}.${action}`.length
  const problems = words.flatMap((word, i): readonly Diagnostic[] => {
    const place = span(mnemonicSpan.source, start, start + word.length + 1)
    start = place.end
    if (!orders.includes(word) && word !== 'aligned')
      return [diagnostic(`\`${opcode}.${action}\` takes ${listed([...orders, 'aligned'])}, not \`.${word}\``, place)]
    const same = (other: string): boolean => other === word || (orders.includes(other) && orders.includes(word))
    return words.slice(0, i).some(same) ? [diagnostic(`\`.${word}\` is one too many`, place)] : []
  })
  return then(collect({ bare: operand.none(statement), words: unless(problems) }), (): Result<ClusterBarrier> => {
    const aligned = words.includes('aligned')
    if (action === 'wait') return ok({ kind: 'cluster-barrier', action, order: 'acquire', aligned, span: whole })
    const order = words.includes('relaxed') ? 'relaxed' : 'release'
    return ok({ kind: 'cluster-barrier', action, order, aligned, span: whole })
  })
}

const listed = (words: readonly string[]): string =>
  words
    .map((word) => `\`.${word}\``)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')

export const clusterBarrier: Definition<ClusterBarrier> = {
  facts: barrierFacts,
  withParts: unchanged,
  print: ({ action, order, aligned }) => `${opcode}.${action}.${order}${aligned ? '.aligned' : ''}`,
  readers: [readerOf(isClusterBarrier, readClusterBarrier)],
  rows: [
    synchronisationRow(
      'barrier.cluster.arrive barrier.cluster.wait',
      'Arrives at the barrier of the cluster, or waits until all its threads have arrived.',
    ),
  ],
}

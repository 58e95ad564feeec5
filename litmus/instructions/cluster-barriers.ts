/**
 * The barrier of a cluster (ISA, `barrier.cluster`): `barrier.cluster.arrive` and `barrier.cluster.wait`, and in which order a thread
 * may execute them.
 */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { type Span, span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import { barrierFacts, type Definition, readerOf, unchanged } from './definition.js'
import { beginsWith, opcodeOf, qualifiersOf } from './opcodes.js'
import * as operand from './operands.js'
import { synchronisationRow } from './rows.js'
import type { Statement } from './statement.js'

/** `barrier.cluster.arrive` and `barrier.cluster.wait` (ISA, `barrier.cluster`). Only an arrival can be relaxed. */
export type ClusterBarrier = { readonly kind: 'cluster-barrier'; readonly span: Span } & (
  | { readonly action: 'arrive'; readonly order: 'release' | 'relaxed' }
  | { readonly action: 'wait'; readonly order: 'acquire' }
)

const opcode = 'barrier.cluster'

const isClusterBarrier = ({ mnemonic }: Statement): boolean => beginsWith(mnemonic, opcode)

/**
 * `barrier.cluster.arrive` with `.release`, which is the default, or `.relaxed`; `barrier.cluster.wait`, with or without `.acquire`.
 * `.aligned` is about warps and has no effect here. Errors: another word, an order that the instruction cannot have, a repeated word,
 * operands.
 */
function readClusterBarrier(statement: Statement): Result<ClusterBarrier> {
  const { mnemonic, mnemonicSpan, span: whole } = statement
  const behind = mnemonic.slice(opcode.length + 1)
  const [action, words] = [opcodeOf(behind), qualifiersOf(behind)]
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
    if (action === 'wait') return ok({ kind: 'cluster-barrier', action, order: 'acquire', span: whole })
    const order = words.includes('relaxed') ? 'relaxed' : 'release'
    return ok({ kind: 'cluster-barrier', action, order, span: whole })
  })
}

const listed = (words: readonly string[]): string =>
  words
    .map((word) => `\`.${word}\``)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')

/** The index of the arrival that a thread has not yet waited for; undefined if there is none. */
type Place = number | undefined

/**
 * Errors for waits without an arrival before them, and for arrivals while the thread has not yet waited for another: the behaviour is
 * undefined. Every path in the text counts as one that the thread can take.
 */
export function checkClusterBarriers(instructions: readonly Instruction[]): readonly Diagnostic[] {
  if (!instructions.some(({ kind }) => kind === 'cluster-barrier')) return []
  return placesBefore(instructions).flatMap((places, at): readonly Diagnostic[] => {
    const one = instructions[at]
    if (one?.kind !== 'cluster-barrier') return []
    const arrival = [...places].find((place) => place !== undefined)
    const somehow = places.size > 1 ? ', on some path to here' : ''
    if (one.action === 'wait')
      return places.has(undefined)
        ? [diagnostic(`a wait without an arrival before it${somehow}: the behaviour is undefined`, one.span)]
        : []
    const first = arrival === undefined ? undefined : instructions[arrival]
    if (first === undefined) return []
    return [
      diagnostic(`a second arrival before a wait for the first${somehow}: the behaviour is undefined`, one.span, {
        message: first === one ? 'the first is this one, in the previous round of the loop' : 'the first',
        place: first.span,
      }),
    ]
  })
}

/** For each instruction, the possible states before it. */
function placesBefore(instructions: readonly Instruction[]): readonly ReadonlySet<Place>[] {
  const places = instructions.map(() => new Set<Place>())
  const open: (readonly [at: number, place: Place])[] = [[0, undefined]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, place] = next
    const [one, here] = [instructions[at], places[at]]
    if (one === undefined || here === undefined || here.has(place)) continue
    here.add(place)
    const behind = one.kind !== 'cluster-barrier' ? place : one.action === 'arrive' ? at : undefined
    if (one.kind === 'branch') {
      const target = instructions.findIndex((other) => other.kind === 'label' && other.name === one.target)
      if (target !== -1) open.push([target, behind])
    }
    if (one.kind !== 'branch' || one.when !== undefined) open.push([at + 1, behind])
  }
  return places
}

export const clusterBarrier: Definition<ClusterBarrier> = {
  facts: barrierFacts,
  withParts: unchanged,
  print: ({ action, order }) => `${opcode}.${action}.${order}`,
  readers: [readerOf(isClusterBarrier, readClusterBarrier)],
  rows: [
    synchronisationRow(
      'barrier.cluster.arrive barrier.cluster.wait',
      'Arrives at the barrier of the cluster, or waits until all its threads have arrived.',
    ),
  ],
}

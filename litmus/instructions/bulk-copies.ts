/** Bulk copies: `cp.async.bulk` and `cp.reduce.async.bulk` (ISA, Asynchronous copy). */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Operand, Scope, Target } from '../operand.js'
import { type AsyncCopy, elementBytes } from './async-copy.js'
import { isReduction, readReduction, reductionOperations } from './async-reductions.js'
import { checkWords, ctaMask, multicast, targetOf, wordOf, wordsBehind } from './async-words.js'
import { withoutPolicy } from './hints.js'
import * as operand from './operands.js'
import { cacheHint, type Words } from './qualifiers.js'
import type { Statement, StatementOperand } from './statement.js'

const scopes = ['cta', 'cluster', 'gpu', 'sys'] as const satisfies readonly Scope[]

export const completions = ['mbarrier::complete_tx::bytes', 'bulk_group'] as const

const intoShared = [
  ['shared global', 'mbarrier::complete_tx::bytes'],
  ['shared::cluster global', 'mbarrier::complete_tx::bytes'],
] as const
const betweenCtas = ['shared::cluster shared', 'mbarrier::complete_tx::bytes'] as const
const intoGlobal = ['global shared', 'bulk_group'] as const

/** The state spaces between which there are copies, the destination first, and how these complete. */
const directions = {
  copies: [...intoShared, betweenCtas, intoGlobal],
  reductions: [betweenCtas, intoGlobal],
  'tensor copies': [...intoShared, intoGlobal],
  'tensor reductions': [intoGlobal],
}

const spaceWord = (space: string): string => `.${space === 'shared' ? 'shared::cta' : space}`

export const spacesOf = ({ spaces }: Words): string => spaces.map(({ value }) => value).join(' ')

/**
 * Reads `cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [to], [from], bytes, [bar]` and the like;
 * `cp.reduce.async.bulk` as well.
 */
export function readBulkCopy(written: Statement): Result<AsyncCopy> {
  const reduces = isReduction(written)
  const name = reduces ? 'cp.reduce.async.bulk' : 'cp.async.bulk'
  const words = wordsBehind(name, written)
  return then(
    collect({
      statement: withoutPolicy(written, words.others),
      words: checkWords(name, words, [
        completions,
        [cacheHint],
        scopes,
        ...(reduces ? [['relaxed'], reductionOperations, ['noftz']] : [['weak', 'relaxed'], [multicast]]),
      ]),
      relaxed: strengthOf(name, written, words),
      types: reduces ? ok(undefined) : elementsOf(name, written, words),
      completion: completionOf(written, name, words, reduces ? 'reductions' : 'copies'),
    }),
    ({ statement, completion, relaxed }) => {
      const { operands, span } = statement
      const [to, from] = words.spaces.map(({ value }) => targetSpace(value))
      const signals = completion !== 'bulk_group'
      const spread = wordOf(words, [multicast]) !== undefined
      const form = `${written.mnemonic} [to], [from], bytes${signals ? ', [bar]' : ''}${spread ? ', mask' : ''}`
      const count = 3 + (signals ? 1 : 0) + (spread ? 1 : 0)
      return then(
        collect({
          count: operand.count(statement, count, count, form),
          expected: operand.returnsNothing(statement),
          reduction: reduces ? readReduction(name, statement, words, to) : ok(undefined),
          to: targetOf(statement, operands[0], to),
          from: targetOf(statement, operands[1], from),
          size: bulkSize(statement, operands[2]),
          at: signals ? targetOf(statement, operands[3], to) : ok(undefined),
          mask: ctaMask(statement, words, operands[4]),
        }),
        ({ reduction, to, from, size, at, mask }) =>
          then(checkElements(size, elementBytes({ reduction, relaxed })), () =>
            ok({
              kind: 'async-copy',
              bulk: true,
              to,
              from,
              size,
              ...(reduction === undefined ? {} : { reduction }),
              ...(relaxed === undefined ? {} : { relaxed }),
              completes: at === undefined ? { by: 'group' } : { by: 'mbarrier', at },
              ...(mask === undefined ? {} : { multicast: mask }),
              span,
            }),
          ),
      )
    },
  )
}

/**
 * The version of PTX from which a bulk reduction without a scope has that of the system (ISA, `cp.reduce.async.bulk`).
 */
const withSystemScope = 903

/**
 * Returns the scope of a copy or a reduction that is relaxed; undefined for a weak copy. Fails on an order without a
 * scope, on a scope without an order, and on a scope beyond the cluster for two CTAs of it.
 */
function strengthOf(name: string, { version }: Statement, words: Words): Result<Scope | undefined> {
  const scope = words.others.find(({ text }) => scopes.some((one) => one === text))
  const order = words.others.find(({ text }) => text === 'weak' || text === 'relaxed')
  const of = wordOf(words, scopes)
  if (order?.text === 'relaxed' && of === undefined)
    return fail(diagnostic(`\`.relaxed\` needs a scope: \`.cta\`, \`.cluster\`, \`.gpu\` or \`.sys\``, order.span))
  if (scope !== undefined && order?.text !== 'relaxed')
    return fail(diagnostic(`\`.${scope.text}\` needs an order, as in \`${name}.relaxed.${scope.text}\``, scope.span))
  if (scope !== undefined && spacesOf(words) === betweenCtas[0] && of !== 'cta' && of !== 'cluster')
    return fail(diagnostic(`between CTAs of a cluster the scope is \`.cta\` or \`.cluster\``, scope.span))
  if (of !== undefined || name === 'cp.async.bulk') return ok(of)
  return ok(version !== undefined && version < withSystemScope ? 'gpu' : 'sys')
}

/** Fails on a type for a weak copy, and on types other than `.b128` for a relaxed one. */
function elementsOf(name: string, { mnemonicSpan }: Statement, words: Words): Result<undefined> {
  const relaxed = words.others.find(({ text }) => text === 'relaxed')
  if (relaxed === undefined) return noTypes(name, words)
  const [type, second] = words.types
  if (type?.text === 'b128' && second === undefined) return ok(undefined)
  return fail(
    diagnostic(`a \`.relaxed\` copy has elements of 16 bytes: write \`.b128\``, (second ?? type)?.span ?? mnemonicSpan),
  )
}

const targetSpace = (space: Words['spaces'][number]['value']): Target['space'] =>
  space === 'local' || space === 'const' ? undefined : space

/**
 * Returns how the copy completes. Fails on state spaces between which there is no copy, and on a completion that does
 * not fit them.
 */
export function completionOf(
  { mnemonicSpan }: Statement,
  name: string,
  words: Words,
  of: keyof typeof directions,
): Result<(typeof completions)[number]> {
  const possible = directions[of]
  const needed = possible.find(([spaces]) => spaces === spacesOf(words))?.[1]
  if (needed === undefined) {
    const all = possible.map(([spaces]) => `\`${spaces.split(' ').map(spaceWord).join('')}\``)
    const last = all.length > 1 ? ` or ${all.at(-1)}` : ''
    return fail(
      diagnostic(
        `\`${name}\` names the state space of its destination and that of its source: ${
          all.length > 1 ? all.slice(0, -1).join(', ') : all.join('')
        }${last}`,
        words.spaces[0]?.span ?? mnemonicSpan,
      ),
    )
  }
  return wordOf(words, completions) === needed
    ? ok(needed)
    : fail(
        diagnostic(
          needed === 'bulk_group'
            ? `a bulk copy to global memory completes in a group: write \`.${needed}\``
            : `a bulk copy to shared memory completes on an mbarrier: write \`.${needed}\``,
          words.others.find(({ text }) => completions.some((one) => one === text))?.span ?? mnemonicSpan,
        ),
      )
}

/**
 * Reads the size of a bulk copy. Fails on a negative size and, in modules, on one that is not a multiple of 16 bytes.
 */
const bulkSize = (statement: Statement, given: StatementOperand | undefined): Result<Operand> =>
  then(operand.optionalNumber(statement, given), (size): Result<Operand> => {
    if (size === undefined) return fail()
    if (size.kind === 'register') return ok(size)
    if (size.value < 0n || size.value >= 2n ** 32n)
      return fail(diagnostic(`${size.value} is not a number of bytes to copy`, size.span))
    return statement.format === 'ptx' && size.value % 16n !== 0n
      ? fail(diagnostic(`the size of a bulk copy is a multiple of 16 bytes, which ${size.value} is not`, size.span))
      : ok(size)
  })

/** Fails on a size that is not a whole number of elements. */
const checkElements = (size: Operand, element: number): Result<undefined> => {
  const bytes = BigInt(element)
  return unless(
    size.kind === 'integer' && size.value % bytes !== 0n
      ? [diagnostic(`${size.value} bytes are not a whole number of elements, which have ${bytes} each`, size.span)]
      : [],
  )
}

export const noTypes = (name: string, { types: [type] }: Words): Result<undefined> =>
  unless(
    type === undefined
      ? []
      : [diagnostic(`\`${name}\` copies bytes; \`.${type.text}\` has no meaning here`, type.span)],
  )

/** Reads `tcgen05.mma`, `tcgen05.mma.sp`, `tcgen05.mma.ws` and `tcgen05.mma.ws.sp` (ISA). */

import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Operand } from '../operand.js'
import * as operand from './operands.js'
import type { Statement, StatementOperand } from './statement.js'
import type { ProductType, TensorProduct } from './tensor-memory.js'
import { choice, firstOf, tensorAddress, wordsAmong } from './tensor-words.js'

const whole = { bit: 24, width: 5, shift: 4 } as const
const scaled = { bit: 27, width: 2, shift: 7 } as const

/** A kind: what it fixes, and the words for the size of its scale factors, if it has these. */
interface Kind extends ProductType {
  readonly sizes: readonly string[]
}

/** The kinds of products (ISA, Instruction descriptor: Tables 51 to 53; Table of shapes; Tables 68 and 69). */
const kinds: Readonly<Record<string, Kind>> = {
  'kind::f16': { name: 'f16', bits: 16, depth: 16, rowsAt: whole, sizes: [] },
  'kind::tf32': { name: 'tf32', bits: 32, depth: 8, rowsAt: whole, sizes: [] },
  'kind::f8f6f4': { name: 'f8f6f4', bits: 8, depth: 32, rowsAt: whole, sizes: [] },
  'kind::i8': { name: 'i8', bits: 8, depth: 32, rowsAt: whole, sizes: [] },
  'kind::mxf8f6f4': { name: 'mxf8f6f4', bits: 8, depth: 32, rowsAt: scaled, sizes: ['scale_vec::1X', 'block32'] },
  'kind::mxf4': { name: 'mxf4', bits: 4, depth: 64, rowsAt: scaled, sizes: ['scale_vec::2X', 'block32'] },
  'kind::mxf4nvf4': {
    name: 'mxf4nvf4',
    bits: 4,
    depth: 64,
    rowsAt: scaled,
    sizes: ['scale_vec::2X', 'scale_vec::4X', 'block16', 'block32'],
  },
}
const sizes = ['scale_vec::1X', 'scale_vec::2X', 'scale_vec::4X', 'block16', 'block32'] as const

const uses = ['fill', 'use', 'lastuse', 'discard']
const collectors = (...buffers: readonly string[]) =>
  choice.optional(...buffers.flatMap((buffer) => uses.map((use) => `collector::${buffer}::${use}`)))

const name = 'tcgen05.mma'

/** Fails on words that the instruction does not have, and on operands of another number or kind. */
export function readProduct(statement: Statement): Result<{ readonly does: TensorProduct; readonly group: 1 | 2 }> {
  const { mnemonic, mnemonicSpan, operands } = statement
  const isStationary = /^tcgen05\.mma(\.sp)?\.ws\b/.test(mnemonic) || mnemonic.startsWith(`${name}.ws`)
  const groups = isStationary ? ['cta_group::1'] : ['cta_group::1', 'cta_group::2']
  const words = wordsAmong(name, statement, [
    choice.optional('ws'),
    choice.optional('sp'),
    choice.needed(...groups),
    choice.needed(...Object.keys(kinds)),
    choice.optional('block_scale'),
    choice.optional(...sizes),
    choice.optional('ashift'),
    ...(isStationary ? [collectors('b0', 'b1', 'b2', 'b3')] : [collectors('a'), collectors('b')]),
  ])
  return then(words, (words) => {
    const type = kinds[firstOf(words, Object.keys(kinds)) ?? '']
    if (type === undefined) return fail()
    const isScaled = type.sizes.length > 0
    const isSparse = words.includes('sp')
    const group = words.includes('cta_group::2') ? 2 : 1
    const form = `${mnemonic} [d], ${'a-desc'}, b-desc, ${isSparse ? '[sp-meta], ' : ''}idesc, ${isScaled ? '[scale-a], [scale-b], ' : ''}enable-input-d`
    const first = isSparse ? 5 : 4
    const rest = operands.slice(first)
    const least = first + (isScaled ? 3 : 1)
    const most = isScaled ? least : first + (isStationary ? 2 : 3)
    const a = operands[1]
    return then(
      collect({
        count: operand.count(statement, least, most, form),
        returns: operand.returnsNothing(statement),
        words: unless(wordsAgainst(type, words).map((text) => diagnostic(`\`${mnemonic}\`: ${text}`, mnemonicSpan))),
        accumulator: tensorAddress(statement, operands[0]),
        a:
          a?.kind === 'address'
            ? then(tensorAddress(statement, a), (at) => ok({ in: 'tensor', at } as const))
            : then(operand.value(statement, a), (descriptor) => ok({ in: 'shared', descriptor } as const)),
        b: operand.value(statement, operands[2]),
        metadata: isSparse ? tensorAddress(statement, operands[3]) : ok(undefined),
        instruction: operand.value(statement, operands[first - 1]),
        scales: isScaled
          ? collect({ a: tensorAddress(statement, rest[0]), b: tensorAddress(statement, rest[1]) })
          : ok(undefined),
        scale: isScaled || isStationary ? ok(undefined) : scaleOfInput(statement, rest, type),
        lanes: isScaled || isStationary ? noMask(statement, rest) : maskOfLanes(statement, rest, group),
        others: othersOf(statement, isScaled ? rest.slice(2) : rest),
      }),
      ({ accumulator, a, b, metadata, instruction, scales, others }) =>
        ok({
          does: {
            action: 'mma',
            accumulator,
            a,
            b,
            instruction,
            metadata,
            scales,
            type: {
              name: type.name,
              bits: type.bits,
              depth: type.depth * (isSparse ? 2 : 1),
              rowsAt: type.rowsAt,
            },
            weightStationary: isStationary,
            collected: words.some((word) => /^collector::.*use$/.test(word)),
            masked: rest[0]?.kind === 'vector',
            others,
          },
          group,
        }),
    )
  })
}

/** Returns why a product of this kind does not have these words (ISA, Tables 48, 68 and 69). */
function wordsAgainst(kind: Kind, words: readonly string[]): readonly string[] {
  const name = `\`.kind::${kind.name}\``
  const size = firstOf(words, sizes)
  const allowed = kind.sizes.map((one) => `\`.${one}\``).join(', ')
  const kept = firstOf(words, ['collector::a::fill', 'collector::a::use'])
  if (words.includes('ashift') && kept !== undefined) return [`\`.ashift\` and \`.${kept}\` exclude each other`]
  if (kind.sizes.length === 0) {
    const word = words.includes('block_scale') ? 'block_scale' : size
    return word === undefined ? [] : [`${name} has no scale factors, so that \`.${word}\` has no meaning`]
  }
  return [
    ...(words.includes('ws') ? [`\`.ws\` has no ${name}`] : []),
    ...(size !== undefined && !kind.sizes.includes(size) ? [`${name} has ${allowed}, not \`.${size}\``] : []),
    ...(size === undefined && kind.name === 'mxf4nvf4' ? [`${name} needs one of ${allowed}`] : []),
  ]
}

/** Fails on a scale of the accumulator that is no integer from 0 to 15, or that the kind does not have. */
function scaleOfInput(
  { mnemonic }: Statement,
  [first, ...others]: readonly StatementOperand[],
  { name }: Kind,
): Result<undefined> {
  const scale = others[first?.kind === 'vector' ? 1 : 0]
  if (scale === undefined || scale.kind === 'vector') return ok(undefined)
  if (name !== 'f16' && name !== 'tf32')
    return fail(
      diagnostic(`\`${mnemonic}\` has no \`scale-input-d\`: only \`.kind::f16\` and \`.kind::tf32\` have`, scale.span),
    )
  return scale.kind === 'integer' && scale.value >= 0n && scale.value <= 15n
    ? ok(undefined)
    : fail(diagnostic('`scale-input-d` is an integer from 0 to 15', scale.span))
}

/** Fails on a mask of lanes with another number of registers than lanes of 32 bits, and on one in another place. */
const maskOfLanes = (
  statement: Statement,
  [mask, ...others]: readonly StatementOperand[],
  group: 1 | 2,
): Result<undefined> =>
  mask?.kind === 'vector' && mask.elements.length !== 4 * group
    ? fail(
        diagnostic(
          `the mask of lanes has ${4 * group} registers with \`.cta_group::${group}\`, not ${mask.elements.length}`,
          mask.span,
        ),
      )
    : noMask(statement, others)

const noMask = ({ mnemonic }: Statement, given: readonly StatementOperand[]): Result<undefined> =>
  unless(
    given.flatMap(({ kind, span }) =>
      kind === 'vector' ? [diagnostic(`\`${mnemonic}\` has no mask of lanes here`, span)] : [],
    ),
  )

/** Reads operands that decide nothing about memory: masks of lanes, predicates, a scale. */
function othersOf(statement: Statement, given: readonly StatementOperand[]): Result<readonly Operand[]> {
  const each = given.flatMap((one): readonly StatementOperand[] =>
    one.kind === 'vector' ? one.elements : one.kind === 'negated' ? [one.register] : [one],
  )
  return all(each.map((one) => operand.value(statement, one)))
}

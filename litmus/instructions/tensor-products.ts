/** Reads `tcgen05.mma`, `tcgen05.mma.sp`, `tcgen05.mma.ws` and `tcgen05.mma.ws.sp` (ISA). */

import { all, collect, fail, ok, type Result, then } from '../../source/result.js'
import type { Operand } from '../operand.js'
import * as operand from './operands.js'
import type { Statement, StatementOperand } from './statement.js'
import type { ProductType, TensorProduct } from './tensor-memory.js'
import { choice, firstOf, tensorAddress, wordsAmong } from './tensor-words.js'

const whole = { bit: 24, width: 5, shift: 4 } as const
const scaled = { bit: 27, width: 2, shift: 7 } as const

/** The kinds of products (ISA, Instruction descriptor: Tables 51 to 53; Table of shapes). */
const kinds: Readonly<Record<string, ProductType & { readonly scaled: boolean }>> = {
  'kind::f16': { bits: 16, depth: 16, rowsAt: whole, scaled: false },
  'kind::tf32': { bits: 32, depth: 8, rowsAt: whole, scaled: false },
  'kind::f8f6f4': { bits: 8, depth: 32, rowsAt: whole, scaled: false },
  'kind::i8': { bits: 8, depth: 32, rowsAt: whole, scaled: false },
  'kind::mxf8f6f4': { bits: 8, depth: 32, rowsAt: scaled, scaled: true },
  'kind::mxf4': { bits: 4, depth: 64, rowsAt: scaled, scaled: true },
  'kind::mxf4nvf4': { bits: 4, depth: 64, rowsAt: scaled, scaled: true },
}

const uses = ['fill', 'use', 'lastuse', 'discard']
const collectors = (...buffers: readonly string[]) =>
  choice.optional(...buffers.flatMap((buffer) => uses.map((use) => `collector::${buffer}::${use}`)))

const name = 'tcgen05.mma'

/** Fails on words that the instruction does not have, and on operands of another number or kind. */
export function readProduct(statement: Statement): Result<{ readonly does: TensorProduct; readonly group: 1 | 2 }> {
  const { mnemonic, operands } = statement
  const isStationary = /^tcgen05\.mma(\.sp)?\.ws\b/.test(mnemonic) || mnemonic.startsWith(`${name}.ws`)
  const groups = isStationary ? ['cta_group::1'] : ['cta_group::1', 'cta_group::2']
  const words = wordsAmong(name, statement, [
    choice.optional('ws'),
    choice.optional('sp'),
    choice.needed(...groups),
    choice.needed(...Object.keys(kinds)),
    choice.optional('block_scale'),
    choice.optional('scale_vec::1X', 'scale_vec::2X', 'scale_vec::4X', 'block16', 'block32'),
    choice.optional('ashift'),
    ...(isStationary ? [collectors('b0', 'b1', 'b2', 'b3')] : [collectors('a'), collectors('b')]),
  ])
  return then(words, (words) => {
    const type = kinds[firstOf(words, Object.keys(kinds)) ?? '']
    if (type === undefined) return fail()
    const isSparse = words.includes('sp')
    const form = `${mnemonic} [d], ${'a-desc'}, b-desc, ${isSparse ? '[sp-meta], ' : ''}idesc, ${type.scaled ? '[scale-a], [scale-b], ' : ''}enable-input-d`
    const first = isSparse ? 5 : 4
    const rest = operands.slice(first)
    const least = first + (type.scaled ? 3 : 1)
    const most = type.scaled ? least : first + (isStationary ? 2 : 3)
    const a = operands[1]
    return then(
      collect({
        count: operand.count(statement, least, most, form),
        returns: operand.returnsNothing(statement),
        accumulator: tensorAddress(statement, operands[0]),
        a:
          a?.kind === 'address'
            ? then(tensorAddress(statement, a), (at) => ok({ in: 'tensor', at } as const))
            : then(operand.value(statement, a), (descriptor) => ok({ in: 'shared', descriptor } as const)),
        b: operand.value(statement, operands[2]),
        metadata: isSparse ? tensorAddress(statement, operands[3]) : ok(undefined),
        instruction: operand.value(statement, operands[first - 1]),
        scales: type.scaled
          ? collect({ a: tensorAddress(statement, rest[0]), b: tensorAddress(statement, rest[1]) })
          : ok(undefined),
        others: othersOf(statement, type.scaled ? rest.slice(2) : rest),
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
            type: { bits: type.bits, depth: type.depth * (isSparse ? 2 : 1), rowsAt: type.rowsAt },
            weightStationary: isStationary,
            others,
          },
          group: words.includes('cta_group::2') ? 2 : 1,
        }),
    )
  })
}

/** Reads operands that decide nothing about memory: masks of lanes, predicates, a scale. */
function othersOf(statement: Statement, given: readonly StatementOperand[]): Result<readonly Operand[]> {
  const each = given.flatMap((one): readonly StatementOperand[] =>
    one.kind === 'vector' ? one.elements : one.kind === 'negated' ? [one.register] : [one],
  )
  return all(each.map((one) => operand.value(statement, one)))
}

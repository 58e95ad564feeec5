/**
 * Sums and differences in chains: `add.cc` and similar, which write and read the carry (ISA, Extended-Precision Integer
 * Arithmetic).
 */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import { type DataType, defaultType, type Operand, predicateType, type Register } from '../operand.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import type { Words } from './qualifiers.js'
import type { Arithmetic } from './register-instructions.js'
import type { Statement } from './statement.js'

/** No register of a program has a blank in its name. */
const [carryFlag, nextCarry, product] = ['carry flag', 'next carry', 'carried product']

const chained: ReadonlySet<string> = new Set(['addc', 'subc', 'madc'])

export const isCarried = ({ mnemonic }: Statement, { others }: Words): boolean =>
  chained.has(opcodeOf(mnemonic)) ||
  (['add', 'sub', 'mad'].includes(opcodeOf(mnemonic)) && others.some(({ text }) => text === 'cc'))

/**
 * Returns the product, if any, the carry, and the sum. With `.cc` the carry is written; `addc`, `subc` and `madc` add
 * the one that was written before.
 */
export function readCarried(statement: Statement, { types, spaces, others }: Words): Result<readonly Arithmetic[]> {
  const { mnemonic, span } = statement
  const opcode = opcodeOf(mnemonic)
  const multiplies = opcode.startsWith('mad')
  const half = multiplies ? others.find(({ text }) => text === 'lo' || text === 'hi') : undefined
  const flag = others.find(({ text }) => text === 'cc')
  const [type, ...more] = types
  const wrong = [...others.filter((one) => one !== half && one !== flag), ...spaces, ...more][0]
  if (wrong !== undefined)
    return fail(
      diagnostic(`\`${opcode}\` takes \`.cc\` and one type; \`.${wrong.text}\` has no meaning here`, wrong.span),
    )
  const of: DataType = type === undefined ? defaultType : { width: type.value.width, signed: type.value.signed }
  if (type !== undefined && (!['u', 's'].includes(type.value.letter) || of.width < 32))
    return fail(
      diagnostic(
        `\`${opcode}\` has no type \`.${type.text}\`; it has \`.u32\`, \`.s32\`, \`.u64\`, \`.s64\``,
        type.span,
      ),
    )
  const count = multiplies ? 3 : 2
  const form = `${mnemonic} r, ${['a', 'b', 'c'].slice(0, count).join(', ')}`
  return then(
    collect({
      count: operand.count(statement, 1 + count, 1 + count, form),
      expected: operand.returnsNothing(statement),
      destination: operand.destination(statement.operands[0]),
      operands: operand.valuesOf(statement, statement.operands.slice(1), of),
    }),
    ({ destination, operands }) => {
      const register = (name: string): Register => ({ kind: 'register', name, span })
      const one = (
        operation: Arithmetic['operation'],
        destination: string,
        operands: readonly Operand[],
        types: Pick<Arithmetic, 'type' | 'from'> = { type: of },
      ): Arithmetic => ({ kind: 'arithmetic', operation, destination, operands, ...types, span })
      const takesCarry = chained.has(opcode)
      const subtracts = opcode.startsWith('sub')
      const terms = multiplies ? [register(product), ...operands.slice(2)] : operands
      const all = takesCarry ? [...terms, register(carryFlag)] : terms
      const sum = one(takesCarry ? (subtracts ? 'subc' : 'addc') : subtracts ? 'sub' : 'add', destination, all)
      const carry = one(subtracts ? 'borrow' : 'carry', takesCarry ? nextCarry : carryFlag, all, {
        type: predicateType,
        from: of,
      })
      return ok([
        ...(multiplies ? [one(half?.text === 'hi' ? 'mul-hi' : 'mul', product, operands.slice(0, 2))] : []),
        ...(flag === undefined ? [] : [carry]),
        sum,
        ...(flag !== undefined && takesCarry
          ? [one('mov', carryFlag, [register(nextCarry)], { type: predicateType })]
          : []),
      ])
    },
  )
}

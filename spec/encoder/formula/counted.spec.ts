import fc from 'fast-check'
import { assigned } from '../../../encoder/decide/decode.js'
import { countedValue } from '../../../encoder/formula/counted.js'
import { type Formula, formulaBuilder } from '../../../encoder/formula/formula.js'
import { isPattern, symbolicValues, valueAmong } from '../../../encoder/formula/symbolic.js'
import type { Value } from '../../../encoder/formula/value.js'
import {
  type BitsOperator,
  type BitsRelation,
  compareBits,
  compute,
  resizeBits,
} from '../../../encoder/values/arithmetic.js'
import { must } from '../../../source/must.js'

const width = 4
const pattern = fc.bigInt({ min: 0n, max: 15n })
const operators: readonly BitsOperator[] = ['add', 'sub', 'bit-and', 'bit-or', 'shift-right-unsigned', 'mul']
const relations: readonly BitsRelation[] = ['equal', 'less-unsigned', 'less-signed']
const step = fc.record({ operator: fc.constantFrom(...operators), constant: pattern, isLeft: fc.boolean() })

/** A value after steps that may happen, or a constant instead, and what is computed from it. */
const computation = fc.record({
  states: fc.array(pattern, { minLength: 2, maxLength: 6 }),
  happens: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  /** How many of the steps happen only if the one before does. */
  inTurn: fc.nat(5),
  other: pattern,
  isOther: fc.boolean(),
  steps: fc.array(step, { maxLength: 3 }),
  resized: fc.constantFrom(2, 4, 6),
  relation: fc.constantFrom(...relations),
  compared: pattern,
})

test('what is computed from a counted value is what is computed from its state', () =>
  fc.assert(
    fc.property(
      computation,
      ({ states, happens: drawn, inTurn, other, isOther, steps, resized, relation, compared }) => {
        const happens = drawn.map((one, i) => (i < inTurn ? drawn.slice(0, i + 1).every(Boolean) : one))
        const builder = formulaBuilder()
        const domain = symbolicValues(
          builder,
          () => domain.constant(0n, width),
          () => builder.tt,
        )
        const variables = states.slice(1).map((_, i): Formula => builder.variable(`s${i}`))
        const happening = { inTurn: variables.slice(0, inTurn), others: variables.slice(inTurn) }
        const replaced = builder.variable('other')
        const alternatives = [
          { when: builder.not(replaced), value: countedValue(states, happening, width, builder) },
          { when: replaced, value: domain.constant(other, width) },
        ] as const
        const start: { readonly symbolic: Value; readonly expected: bigint } = {
          symbolic: valueAmong(domain, alternatives),
          expected: isOther
            ? other
            : must(states[happens.slice(0, states.length - 1).filter(Boolean).length], 'a state'),
        }
        const { symbolic, expected } = steps.reduce(({ symbolic, expected }, { operator, constant, isLeft }) => {
          const [value, sides] = [domain.constant(constant, width), [expected, constant] as const]
          return isLeft
            ? {
                symbolic: domain.operation(operator, value, symbolic, width),
                expected: compute(operator, constant, expected, width),
              }
            : {
                symbolic: domain.operation(operator, symbolic, value, width),
                expected: compute(operator, ...sides, width),
              }
        }, start)
        const { formula, valueOf } = assigned(
          new Map([['other', isOther], ...happens.map((one, i) => [`s${i}`, one] as const)]),
        )
        const small = domain.resize(symbolic, width, resized, true)
        expect(valueOf(symbolic)).toBe(expected)
        expect(valueOf(small)).toBe(resizeBits(expected, width, resized, true))
        expect(formula(isPattern(symbolic, compared, builder))).toBe(expected === compared)
        expect(formula(domain.compare(relation, symbolic, domain.constant(compared, width), width))).toBe(
          compareBits(relation, expected, compared, width),
        )
        expect(formula(domain.compare(relation, domain.constant(compared, width), symbolic, width))).toBe(
          compareBits(relation, compared, expected, width),
        )
      },
    ),
    { seed: 1, numRuns: 300 },
  ))

test('the last of many states is a formula of all steps, and needs none of the others', () => {
  const builder = formulaBuilder()
  const steps = Array.from({ length: 40 }, (_, i) => builder.variable(`s${i}`))
  const states = [...steps.map((_, i) => BigInt(i)), 99n]
  const value = countedValue(states, { inTurn: [], others: steps }, 8, builder)
  expect(isPattern(value, 99n, builder)).toBe(steps.reduce(builder.and))
})

test('the number of steps in turn is known from the last', () => {
  const builder = formulaBuilder()
  const inTurn = Array.from({ length: 40 }, (_, i) => builder.variable(`s${i}`))
  const states = Array.from({ length: 41 }, (_, i) => BigInt(i))
  const value = countedValue(states, { inTurn, others: [] }, 8, builder)
  const [before, after] = [must(inTurn[16], 'a step'), must(inTurn[17], 'a step')]
  expect(isPattern(value, 17n, builder)).toBe(builder.and(before, builder.not(after)))
})

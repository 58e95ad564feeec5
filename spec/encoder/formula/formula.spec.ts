import * as fc from 'fast-check'
import { type Formula, type FormulaBuilder, formulaBuilder } from '../../../encoder/formula/formula.js'
import { limited, timeReason } from '../../../source/limited.js'

/** A formula as it is written: the number of a variable, or a connective of others. */
type Written =
  | number
  | { readonly not: Written }
  | { readonly and: readonly Written[] }
  | { readonly or: readonly Written[] }

const written = (variables: number): fc.Arbitrary<Written> =>
  fc.letrec<{ formula: Written }>((tie) => ({
    formula: fc.oneof(
      { depthSize: 'medium' },
      fc.nat(variables - 1),
      fc.record({ not: tie('formula') }),
      fc.record({ and: fc.array(tie('formula'), { maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('formula'), { maxLength: 3 }) }),
    ),
  })).formula

const built = (builder: FormulaBuilder, one: Written): Formula => {
  if (typeof one === 'number') return builder.variable(`x${one}`)
  if ('not' in one) return builder.not(built(builder, one.not))
  if ('and' in one) return builder.all(one.and.map((part) => built(builder, part)))
  return builder.any(one.or.map((part) => built(builder, part)))
}

const holds = (one: Written, values: number): boolean => {
  if (typeof one === 'number') return ((values >>> one) & 1) === 1
  if ('not' in one) return !holds(one.not, values)
  if ('and' in one) return one.and.every((part) => holds(part, values))
  return one.or.some((part) => holds(part, values))
}

const holdsAsBuilt = (formula: Formula, values: number): boolean => {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula.kind === 'true'
    case 'variable':
      return ((values >>> Number(formula.name.slice(1))) & 1) === 1
    case 'not':
      return !holdsAsBuilt(formula.of, values)
    case 'and':
      return formula.of.every((part) => holdsAsBuilt(part, values))
    case 'or':
      return formula.of.some((part) => holdsAsBuilt(part, values))
    default:
      throw new Error('there are no bit-vectors')
  }
}

const truthOf = (truth: (values: number) => boolean, variables: number): readonly boolean[] =>
  Array.from({ length: 1 << variables }, (_, values) => truth(values))

test.each([2, 5, 7])('a formula over %d variables means what it says', (variables) =>
  fc.assert(
    fc.property(fc.array(written(variables), { minLength: 1, maxLength: 8 }), (all) => {
      const builder = formulaBuilder()
      for (const one of all) {
        const formula = built(builder, one)
        expect(truthOf((values) => holdsAsBuilt(formula, values), variables)).toEqual(
          truthOf((values) => holds(one, values), variables),
        )
      }
    }),
    { seed: 1, numRuns: 60 },
  ),
)

test.each([2, 3, 5])('two formulas over %d variables are one object exactly if they are one function', (variables) =>
  fc.assert(
    fc.property(fc.array(written(variables), { minLength: 2, maxLength: 12 }), (all) => {
      const builder = formulaBuilder('much')
      const byFunction = new Map<string, Formula>()
      for (const one of all) {
        const key = truthOf((values) => holds(one, values), variables).join()
        const formula = built(builder, one)
        const other = byFunction.get(key)
        if (other === undefined) byFunction.set(key, formula)
        else expect(formula).toBe(other)
      }
      expect(new Set(byFunction.values()).size).toBe(byFunction.size)
    }),
    { seed: 1, numRuns: 60 },
  ),
)

test('conditions that nest in different ways over few variables are one formula', () => {
  const { and, or, variable } = formulaBuilder()
  const [a, b, c] = [variable('a'), variable('b'), variable('c')]
  expect(or(and(a, b), and(and(a, b), c))).toBe(and(a, b))
  expect(and(a, and(b, c))).toBe(and(and(a, b), c))
  expect(and(or(a, b), or(a, c))).toBe(or(a, and(b, c)))
})

test('a builder stops when time is up', () => {
  expect(limited(() => formulaBuilder('little', () => false))).toEqual({ tooLarge: timeReason })
  expect(limited(() => formulaBuilder('little', () => true))).toHaveProperty('built')
})

test('it stops, too, if it finds formulas of many operands in its table', () => {
  let isTimeUp = false
  const builder = formulaBuilder('little', () => !isTimeUp)
  const many = Array.from({ length: 1000 }, (_, i) => builder.variable(`x${i}`))
  builder.any(many)
  isTimeUp = true
  expect(
    limited(() => {
      for (let again = 0; again < 1000; again++) builder.any(many)
    }),
  ).toEqual({ tooLarge: timeReason })
})

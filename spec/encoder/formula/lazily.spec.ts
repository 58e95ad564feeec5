import fc from 'fast-check'
import type { Formula, FormulaBuilder } from '../../../encoder/formula/formula.js'
import { formulaBuilder } from '../../../encoder/formula/formula.js'
import { lazilyTransitive, lazyAcyclicity } from '../../../encoder/formula/lazily.js'
import { strictOrder } from '../../../encoder/formula/orders-in-clauses.js'
import type { ChosenPair } from '../../../encoder/relations/chosen.js'
import { relationAlgebra } from '../../../encoder/relations/relation.js'
import { booleans } from '../../../encoder/values/logic.js'

const size = 5
const pair = fc.tuple(fc.nat(size - 1), fc.nat(size - 1))
const chosen = fc.array(pair, { maxLength: 12 })

/** A variable for each pair of events. */
const variables = ({ variable }: FormulaBuilder): readonly ChosenPair<Formula>[] =>
  Array.from({ length: size * size }, (_, i) => [
    Math.floor(i / size),
    i % size,
    variable(`${Math.floor(i / size)} ${i % size}`),
  ])

const truth =
  (pairs: readonly (readonly [number, number])[], also: readonly string[] = []) =>
  (formula: Formula): boolean => {
    const holds = truth(pairs, also)
    switch (formula.kind) {
      case 'true':
        return true
      case 'false':
        return false
      case 'variable':
        return also.includes(formula.name) || pairs.some(([a, b]) => formula.name === `${a} ${b}`)
      case 'not':
        return !holds(formula.of)
      case 'and':
        return formula.of.every(holds)
      case 'or':
        return formula.of.some(holds)
      default:
        throw new Error('there are no bit-vectors')
    }
  }

const rows = relationAlgebra(size, booleans)
const relationOf = (pairs: readonly (readonly [number, number])[]) =>
  rows.fromPairs(pairs.map(([a, b]) => [a, b, true]))

test('a solution that is no strict order violates what is stated or what is not, and what is then stated does not hold of it', () => {
  fc.assert(
    fc.property(chosen, (some) => {
      const pairs = some.filter(([a, b]) => a !== b)
      const builder = formulaBuilder()
      const between = variables(builder).filter(([a, b]) => a !== b)
      const { clauses, lazily } = strictOrder(between, builder, 0)
      const holds = truth(pairs)
      const violated = [
        ...clauses.filter((clause) => !holds(clause)),
        ...lazily.flatMap((lazy) => lazy.violated(holds)),
      ]
      const order = relationOf(pairs)
      const isOrder = rows.isIrreflexive(order) && rows.isEmpty(rows.difference(rows.sequence(order, order), order))
      expect(violated.length === 0).toBe(isOrder)
      expect(violated.filter(holds)).toEqual([])
    }),
  )
})

test('few clauses are stated at once', () => {
  const builder = formulaBuilder()
  const pairs = variables(builder)
  expect(strictOrder(pairs, builder, 10_000).lazily).toEqual([])
  expect(strictOrder(pairs, builder, 10).lazily).toHaveLength(1)
})

test('a solution with a cycle violates what is stated or what is not, where that is demanded', () => {
  fc.assert(
    fc.property(chosen, fc.boolean(), (pairs, isDemanded) => {
      const builder = formulaBuilder()
      const { acyclic, lazily } = lazyAcyclicity(builder, 0)
      const relation = relationAlgebra(size, builder).fromPairs(variables(builder))
      const demanded = acyclic(relation)
      if (demanded === undefined) throw new Error('it is larger than nothing')
      const holds = truth(pairs, isDemanded ? ['acyclic_0'] : [])
      const violated = lazily.flatMap((lazy) => lazy.violated(holds))
      expect(holds(demanded) && violated.length === 0).toBe(isDemanded && rows.isAcyclic(relationOf(pairs)))
      expect(violated.filter(holds)).toEqual([])
    }),
  )
})

test('a small relation is left to others', () => {
  const builder = formulaBuilder()
  const { acyclic, lazily } = lazyAcyclicity(builder, size * size)
  expect(acyclic(relationAlgebra(size, builder).fromPairs(variables(builder)))).toBeUndefined()
  expect(lazily).toEqual([])
})

test('what is stated of a chain of pairs is the step that is missing, once', () => {
  const builder = formulaBuilder()
  const { any, not, variable } = builder
  const { violated } = lazilyTransitive(variables(builder), builder)
  const chain = (steps: readonly string[], last: string) =>
    any([...steps.map((step) => not(variable(step))), variable(last)])
  const zeroToTwo: readonly [number, number][] = [
    [0, 1],
    [1, 2],
  ]
  expect(violated(truth(zeroToTwo))).toEqual([chain(['0 1', '1 2'], '0 2')])
  expect(violated(truth([...zeroToTwo, [0, 2]]))).toEqual([])
  expect(violated(truth([...zeroToTwo, [2, 3]]))).toContain(chain(['0 1', '1 2', '2 3'], '0 3'))
})

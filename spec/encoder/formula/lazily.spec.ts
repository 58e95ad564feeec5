import fc from 'fast-check'
import type { Formula, FormulaBuilder } from '../../../encoder/formula/formula.js'
import { formulaBuilder } from '../../../encoder/formula/formula.js'
import { lazilyTransitive, lazyAcyclicity, lazyFromReads } from '../../../encoder/formula/lazily.js'
import { strictOrder } from '../../../encoder/formula/orders-in-clauses.js'
import type { ChosenPair } from '../../../encoder/relations/chosen.js'
import { relationAlgebra } from '../../../encoder/relations/relation.js'
import { booleans } from '../../../encoder/values/logic.js'
import { always } from '../../extent.js'

const size = 5
const pair = fc.tuple(fc.nat(size - 1), fc.nat(size - 1))
const chosen = fc.array(pair, { maxLength: 12 })

/** Returns a variable for each pair of events. */
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

for (const [what, mostClauses] of [
  ['not', 0],
  ['stated', 10_000],
] as const)
  always(
    `a solution that is not a strict order violates what is ${what}, and the clauses stated then exclude it`,
    { runs: 100, seed: 1 },
    () =>
      fc.property(chosen, (some) => {
        const pairs = some.filter(([a, b]) => a !== b)
        const builder = formulaBuilder()
        const between = variables(builder).filter(([a, b]) => a !== b)
        const { clauses, lazily } = strictOrder(between, builder, mostClauses)
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

/** Returns each choice of some of these. */
const subsetsOf = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_, i) => (bits >> i) % 2 === 1))

always('where some pairs always hold, the clauses hold exactly in strict orders', { runs: 60, seed: 1 }, () => {
  const events = 4
  const drawn = fc.array(fc.tuple(fc.nat(events - 1), fc.nat(events - 1)), { maxLength: 4 })
  return fc.property(
    drawn,
    fc.constantFrom('cycle', 'any', 'upwards', 'order'),
    fc.boolean(),
    (some, kind, isOneWay) => {
      const apart = some.filter(([a, b]) => a !== b)
      const upwards = relationOf(apart.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const))
      const cycle = relationOf([
        [0, 1],
        [1, 2],
        [2, 0],
      ])
      const certain = { cycle, any: relationOf(apart), upwards, order: rows.closure(upwards) }[kind]
      const isCertain = (a: number, b: number): boolean => certain[a]?.has(b) === true
      const builder = formulaBuilder()
      const between = variables(builder)
        .filter(([a, b]) => a !== b && a < events && b < events && !(isOneWay && isCertain(b, a)))
        .map(([a, b, when]): ChosenPair<Formula> => [a, b, isCertain(a, b) ? builder.tt : when])
      const { clauses } = strictOrder(between, builder, 10_000)
      const open = between.filter(([a, b]) => !isCertain(a, b)).map(([a, b]) => [a, b] as const)
      const always = between.filter(([a, b]) => isCertain(a, b)).map(([a, b]) => [a, b] as const)
      for (const chosen of subsetsOf(open)) {
        const order = relationOf([...always, ...chosen])
        const isOrder = rows.isIrreflexive(order) && rows.isEmpty(rows.difference(rows.sequence(order, order), order))
        if (clauses.every(truth(chosen)) !== isOrder) throw new Error(`${always.join('; ')} with ${chosen.join('; ')}`)
      }
    },
  )
})

test('the clauses for a few events among many in a known order grow with their number', () => {
  const clausesOf = (many: number): number => {
    const builder = formulaBuilder()
    const between = Array.from({ length: many + 2 }, (_, a) =>
      Array.from(
        { length: many + 2 },
        (_, b): ChosenPair<Formula> => [a, b, a < b && b < many ? builder.tt : builder.variable(`${a} ${b}`)],
      ).filter(([, b]) => a !== b && !(b < a && a < many)),
    ).flat()
    return strictOrder(between, builder, 10_000).clauses.length
  }
  expect(clausesOf(80) - clausesOf(60)).toBe(clausesOf(60) - clausesOf(40))
  expect(clausesOf(80)).toBeLessThan(2_000)
})

always('orders that share no event are stated or not each by itself, the smaller at once', { runs: 100, seed: 1 }, () =>
  fc.property(chosen, (some) => {
    // One order of the events 0 and 1, and another of those from 2 on.
    const isApart = ([a, b]: readonly [number, number]): boolean => a !== b && a < 2 === b < 2
    const pairs = some.filter(isApart)
    const builder = formulaBuilder()
    const between = variables(builder).filter(([a, b]) => isApart([a, b]))
    const { clauses, lazily } = strictOrder(between, builder, 6)
    expect(lazily).toHaveLength(1)
    const holds = truth(pairs)
    const stated = clauses.filter((clause) => !holds(clause))
    const violated = [...stated, ...lazily.flatMap((lazy) => lazy.violated(holds))]
    const order = relationOf(pairs)
    const isOrder = rows.isIrreflexive(order) && rows.isEmpty(rows.difference(rows.sequence(order, order), order))
    expect(violated.length === 0).toBe(isOrder)
    expect(violated.filter(holds)).toEqual([])
  }),
)

test('a large order does not make a smaller one lazy', () => {
  const builder = formulaBuilder()
  const inTwo = variables(builder).filter(([a, b]) => a !== b && a < 3 === b < 3)
  const mostOfSmaller = 2
  const { clauses, lazily } = strictOrder(inTwo, builder, mostOfSmaller)
  expect(lazily).toHaveLength(1)
  const small = truth([
    [3, 4],
    [4, 3],
  ])
  expect(clauses.some((clause) => !small(clause))).toBe(true)
  // Three in a row are transitive if both are stated, and else when a solution needs it.
  const large = truth([
    [0, 1],
    [1, 2],
  ])
  expect(clauses.every(large)).toBe(true)
  expect(strictOrder(inTwo, builder, 1000).clauses.every(large)).toBe(false)
})

test('few clauses are stated at once', () => {
  const builder = formulaBuilder()
  const pairs = variables(builder)
  expect(strictOrder(pairs, builder, 10_000).lazily).toEqual([])
  expect(strictOrder(pairs, builder, 10).lazily).toHaveLength(1)
})

always(
  'a solution with a cycle violates a stated or an unstated clause, if one is demanded',
  { runs: 100, seed: 1 },
  () =>
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

describe('from-reads', () => {
  const writes = [0, 1, 2]
  const reads = [3, 4]
  const isRead = (event: number): boolean => reads.includes(event)
  const fromReads = (mostWays: number) => {
    const builder = formulaBuilder()
    const pairs = variables(builder)
    const rf = pairs.filter(([a, b]) => !isRead(a) && isRead(b))
    const co = pairs.filter(([a, b]) => !isRead(a) && !isRead(b) && a !== b)
    return lazyFromReads(rf, relationAlgebra(size, builder).fromPairs(co), () => builder.tt, builder, mostWays)
  }

  always(
    'that do not lead from each read to what follows its write violate stated clauses, which exclude them',
    { runs: 100, seed: 1 },
    () => {
      const possible = reads.flatMap((read) => writes.map((write) => [read, write] as const))
      return fc.property(chosen, fc.subarray(possible), (pairs, some) => {
        const lazy = fromReads(0)?.lazy
        if (lazy === undefined) throw new Error('there are more ways than none')
        const holds = truth(
          pairs,
          some.map(([read, write]) => `fr_${read}_${write}`),
        )
        const has = (from: number, to: number): boolean => from !== to && pairs.some(([a, b]) => a === from && b === to)
        const follows = ([read, write]: readonly [number, number]): boolean =>
          writes.some((source) => has(source, read) && has(source, write))
        const violated = lazy.violated(holds)
        expect(violated.length === 0).toBe(possible.every((pair) => follows(pair) === some.includes(pair)))
        expect(violated.filter(holds)).toEqual([])
      })
    },
  )
  test('that come about in few ways are left to other clauses', () => {
    expect(fromReads(size ** 3)).toBeUndefined()
  })
})

test('a small relation is left to other clauses', () => {
  const builder = formulaBuilder()
  const { acyclic, lazily } = lazyAcyclicity(builder, size * size)
  expect(acyclic(relationAlgebra(size, builder).fromPairs(variables(builder)))).toBeUndefined()
  expect(lazily).toEqual([])
})

test('of a chain of pairs, only the missing step is stated, once', () => {
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

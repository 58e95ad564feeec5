import fc from 'fast-check'
import type { Model } from '../../axioms/algebra/terms.js'
import { models } from '../../axioms/models.js'
import { interpreter } from '../../encoder/relations/interpret.js'
import { type Relation, relationAlgebra } from '../../encoder/relations/relation.js'
import { booleans } from '../../encoder/values/logic.js'
import { must } from '../../source/must.js'
import { type BitBase, compiled, machine } from '../../synthesis/compiled.js'
import { testOf } from '../../synthesis/judge.js'
import { spaceOf } from '../../synthesis/space.js'
import { modelIn } from '../axioms/algebra/cat/models.js'
import { holds, randomly } from '../extent.js'
import { drawnTests, everything } from './drawn.js'

/** Returns whether the interpreter over booleans allows an execution. */
function allowedBy(model: Model, test: BitBase, chosen: readonly Uint32Array[]): boolean {
  const { size } = test
  const { fromPairs } = relationAlgebra(size, booleans)
  const events = Array.from({ length: size }, (_, event) => event)
  const members = (bits: number) => events.filter((event) => (bits >>> event) & 1)
  const relation = (rows: Uint32Array | undefined): Relation<boolean> =>
    fromPairs(events.flatMap((a) => members(rows?.[a] ?? 0).map((b) => [a, b, true] as const)))
  const [rf, co, fences] = chosen.map(relation)
  const choices = new Map([
    ['rf', rf],
    ['co', co],
    ['sync_fence', fences],
  ])
  const { axiom } = interpreter(
    {
      size,
      set: (name) => new Map(members(test.set(name)).map((event) => [event, true])),
      relation: (name) => choices.get(name) ?? relation(test.relation(name)),
    },
    booleans,
  )
  return model.axioms.every(axiom)
}

/** Each operator, and each requirement, negated too. */
const others = [
  'empty [range(rf)]; po; [domain(rmw)] as A\n~empty rf \\ po^-1 as B',
  '~acyclic po | rf | co as C',
  '~irreflexive (rf | po)+ as D',
  'empty ((W * R) & loc & ~po; rf^-1)+ & (co \\ id) as E',
].map((text) => modelIn(text))

describe('a compiled model agrees with the interpreter', () => {
  for (const [i, model] of [...models, ...others].entries())
    randomly(`${i}: ${model.name}`, { runs: 40, seed: 9, least: { allowed: 4, forbidden: 4 } }, async (draw) => {
      const operations = must(compiled(model), 'a model without recursion')
      let [allowed, forbidden] = [0, 0]
      const property = fc.property(drawnTests(everything, 4), fc.nat(), ({ labelled }, number) => {
        const space = spaceOf(labelled.sketch)
        const test = testOf(space, labelled.strengths)
        // One machine for executions in a row, so that what it keeps from one to the next is used.
        const { allows } = machine(operations, test)
        const candidates = space.candidates()
        for (let i = 0; i < Math.min(4, candidates.length); i++) {
          const { rf, co } = must(candidates[(number + i * 7) % candidates.length], 'an execution')
          for (const order of test.fenceOrders.slice(0, 3)) {
            const found = allows(rf, co, order)
            expect(found).toBe(allowedBy(model, test, [rf, co, order]))
            if (found) allowed++
            else forbidden++
          }
        }
      })
      return { tests: await holds(property, draw), allowed, forbidden }
    })
})

test('a model with a definition by recursion that closures do not solve is not compiled', () => {
  expect(compiled(modelIn('let rec r = rf | (co; r; co)\nacyclic r as A'))).toBeUndefined()
  expect(compiled(modelIn('let rec r = rf | (co; r)\nacyclic r as A'))).toBeDefined()
})

test('no model of the tool orders by dependencies; one that does is known', () => {
  for (const model of models) expect([model.name, compiled(model)?.ordersByDependencies]).toEqual([model.name, false])
  const orders = (text: string) => compiled(modelIn(text))?.ordersByDependencies
  expect(orders('acyclic data | po as A')).toBe(true)
  expect(orders('let d = data\nlet e = d | co\nirreflexive e; rf as A')).toBe(true)
  expect(orders('acyclic rf | data | addr | ctrl as A')).toBe(false)
  expect(orders('acyclic rf | co as A')).toBe(false)
  expect(orders('let dep = (data | addr)+\nirreflexive (rf | dep)+ as A')).toBe(false)
  // These have no cycle of reads-from and dependencies as their reason.
  expect(orders('empty rf; data; rf as A')).toBe(true)
  expect(orders('irreflexive rf; data as A')).toBe(true)
  expect(orders('acyclic rf; data as A')).toBe(true)
})

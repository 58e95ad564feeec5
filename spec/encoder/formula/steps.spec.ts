import { ptx75 } from '../../../axioms/models.js'
import { assigned } from '../../../encoder/decide/decode.js'
import { buildEvents } from '../../../encoder/events/events.js'
import type { Pair } from '../../../encoder/events/graph/event.js'
import { type Formula, formulaBuilder } from '../../../encoder/formula/formula.js'
import { stepsOf } from '../../../encoder/formula/steps.js'
import { upperBounds } from '../../../encoder/relations/bounds.js'
import { counters } from '../../../encoder/relations/counters.js'
import { deduced } from '../../../encoder/relations/deduced.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'

const threads = Array.from({ length: 3 }, (_, i) => `d0.b${i}.t0 { atom.add.relaxed.gpu r, [x], 1; }`)
const graph = buildEvents(testIn(`.global x; ${threads.join(' ')} check ([x] == 3) as q;`))
const bounds = upperBounds(graph)
const decided = deduced(graph, ptx75, bounds)
const [counter] = counters(graph, ptx75, decided, 3)
const writes = must(counter, 'a counter').steps.map(({ write }) => write.id)
const reads = must(counter, 'a counter').steps.map(({ read }) => read.id)

const builder = formulaBuilder()
const isBefore = ([a, b]: Pair): Formula =>
  a < b ? builder.variable(`before_${a}_${b}`) : builder.not(builder.variable(`before_${b}_${a}`))
const steps = stepsOf(
  counter === undefined ? [] : [counter],
  { size: graph.events.length, decided, isExecuted: (event) => builder.variable(`executed_${event}`), isBefore },
  builder,
)
const readsFrom = steps.readsFrom(bounds.rf.map(([a, b]) => [a, b, builder.variable(`rf_${a}_${b}`)] as const))

const permutations = (of: readonly number[]): readonly (readonly number[])[] =>
  of.length === 0
    ? [[]]
    : of.flatMap((one) => permutations(of.filter((other) => other !== one)).map((rest) => [one, ...rest]))

/** Returns an assignment in which these steps are executed, in this order. */
const inOrder = (order: readonly number[]): Map<string, boolean> => {
  const at = (write: number) => order.indexOf(writes.indexOf(write))
  const pairs = writes.flatMap((a) => writes.filter((b) => a < b).map((b) => [a, b] as const))
  return new Map([
    ...pairs.map(([a, b]) => [`before_${a}_${b}`, at(a) < at(b)] as const),
    ...[writes, reads].flatMap((all) => all.map((id, i) => [`executed_${id}`, order.includes(i)] as const)),
  ])
}

describe('a step reads from the one before it', () => {
  const orders = [...permutations([0, 1, 2]), ...permutations([0, 2]), ...permutations([1])]
  test.each(orders.map((order) => [order.join(' ')] as const))('in the order %s', (words) => {
    const order = words.split(' ').map(Number)
    const initial = must(counter?.before[0], 'the initial write').id
    const expected = order.map((step, i) => {
      const source = order[i - 1]
      return `${source === undefined ? initial : writes[source]} ${reads[step]}`
    })
    const solution = inOrder(order)
    const named = ([a, b, when]: (typeof readsFrom)[number], assignment: ReadonlyMap<string, boolean>) =>
      assigned(assignment, steps.unstated).formula(when) ? [`${a} ${b}`] : []
    // The values that follow in a solution that does not name the variables.
    expect(readsFrom.flatMap((one) => named(one, solution)).toSorted()).toEqual(expected.toSorted())
    // The values that the definitions leave.
    for (const [variable, { stated }] of steps.unstated) {
      if (variable.kind !== 'variable') continue
      const holds = expected.includes(variable.name.slice('rf_'.length).replace('_', ' '))
      const meets = (value: boolean): boolean =>
        stated().every(assigned(new Map([...solution, [variable.name, value]])).formula)
      expect([meets(true), meets(false)]).toEqual([holds, !holds])
    }
  })
  test('and no step reads what it writes itself', () => {
    const own = readsFrom.filter(
      ([write, read]) => writes.indexOf(write) === reads.indexOf(read) && writes.includes(write),
    )
    expect(own.map(([, , when]) => when)).toEqual([builder.ff, builder.ff, builder.ff])
  })
})

import { ptx75 } from '../../../axioms/models.js'
import { assigned } from '../../../encoder/decide/decode.js'
import { buildEvents } from '../../../encoder/events/events.js'
import type { Pair } from '../../../encoder/events/graph/event.js'
import { counterReads } from '../../../encoder/formula/counter-reads.js'
import { type Formula, formulaBuilder } from '../../../encoder/formula/formula.js'
import { stepsOf } from '../../../encoder/formula/steps.js'
import { upperBounds } from '../../../encoder/relations/bounds.js'
import { counters } from '../../../encoder/relations/counters.js'
import { deduced } from '../../../encoder/relations/deduced.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'

const threads = [
  ...Array.from({ length: 3 }, (_, i) => `d0.b${i}.t0 { atom.add.relaxed.gpu r, [x], 1; }`),
  'd0.b3.t0 { ld.relaxed.gpu r, [x]; }',
]
const graph = buildEvents(testIn(`.global x; ${threads.join(' ')} check ([x] == 3) as q;`))
const bounds = upperBounds(graph)
const decided = deduced(graph, ptx75, bounds, 3)
const counting = counters(graph, ptx75, decided, 3)
const counter = must(counting[0], 'a counter')
const writes = counter.steps.map(({ write }) => write.id)
const reads = counter.steps.map(({ read }) => read.id)
const initial = must(counter.before[0], 'the initial write').id
const reader = must(counter.reads[0], 'the other read').id

const builder = formulaBuilder()
const isBefore = ([a, b]: Pair): Formula =>
  a < b ? builder.variable(`before_${a}_${b}`) : builder.not(builder.variable(`before_${b}_${a}`))
const steps = stepsOf(
  counting,
  counterReads(counting, isBefore, builder),
  bounds.rf.map(([a, b]) => [a, b, builder.variable(`rf_${a}_${b}`)] as const),
  {
    size: graph.events.length,
    decided,
    isExecuted: (event) => builder.variable(`executed_${event}`),
    isBefore,
    mostClauses: 1000,
  },
  builder,
)

const permutations = (of: readonly number[]): readonly (readonly number[])[] =>
  of.length === 0
    ? [[]]
    : of.flatMap((one) => permutations(of.filter((other) => other !== one)).map((rest) => [one, ...rest]))

/** Returns an assignment in which these steps are executed, in this order, and the other read comes after some of them. */
const inOrder = (order: readonly number[], read: readonly number[]): Map<string, boolean> => {
  const at = (write: number) => order.indexOf(writes.indexOf(write))
  const pairs = writes.flatMap((a) => writes.filter((b) => a < b).map((b) => [a, b] as const))
  return new Map([
    ...pairs.map(([a, b]) => [`before_${a}_${b}`, at(a) < at(b)] as const),
    ...[writes, reads].flatMap((all) => all.map((id, i) => [`executed_${id}`, order.includes(i)] as const)),
    [`executed_${reader}`, true],
    ...writes.map((id, i) => [`until_${id}_${reader}`, read.includes(i)] as const),
  ])
}
const orders = [...permutations([0, 1, 2]), ...permutations([0, 2]), ...permutations([1]), []]
const worlds = orders.flatMap((order) => [...order, -1].map((_, until) => ({ order, until })))

describe('reads of a counter', () => {
  test.each(worlds.map((world) => [`${world.order.join(' ')}, read after ${world.until}`, world] as const))(
    'in the order %s',
    (_, { order, until }) => {
      const source = (i: number): number => writes[order[i - 1] ?? -1] ?? initial
      const expected = [...order.map((step, i) => `${source(i)} ${reads[step]}`), `${source(until)} ${reader}`]
      const solution = inOrder(order, order.slice(0, until))
      const { formula } = assigned(solution, steps.unstated)
      // The values that follow in a solution that does not name the variables.
      expect(steps.rf.flatMap(([a, b, when]) => (formula(when) ? [`${a} ${b}`] : [])).toSorted()).toEqual(
        expected.toSorted(),
      )
      // The values that the definitions leave.
      for (const [variable, { stated }] of steps.unstated) {
        if (variable.kind !== 'variable') continue
        const holds = expected.includes(variable.name.slice('rf_'.length).replace('_', ' '))
        const meets = (value: boolean): boolean =>
          stated().every(assigned(new Map([...solution, [variable.name, value]])).formula)
        expect([meets(true), meets(false)]).toEqual([holds, !holds])
      }
      expect(steps.clauses.every(formula)).toBe(true)
      const after = [...steps.fromReads(reader)].flatMap(([write, when]) => (formula(when) ? [write] : []))
      expect(after.toSorted()).toEqual(
        order
          .slice(until)
          .map((step) => writes[step] ?? -1)
          .toSorted(),
      )
    },
  )
  test('a step does not read what it writes itself', () => {
    const own = steps.rf.filter(
      ([write, read]) => writes.includes(write) && reads.indexOf(read) === writes.indexOf(write),
    )
    expect(own.map(([, , when]) => when)).toEqual([builder.ff, builder.ff, builder.ff])
  })
  test('no read comes after a step without those before it', () => {
    const { formula } = assigned(inOrder([0, 1, 2], [0, 2]))
    expect(steps.clauses.every(formula)).toBe(false)
  })
})

describe('the steps before a read', () => {
  const inText = ([a, b]: Pair): Formula => (a < b ? builder.tt : builder.ff)
  const chosen = (event: number): Formula => builder.variable(`executed_${event}`)
  const sources = bounds.rf.map(([a, b]) => [a, b, builder.variable(`rf_${a}_${b}`)] as const)
  const subsets = (of: readonly number[]): readonly (readonly number[])[] =>
    of.reduce<readonly (readonly number[])[]>((some, one) => some.concat(some.map((set) => [...set, one])), [[]])
  const all = [0, 1, 2]

  test.each([
    ['in an order that the text settles, stated at once', inText, chosen, 1000],
    ['in such an order, where all are always performed', inText, () => builder.tt, 1000],
    ['in such an order, stated as solutions need it', inText, chosen, 0],
    ['in an order that an execution chooses, stated as solutions need it', isBefore, chosen, 0],
  ] as const)('include all that come first: %s', (_, order, isExecuted, mostClauses) => {
    const domain = { size: graph.events.length, decided, isBefore: order, isExecuted, mostClauses }
    const { clauses, lazily } = stepsOf(counting, counterReads(counting, order, builder), sources, domain, builder)
    expect(lazily).toHaveLength(mostClauses === 0 ? 1 : 0)
    for (const performed of isExecuted === chosen ? subsets(all) : [all])
      for (const read of subsets(all)) {
        const holds = assigned(inOrder(performed, read)).formula
        const isPrefix = performed.every(
          (one, i) => !read.includes(one) || performed.slice(0, i).every((first) => read.includes(first)),
        )
        const accepted = clauses.every(holds) && lazily.every(({ violated }) => violated(holds).length === 0)
        expect([performed, read, accepted]).toEqual([performed, read, isPrefix])
      }
  })
})

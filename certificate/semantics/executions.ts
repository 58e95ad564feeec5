/**
 * The executions of an event graph, whatever the model: what each read returns, which barriers are passed, which write
 * each read takes, and the orders of writes and fences are free; what the graph demands of them is stated. There are no
 * bounds: any write may be what any read takes, until a condition of candidate executions says otherwise.
 */

import { candidate } from '../../axioms/algebra/candidate.js'
import type { Rel } from '../../axioms/algebra/terms.js'
import {
  arrivalsSeen,
  barrierRules,
  barriersOf,
  isArrival,
  isChosen,
  isWait,
  mayBeTogether,
  mayHoldUp,
  passedBarriers,
} from '../../encoder/events/barriers/barriers.js'
import { conditionHolds } from '../../encoder/events/graph/condition.js'
import { type BarrierEvent, type EventGraph, type MemoryEvent, returns } from '../../encoder/events/graph/event.js'
import { assembled, covers, writtenTo } from '../../encoder/events/memory/parts.js'
import { circuits, type Vector } from '../../encoder/formula/circuits.js'
import type { Gates, Literal } from '../../encoder/formula/gates.js'
import { baseOf } from '../../encoder/relations/base.js'
import type { ChosenPair } from '../../encoder/relations/chosen.js'
import { type Domain, evaluator, type Predicate } from '../../encoder/values/expression.js'
import type { Logic } from '../../encoder/values/logic.js'
import type { Condition } from '../../litmus/condition.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import { type Meaning, meaningOf } from './meaning.js'
import { tables } from './tables.js'

export interface Executions {
  readonly logic: Logic<Literal>
  readonly truth: (predicate: Predicate) => Literal
  readonly axiom: Meaning<Literal>['axiom']
  /** Returns whether a term relates one event to another. */
  readonly holds: (term: Rel, from: number, to: number) => Literal
  /** Returns whether the final state meets a condition. */
  readonly meets: (condition: Condition) => Literal
  readonly rf: readonly ChosenPair<Literal>[]
  /** The literals of each choice, by name. */
  readonly named: ReadonlyMap<string, Vector>
}

/** Returns the logic of gates. */
const logicOf = ({ one, all, any }: Gates): Logic<Literal> => ({
  tt: one,
  ff: -one,
  not: (operand) => -operand,
  and: (left, right) => all([left, right]),
  or: (left, right) => any([left, right]),
  all,
  any,
})

/**
 * States what holds of all executions of a graph in which accesses overlap as a whole or not at all. `step` is called
 * between small parts of the work, and may end it.
 */
export function executionsOf(graph: EventGraph, gates: Gates, step: () => void): Executions {
  const { events } = graph
  const logic = logicOf(gates)
  const { tt, ff, and, not, all, any } = logic
  const circuit = circuits(gates)
  const named = new Map<string, Vector>()
  const free = memoised((name: string): Literal => must(word(name, 1)[0], 'a bit'))
  function word(name: string, width: number): Vector {
    const made = named.get(name) ?? Array.from({ length: width }, gates.variable)
    named.set(name, made)
    return made
  }
  const state = (...parts: readonly Literal[]): void => gates.state(parts)
  const equal = (left: Vector, right: Vector): Literal => circuit.compare('equal', left, right)

  // Values.
  const domain: Domain<Literal, Vector> = {
    logic,
    constant: circuit.constant,
    read: (id) => word(`value_${id}`, widthOf(id)),
    unknown: (id, width) => word(`unknown_${id}`, width),
    passes: (barrier) => free(`passes_${barrier}`),
    operation: (operator, left, right) => circuit.operation(operator, left, right),
    choice: (when, then, otherwise) =>
      when === tt ? then() : when === ff ? otherwise() : circuit.choice(when, then(), otherwise()),
    resize: (of, _, to, signed) => circuit.resize(of, to, signed),
    compare: (relation, left, right) => circuit.compare(relation, left, right),
  }
  function widthOf(id: number): number {
    const event = events[id]
    if (event === undefined || !returns(event)) throw new Error(`event ${id} returns nothing`)
    return event.kind === 'barrier' ? event.returned.type.width : event.value.width
  }
  const evaluate = evaluator(domain)
  const { truth, value } = evaluate
  const executed = events.map(({ guard }) => truth(guard))
  const writes = events.filter((event): event is MemoryEvent => event.kind === 'write')
  const reads = events.filter((event): event is MemoryEvent => event.kind === 'read')
  const pairs = (choice: string, from: readonly { id: number }[], to: readonly { id: number }[]) =>
    from.flatMap((a) => to.map((b): ChosenPair<Literal> => [a.id, b.id, free(`${choice}_${a.id}_${b.id}`)]))
  const fences = events.filter(({ sets }) => sets.includes('SC'))
  const rf = pairs('rf', writes, reads)
  const co = pairs('co', writes, writes)
  const sync_fence = pairs('sync_fence', fences, fences)
  for (const write of writes)
    for (const read of reads) {
      step()
      const isOfOneSize = write.value.width === read.value.width
      const isSame = isOfOneSize ? equal(domain.read(read.id), value(write.value)) : ff
      state(-free(`rf_${write.id}_${read.id}`), isSame)
    }
  for (const event of events)
    if (event.kind === 'barrier' && returns(event)) state(equal(domain.read(event.id), value(event.returned.value)))

  // Barriers.
  const barriers = barriersOf(graph)
  const rules = barrierRules(graph, domain, evaluate)
  for (const [barrier, passes] of passedBarriers(graph, domain)) {
    state(-domain.passes(barrier), passes)
    state(domain.passes(barrier), -passes)
  }
  const holdsUp = new Set(barriers.filter(mayHoldUp).map(({ id }) => id))
  const passed = (id: number): Literal => (holdsUp.has(id) ? domain.passes(id) : ff)
  const arrives = (id: number): Literal => free(`arrives_${id}`)
  const mayArrive = (one: BarrierEvent): Literal =>
    any(
      mayBeTogether(barriers, one)
        .filter(isWait)
        .map((wait) => and(passed(wait.id), rules.together(one, wait))),
    )
  for (const one of barriers) {
    const may = isArrival(one) ? mayArrive(one) : ff
    state(-arrives(one.id), may)
    if (!mayBeTogether(barriers, one).some(isChosen)) state(arrives(one.id), -may)
    if (isWait(one)) state(-passed(one.id), rules.enough(one, arrives))
  }
  const seen = arrivalsSeen(barriers, rules, logic, arrives, passed)

  // What is related to what.
  const rows = (some: readonly ChosenPair<Literal>[]): readonly ReadonlyMap<number, Literal>[] => {
    const made = events.map(() => new Map<number, Literal>())
    for (const [from, to, when] of some) made[from]?.set(to, when)
    return made
  }
  const chosen = { executed, rf: rows(rf), parts: [], co: rows(co), sync_fence: rows(sync_fence), seen: rows(seen) }
  const base = baseOf(graph, chosen, truth, logic)
  const algebra = tables(events.length, logic, step)
  const inTables = {
    set: (name: Parameters<typeof base.set>[0]) => algebra.members((event) => base.set(name).get(event) ?? ff),
    relation: (name: Parameters<typeof base.relation>[0]) => {
      const relation = base.relation(name)
      return algebra.table((from, to) => relation[from]?.get(to) ?? ff)
    },
  }
  const known = { set: memoised(inTables.set), relation: memoised(inTables.relation) }
  const { relation, axiom } = meaningOf(known, algebra, logic)
  for (const one of candidate) state(axiom(one))
  for (const one of [...graph.constraints, ...graph.congruence]) state(truth(one))

  // Final states: the value of a cell is that of a last write to it.
  const finalValue = memoised((cell: number): Vector => {
    const there = writes.map((write) => ({ write, covers: truth(covers(graph, write, cell)) }))
    const here = there.filter((one) => one.covers !== ff)
    const remains = ({ write }: (typeof here)[number]): Literal => free(`final_${write.id}_${cell}`)
    state(...here.map(remains))
    for (const one of here) {
      const later = here.map((other) =>
        all([must(executed[other.write.id], 'an event'), other.covers, free(`co_${one.write.id}_${other.write.id}`)]),
      )
      const isLast = and(and(must(executed[one.write.id], 'an event'), one.covers), not(any(later)))
      state(-remains(one), isLast)
    }
    const [first, ...others] = here.map((one) => ({
      when: remains(one),
      value: value(writtenTo(graph, one.write, cell)),
    }))
    const start = must(first, 'the initial write of each cell').value
    return others.reduce((rest, one) => circuit.choice(one.when, one.value, rest), start)
  })
  return {
    logic,
    truth,
    axiom,
    holds: (term, from, to) => relation(term)[from]?.[to] ?? ff,
    meets: (condition) =>
      conditionHolds(condition, graph, domain, evaluate, (bytes) => assembled(graph, bytes, domain, finalValue)),
    rf,
    named,
  }
}

/** The relations between the places of accesses, by classes, are those between each two accesses. */

import type { BaseRelation } from '../../../axioms/algebra/names.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { isMemory, type MemoryEvent } from '../../../encoder/events/graph/event.js'
import { complete, overlapping, overlappingAtAddress, together } from '../../../encoder/events/memory/places.js'
import { baseOf } from '../../../encoder/relations/base.js'
import { placed, relatedWhen } from '../../../encoder/relations/placed.js'
import { always, type Predicate } from '../../../encoder/values/expression.js'
import { threeValued } from '../../../encoder/values/three-valued.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'

const programs = {
  'additions to one sum, and a load of a part of it': `.global .u64 sum; .global .u32 x;
    d0.b0.t0 { red.relaxed.gpu.add.u64 [sum], 1; red.relaxed.gpu.add.u64 [sum], 2; st.weak.u32 [x], 1; }
    d0.b1.t0 { red.relaxed.gpu.add.u64 [sum], 3; ld.weak.u32 r, [sum+4]; ld.weak.u32 s, [x]; }
    check (r == 0) as q;`,
  'an address that is read, and two elements': `.global .u32 a[3]; .global .u64 p = &a;
    d0.b0.t0 { ld.weak.u64 r, [p]; st.weak.u32 [r], 1; st.weak.u32 [a+4], 2; }
    d0.b1.t0 { st.weak.u64 [p], &a[2]; ld.weak.u32 s, [a+8]; } check (s == 0) as q;`,
  'two names of a location, by the host, too': `.global .u32 x; .global y physically aliases x;
    kernel k { d0.b0.t0 { st.weak.u32 [x], 1; ld.weak.u32 r, [y]; } }
    host { k<<<1, 1>>>(); cudaDeviceSynchronize(); ld.weak.u32 h, [x]; ld.weak.u32 g, [y]; } check (true) as q;`,
}

const truth = ({ kind }: Predicate) => (kind === 'true' ? 'yes' : kind === 'false' ? 'no' : 'maybe')

describe.each(Object.entries(programs))('%s', (_, text) => {
  const graph = buildEvents(testIn(text), 2)
  const { events, program } = graph
  const memory = events.filter(isMemory)
  const isHost = ({ origin }: MemoryEvent) => origin !== undefined && program.threads[origin.thread]?.kind === 'host'
  const related = {
    loc: () => overlapping,
    vloc: (a: MemoryEvent, b: MemoryEvent) => (isHost(a) && isHost(b) ? overlapping : overlappingAtAddress),
    complete: () => complete,
  }
  const yes = events.map(() => 'yes' as const)
  const empty = events.map(() => new Map<number, never>())
  const chosen = { executed: yes, rf: empty, parts: [], co: empty, sync_fence: empty, seen: empty }
  const base = baseOf(graph, chosen, truth, threeValued)

  test.each(['loc', 'vloc', 'complete'] as const)('%s', (name) => {
    const classes = must(placed(graph)(name), 'classes')
    const pairs = memory.flatMap((a) => memory.map((b) => [a, b] as const))
    for (const [a, b] of pairs) expect(relatedWhen(classes, a.id, b.id)).toEqual(together(a, b, related[name](a, b)))
    const isRelated = ([a, b]: readonly [MemoryEvent, MemoryEvent]) => relatedWhen(classes, a.id, b.id).kind !== 'false'
    expect(classes.size).toBe(pairs.filter(isRelated).length)
    expect(classes.size).toBeGreaterThan(memory.length)
  })

  test.each<BaseRelation>(['loc', 'vloc', 'complete', 'sr'])('%s is the same looked up as listed', (name) => {
    const everything = events.map(() => new Map(events.map(({ id }) => [id, 'yes' as const])))
    const found = must(base.lookup?.(name), 'a relation that is looked up').within(everything)
    const listed = base.relation(name)
    expect(found.map((row) => new Map([...row].toSorted(([a], [b]) => a - b)))).toEqual(
      listed.map((row) => new Map([...row].toSorted(([a], [b]) => a - b))),
    )
  })
})

test('accesses that are certainly at one place are one class', () => {
  const text = `.global .u32 sum; ${[0, 1, 2].map((cta) => `d0.b${cta}.t0 { red.relaxed.gpu.add.u32 [sum], 1; }`).join(' ')} check (sum == 3) as q;`
  const graph = buildEvents(testIn(text), 2)
  const { classes, successors } = must(placed(graph)('loc'), 'classes')
  expect(classes.map(({ length }) => length)).toEqual([graph.events.filter(isMemory).length])
  expect([...(successors[0] ?? [])]).toEqual([[0, always]])
})

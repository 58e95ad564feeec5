import { growsWithEvents, growsWithOrders } from '../../../../axioms/algebra/grows.js'
import { defaultModel, models } from '../../../../axioms/models.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { performsWritesInOrder } from '../../../../encoder/decide/own-writes.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import { only } from '../../../../fuzz/programs.js'
import { modelIn } from '../../../axioms/algebra/cat/models.js'
import { solver } from '../../../support.js'

/** Twelve accesses of a thread, or as many as given, the question, and what another thread does. */
const leftOut = (
  line: (i: number) => string,
  {
    asked = 'x == 0',
    other = '',
    begin = '',
    length = 12,
    overwritten = true,
  }: { asked?: string; other?: string; begin?: string; length?: number; overwritten?: boolean } = {},
): number => {
  const lines = Array.from({ length }, (_, i) => line(i)).join(' ')
  const text = `.global .u32 x; .global .u32 y; .global .u32 own[16]; .global .u32 known[16] = {${Array.from({ length: 16 }, (_, i) => i)}};
    d0.b0.t0 { ${begin} ${lines} }
    d0.b0.t1 { st.weak.u32 [y], 1; ${other} }
    check (${asked}) as q;`
  return buildEvents(only(text), 2, 'final states', 0, { mostShown: 0, overwritten }).leftOut
}

const store = (i: number): string => `st.weak.u32 [own+${4 * i}], 1;`
const load = (i: number): string => `ld.weak.u32 r, [known+${4 * i}];`

describe('accesses that no axiom can tell from others beside them', () => {
  test.each<[string, number, number]>([
    ['stores to bytes that nothing else touches, but four', leftOut(store), 8],
    ['loads of bytes that nothing writes, but four', leftOut(load), 8],
    ['both in turn', leftOut((i) => (i % 2 === 0 ? store(i) : load(i))), 4],
    [
      'loads around a store, but as many as show that it is between them',
      leftOut((i) => (i === 6 ? store(i) : load(i))),
      5,
    ],
    ['not those with another event between them', leftOut((i) => `${store(i)} ld.weak.u32 r, [y];`), 0],
    ['not the one that a question reads, which divides the run', leftOut(store, { asked: 'own[9] == 0' }), 5],
    ['not those that another thread reads', leftOut(store, { other: 'ld.weak.u32 r, [own+36];' }), 5],
    ['not those that another thread overwrites in part', leftOut(store, { other: 'st.weak.u8 [own+37], 1;' }), 5],
    ['loads that another thread repeats', leftOut(load, { other: 'ld.weak.u32 r, [known+36];' }), 8],
    ['not loads of what another thread writes', leftOut(load, { other: 'st.weak.u32 [known+36], 1;' }), 5],
    ['stores that later ones overwrite, but those of four stretches', leftOut((i) => store(i % 2)), 4],
    [
      'not those where models may perform them in another order',
      leftOut((i) => store(i % 2), { overwritten: false }),
      0,
    ],
    ['not the last one to a place that a question reads', leftOut((i) => store(i % 2), { asked: 'own[1] == 1' }), 3],
    ['not those of fewer stretches', leftOut((i) => store(i % 4)), 0],
    ['stores to more places than remain', leftOut((i) => store(i % 6), { length: 30 }), 14],
    ['not stores that are read', leftOut((i) => (i === 9 ? 'ld.weak.u32 r, [own];' : store(i % 2))), 0],
    ['not stores that another thread reads', leftOut((i) => store(i % 2), { other: 'ld.weak.u32 r, [own];' }), 0],
    ['not stores that overwrite in part', leftOut((i) => (i === 9 ? 'st.weak.u8 [own], 1;' : store(i % 2))), 0],
    ['not stores on two sides of a fence', leftOut((i) => (i === 9 ? 'fence.sc.gpu;' : store(i % 2))), 0],
    ['loads beside them, but one in each stretch', leftOut((i) => (i % 2 === 0 ? store(0) : load(i))), 4],
    ['not strong ones', leftOut((i) => `st.relaxed.gpu.u32 [own+${4 * i}], 1;`), 0],
    ['not atomics', leftOut((i) => `red.relaxed.gpu.add.u32 [own+${4 * i}], 1;`), 0],
    ['not vectors', leftOut((i) => (i % 4 === 0 ? `st.weak.v4.u32 [own+${4 * i}], {1, 1, 1, 1};` : '')), 0],
    [
      'stores that depend on the same read',
      leftOut((i) => `st.weak.u32 [own+${4 * i}], r;`, { begin: 'ld.weak.u32 r, [y];' }),
      8,
    ],
    [
      'not stores that depend on reads of their own',
      leftOut((i) => `st.weak.u32 [own+${4 * i}], r${i};`, {
        begin: Array.from({ length: 12 }, (_, i) => `ld.weak.u32 r${i}, [y];`).join(' '),
      }),
      0,
    ],
  ])('%s', (_, found, right) => expect(found).toBe(right))
})

test.each([
  ['stores to bytes that the copy does not touch', 'own', 8],
  ['not those to bytes that the copy reads', 'from', 0],
  ['not those to bytes that the copy writes', 'to', 0],
])('beside a copy, %s', (_, stored, right) => {
  const stores = Array.from({ length: 12 }, (_, i) => `st.weak.u8 [${stored}+${i}], 1;`).join(' ')
  const text = `.shared .align 16 .u8 to[16]; .global .align 16 .u8 from[16]; .global .u8 own[16];
    d0.b0.t0 { cp.async.ca.shared.global [to], [from], 16; ${stores} cp.async.wait_all; ld.weak.u8 r, [to]; }
    check (d0.b0.t0:r == 0) as q;`
  expect(buildEvents(only(text), 2, 'final states', 0, { mostShown: 0, overwritten: true }).leftOut).toBe(right)
})

test('the built-in models do not count accesses', () => {
  expect(models.filter((model) => !growsWithEvents(model))).toEqual([])
})

test('the built-in models perform the writes of a thread in order; one has steps of coherence that others replace', () => {
  const others = models.filter((model) => !performsWritesInOrder(model))
  expect(others.map(({ name }) => name)).toEqual(['nvlitmus'])
  expect(others.filter(growsWithOrders)).toEqual([])
})

test('a model without coherence does not perform them in order', () => {
  const without = { ...defaultModel, axioms: defaultModel.axioms.filter(({ name }) => name !== 'Coherence') }
  expect(growsWithOrders(without)).toBe(true)
  expect(performsWritesInOrder(without)).toBe(false)
})

test.each([0, 1000])(
  'a load that follows many and a store is seen after the store, with up to %d events',
  async (mostShown) => {
    const accesses = [...Array.from({ length: 8 }, (_, i) => load(i)), store(0), load(8)]
    const text = `.global .u32 x; .global .u32 own[16]; .global .u32 known[16] = {${Array.from({ length: 16 }, (_, i) => i)}};
    d0.b0.t0 { ${accesses.join(' ')} }
    d0.b0.t1 { st.weak.u32 [x], 1; }
    check (x == 1) as q;`
    const model = modelIn('"own"\nempty [W]; po; [R] as none')
    expect(growsWithEvents(model)).toBe(true)
    const { answers } = decide(only(text), await solver(), { model, mostShown })
    expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['forbidden'])
  },
)

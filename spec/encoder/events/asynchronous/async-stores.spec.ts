import { models } from '../../../../axioms/models.js'
import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import { type Event, isMemory } from '../../../../encoder/events/graph/event.js'
import { memoryPositionOf } from '../../../../encoder/events/graph/scopes.js'
import { must } from '../../../../source/must.js'
import { compiledTest, moduleOf } from '../../../litmus/module/modules.js'
import { solver, testIn } from '../../../support.js'

const model = must(
  models.find(({ name }) => name === 'ptx-9.4'),
  'a model of asynchronous operations',
)
const store = 'st.async.weak.shared::cluster.mbarrier::complete_tx::bytes'
const add = 'red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32'

const declared = '.shared .u32 s[4]; .shared .b64 m; .global .u32 g; .global .u32 h;'
const programOf = (first: string, second = '') =>
  testIn(
    `${declared} d0.c0.b0.t0 { ${first} } d0.c0.b1.t0 { mbarrier.init.shared.b64 [m], 1; ${second} } check (true) as any;`,
  )

/** Returns the events of the first thread. */
const graphOf = (first: string) => {
  const graph = buildEvents(programOf(first))
  const own = graph.events.filter(({ origin }) => origin?.thread === 0)
  const shown = (event: Event) =>
    `${event.kind} ${isMemory(event) ? event.places.map(({ offset }) => offset).join() : ''} ${event.sets.join(' ')}`
  const at = (id: number) => own.findIndex((event) => event.id === id)
  const pairs = (all: readonly (readonly [number, number, unknown])[]) =>
    all.flatMap(([a, b]) => (at(a) < 0 || at(b) < 0 ? [] : [`${at(a)}-${at(b)}`])).toSorted()
  return { graph, own, shown: own.map(shown), pairs }
}

test('a store has an issue, a weak write by the generic proxy, and a complete-tx after it', () => {
  const { graph, own, shown, pairs } = graphOf(`${store}.u32 [d0.c0.b1:s+4], 1, [d0.c0.b1:m];`)
  expect(shown).toEqual([
    'issue  ISSUE',
    'write 4 W GEN',
    'read 0 R RLX CLUSTER RED MBAR GEN',
    'write 0 W REL CLUSTER MBAR GEN',
  ])
  expect(own.map((event) => isMemory(event) && event.asynchronous)).toEqual([false, true, true, true])
  expect(pairs(graph.issue)).toEqual(['0-1', '0-2', '0-3'])
  expect(pairs(graph.async_order)).toEqual(['1-2', '1-3', '2-3'])
  expect(pairs(graph.rmw)).toEqual(['2-3'])
  // The write counts as in the CTA that owns the memory.
  expect(own.map((event) => memoryPositionOf(graph.program, event)?.cta)).toEqual([0, 1, 1, 1])
})

test('a vector is a write for each element, and its bytes are counted together', async () => {
  const { graph, shown, pairs } = graphOf(`${store}.v4.u32 [d0.c0.b1:s], {1, 2, 3, 4}, [d0.c0.b1:m];`)
  expect(shown.slice(1, 5)).toEqual(['write 0 W GEN', 'write 4 W GEN', 'write 8 W GEN', 'write 12 W GEN'])
  expect(pairs(graph.async_order)).toEqual(['1-5', '1-6', '2-5', '2-6', '3-5', '3-6', '4-5', '4-6', '5-6'])
  // A phase ends when all 16 bytes are there; with 12 announced, it would not.
  const waits = (bytes: number) =>
    `mbarrier.init.shared.b64 [m], 1; mbarrier.arrive.expect_tx.shared.b64 _, [m], ${bytes};
      ${store}.v4.u32 [s], {1, 2, 3, 4}, [m]; mbarrier.test_wait.parity.shared.b64 p, [m], 0;`
  const z3 = await solver()
  const ends = (bytes: number) => {
    const text = `${declared} d0.b0.t0 { ${waits(bytes)} } check (p == 1) as q;`
    return decide(testIn(text), z3, { model, liveness: false }).answers.map(({ verdict }) => verdict.kind)
  }
  expect(ends(16)).toEqual(['allowed'])
  expect(ends(12)).toEqual(['forbidden'])
})

test('values are data: the stored value depends on the reads from which it is computed', () => {
  const { graph, pairs } = graphOf(`ld.global.u32 r, [g]; ld.global.u32 n, [h]; add.u32 r, r, 1;
    ${store}.v2.u32 [d0.c0.b1:s], {r, n}, [d0.c0.b1:m];`)
  expect(pairs(graph.data).filter((pair) => /^[01]-/.test(pair))).toEqual(['0-3', '1-4'])
})

test('a reduction is an atomic, relaxed at the scope of the cluster', () => {
  const { graph, shown, pairs } = graphOf(`ld.global.u32 r, [g]; ${add} [d0.c0.b1:s], r, [d0.c0.b1:m];`)
  expect(shown.slice(1, 4)).toEqual(['issue  ISSUE', 'read 0 R RED RLX CLUSTER GEN', 'write 0 W RLX CLUSTER GEN'])
  expect(pairs(graph.rmw)).toEqual(['2-3', '4-5'])
  expect(pairs(graph.data).filter((pair) => pair.endsWith('-3'))).toEqual(['0-3', '2-3'])
})

// If nothing waits for the operation, its CTA may exit before it is over.
describe('undefined behaviour, and programs that are not covered', () => {
  /** Returns the reason for each instruction; brute force must find the same ones. */
  async function problems(first: string, second = ''): Promise<readonly string[]> {
    const program = programOf(first, second)
    const [found, brute] = [
      decide(program, await solver(), { model, liveness: false }),
      bruteForce(program, model),
    ].map(({ answers: [one] }) => (one?.undefined.kind === 'known' ? one.undefined.found : undefined))
    const shown = (some: typeof found) => some?.map((one) => ('problem' in one ? one.problem : one.reason))
    expect(shown(brute)).toEqual(shown(found))
    return shown(found) ?? []
  }
  const init = 'mbarrier.init.shared.b64 [m], 1;'
  const peer = `mbarrier.arrive.expect_tx.shared.b64 _, [m], 4; barrier.cluster.arrive; barrier.cluster.wait;
    W: mbarrier.try_wait.parity.acquire.cluster.shared.b64 p, [m], 0; beq p, 0, W;`
  test.each([
    ['inside, by a register', `${init} mov.u64 a, &s; ${store}.v2.u32 [a+8], {1, 2}, [m];`, ['exited']],
    ['after the end, by a register', `${init} mov.u64 a, &s; ${store}.v2.u32 [a+16], {1, 2}, [m];`, ['access']],
    ['misaligned, by a register', `${init} mov.u64 a, &s; ${store}.v2.u32 [a+4], {1, 2}, [m];`, ['access']],
    [
      'a generic address in global memory',
      `${init} mov.u64 a, &g; st.async.mbarrier::complete_tx::bytes.u32 [a], 1, [m];`,
      ['access'],
    ],
    ['an mbarrier that is misaligned', `${init} mov.u64 a, &s; ${store}.u32 [s], 1, [a+4];`, ['access']],
    ['an mbarrier of another CTA', `${init} mov.u64 a, &s; ${store}.u32 [a], 1, [d0.c0.b1:m];`, ['other CTA']],
    [
      'an mbarrier of the own CTA, for the memory of another by a register',
      `${init} mov.u32 a, &s; mapa.shared::cluster.u32 a, a, 1; mov.u32 b, &m; ${store}.u32 [a], 1, [b];`,
      ['other CTA'],
    ],
    [
      'both of another CTA, by registers',
      `${init} mov.u32 a, &s; mapa.shared::cluster.u32 a, a, 1; mov.u32 b, &m; mapa.shared::cluster.u32 b, b, 1;
        barrier.cluster.arrive; barrier.cluster.wait; ${store}.u32 [a], 1, [b];`,
      [],
    ],
    ['an mbarrier that no thread has initialised', `${store}.u32 [s], 1, [m];`, ['not initialised']],
    ['a read of the destination', `${init} ${store}.u32 [s], 1, [m]; ld.shared.u32 r, [s];`, ['exited', 'too early']],
    [
      'a read of the destination after a wait',
      `${init} mbarrier.arrive.expect_tx.shared.b64 _, [m], 4; ${store}.u32 [s], 1, [m];
        W: mbarrier.try_wait.parity.shared.b64 p, [m], 0; beq p, 0, W; ld.shared.u32 r, [s];`,
      [],
    ],
    ['a reduction in the own CTA', `${init} ${add} [s], 1, [m];`, ['own CTA']],
    [
      'a reduction in the own CTA, by registers',
      `${init} mov.u32 a, &s; mapa.shared::cluster.u32 a, a, 0; mov.u32 b, &m; mapa.shared::cluster.u32 b, b, 0; ${add} [a], 1, [b];`,
      ['own CTA'],
    ],
    ['two stores of one value', `${init} ${store}.u32 [s], 1, [m]; ${store}.u32 [s], 1, [m];`, ['exited', 'too early']],
  ])('%s', async (_, lines, expected) =>
    expect(await problems(lines, lines.includes('barrier.cluster') ? peer : '')).toEqual(expected),
  )

  test('two reductions of one value', async () => {
    const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'
    const reduction = `${add} [d0.c0.b1:s], 1, [d0.c0.b1:m];`
    expect(await problems(`${meet} ${reduction} ${reduction}`, meet)).toEqual(['exited', 'exited'])
  })

  test('an address that depends on a read', async () => {
    const program = programOf(
      `ld.global.u32 r, [g]; mov.u64 a, &s; cvt.u64.u32 b, r; add.u64 a, a, b; ${store}.u32 [a], 1, [m];`,
    )
    const [one] = decide(program, await solver(), { model, liveness: false }).answers
    expect(one?.verdict).toMatchObject({ kind: 'not covered' })
  })
})

// The PTX that nvcc 13.5 makes of cuda::ptx::st_async.
test('of a compiled kernel', async () => {
  const kernel = moduleOf(`.visible .entry k(.param .u64 p) { .reg .b64 %rd<3>; .reg .b32 %r<9>; .reg .pred %p<2>;
    .shared .align 16 .b8 s[16]; .shared .align 8 .b64 bar; ld.param.u64 %rd1, [p]; mov.u32 %r1, s; mov.u32 %r2, bar;
    mbarrier.init.shared.b64 [%r2], 1; mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd2, [%r2], 8;
    mov.b32 %r3, 4; ${store}.v2.b32 [%r1], {%r3, 5}, [%r2];
    $wait: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0; @!%p1 bra $wait;
    ld.shared.b32 %r4, [%r1+4]; st.global.b32 [%rd1], %r4; ret; }`)
  const test = compiledTest('module "k.ptx"; .global .u32 g; host { k<<<1, 1>>>(g); } assert (g == 5) as q;', {
    'k.ptx': kernel,
  })
  const [one] = decide(test, await solver(), { model, liveness: false }).answers
  expect(one).toMatchObject({ verdict: { kind: 'forbidden' }, undefined: { kind: 'known', found: [] } })
})

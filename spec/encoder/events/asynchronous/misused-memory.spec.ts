import { models } from '../../../../axioms/models.js'
import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { must } from '../../../../source/must.js'
import { solver, testIn } from '../../../support.js'

const model = must(
  models.find(({ name }) => name === 'ptx-9.4'),
  'a model of asynchronous operations',
)

/** Returns the instructions at which behaviour is undefined, and why; brute force must agree on the instructions. */
async function problems(threads: string): Promise<readonly string[]> {
  const program = testIn(
    `.global .u32 g = 1; .global .u32 h; .shared .u32 s; .shared .b64 m; ${threads} check (true) as any;`,
  )
  const { answers } = decide(program, await solver(), { model, liveness: false })
  const [found, brute] = [answers, bruteForce(program, model).answers].map(([one]) =>
    one?.undefined.kind === 'known' ? one.undefined.found : [],
  )
  const at = (some: typeof found) => (some ?? []).map(({ thread, instruction }) => `${thread}:${instruction}`)
  expect(at(brute)).toEqual(at(found))
  return (found ?? []).map((one) => ('problem' in one ? one.problem : one.reason))
}
const one = (lines: string) => problems(`d0.b0.t0 { ${lines} }`)
const init = (count = 1) => `mbarrier.init.shared.b64 [m], ${count};`
const arrive = 'mbarrier.arrive.shared.b64 q, [m];'

describe('what comes too early for a copy', () => {
  const into = 'cp.async.ca.shared.global [s], [g], 4;'
  const out = 'cp.async.bulk.global.shared::cta.bulk_group [g], [s], 4; cp.async.bulk.commit_group;'
  test.each([
    ['a read of the destination', `${into} ld.shared.u32 r, [s]; cp.async.wait_all;`, ['too early']],
    ['a read after the wait', `${into} cp.async.wait_all; ld.shared.u32 r, [s];`, []],
    ['a read of the source', `${into} ld.global.u32 r, [g]; cp.async.wait_all;`, []],
    ['a write of the source', `${into} st.global.u32 [g], 2; cp.async.wait_all;`, ['too early']],
    [
      'a write of the source after a wait for reads',
      `${out} cp.async.bulk.wait_group.read 0; st.shared.u32 [s], 2;`,
      [],
    ],
    [
      'a read of the destination after a wait for reads',
      `${out} cp.async.bulk.wait_group.read 0; ld.global.u32 r, [g];`,
      ['too early'],
    ],
  ])('%s', async (_, lines, expected) => {
    expect(await one(lines)).toEqual(expected)
  })
  test('an access by another thread, after a barrier', async () => {
    const text = (first: string) =>
      `d0.b0.t0 { ${into} ${first} bar.sync 0; cp.async.wait_all; } d0.b0.t1 { bar.sync 0; ld.shared.u32 r, [s]; }`
    expect(await problems(text(''))).toEqual(['too early'])
    expect(await problems(text('cp.async.wait_all;'))).toEqual([])
  })
})

test('a copy from shared memory to shared memory is into another CTA', async () => {
  const copy = (name: string, to: string, at: string) =>
    `${init()} cp.${name} [${to}], [s], 4, [${at}]; barrier.cluster.arrive; barrier.cluster.wait;`
  const between = 'async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes'
  const cluster = (lines: string) =>
    problems(`d0.c0.b0.t0 { ${lines} } d0.c0.b1.t0 { barrier.cluster.arrive; barrier.cluster.wait; }`)
  expect(await cluster(copy(between, 's', 'm'))).toEqual(['own CTA'])
  expect(await cluster(`mov.u32 a, &s; mapa.shared::cluster.u32 a, a, 0; ${copy(between, 'a', 'm')}`)).toEqual([
    'own CTA',
  ])
  expect(await cluster(copy(between, 'd0.c0.b1:s', 'm'))).not.toContain('own CTA')
  expect(await cluster(copy(`reduce.${between}.add.u32`, 's', 'm'))).not.toContain('own CTA')
})

test('a tile goes where its mbarrier is', async () => {
  const complete = 'mbarrier::complete_tx::bytes'
  const cluster = (copy: string) =>
    problems(`.param .tensormap map = tensor(g, {1}, {1});
      d0.c0.b0.t0 { ${init()} barrier.cluster.arrive; barrier.cluster.wait; ${copy} barrier.cluster.arrive; barrier.cluster.wait; }
      d0.c0.b1.t0 { ${init()} barrier.cluster.arrive; barrier.cluster.wait; barrier.cluster.arrive; barrier.cluster.wait; }`)
  const tile = (to: string, at: string) =>
    cluster(`cp.async.bulk.tensor.1d.shared::cluster.global.tile.${complete} [${to}], [map, {0}], [${at}];`)
  expect(await tile('s', 'd0.c0.b1:m')).toEqual(['other CTA'])
  expect(await tile('d0.c0.b1:s', 'm')).toEqual(['other CTA'])
  expect(await tile('d0.c0.b1:s', 'd0.c0.b1:m')).not.toContain('other CTA')
  // The manual says so only about tiles.
  const range = `cp.async.bulk.shared::cluster.global.${complete} [s], [g], 4, [d0.c0.b1:m];`
  expect(await cluster(range)).not.toContain('other CTA')
})

describe('operations that an mbarrier does not permit', () => {
  test.each([
    ['a second initialisation', `${init()} ${init()}`, ['still valid']],
    ['an initialisation after inval', `${init()} mbarrier.inval.shared.b64 [m]; ${init()}`, []],
    ['an operation on none', arrive, ['not initialised']],
    ['an operation after inval', `${init()} mbarrier.inval.shared.b64 [m]; ${arrive}`, ['not initialised']],
    ['another write of its memory', `${init()} st.shared.u64 [m], -1; ${arrive}`, ['overwritten']],
    ['a write of a part of it', `${init()} st.shared.u32 [m+4], -1;`, ['overwritten']],
    ['an atomic', `${init()} atom.shared.add.u32 r, [m], 1; ${arrive}`, ['overwritten']],
    ['a copy into it', `${init()} cp.async.ca.shared.global [m], [g], 4; cp.async.wait_all;`, ['overwritten']],
    ['a load of it', `${init()} ld.shared.u64 r, [m];`, ['read as data']],
    ['a load of a part of it', `${init()} ${arrive} ld.shared.u32 r, [m+4];`, ['read as data']],
    [
      'a copy of it',
      `${init()} fence.proxy.async; cp.async.bulk.global.shared::cta.bulk_group [h], [m], 4; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`,
      ['read as data'],
    ],
    ['a load behind inval', `${init()} mbarrier.inval.shared.b64 [m]; ld.shared.u64 r, [m];`, []],
    ['a load before', `ld.shared.u64 r, [m]; ${init()} ${arrive}`, []],
    ['another write behind inval', `${init()} mbarrier.inval.shared.b64 [m]; st.shared.u32 [m], 1; ${init()}`, []],
    ['another write before', `st.shared.u64 [m], -1; ${init()} ${arrive}`, []],
    ['no arrival, by a register', `${init()} mov.u32 n, 0; mbarrier.arrive.shared.b64 _, [m], n;`, ['count']],
    ['fewer than none', `${init()} mov.u32 n, -1; mbarrier.arrive.shared.b64 _, [m], n;`, ['count']],
    ['an object that expects none', 'mov.u32 n, 0; mbarrier.init.shared.b64 [m], n;', ['count']],
    ['one that expects as many as can be', 'mov.u32 n, 1048575; mbarrier.init.shared.b64 [m], n;', []],
    ['one that expects more', 'mov.u32 n, 1048576; mbarrier.init.shared.b64 [m], n;', ['count']],
    ['the last expected arrival is dropped', `${init(1)} mbarrier.arrive_drop.shared.b64 _, [m];`, ['expected count']],
    ['one of two is dropped', `${init(2)} mbarrier.arrive_drop.shared.b64 _, [m];`, []],
    ['a phase ends by `.noComplete`', `${init(1)} mbarrier.arrive.noComplete.shared.b64 q, [m], 1;`, ['completes']],
    ['it does not', `${init(2)} mbarrier.arrive.noComplete.shared.b64 q, [m], 1;`, []],
    ['more arrivals than are pending', `${init(1)} mbarrier.arrive.shared.b64 _, [m], 2;`, ['pending count']],
    [
      'bytes that cannot be counted',
      `${init(1)} mbarrier.expect_tx.relaxed.cta.shared.b64 [m], 1048575; mbarrier.expect_tx.relaxed.cta.shared.b64 [m], 1;`,
      ['tx-count'],
    ],
    ['as many as can', `${init(1)} mbarrier.expect_tx.relaxed.cta.shared.b64 [m], 1048575;`, []],
    ['a state of the phase before', `${init()} ${arrive} mbarrier.test_wait.shared.b64 p, [m], q;`, []],
    [
      'a state two phases old',
      `${init()} ${arrive} mbarrier.arrive.shared.b64 _, [m]; mbarrier.test_wait.shared.b64 p, [m], q;`,
      ['old state'],
    ],
  ])('%s', async (_, lines, expected) => {
    expect(await one(lines)).toEqual(expected)
  })
})

describe('a CTA that may exit', () => {
  test('while a copy reads its memory', async () => {
    const out =
      'st.shared.u32 [s], 2; fence.proxy.async; cp.async.bulk.global.shared::cta.bulk_group [g], [s], 4; cp.async.bulk.commit_group;'
    expect(await one(out)).toEqual(['exited'])
    expect(await one(`${out} cp.async.bulk.wait_group.read 0;`)).toEqual([])
  })
  test('while a peer accesses it', async () => {
    const text = (over: string) => `d0.c0.b0.t0 { cp.async.ca.shared.global [s], [g], 4; cp.async.wait_all; ${over} }
      d0.c0.b1.t0 { ld.shared::cluster.u32 r, [d0.c0.b0:s]; ${over} }`
    const over = 'barrier.cluster.arrive; barrier.cluster.wait;'
    expect(await problems(text(''))).toEqual(['exited'])
    expect(await problems(text(over))).toEqual([])
  })
})

test('a CTA may exit before a peer arrives at its mbarrier', async () => {
  const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'
  const text = (after: string) =>
    `d0.c0.b0.t0 { ${init()} cp.async.ca.shared.global [s], [g], 4; cp.async.wait_all; ${meet} ${after} }
     d0.c0.b1.t0 { ${meet} mbarrier.arrive.release.cluster.shared::cluster.b64 _, [d0.c0.b0:m]; ${after} }`
  expect(await problems(text(''))).toEqual(['exited'])
  expect(await problems(text(meet))).toEqual([])
})

describe('memory of a CTA that may have ended', () => {
  const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'
  const owner = (after: string) => `d0.c0.b0.t0 { st.shared.u32 [s], 1; ${meet} ${after} }`
  const peer = (after: string) => `d0.c0.b1.t0 { ${meet} ld.shared::cluster.u32 r0, [d0.c0.b0:s]; ${after} }`
  const inKernel = (threads: string) => `kernel k { ${threads} } host { k<<<2, 1>>>(); cudaDeviceSynchronize(); }`

  test('is accessed by another, in a test with a kernel', async () => {
    expect(await problems(inKernel(owner('') + peer('')))).toEqual(['exited'])
  })
  test('not if the owner waits for that', async () => {
    expect(await problems(inKernel(owner(meet) + peer(meet)))).toEqual([])
  })
  test('not in a test without kernels, whose CTAs stay until all are through', async () => {
    expect(await problems(owner('') + peer(''))).toEqual([])
  })
})

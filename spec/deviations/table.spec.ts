import { deviations } from '../../deviations/table.js'
import { checkReport } from '../../report/check.js'
import { racesReport } from '../../report/explanation.js'
import { workplace } from '../cli/workplace.js'
import { root } from '../support.js'

const { write, run } = workplace()

/** Returns the answer to the only question of a test, and the deviations on which it depends. */
async function answered(file: string, ...args: readonly string[]) {
  const { stdout, status } = await run(['check', '--json', ...args, file])
  const { questions } = checkReport.parse(JSON.parse(stdout))
  return [status, ...questions.map((one) => [one.answer, ...(one.deviations ?? []).map(({ name }) => name)])]
}

const holds = [0, ['holds']]
const known = (name: string) => [0, ['holds', name]]

test.each([
  ['docs/hardware/dead-result.test#1', known('dead-result')],
  ['docs/hardware/dead-result.test#2', known('dead-result')],
  ['docs/hardware/dead-result.test#3', holds],
  ['docs/hardware/dead-result.test#4', holds],
  ['docs/hardware/wait-without-branch.test#1', known('wait-without-branch')],
  ['docs/hardware/wait-without-branch.test#2', known('wait-without-branch')],
  ['docs/hardware/wait-without-branch.test#3', known('wait-without-branch')],
  ['docs/hardware/wait-without-branch.test#4', holds],
  ['docs/hardware/wait-without-branch.test#5', holds],
  ['docs/hardware/wait-then-store.test#1', known('wait-without-branch')],
  ['docs/hardware/wait-then-store.test#2', known('wait-without-branch')],
  ['docs/hardware/wait-then-store.test#3', known('wait-without-branch')],
  ['docs/hardware/wait-then-store.test#4', known('wait-without-branch')],
  ['docs/hardware/wait-then-store.test#5', known('wait-without-branch')],
  ['docs/hardware/wait-then-store.test#6', holds],
  ['docs/hardware/wait-then-store.test#7', holds],
  ['docs/hardware/wait-then-store.test#8', holds],
  ['docs/hardware/wait-then-arrive.test#1', holds],
  ['docs/hardware/wait-then-arrive.test#2', known('wait-without-branch')],
  ['docs/hardware/wait-then-arrive.test#3', holds],
  ['docs/hardware/wait-then-arrive.test#4', known('wait-without-branch')],
  ['docs/hardware/wait-then-arrive.test#5', holds],
  ['docs/hardware/wait-then-arrive.test#6', known('wait-without-branch')],
  ['docs/hardware/wait-then-arrive.test#7', holds],
  ['docs/hardware/wait-then-arrive.test#8', holds],
  ['docs/hardware/wait-then-barrier.test#1', holds],
  ['docs/hardware/wait-then-barrier.test#2', known('wait-without-branch')],
  ['docs/hardware/wait-then-barrier.test#3', holds],
  ['docs/hardware/wait-then-wait.test#1', holds],
  ['docs/hardware/wait-then-wait.test#2', known('wait-without-branch')],
  ['docs/hardware/wait-then-wait.test#3', holds],
  ['docs/hardware/early-alias-fence.test#1', known('early-alias-fence')],
  ['docs/hardware/early-alias-fence.test#2', known('early-alias-fence')],
  ['docs/hardware/early-alias-fence.test#3', holds],
  ['docs/hardware/early-alias-fence.test#4', holds],
  ['docs/hardware/early-alias-fence.test#5', holds],
  ['docs/hardware/early-alias-fence.test#6', holds],
  ['docs/hardware/read-without-map.test#1', known('read-without-map')],
  ['docs/hardware/read-without-map.test#2', holds],
  ['docs/hardware/constant-dependency.test', known('constant-dependency')],
  ['examples/isa/8.11.1-MP+red.test#2', [...known('dead-result'), ['allowed']]],
])('what GPUs have shown: %s', async (file, expected) => {
  expect(await answered(`${root}/${file}`)).toEqual(expected)
})

test('each deviation has its test', () => {
  const shown = ['dead-result', 'wait-without-branch', 'early-alias-fence', 'read-without-map', 'constant-dependency']
  expect(deviations.map(({ name }) => name)).toEqual(shown)
})

/** Returns a test whose thread takes a flag by an atom, and then reads. */
const taking = (atom: string, after: string, asked = 'assert (not (r1 == 0 && [f] == 2)) as fresh;') =>
  `.global x; .global f; .global g;
d0.b0.t0 { st.weak [x], 1; st.release.gpu [f], 1; }
d0.b1.t0 { ${atom} ${after} ld.weak r1, [x]; }
${asked}`
const add = 'atom.relaxed.gpu.add r0, [f], 1;'

test.each([
  ['a result that is used', taking(add, 'fence.acquire.gpu; st.weak [g], r0;'), holds],
  [
    'a result that is asked about',
    taking(add, 'fence.acquire.gpu;', 'assert (not (r1 == 0 && r0 == 1)) as fresh;'),
    holds,
  ],
  [
    'a result that another one replaces',
    taking(add, 'fence.acquire.gpu; mov.s32 r0, 3; st.weak [g], r0;'),
    known('dead-result'),
  ],
  ['a fence that does more, before', taking(add, 'fence.acq_rel.gpu; fence.acquire.gpu;'), holds],
  ['an atom that acquires', taking('atom.acquire.gpu.add r0, [f], 1;', 'fence.acquire.gpu;'), holds],
  ['an answer that does not depend on it', taking(add, 'fence.acquire.gpu;', 'assert (r1 < 2) as fresh;'), holds],
])('a dead result: %s', async (_, text, expected) => {
  expect(await answered(write('t.test', text))).toEqual(expected)
})

/** Returns a test whose thread polls an mbarrier, and then reads. */
const asking = (after: string, asked: string) => `.shared .u32 data; .shared .u32 other; .shared .b64 bar;
d0.b0.t0 { mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.shared.b64 s, [bar]; bar.sync 0; mbarrier.test_wait.shared.b64 p, [bar], s; ${after} OUT: bar.sync 1; }
d0.b0.t1 { bar.sync 0; st.shared.u32 [data], 1; st.shared.u32 [other], 1; mbarrier.arrive.shared.b64 _, [bar]; bar.sync 1; }
${asked}`
const early = 'ld.shared.u32 r0, [other];'

/** Returns a test whose thread stores, asks and arrives; another one that sees its arrival loads. */
const arrivingLater = (ask: string) => `.shared .u32 data; .shared .b64 one; .shared .b64 two;
d0.b0.t0 { mbarrier.init.shared.b64 [one], 1; mbarrier.init.shared.b64 [two], 1; bar.sync 0; st.shared.u32 [data], 1;
  mbarrier.${ask}.parity.shared.b64 p, [one], 0; mbarrier.arrive.shared.b64 _, [two]; }
d0.b0.t1 { bar.sync 0; mbarrier.test_wait.parity.shared.b64 q, [two], 0; beq q, 0, OUT; ld.shared.u32 r0, [data]; OUT: }
assert (not (q == 1 && r0 == 0)) as stale;`
const late = 'ld.shared.u32 r1, [data];'

test.each([
  [
    'a load before the branch',
    asking(`${early} beq p, 0, OUT; ${late}`, 'assert (not (p == 1 && r0 == 0)) as q;'),
    known('wait-without-branch'),
  ],
  [
    'a load after the branch',
    asking(`${early} beq p, 0, OUT; ${late}`, 'assert (not (p == 1 && r1 == 0)) as q;'),
    holds,
  ],
  [
    'a load at the target of the branch',
    asking(`${early} bne p, 0, IN; beq p, 0, OUT; IN: ${late}`, 'assert (not (p == 1 && r1 == 0)) as q;'),
    holds,
  ],
  [
    'a branch on what is computed from the answer',
    asking(`selp.u32 r2, 5, 6, p; beq r2, 6, OUT; ${late}`, 'assert (not (p == 1 && r1 == 0)) as q;'),
    holds,
  ],
  ['an arrival that releases what came before the wait', arrivingLater('try_wait'), holds],
])('a wait without a branch: %s', async (_, text, expected) => {
  expect(await answered(write('t.test', text))).toEqual(expected)
})

/** A thread sees a flag that is set after a store through another address, and loads. */
const seeing = (
  read: string,
  after = '',
  asked = 'r0 == 1 && r1 == 0',
) => `.global .u32 x; .global .u32 y physically aliases x;
.global .u32 f; .global .u32 g;
d0.b0.t0 { st.weak.u32 [y], 1; fence.proxy.alias.release.sys; st.relaxed.sys.u32 [f], 1; }
d0.b1.t0 { ${read} fence.proxy.alias.acquire.sys; ${after} ld.weak.u32 r1, [x]; OUT: }
assert (not (${asked})) as fresh;`

test.each([
  ['volatile', seeing('ld.volatile.u32 r0, [f];'), known('early-alias-fence')],
  ['an atom', seeing('atom.relaxed.sys.or.b32 r0, [f], 0;'), known('early-alias-fence')],
  ['an atom that acquires', seeing('atom.acquire.sys.or.b32 r0, [f], 0;'), holds],
  ['a loop', seeing('L: ld.relaxed.sys.u32 r0, [f]; beq r0, 0, L;'), holds],
  ['a branch after the fence', seeing('ld.relaxed.sys.u32 r0, [f];', 'beq r0, 0, OUT;'), known('early-alias-fence')],
  [
    'a branch on something else',
    seeing('ld.weak.u32 r2, [g]; ld.relaxed.sys.u32 r0, [f]; beq r2, 1, OUT;'),
    known('early-alias-fence'),
  ],
  ['the other fence of the alias', seeing('ld.relaxed.sys.u32 r0, [f]; fence.proxy.alias;'), holds],
  ['a fence that only releases', seeing('ld.relaxed.sys.u32 r0, [f]; fence.release.sys;'), known('early-alias-fence')],
  ['a weak read of something else', seeing('L: ld.relaxed.sys.u32 r0, [f]; beq r0, 0, L; ld.weak.u32 r3, [g];'), holds],
  ['an answer that does not depend on it', seeing('ld.relaxed.sys.u32 r0, [f];', '', 'r0 == 2'), holds],
])('an early fence: %s', async (_, text, expected) => {
  expect(await answered(write('t.test', text))).toEqual(expected)
})

test('an early fence: an mbarrier that is asked without an order', async () => {
  const text = (branch: string) => `.global .u32 x; .global .u32 y physically aliases x; .shared .b64 m;
d0.b0.t0 { mbarrier.init.shared.b64 [m], 1; bar.sync 0;
  mbarrier.test_wait.parity.relaxed.cta.shared.b64 p, [m], 0; ${branch} fence.proxy.alias.acquire.sys; ld.weak.u32 r1, [x]; OUT: bar.sync 1; }
d0.b0.t1 { bar.sync 0; st.weak.u32 [y], 1; fence.proxy.alias.release.sys; mbarrier.arrive.relaxed.cta.shared.b64 _, [m]; bar.sync 1; }
assert (not (d0.b0.t0:p == 1 && d0.b0.t0:r1 == 0)) as fresh;`
  expect(await answered(write('t.test', text('')))).toEqual(known('early-alias-fence'))
  expect(await answered(write('t.test', text('beq p, 0, OUT;')))).toEqual(holds)
})

describe('an answer that depends on a deviation', () => {
  const file = `${root}/docs/hardware/wait-without-branch.test#1`

  test('says so, with the place and the page', async () => {
    const { status, stdout } = await run(['check', file])
    expect(stdout).toMatch(
      /^✓ .* holds by the ISA; ptxas 13\.0 on sm_90 does not keep it .*, 1 not kept by known hardware;/s,
    )
    expect(stdout).toMatch(
      /\n {4}ptxas 13\.0 on sm_90: an access does not wait .*: .*wait-without-branch\.test:9:3; see docs\/hardware\/README\.md#/,
    )
    expect(status).toBe(0)
  })

  test('is not enough with --strict', async () => {
    const { status, stdout } = await run(['check', '--strict', file])
    expect([status, stdout]).toEqual([3, expect.stringMatching(/^\? .* holds by the ISA/)])
  })

  test('is also decided by brute force', async () => {
    const small = `${root}/docs/hardware/dead-result.test#1`
    expect(await answered(small, '--solver', 'brute')).toEqual(known('dead-result'))
  })
})

test('races: a test may be race-free by the ISA alone', async () => {
  const file = write('t.test', taking(add, 'fence.acquire.gpu;', 'filter ([f] == 2)\ncheck (r1 == 1) as q;'))
  const { status, stdout } = await run(['races', file])
  expect(stdout).toMatch(
    /^· .* race-free by the ISA; ptxas 13\.0 on sm_90 does not keep it\n {4}ptxas 13\.0 on sm_90: a fence/,
  )
  expect(status).toBe(0)
  expect((await run(['races', '--strict', file])).status).toBe(3)
  const { tests } = racesReport.parse(JSON.parse((await run(['races', '--json', file])).stdout))
  expect(tests).toMatchObject([{ verdict: 'race-free', deviations: [{ name: 'dead-result' }] }])
  const kept = write('t.test', taking(add, 'fence.acq_rel.gpu;', 'filter ([f] == 2)\ncheck (r1 == 1) as q;'))
  expect((await run(['races', '--strict', kept])).stdout).toMatch(/^✓ .* race-free\n/)
})

/** Returns a test whose thread stores by a tensor map, waits until that is read, and then does more. */
const storing = (after: string, asked: string) => `.global .u32 first[4]; .global .u32 second[4]; .shared .u32 tile[4];
.global .tensormap map = tensor(first, {4}, {4});
d0.b0.t0 { st.shared.u32 [tile], 1; fence.proxy.async;
cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [map, {0}], [tile]; cp.async.bulk.commit_group;
cp.async.bulk.wait_group.read 0; ${after} cp.async.bulk.wait_group 0; }
${asked}`
const replaced = 'tensormap.replace.tile.global_address.global.b1024.b64 [map], &second;'

test.each([
  ['the source is overwritten', storing('st.shared.u32 [tile], 2;', 'assert (first[0] == 1) as q;'), holds],
  ['the map is replaced', storing(replaced, 'assert (first[0] == 1) as q;'), known('read-without-map')],
])('a wait for reads, after which %s', async (_, text, expected) => {
  expect(await answered(write('t.test', text))).toEqual(expected)
})

/** Returns a test of load buffering: what the first thread stores is computed from what it read. */
const buffered = (computed: string, question = 'assert (not (r0 == 1 && r1 == 1)) as buffered;') =>
  `.global x; .global y;
d0.b0.t0 { ld.relaxed.gpu r0, [x]; ${computed} st.relaxed.gpu [y], r2; }
d0.b1.t0 { ld.relaxed.gpu r1, [y]; st.relaxed.gpu [x], r1; }
${question}`
const folded = known('constant-dependency')

test.each([
  ['xor.b32 r2, r0, r0; add.s32 r2, r2, 1;', folded],
  ['sub.s32 r2, r0, r0; add.s32 r2, r2, 1;', folded],
  ['and.b32 r2, r0, 0; add.s32 r2, r2, 1;', folded],
  ['and.b32 r2, 0, r0; add.s32 r2, r2, 1;', folded],
  ['mul.lo.s32 r2, r0, 0; add.s32 r2, r2, 1;', folded],
  ['mul.hi.s32 r2, r0, 0; add.s32 r2, r2, 1;', folded],
  ['mul.wide.s32 r3, r0, 0; add.s64 r3, r3, 1; cvt.u32.u64 r2, r3;', folded],
  ['or.b32 r2, r0, -1; add.s32 r2, r2, 2;', folded],
  ['rem.s32 r2, r0, 1; add.s32 r2, r2, 1;', folded],
  ['setp.eq.s32 p, r0, r0; selp.s32 r2, 1, 0, p;', folded],
  ['setp.le.s32 p, r0, r0; selp.s32 r2, 1, 0, p;', folded],
  ['setp.ge.s32 p, r0, r0; selp.s32 r2, 1, 0, p;', folded],
  ['setp.ne.s32 p, r0, r0; selp.s32 r2, 0, 1, p;', folded],
  ['setp.lt.s32 p, r0, r0; selp.s32 r2, 0, 1, p;', folded],
  ['set.eq.u32.s32 r2, r0, r0; and.b32 r2, r2, 1;', folded],
  ['mov.s32 r2, r0;', holds],
  ['and.b32 r2, r0, r0;', holds],
  ['or.b32 r2, r0, 0;', holds],
  ['mul.lo.s32 r2, r0, 1;', holds],
  ['sub.s32 r2, r0, 0;', holds],
  ['setp.eq.s32 p, r0, 1; selp.s32 r2, 1, 0, p;', holds],
  // A floating-point number that is not a number differs from itself.
  ['setp.eq.f32 p, r0, r0; selp.s32 r2, 1, 0, p;', holds],
  ['setp.eq.and.s32 p, r0, r0, q; selp.s32 r2, 1, 0, p;', holds],
])('a dependency in form only: %s', async (computed, expected) => {
  const asked = computed.includes(', q;') ? `setp.eq.s32 q, r0, 1; ${computed}` : computed
  expect(await answered(write('t.test', buffered(asked)))).toEqual(expected)
})

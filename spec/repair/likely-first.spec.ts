import { defaultModel } from '../../axioms/models.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import type { Program } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import { findRace } from '../../races/find-races.js'
import { atFirst } from '../../repair/at-first.js'
import { slotsOf } from '../../repair/changes.js'
import { costOf } from '../../repair/costs.js'
import { fix, repairs } from '../../repair/fix.js'
import { likelyFirst } from '../../repair/likely-first.js'
import { defaultCosts } from '../../repair/prices.js'
import { type Goal, type Repaired, repairsIn } from '../../repair/result.js'
import { changesOf, editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { solver, testIn } from '../support.js'

/** Each thread of a CTA writes its element of shared memory, and reads that of its neighbour. */
const kernel = (body: string): string => `.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<8>;
  .shared .align 16 .b8 part[16];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, part;
  add.s32 %r4, %r3, %r2;
  xor.b32 %r5, %r2, 4;
  add.s32 %r6, %r3, %r5;
  mul.wide.u32 %rd3, %r1, 4;
  add.u64 %rd4, %rd1, %rd3;
  add.u64 %rd5, %rd2, %rd3;
  ${body}
  ret;
}`
const launched = (body: string, launch = '1, 2'): Program =>
  compiledTest(
    `module "k.ptx"; .global .u32 in[4] = {1, 2, 3, 4}; .global .u32 out[4];
host { k<<<${launch}>>>(in, out); cudaDeviceSynchronize(); } assert (true);`,
    { 'k.ptx': moduleOf(kernel(body)) },
  )

const once = `st.shared.u32 [%r4], 7;
  ld.shared.u32 %r7, [%r6];
  st.global.u32 [%rd5], %r7;`
const twice = `st.shared.u32 [%r4], 7;
  ld.shared.u32 %r7, [%r6];
  st.shared.u32 [%r4], 8;
  st.global.u32 [%rd5], %r7;`
/** The second copy comes into memory that the neighbour may still read. */
const copied = `cp.async.ca.shared.global [%r4], [%rd4], 4;
  cp.async.wait_all;
  bar.sync 0;
  ld.shared.u32 %r7, [%r6];
  cp.async.ca.shared.global [%r4], [%rd5], 4;
  cp.async.wait_all;`

const raceFree: Goal = { kind: 'race-free' }

/** Returns the insertions of barriers that are found, and the number of sets that were judged. */
async function found(program: Program, goal: Goal = raceFree, mustWait = false) {
  const z3 = await solver()
  const [limit, options] = [timeLimit(undefined), { model: defaultModel, bound: defaultBound, goal }]
  const { now, judged } = atFirst(program, goal, z3, options, limit, limit)
  if (now.kind !== 'offends') throw new Error(now.kind)
  const slots = slotsOf(program)
  let tried = 0
  const result = likelyFirst({
    ...{ program, slots, offending: now.counterexample, model: defaultModel, goesOn: () => true },
    weigh: (slot, level) => {
      const change = slots[slot]?.levels[level]?.change
      const { changes, sum } = costOf(change === undefined ? [] : [change], defaultCosts)
      return [changes, sum]
    },
    judge: (changed) => {
      tried += 1
      return judged(changed)
    },
    progress: () => undefined,
    mustWait,
  })
  const edits = result === undefined ? [] : editsOf(changesOf(slots, result.selection))
  const isRaceFree = result === undefined || findRace(result.program, z3, { model: defaultModel }).kind === 'race-free'
  return { texts: edits.map((one) => repairText(program, one)), tried, isRaceFree }
}

test('a barrier between the two accesses of a race', async () => {
  const { texts, tried, isRaceFree } = await found(launched(once))
  expect(texts).toEqual([
    'insert bar.sync 0 in kernel k, all threads, between k.ptx:19, st.shared.u32 [%r4], 7, and k.ptx:20, ld.shared.u32 %r7, [%r6]',
  ])
  expect([tried, isRaceFree]).toEqual([1, true])
})

test('one for each race, and none that is not needed', async () => {
  const { texts, isRaceFree } = await found(launched(twice))
  expect(texts.map((text) => /between k.ptx:(\d+)/.exec(text)?.[1])).toEqual(['19', '20'])
  expect(isRaceFree).toBe(true)
})

test('a copy that is issued too early comes after one, too', async () => {
  const { texts, isRaceFree } = await found(launched(copied))
  expect(texts.map((text) => /between k.ptx:(\d+)/.exec(text)?.[1])).toEqual(['22'])
  expect(isRaceFree).toBe(true)
})

/** The wait lets the group run whose copy the neighbour reads. */
const pending = `cp.async.ca.shared.global [%r4], [%rd4], 4;
  cp.async.commit_group;
  cp.async.wait_group 1;
  bar.sync 0;
  ld.shared.u32 %r7, [%r6];
  st.global.u32 [%rd5], %r7;`
/** The first thread copies what the threads have written. */
const unfenced = `st.shared.u32 [%r4], 7;
  bar.sync 0;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra $END;
  cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r3], 16;
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group 0;
$END:`

test.each([
  [
    'a wait lets a group run that is read: it leaves fewer',
    pending,
    /^replace cp\.async\.wait_group 1 with cp\.async\.wait_group 0 /,
  ],
  ['a fence of the async proxy is missing', unfenced, /^insert fence\.proxy\.async\.shared::cta /],
])('%s, which is judged among the first', async (_, body, expected) => {
  const { texts, tried, isRaceFree } = await found(launched(body))
  expect(texts).toEqual([expect.stringMatching(expected)])
  expect(tried).toBeLessThanOrEqual(3)
  expect(isRaceFree).toBe(true)
})

describe('strong accesses whose scope is too narrow race: it is widened at once', () => {
  const passing = (reader: string, stored: string, loaded: string) =>
    testIn(`.global x; .global f;
d0.b0.t0 { st.weak [x], 1; st.release.${stored} [f], 1; }
${reader} { WAIT: ld.acquire.${loaded} r, [f]; beq r, 0, WAIT; ld.weak s, [x]; } assert (s == 1);`)

  test('between GPUs', async () => {
    const { texts, tried, isRaceFree } = await found(passing('d1.b0.t0', 'gpu', 'sys'))
    expect(texts).toEqual([
      expect.stringMatching(/^replace st\.release\.gpu .* with st\.release\.sys .*widens the scope/),
    ])
    expect([tried, isRaceFree]).toEqual([1, true])
  })
  test('between CTAs just so that it includes both, at both accesses', async () => {
    const { texts, tried, isRaceFree } = await found(passing('d0.b1.t0', 'cta', 'cta'))
    expect(texts.toSorted()).toEqual([
      expect.stringMatching(/^replace ld\.acquire\.cta .* with ld\.acquire\.gpu /),
      expect.stringMatching(/^replace st\.release\.cta .* with st\.release\.gpu /),
    ])
    expect(isRaceFree).toBe(true)
    expect(tried).toBeLessThanOrEqual(5)
  })
})

test('none is tried where CTAs race, or an access is strong', async () => {
  const acrossCtas = `st.global.u32 [%rd1], 7; ld.global.u32 %r7, [%rd1];`
  expect(await found(launched(acrossCtas, '2, 1'))).toMatchObject({ texts: [], tried: 0 })
  const flagged = `st.relaxed.gpu.global.u32 [%rd1], %r1; ld.global.u32 %r7, [%rd1];`
  expect(await found(launched(flagged))).toMatchObject({ texts: [], tried: 0 })
})

test.each([
  ['once', once],
  ['twice', twice],
])('%s: what fix finds costs as much as without a look at barriers', async (_, body) => {
  const [program, z3] = [launched(body), await solver()]
  const costs = (all: number) =>
    repairsIn(fix(program, z3, { model: defaultModel, goal: raceFree, all })).map(({ cost }) => cost)
  const [one] = costs(1)
  expect(one).toBeDefined()
  expect(costs(2)[0]).toEqual(one)
})

/** The threads of a block write their elements; then thread 0 sets a flag, and those of the other block read them. */
const handedOver = `mov.u32 %r9, %ctaid.x;
  setp.ne.s32 %p1, %r9, 0;
  setp.ne.s32 %p2, %r1, 0;
  @%p1 bra L2;
  st.global.u32 [%rd5], 7;
  bar.sync 0;
  @%p2 bra L4;
  st.volatile.global.u32 [%rd1], 1;
  bra.uni L4;
L2:
  @%p2 bra L3;
L1:
  ld.volatile.global.u32 %r8, [%rd1];
  setp.ne.s32 %p3, %r8, 1;
  @%p3 bra L1;
L3:
  bar.sync 0;
  ld.global.u32 %r7, [%rd5];
  ld.global.u32 %r7, [%rd5];
  ld.global.u32 %r7, [%rd5];
L4:`
const handing = (threads: number): Program =>
  compiledTest(
    `module "k.ptx"; .global .u32 flag; .global .u32 out[32];
host { k<<<2, ${threads}>>>(flag, out); cudaDeviceSynchronize(); } assert (true);`,
    { 'k.ptx': moduleOf(kernel(handedOver)) },
  )

test('of a large program, fences before a flag is set, and behind the loop that reads it', async () => {
  const { texts, tried, isRaceFree } = await found(handing(14))
  expect(texts).toEqual([
    'insert fence.acq_rel.gpu in kernel k, all threads, between k.ptx:25, @%p2 bra L4, and k.ptx:26, st.volatile.global.u32 [%rd1], 1',
    'insert fence.acq_rel.gpu in kernel k, all threads, before k.ptx:35, bar.sync 0',
  ])
  // The two together, and then each alone.
  expect([tried, isRaceFree]).toEqual([3, true])
})

test('several repairs of a large program: what is known comes first, and once', async () => {
  const seen: Repaired[] = []
  const options = {
    model: defaultModel,
    goal: raceFree,
    only: ['fences'],
    found: (one: Repaired) => seen.push(one),
  } as const
  const budget = { judged: 2, carried: 2, others: 1 }
  const manner = { budget, extent: 'one text', excluding: 'alike', most: 2 } as const
  const { result } = repairs(handing(8), await solver(), options, manner)
  expect(seen).toEqual(repairsIn(result))
  const placed = seen.map(({ changes }) =>
    editsOf(changes)
      .map(({ at }) => at)
      .join(),
  )
  expect(seen[0]?.mayBeCheaper).toBe(true)
  expect(placed[0]).toMatch(/^\d+,\d+$/)
  expect(new Set(placed).size).toBe(placed.length)
})

test('no fence and no scope is tried where threads must wait', async () => {
  expect(await found(handing(14), raceFree, true)).toMatchObject({ texts: [], tried: 0 })
  const narrow = testIn(
    `.global f; d0.b0.t0 { st.release.cta [f], 1; } d0.b1.t0 { ld.acquire.cta r, [f]; } assert (true);`,
  )
  expect((await found(narrow)).tried).toBeGreaterThan(0)
  expect(await found(narrow, raceFree, true)).toMatchObject({ texts: [], tried: 0 })
})

describe('a claim that fails where threads take turns, too', () => {
  const claimed = (body: string): Program =>
    compiledTest(
      `module "k.ptx"; .global .u32 in[4] = {1, 2, 3, 4}; .global .u32 out[4];
host { k<<<1, 2>>>(in, out); cudaDeviceSynchronize(); } assert (out[0] == 7 && out[1] == 7);`,
      { 'k.ptx': moduleOf(kernel(body)) },
    )
  /** Returns what is found although the search may judge nothing: what comes before it. */
  const foundBefore = async (program: Program): Promise<readonly string[]> => {
    const goal: Goal = { kind: 'claims', questions: program.questions }
    const budget = { judged: 0, carried: 0, others: 1 }
    const manner = { budget, extent: 'one text', excluding: 'alike', most: 1 } as const
    const { result } = repairs(program, await solver(), { model: defaultModel, goal }, manner)
    return repairsIn(result).flatMap(({ changes }) => editsOf(changes).map((one) => repairText(program, one)))
  }

  test('lacks a barrier in the function by which CTAs wait for each other', async () => {
    const source = `__device__ void meet(unsigned *arrived) {
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < 2) {}
  }
  __syncthreads();
}
__global__ void k(unsigned *arrived, unsigned *x, unsigned *y) {
  x[i] = 1;
  meet(arrived);
  y[i] = x[3 - i];
}
`
    const text = `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c)
{
  .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
  .loc 1 8 0
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, 2, %r1;
  mul.wide.u32 %rd4, %r3, 4;
  add.u64 %rd5, %rd2, %rd4;
  sub.u64 %rd6, %rd2, %rd4;
  add.u64 %rd7, %rd3, %rd4;
  .loc 1 9 3
  st.global.u32 [%rd5], 1;
  .loc 1 2 3, function_name $L__info_string0, inlined_at 1 10 3
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra L2;
  .loc 1 3 5, function_name $L__info_string0, inlined_at 1 10 3
  atom.acq_rel.gpu.global.add.u32 %r4, [%rd1], 1;
L1:
  .loc 1 4 5, function_name $L__info_string0, inlined_at 1 10 3
  atom.acq_rel.gpu.global.add.u32 %r5, [%rd1], 0;
  setp.lt.u32 %p2, %r5, 2;
  @%p2 bra L1;
L2:
  .loc 1 6 3, function_name $L__info_string0, inlined_at 1 10 3
  bar.sync 0;
  .loc 1 11 3
  ld.global.u32 %r6, [%rd6+12];
  st.global.u32 [%rd7], %r6;
  .loc 1 12 1
  ret;
}
.file 1 "k.cu"
`
    const test = `module "k.ptx"; .global .u32 arrived; .global .u32 x[4]; .global .u32 y[4];
host { k<<<2, 2>>>(arrived, x, y); cudaDeviceSynchronize(); } assert (y[0] == 1 && y[1] == 1 && y[2] == 1 && y[3] == 1);`
    const ptx = { name: 'k.ptx', text, sources: [{ name: 'k.cu', text: source }] }
    const { tests } = readTests({ name: 'k.test', text: test }, { load: () => ({ ok: true, source: ptx }) })
    expect(await foundBefore(must(tests[0], 'a test'))).toEqual([
      'insert bar.sync 0 in kernel k, all threads, before k.cu:10 (k.ptx:22)',
    ])
  })

  test('lacks a barrier, which comes first', async () => {
    expect(await foundBefore(claimed(once))).toEqual([
      'insert bar.sync 0 in kernel k, all threads, between k.ptx:19, st.shared.u32 [%r4], 7, and k.ptx:20, ld.shared.u32 %r7, [%r6]',
    ])
  })
})

test('a small program is searched by cost', async () => {
  expect(await found(handing(2))).toEqual({ texts: [], tried: 0, isRaceFree: true })
})

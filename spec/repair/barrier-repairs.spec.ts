import { defaultModel, ptx75 } from '../../axioms/models.js'
import { explain } from '../../explain/explain.js'
import type { Program } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import { barriers } from '../../repair/barrier-repairs.js'
import { fix } from '../../repair/fix.js'
import { patched } from '../../repair/patch.js'
import { editsOf } from '../../repair/slot.js'
import { changeLines, repairText } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { solver, testIn } from '../support.js'

/** Returns the changes proposed against the outcome of the first question. */
async function proposed(program: Program): Promise<readonly string[]> {
  const explanation = explain(program, must(program.questions[0], 'a question'), await solver(), { model: ptx75 })
  if (explanation.kind !== 'allowed') throw new Error(`it is ${explanation.kind}`)
  return explanation.repairs.flatMap(({ changes }) => editsOf(changes).map((one) => repairText(program, one)))
}

const registers = '.reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<8>;'

/** Each of two threads writes its element, and reads that of the other. */
const exchange = `.visible .entry k(.param .u64 x, .param .u64 out)
{
  ${registers}
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.u64 %rd4, %rd1, %rd3;
  st.global.u32 [%rd4], 1;
  xor.b64 %rd5, %rd3, 4;
  add.u64 %rd6, %rd1, %rd5;
  ld.global.u32 %r2, [%rd6];
  add.u64 %rd7, %rd2, %rd3;
  st.global.u32 [%rd7], %r2;
  ret;
}`
const exchanged = (launch: string, kernel = exchange) =>
  compiledTest(
    `module "k.ptx"; .global .u32 x[2]; .global .u32 out[2] = {9, 9};
host { k<<<${launch}>>>(x, out); cudaDeviceSynchronize(); } check (out == {1, 0}) as stale;`,
    { 'k.ptx': moduleOf(kernel) },
  )

test('where no fence helps, a barrier of the CTA is proposed, after what comes before it in the text', async () => {
  expect(await proposed(exchanged('1, 2'))).toEqual([
    'insert bar.sync 0 in kernel k, all threads, between k.ptx:12, st.global.u32 [%rd4], 1, and k.ptx:13, xor.b64 %rd5, %rd3, 4',
  ])
})

test('threads of two CTAs meet at none', async () => {
  expect(await proposed(exchanged('2, 1', exchange.replace('%tid.x', '%ctaid.x')))).toEqual([])
})

test('nor do threads with texts of their own, which a change of one text does not concern', async () => {
  const program = testIn(`.global x; .global y;
d0.b0.t0 { st [x], 1; ld r0, [y]; }
d0.b0.t1 { st [y], 1; ld r1, [x]; }
check (r0 == 1 && r1 == 0) as stale;`)
  expect(await proposed(program)).toEqual([])
})

/**
 * The second thread may wait for the first one, which would wait at any barrier between what it writes and what the
 * second reads.
 */
const waiting = `.visible .entry k(.param .u64 c, .param .u64 f, .param .u64 x, .param .u64 out)
{
  ${registers}
  ld.param.u64 %rd1, [c];
  ld.param.u64 %rd2, [f];
  ld.param.u64 %rd3, [x];
  ld.param.u64 %rd4, [out];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  setp.eq.u32 %p2, %r2, 0;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra HERE;
  @%p2 st.relaxed.gpu.global.u32 [%rd1], 1;
  ret;
HERE:
  @%p2 bra WRITE;
  ld.relaxed.gpu.global.u32 %r3, [%rd1];
  st.global.u32 [%rd4], %r3;
  setp.eq.u32 %p3, %r3, 0;
  @%p3 bra WRITE;
WAIT:
  ld.relaxed.gpu.global.u32 %r4, [%rd2];
  setp.eq.u32 %p3, %r4, 0;
  @%p3 bra WAIT;
WRITE:
  @%p2 st.global.u32 [%rd3], 1;
  @!%p2 ld.global.u32 %r5, [%rd3];
  @!%p2 st.global.u32 [%rd4+4], %r5;
  @%p2 st.relaxed.gpu.global.u32 [%rd2], 1;
  ret;
}`

test('a barrier is not proposed if it makes threads wait for ever in any execution', async () => {
  const program = compiledTest(
    `module "k.ptx"; .global .u32 c; .global .u32 f; .global .u32 x; .global .u32 out[2] = {9, 9};
host { k<<<2, 2>>>(c, f, x, out); cudaDeviceSynchronize(); } check (out == {0, 0}) as stale;`,
    { 'k.ptx': moduleOf(waiting) },
  )
  expect(await proposed(program)).toEqual([])
})

/** All lanes write, one arrives, and another warp reads after the wait. */
const lanes = `.shared .u32 w[2]; .shared .b64 loaded;
d0.b0.t0..1 {
  mov.u32 me, %tid.x;
  setp.eq.u32 first, me, 0;
  mul.wide.u32 a, me, 4;
  add.u64 a, a, &w;
  @first mbarrier.init.shared.b64 [loaded], 1;
  bar.sync 0;
  st.shared.u32 [a], 7;
  @first mbarrier.arrive.shared.b64 _, [loaded];
}
d0.b0.t32 {
  bar.sync 0;
W:
  mbarrier.try_wait.parity.shared.b64 p, [loaded], 0;
  beq p, 0, W;
  ld.shared.u32 r0, [w[0]];
  ld.shared.u32 r1, [w[1]];
}
assert (r0 == 7 && r1 == 7) as complete;`

test('lanes beside another warp meet at a barrier of their warp, before one of them arrives for all', async () => {
  const program = testIn(lanes)
  const found = fix(program, await solver(), {
    model: defaultModel,
    goal: { kind: 'claims', questions: program.questions },
  })
  if (found.kind !== 'repaired') throw new Error(found.kind)
  const texts = found.repairs.flatMap(({ changes }) => editsOf(changes).map((one) => repairText(program, one)))
  expect(texts).toEqual([
    expect.stringMatching(/^insert bar\.warp\.sync 0xffffffff in .*, and line 10, @first mbarrier/),
  ])
})

test('no barrier is in a loop that polls, and one is in a loop that also writes', () => {
  const placesIn = (body: string): readonly number[] =>
    barriers(
      testIn(`.global f; .global x; d0.b0.t0..1 { st [x], 1; W: ${body} beq r0, 0, W; ld r1, [x]; }
assert ([x] == 1) as kept;`),
    ).map(({ at }) => at)
  // Before the loop there is none: the label begins it. After it, there is one before the last load.
  expect(placesIn('ld.relaxed.gpu r0, [f];')).toEqual([4])
  expect(placesIn('ld.relaxed.gpu r0, [f]; st [x], 2;')).toEqual([2, 3, 4, 5])
  expect(placesIn('atom.relaxed.gpu.cas r0, [f], 0, 1; fence.acq_rel.gpu;')).toEqual([5])
})

test('no place is between the parts of a shuffle, which is one statement', () => {
  const shuffled = exchange
    .replace('add.u64 %rd7', 'shfl.sync.bfly.b32 %r3|%p1, %r2, 1, 31, -1;\n  add.u64 %rd7')
    .replace('[%rd7], %r2', '[%rd7], %r3')
  const program = exchanged('1, 2', shuffled)
  const places = barriers(program)
  expect(places.length).toBeGreaterThan(0)
  for (const one of places)
    expect(must(patched(program, [one]), 'a text').modules[0]?.text).toMatch(/bar\.(warp\.)?sync /)
})

/** The first CTA of a cluster reads the shared memory of the other one, which ends meanwhile. */
const gathered = `.visible .entry k(.param .u64 out)
{
  .reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<8>;
  .shared .align 4 .b8 part[4];
  .loc 1 3 3
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %cluster_ctarank;
  st.shared.u32 [part], 7;
  .loc 1 4 3
  barrier.cluster.arrive;
  barrier.cluster.wait;
  .loc 1 5 3
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra END;
  .loc 1 6 5
  mov.u32 %r2, part;
  mapa.shared::cluster.u32 %r3, %r2, 1;
  ld.shared::cluster.u32 %r4, [%r3];
  st.global.u32 [%rd1], %r4;
END:
  ret;
}
.file 1 "k.cu"
`
const gatheredFrom = `__global__ void k(int *out) {
  __shared__ int part;
  part = 7;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    *out = *cluster.map_shared_rank(&part, 1);
  }
}
`

test('at the end of a kernel, a barrier of the cluster keeps shared memory until a peer has read it', async () => {
  const { tests } = readTests(
    {
      name: 'spec.test',
      text: `module "k.ptx"; .global .u32 out;
host { k<<<2, 1, cluster(2)>>>(out); cudaDeviceSynchronize(); } assert (out == 7) as seven;`,
    },
    {
      load: (path) => ({
        ok: true,
        source: { name: path, text: moduleOf(gathered), sources: [{ name: 'k.cu', text: gatheredFrom }] },
      }),
    },
  )
  const program = must(tests[0], 'a test')
  const { questions } = program
  const fixed = fix(program, await solver(), { model: defaultModel, goal: { kind: 'claims', questions } })
  if (fixed.kind !== 'repaired') throw new Error(JSON.stringify(fixed))
  const { changes } = must(fixed.repairs[0], 'a repair')
  expect(changes.flatMap((one) => changeLines(program, one))).toEqual([
    '  insert barrier.cluster.arrive.release; barrier.cluster.wait.acquire in kernel k, all threads, at the end of the function that ends at k.cu:8 (k.ptx:22)',
    '    k.cu:8: }',
    '    in CUDA: cooperative_groups::this_cluster().sync()',
  ])
  expect(patched(program, editsOf(changes))?.modules[0]?.text).toContain(
    'END:\n  barrier.cluster.arrive.release;\n  barrier.cluster.wait.acquire;\n  ret;',
  )
})

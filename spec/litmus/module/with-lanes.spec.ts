import { defaultModel } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { withLanes } from '../../../litmus/module/with-lanes.js'
import type { Program } from '../../../litmus/program.js'
import { findRace } from '../../../races/find-races.js'
import { must } from '../../../source/must.js'
import { solver, testIn } from '../../support.js'
import { compiledTest, moduleOf } from './modules.js'

/** Each thread writes its element, arrives at an mbarrier, waits for all, and reads the element of another. */
const gathering = (threads: number): string => `.visible .entry k(.param .u64 p)
{
  .reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
  .shared .align 8 .b8 bar[8];
  .shared .align 4 .b8 part[256];
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, part;
  add.s32 %r4, %r3, %r2;
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra L1;
  mbarrier.init.shared.b64 [bar], ${threads};
L1:
  bar.sync 0;
  st.shared.u32 [%r4], 7;
  mbarrier.arrive.shared.b64 _, [bar];
L2:
  mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
  @!%p2 bra L2;
  ld.shared.u32 %r5, [part];
  st.global.u32 [%rd1], %r5;
  ret;
}`

const program = (launch: string, count = 64): Program =>
  compiledTest(
    `module "k.ptx"; .global .u32 out; host { k<<<${launch}>>>(out); cudaDeviceSynchronize(); } assert (out == 7) as q;`,
    { 'k.ptx': moduleOf(gathering(count)) },
  )

const lanes = [0, 9]

async function decided(one: Program): Promise<unknown> {
  const z3 = await solver()
  const { answers, graph } = decide(one, z3, { model: defaultModel })
  const [answer] = answers
  const { kind } = findRace(one, z3, { model: defaultModel })
  return { verdict: answer?.verdict.kind, liveness: answer?.liveness?.kind, kind, events: graph.events.length }
}

test.each([64, 63])('a mbarrier for %i arrivals of 64: as a launch with these lanes', async (count) => {
  const fewer = must(withLanes(program('1, 64', count), lanes), 'a smaller program')
  const read = program('1, 64, lanes 0, 9', count)
  expect(await decided(fewer)).toEqual(await decided(read))
  expect(fewer.partial).toEqual(read.partial)
})

test('the others keep their numbers and execute nothing', () => {
  const fewer = must(withLanes(program('1, 64'), lanes), 'a smaller program')
  const acting = fewer.threads.filter((one) => one.kind === 'device' && one.instructions.length > 0)
  expect(acting.map(({ name }) => name)).toEqual(['k.d0.b0.t0', 'k.d0.b0.t9', 'k.d0.b0.t32', 'k.d0.b0.t41'])
  expect(fewer.threads).toHaveLength(program('1, 64').threads.length)
})

test('nothing is left out twice, or of threads that no launch of a module has', () => {
  expect(withLanes(program('1, 64, lanes 0, 9'), [0])).toBeUndefined()
  expect(withLanes(program('1, 1'), [0])).toBeUndefined()
  expect(withLanes(testIn('.global x; d0.b0.t1 { st [x], 1; } assert (x == 1);'), [0])).toBeUndefined()
})

test('lanes that are left out have not ended, so that a matrix instruction does not lack them', async () => {
  const kernel = `.visible .entry k(.param .u64 p)
{
  .reg .b32 %r<8>; .reg .b64 %rd<4>;
  .shared .align 16 .b8 tile[128];
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %laneid;
  and.b32 %r2, %r1, 7;
  shl.b32 %r2, %r2, 4;
  mov.u32 %r3, tile;
  add.s32 %r4, %r3, %r2;
  ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [%r4];
  ret;
}`
  const whole = compiledTest(
    'module "k.ptx"; .global .u32 out; host { k<<<1, 32>>>(out); cudaDeviceSynchronize(); } assert (out == 0) as q;',
    { 'k.ptx': moduleOf(kernel) },
  )
  const { answers } = decide(must(withLanes(whole, lanes), 'fewer lanes'), await solver(), { model: defaultModel })
  expect(answers[0]?.undefined).toMatchObject({ kind: 'known', found: [] })
})

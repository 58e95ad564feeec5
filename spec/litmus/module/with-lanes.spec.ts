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
  const { program: fewer } = must(withLanes(program('1, 64', count), lanes), 'a smaller program')
  const read = program('1, 64, lanes 0, 9', count)
  expect(await decided(fewer)).toEqual(await decided(read))
  expect(fewer.partial).toEqual(read.partial)
})

/** A text without the places of its parts, which the words `lanes 0, 9` move. */
const withoutPlaces = (one: Program): unknown =>
  JSON.parse(
    JSON.stringify(one, (key, value: unknown) =>
      key === 'span' || key === 'origin' ? undefined : typeof value === 'bigint' ? `${value}` : value,
    ),
  )

test.each([
  ['a CTA', '1, 64'],
  ['two CTAs, each with shared memory', '2, 64'],
  ['a warp that is not full', '2, 40'],
])('%s: the program is that of a launch with these lanes', (_, launch) => {
  const { program: fewer, threads } = must(withLanes(program(launch), lanes), 'a smaller program')
  expect(withoutPlaces(fewer)).toEqual(withoutPlaces(program(`${launch}, lanes 0, 9`)))
  const whole = program(launch)
  expect(threads.map((index) => whole.threads[index]?.name)).toEqual(fewer.threads.map(({ name }) => name))
})

test('local memory of threads that are left out goes with them', () => {
  const stack = (launch: string): Program =>
    compiledTest(
      `module "k.ptx"; .global .u32 out; host { k<<<${launch}>>>(out); cudaDeviceSynchronize(); } assert (out == 7) as q;`,
      {
        'k.ptx': moduleOf(`.visible .entry k(.param .u64 p)
{
  .local .align 4 .b8 own[8];
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p];
  st.local.u32 [own], 7;
  ld.local.u32 %r1, [own];
  st.global.u32 [%rd1], %r1;
  ret;
}`),
      },
    )
  const { program: fewer } = must(withLanes(stack('1, 64'), lanes), 'a smaller program')
  expect(withoutPlaces(fewer)).toEqual(withoutPlaces(stack('1, 64, lanes 0, 9')))
})

test('registers in questions are those of the same threads', () => {
  const asked = (launch: string): Program =>
    compiledTest(
      `module "k.ptx"; .global .u32 out; host { k<<<${launch}>>>(out); cudaDeviceSynchronize(); ld r0, [out]; } assert (host:r0 == 7) as q;`,
      { 'k.ptx': moduleOf(gathering(64)) },
    )
  const { program: fewer } = must(withLanes(asked('1, 64'), lanes), 'a smaller program')
  expect(withoutPlaces(fewer)).toEqual(withoutPlaces(asked('1, 64, lanes 0, 9')))

  const one = program('1, 64')
  const { span } = must(one.questions[0], 'a question')
  const of = (name: string): Program => {
    const thread = one.threads.findIndex((thread) => thread.name === name)
    return { ...one, observed: [{ kind: 'register', thread, name: '%r1', span }] }
  }
  expect(withLanes(of('k.d0.b0.t41'), lanes)).toBeDefined()
  expect(withLanes(of('k.d0.b0.t8'), lanes)).toBeUndefined()
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
  const { answers } = decide(must(withLanes(whole, lanes), 'fewer lanes').program, await solver(), {
    model: defaultModel,
  })
  expect(answers[0]?.undefined).toMatchObject({ kind: 'known', found: [] })
})

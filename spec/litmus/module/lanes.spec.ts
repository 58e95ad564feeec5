import { defaultModel } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { countsFor, lanesText, simulatedOf } from '../../../litmus/module/lanes.js'
import { solver } from '../../support.js'
import { compiledTest, errorsOf, moduleOf } from './modules.js'

const storing = (register: string): string => `.visible .entry k(.param .u64 p) { .reg .b32 %r<2>; .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p]; mov.u32 %r1, ${register}; st.global.u32 [%rd1], %r1; }`

const launching = (launch: string): string =>
  `module "k.ptx"; .global .u32 out[2]; host { k<<<${launch}>>>(out); cudaDeviceSynchronize(); } assert (out[1] == 7) as q;`

test.each([
  ['1, 64, lanes 0', ['t0', 't32'], 'lane 0', 2, 64],
  ['1, 40, lanes 7..9', ['t7', 't8', 't9', 't39'], 'lanes 7..9', 4, 40],
  ['1, 64, lanes 31, 0..1', ['t0', 't1', 't31', 't32', 't33', 't63'], 'lanes 0..1, 31', 6, 64],
  ['1, 32, cooperative, lanes 4, 4 .. 5', ['t4', 't5'], 'lanes 4..5', 2, 32],
])('%s', (launch, simulated, lanes, some, all) => {
  const { threads, partial } = compiledTest(launching(launch), { 'k.ptx': moduleOf(storing('%laneid')) })
  expect(threads.slice(1).map(({ name }) => name)).toEqual(simulated.map((thread) => `k.d0.b0.${thread}`))
  expect(partial).toEqual([{ kernel: 'k', lanes, simulated: some, threads: all }])
})

test('a launch that leaves nothing out is whole', () => {
  const modules = { 'k.ptx': moduleOf(storing('%laneid')) }
  expect(compiledTest(launching('2, 1, lanes 0'), modules).partial).toBeUndefined()
  expect(compiledTest(launching('1, 64, lanes 0..31'), modules).partial).toBeUndefined()
})

test.each([
  ['1, 32, lanes 8..32', 'a warp has the lanes 0 to 31'],
  ['1, 32, lanes 9..8', 'there are no lanes from 9 to 8: write the lower number first'],
])('%s: %s', (launch, message) => {
  expect(errorsOf(launching(launch), { 'k.ptx': moduleOf(storing('%laneid')) })).toContain(message)
})

test('lanes are counted', () => {
  expect(lanesText([0, 2, 3, 31])).toBe('0, 2..3, 31')
  expect([simulatedOf(32, [0, 9]), simulatedOf(40, [0, 9]), simulatedOf(42, [0, 9])]).toEqual([2, 3, 4])
  expect([0, 9, 32, 41].map((thread) => countsFor(thread, 44, [0, 9]))).toEqual([31, 1, 11, 1])
})

/**
 * Returns a kernel whose threads come to `arrive` under a condition, after which all wait, and the first one reports
 * it.
 */
const arriving = (count: number, before: string, arrive = 'mbarrier.arrive.shared.b64 _, [bar];', after = '') =>
  moduleOf(`.visible .entry k(.param .u64 p) {
  .reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<2>;
  .shared .align 8 .b64 bar;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra ready;
  mbarrier.init.shared.b64 [bar], ${count};
ready:
  bar.sync 0;
  ${before}
  ${arrive}
  ${after}
skip:
wait:
  mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
  @!%p2 bra wait;
  @%p1 bra end;
  st.global.u32 [%rd1+4], 7;
end:
  ret;
}`)

describe('an arrival at an mbarrier counts for the lanes that are left out', () => {
  const answered = async (kernel: string, launch: string) => {
    const test = compiledTest(launching(launch), { 'k.ptx': kernel })
    const { answers } = decide(test, await solver(), { model: defaultModel, liveness: true })
    return answers.map(({ verdict, liveness }) => [verdict.kind, liveness?.kind])
  }
  const holds = [['forbidden', 'ends']]
  const none = [['forbidden', 'hangs']]

  test.each([
    ['where all arrive', 64, '', '1, 64, lanes 0', holds],
    ['where all arrive, of some lanes and a partial warp', 40, '', '1, 40, lanes 0, 5', holds],
    [
      'in a warp that its number tells',
      32,
      'shr.u32 %r2, %r1, 5; setp.ne.u32 %p3, %r2, 1; @%p3 bra skip;',
      '1, 64, lanes 0',
      holds,
    ],
    ['from a whole warp on', 32, 'setp.lt.u32 %p3, %r1, 32; @%p3 bra skip;', '1, 64, lanes 0', holds],
    ['not in half a warp', 16, 'setp.ge.u32 %p3, %r1, 16; @%p3 bra skip;', '1, 32, lanes 0', none],
    ['not where one arrives', 1, '@%p1 bra skip;', '1, 32, lanes 0', holds],
    [
      'not where a register was written in a branch',
      1,
      'mov.u32 %r3, 1; @%p1 bra same; mov.u32 %r3, 0; same: setp.ne.u32 %p4, %r3, 0; @%p4 bra skip;',
      '1, 32, lanes 0',
      holds,
    ],
    [
      'not where memory decides',
      1,
      'ld.global.u32 %r4, [%rd1]; setp.ne.u32 %p5, %r4, 0; @%p5 bra skip;',
      '1, 32, lanes 0',
      holds,
    ],
  ])('%s', async (_, count, before, launch, expected) => {
    expect(await answered(arriving(count, before), launch)).toEqual(expected)
  })

  test('as often as a loop goes round', async () => {
    const kernel = arriving(
      64,
      'mov.u32 %r5, 0; again:',
      undefined,
      'add.u32 %r5, %r5, 1; setp.lt.u32 %p6, %r5, 2; @%p6 bra again;',
    )
    expect(await answered(kernel, '1, 32, lanes 0')).toEqual(holds)
  })

  test('of several, each', async () => {
    const kernel = arriving(64, '', 'mbarrier.arrive.shared.b64 _, [bar], 2;')
    expect(await answered(kernel, '1, 32, lanes 0')).toEqual(holds)
  })
})

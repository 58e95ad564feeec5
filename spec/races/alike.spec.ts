import { defaultModel } from '../../axioms/models.js'
import { readTests } from '../../litmus/read.js'
import { isOfOneWarp } from '../../races/alike.js'
import { findRace } from '../../races/find-races.js'
import { must } from '../../source/must.js'
import { moduleOf } from '../litmus/module/modules.js'
import { solver } from '../support.js'

/** Each of two threads reads the two elements of the other in a loop that is unrolled, and then writes its own. */
const module = `.visible .entry k(.param .u64 x)
{
  .reg .b32 %r<8>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [x];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 8;
  add.u64 %rd3, %rd1, %rd2;
  xor.b64 %rd4, %rd2, 8;
  add.u64 %rd5, %rd1, %rd4;
  .loc 1 4 5
  ld.global.u32 %r2, [%rd5];
  ld.global.u32 %r3, [%rd5+4];
  .loc 1 6 5
  st.global.u32 [%rd3], %r2;
  st.global.u32 [%rd3+4], %r3;
  ret;
}
.file 1 "k.cu"
`
const races = async (text: string) => {
  const { tests } = readTests(
    {
      name: 'spec.test',
      text: `module "k.ptx"; .global .u32 x[4]; host { k<<<1, 2>>>(x); cudaDeviceSynchronize(); } assert (true);`,
    },
    { load: (path) => ({ ok: true, source: { name: path, text: moduleOf(text), sources: [] } }) },
  )
  const verdict = findRace(must(tests[0], 'a test'), await solver(), { model: defaultModel })
  return verdict.kind === 'racy' ? verdict.races.map(({ alike = 0 }) => alike + 1) : verdict.kind
}

test('races of the same two lines of a source are one, whichever copies of the lines race', async () => {
  const [pairs, ...others] = await races(module)
  expect(others).toEqual([])
  const alone = await races(module.replaceAll(/^ {2}\.loc.*\n/gm, ''))
  expect(alone).toHaveLength(2)
  expect([alone].flat().reduce((sum, one) => Number(sum) + Number(one), 0)).toBe(pairs)
})

test('but two writes of a line race apart from a read and a write of it', async () => {
  const [one, ...others] = await races(
    module.replace('.loc 1 6 5', '').replace('st.global.u32 [%rd3+4]', 'st.global.u32 [%rd5]'),
  )
  expect(one).toBeDefined()
  expect(others).toHaveLength(1)
})

test('of the races of two lines, one between two warps is shown', async () => {
  const exchange = `.visible .entry k(.param .u64 x)
{
  .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p<2>;
  ld.param.u64 %rd1, [x];
  mov.u32 %r1, %tid.x;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 st.global.u32 [%rd1], 1;
  @!%p1 ld.global.u32 %r2, [%rd1];
  ret;
}
`
  const { tests } = readTests(
    {
      name: 'spec.test',
      text: 'module "k.ptx"; .global .u32 x; host { k<<<1, 64, lanes 0, 1>>>(x); cudaDeviceSynchronize(); } assert (true);',
    },
    { load: (path) => ({ ok: true, source: { name: path, text: moduleOf(exchange), sources: [] } }) },
  )
  const verdict = findRace(must(tests[0], 'a test'), await solver(), { model: defaultModel })
  if (verdict.kind !== 'racy') throw new Error(verdict.kind)
  const [race, ...others] = verdict.races
  expect([race?.alike, others]).toEqual([2, []])
  expect(isOfOneWarp(verdict.graph, must(race, 'a race').events)).toBe(false)
})

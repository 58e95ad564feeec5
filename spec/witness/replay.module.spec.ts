import { ptx75 } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { only } from '../../fuzz/programs.js'
import type { Program } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import type { Witness } from '../../report/witness.js'
import { must } from '../../source/must.js'
import { witnessOf } from '../../witness/build.js'
import { columnsOf } from '../../witness/columns.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { solver } from '../support.js'
import { replayed } from './replayed.js'

const module = moduleOf(`
.visible .entry count(.param .u64 counter)
{
  .reg .b32 %r<3>; .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [counter];
  ld.global.u32 %r1, [%rd1];
  add.s32 %r2, %r1, 1;
  st.global.u32 [%rd1], %r2;
  ret;
}
`)

async function witnessed(program: Program): Promise<Witness> {
  const question = must(program.questions[0], 'a question')
  const { graph, found } = witnesses(program, question, await solver(), { model: ptx75 })
  return witnessOf({ graph, model: ptx75, execution: must(found[0], 'an execution'), question })
}

test('the witness of a test with a module has the module, and is replayed without the file', async () => {
  const document = await witnessed(
    compiledTest(
      `module "count.ptx"; .global .u32 x; host { count<<<2, 1>>>(x); cudaDeviceSynchronize(); } permit (x == 1) as lost;`,
      { 'count.ptx': module },
    ),
  )
  expect(document.test.modules).toEqual([{ path: 'count.ptx', file: 'count.ptx', text: module }])
  expect(replayed(document, ptx75)).toEqual([])
  const { modules: _, ...without } = document.test
  expect(replayed({ ...document, test: without }, ptx75).join('\n')).toContain('the witness does not have it')
})

test('that of a module launched from the command line has the launches and the questions', async () => {
  const launching = {
    launches: [{ name: '--launch', text: 'count<<<2,1>>>(x: u32)' }],
    asked: [{ question: 'permit', source: { name: '--permit', text: 'x == 1' } }],
  } as const
  const program = must(readTests({ name: 'count.ptx', text: module }, { launching }).tests[0], 'a test')
  const document = await witnessed(program)
  expect(document.test).toEqual({
    name: 'count.ptx',
    file: 'count.ptx',
    text: module,
    launching: { launches: ['count<<<2,1>>>(x: u32)'], asked: [{ question: 'permit', text: 'x == 1' }] },
  })
  expect(replayed(document, ptx75)).toEqual([])
})

test('the texts of compiled threads show instructions with events, and not the values of registers', async () => {
  const document = await witnessed(
    compiledTest(
      `module "count.ptx"; .global .u32 x; host { count<<<2, 1>>>(x); cudaDeviceSynchronize(); ld r0, [x]; } permit (host:r0 == 1) as lost;`,
      { 'count.ptx': module },
    ),
  )
  const compiled = columnsOf(document).filter(({ name }) => name.startsWith('count.'))
  expect(compiled.map(({ lines }) => lines.map(({ text }) => text))).toEqual(
    Array(2).fill(['ld.global.u32 %r1, [%rd1]', 'st.global.u32 [%rd1], %r2']),
  )
  expect(document.final.registers.map(({ register }) => register)).toEqual(['r0'])
})

test('a witness says how many accesses have no events, and which lanes take part, and both are checked', async () => {
  const stores = Array.from({ length: 300 }, (_, i) => `st.weak.u32 [own+${4 * i}], 1;`)
  const large = only(`.global .u32 x; .global .u32 own[300];
    d0.b0.t0 { ${stores.join(' ')} st.weak.u32 [x], 1; } d0.b0.t1 { st.weak.u32 [x], 2; } permit (x == 1) as one;`)
  const document = await witnessed(large)
  expect(document.leftOut).toBe(296)
  expect(replayed(document, ptx75)).toEqual([])
  expect(replayed({ ...document, leftOut: 295 }, ptx75)).toEqual([
    expect.stringContaining('leftOut does not follow from the test'),
  ])
  const warp = await witnessed(
    compiledTest(
      `module "count.ptx"; .global .u32 x; host { count<<<1, 32, lanes 0..1>>>(x); cudaDeviceSynchronize(); } permit (x == 1) as lost;`,
      { 'count.ptx': module },
    ),
  )
  expect(warp.leftOut).toBeUndefined()
  expect(warp.partial).toEqual([{ kernel: 'count', lanes: 'lanes 0..1', simulated: 2, threads: 32 }])
  expect(replayed(warp, ptx75)).toEqual([])
})

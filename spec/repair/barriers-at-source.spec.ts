import { defaultModel } from '../../axioms/models.js'
import { readTests } from '../../litmus/read.js'
import { barriersAtSource } from '../../repair/barriers-at-source.js'
import { fix } from '../../repair/fix.js'
import { changeLines } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { moduleOf } from '../litmus/module/modules.js'
import { solver } from '../support.js'

const source = `__global__ void k(int *out) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t == 0)
    total = 7;
  out[t] = total;
}
`

/** The compiler loads what the first thread has just written in the other branch, and then stores the result of either. */
const module = `.visible .entry k(.param .u64 out)
{
  .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<8>;
  .shared .align 4 .b8 total[4];
  .loc 1 3 3
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  .loc 1 4 3
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra FIRST;
  .loc 1 6 3
  ld.shared.u32 %r2, [total];
  bra DONE;
FIRST:
  .loc 1 5 5
  mov.u32 %r2, 7;
  st.shared.u32 [total], %r2;
DONE:
  .loc 1 6 3
  st.global.u32 [%rd3], %r2;
  ret;
}
.file 1 "k.cu"
`
const program = (text = source, launch = '1, 2') => {
  const test = `module "k.ptx"; .global .u32 out[2];
host { k<<<${launch}>>>(out); cudaDeviceSynchronize(); } assert (out == {7, 7}) as same;`
  const { tests } = readTests(
    { name: 'spec.test', text: test },
    {
      load: (path) => ({
        ok: true,
        source: { name: path, text: moduleOf(module), sources: [{ name: 'k.cu', text }] },
      }),
    },
  )
  return must(tests[0], 'a test')
}

test('one place of a source that is several of the compiled text is one change', async () => {
  const test = program()
  const fixed = fix(test, await solver(), { model: defaultModel, goal: { kind: 'claims', questions: test.questions } })
  if (fixed.kind !== 'repaired') throw new Error(JSON.stringify(fixed))
  const { changes, cost } = must(fixed.repairs[0], 'a repair')
  expect(cost.changes).toBe(1)
  expect(changes.flatMap((one) => changeLines(test, one))).toEqual([
    expect.stringMatching(
      /^ {2}insert barrier\.cta\.sync 0 in kernel k, all threads, before k\.cu:6 \(k\.ptx:\d+, k\.ptx:\d+\)$/,
    ),
    '    k.cu:6: out[t] = total;',
    '    in CUDA: __syncthreads()',
  ])
})

const placesIn = (...given: Parameters<typeof program>) =>
  barriersAtSource(program(...given)).map(({ levels }) => levels.flatMap(({ change }) => change?.place?.line ?? []))

test.each([
  ['where each path crosses the place once', source, '1, 2', [[6]]],
  [
    'not in a loop, where threads come back',
    source.replace('int t', 'for (;;) { int t').replace(';\n}', ';}}'),
    '1, 2',
    [],
  ],
  ['not for one thread', source, '1, 1', []],
  ['not for one thread of each CTA', source, '2, 1', []],
])('%s', (_, text, launch, places) => {
  expect(placesIn(text, launch)).toEqual(places)
})

import { threadAt } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import { sourcePlaceOf } from '../../repair/source-places.js'
import { must } from '../../source/must.js'
import { writtenAt } from '../../source/text.js'

const cuda = `__global__ void k(int *part) {
  const int t = threadIdx.x;
  for (int width = 2; width > 0; width /= 2) {
    if (t < width) part[t] += part[t + width];
  }
}
`

/** A round of the loop, in which only threads below a width add. The compiler gives it the place of the \`if\`. */
const round = (width: number): string => `
  setp.gt.s32 %p${width}, %r1, ${width - 1};
  @%p${width} bra L${width};
  ld.global.u32 %r2, [%rd1];
  ld.global.u32 %r3, [%rd1+${4 * width}];
  add.s32 %r4, %r2, %r3;
  st.global.u32 [%rd1], %r4;
L${width}:`

const ptx = `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
  .reg .pred %p<4>; .reg .b32 %r<5>; .reg .b64 %rd<2>;
  .loc 1 1 0
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  .loc 1 4 5
  ${round(2)}
  ${round(1)}
  .loc 1 6 1
  ret;
}
.file 1 "k.cu"
`

const program = (() => {
  const source = { name: 'k.ptx', text: ptx, sources: [{ name: 'k.cu', text: cuda }] }
  const text =
    'module "k.ptx"; .global .u32 part[4]; host { k<<<1, 2>>>(part); cudaDeviceSynchronize(); } check (part[0] == 0);'
  const { tests, diagnostics } = readTests({ name: 'k.test', text }, { load: () => ({ ok: true, source }) })
  expect(diagnostics).toEqual([])
  return must(tests[0], 'a test')
})()

/** Returns the place before the first instruction that begins so. */
function placeBefore(start: string) {
  const thread = program.threads.findIndex(({ kind }) => kind === 'device')
  const { instructions } = threadAt(program.threads, thread)
  return sourcePlaceOf(
    instructions,
    instructions.findIndex(({ span }) => writtenAt(span).startsWith(start)),
  )
}

test('each copy of a round begins at one place of the source, before its `if`', () => {
  const [first, second] = ['setp.gt.s32 %p2', 'setp.gt.s32 %p1'].map(placeBefore)
  expect(second).toMatchObject({ where: 'before', line: 4, text: 'if (t < width) part[t] += part[t + width];' })
  expect(second?.key).toBe(first?.key)
})

test('a place between the test of a round and what it guards is within the statement', () => {
  expect(placeBefore('st.global.u32')).toMatchObject({ where: 'within', line: 4 })
})

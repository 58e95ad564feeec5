/** Fences inside functions that kernels call, in all calls of them. */

import { join } from 'node:path'
import { testNamed } from '../../cli/input/tests.js'
import { type Program, threadAt } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import { slotsOf } from '../../repair/changes.js'
import { helperPlaceOf } from '../../repair/helper-places.js'
import type { Change } from '../../repair/repair.js'
import { sourceDiff } from '../../repair/source-diff.js'
import { changeLines } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { writtenAt } from '../../source/text.js'
import { root } from '../support.js'

const cuda = `__device__ void acquire(unsigned *lock) {
  while (atomicExch(lock, 1) != 0) {}
}
__device__ void release(unsigned *lock) {
  *(volatile unsigned *)lock = 0;
}
__device__ void clear(unsigned *x) {
  *x = 0;
}
__global__ void k(unsigned *lock, unsigned *x, int again) {
  acquire(lock);
  *x += 1;
  release(lock);
  if (again)
    acquire(lock);
  *x += 2;
  clear(x);
}
`

/** The code of \`acquire\`, as a call on a line has it. */
const acquired = (line: number): string => `
L${line}:
  .loc 1 2 3, function_name $L__info_string0, inlined_at 1 ${line} 3
  atom.global.exch.b32 %r2, [%rd1], 1;
  setp.ne.s32 %p1, %r2, 0;
  @%p1 bra L${line};`

const release = `
  .loc 1 5 3, function_name $L__info_string1, inlined_at 1 13 3
  st.volatile.global.u32 [%rd1], 0;`

const add = (line: number): string => `
  .loc 1 ${line} 3
  ld.global.u32 %r3, [%rd2];
  add.s32 %r3, %r3, 1;
  st.global.u32 [%rd2], %r3;`

const clear = `
  .loc 1 8 3, function_name $L__info_string2, inlined_at 1 17 3
  st.global.u32 [%rd2], 0;`

const programOf = (body: string, launch = '2, 1'): Program => {
  const text = `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u32 c)
{
  .reg .pred %p<4>; .reg .b32 %r<5>; .reg .b64 %rd<3>;
  .loc 1 10 0
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u32 %r4, [c];
  ${body}
  .loc 1 18 1
  ret;
}
.file 1 "k.cu"
`
  const source = { name: 'k.ptx', text, sources: [{ name: 'k.cu', text: cuda }] }
  const test = `module "k.ptx"; .global .u32 lock; .global .u32 x; host { k<<<${launch}>>>(lock, x, 1); cudaDeviceSynchronize(); } check (x == 0);`
  const { tests, diagnostics } = readTests({ name: 'k.test', text: test }, { load: () => ({ ok: true, source }) })
  expect(diagnostics).toEqual([])
  return must(tests[0], 'a test')
}

const kernelOf = ({ threads }: Program): number => threads.findIndex(({ kind }) => kind === 'device')

/** Returns the places before instructions that begin so. */
function placesBefore(program: Program, start: string) {
  const thread = kernelOf(program)
  const { instructions } = threadAt(program.threads, thread)
  return instructions.flatMap(({ kind, span }, at) =>
    kind !== 'label' && writtenAt(span).startsWith(start) ? [helperPlaceOf(program, { thread, at })] : [],
  )
}

/** Returns the changes that insert a fence for one GPU at a place of a function. */
const changesIn = (program: Program, name: string): readonly Change[] =>
  slotsOf(program, ['fences'])
    .flatMap(({ levels }) => levels.flatMap(({ change }) => change ?? []))
    .filter(({ place, prices }) => place?.helper?.name === name && prices[0] === 'fence.acq_rel.gpu')

const once = programOf(acquired(11) + add(12) + release + clear)
const twice = programOf(acquired(11) + add(12) + release + acquired(15) + add(16) + clear)

test('the end of a function comes after its strong access, and the start before it', () => {
  const [end] = placesBefore(once, 'ld.global')
  expect(end?.place).toMatchObject({ where: 'end of function', line: 3, helper: { name: 'acquire' } })
  const [start] = placesBefore(once, 'st.volatile')
  expect(start?.place).toMatchObject({ where: 'before', line: 5, helper: { name: 'release' } })
})

test('a function without a strong access is left alone, and so are the kernel and the end of a function that writes', () => {
  expect(placesBefore(once, 'st.global')).toEqual([undefined, undefined])
})

test('a place in a function is one in all of its calls, and one change', () => {
  const [change] = changesIn(twice, 'acquire')
  const { instructions } = threadAt(twice.threads, kernelOf(twice))
  const inserted = must(change, 'a change').edits.map(({ at }) => writtenAt(must(instructions[at], 'one').span))
  expect(inserted).toEqual(['ld.global.u32 %r3, [%rd2]', 'ld.global.u32 %r3, [%rd2]'])
  expect(change?.isOne).toBe(true)
  expect(changeLines(twice, must(change, 'a change')).slice(0, 2)).toEqual([
    '  insert fence.acq_rel.gpu in kernel k, all threads, in `acquire`, at its end, k.cu:3, so in all 2 calls of `acquire`: k.cu:11, k.cu:15 (k.ptx:18, k.ptx:29)',
    '    k.cu:3: }',
  ])
})

test('a call whose end other paths come to keeps the places of its function out', () => {
  const branch = `
  .loc 1 14 3
  setp.eq.s32 %p2, %r4, 0;
  @%p2 bra LEND;`
  const merged = programOf(`${acquired(11)}${add(12)}${release}${branch}${acquired(15)}\nLEND:${add(16)}`)
  expect(placesBefore(merged, 'ld.global')).toEqual([undefined, undefined])
  expect(placesBefore(merged, 'st.volatile')[0]?.place.helper?.name).toBe('release')
})

test('a copy of a call in an unrolled loop is a call', () => {
  const program = programOf(`${add(12)}${release}${release}`)
  expect(placesBefore(program, 'st.volatile').map((one) => one?.ats.length)).toEqual([2, 2])
})

/** Returns the places of barriers of a CTA that may be inserted, each with the number of its edits. */
const barriersIn = (program: Program): readonly (readonly [string | undefined, number])[] =>
  slotsOf(program, ['barriers']).flatMap(({ levels }) =>
    levels.flatMap(({ change }) =>
      change?.prices[0] === 'bar.sync' ? [[change.place?.helper?.name, change.edits.length] as const] : [],
    ),
  )

describe('a barrier at the start of a function that synchronises', () => {
  test('is one in all of its calls, and may be at each call, too', () => {
    const places = barriersIn(programOf(`${add(12)}${release}${add(16)}${release}${clear}`, '1, 2'))
    expect(places.filter(([name]) => name === 'release')).toEqual([['release', 2]])
    expect(places.filter(([name]) => name === 'clear')).toEqual([])
    const calls = barriersIn(programOf(`${add(12)}${add(16)}${clear}`, '1, 2')).length
    expect(places.length).toBeGreaterThan(calls + 1)
  })
  test('is nowhere else if the function is called once', () => {
    const program = programOf(`${add(12)}${release}`, '1, 2')
    const { instructions } = threadAt(program.threads, kernelOf(program))
    const stores = slotsOf(program, ['barriers']).flatMap(({ levels }) =>
      levels.flatMap(({ change }) =>
        (change?.edits ?? []).some(({ at }) => instructions[at]?.kind === 'store' && instructions[at].order !== 'weak')
          ? [change?.place?.helper?.name]
          : [],
      ),
    )
    expect(new Set(stores)).toEqual(new Set(['release']))
  })
})

test('the diff of the source has the fence once, at the end of the function', () => {
  const read = testNamed(join(root, 'examples/kernels/spin-lock+no-fence.test'), { row: undefined }, () => undefined)
  if (!read.ok) throw new Error(JSON.stringify(read))
  const changes = ['acquire', 'release'].flatMap((name) => changesIn(read.value, name).slice(0, 1))
  const diff = sourceDiff(read.value, changes, (file) => file)?.split('\n')
  expect(diff?.filter((line) => /^[+] /.test(line))).toEqual(['+  __threadfence();', '+  __threadfence();'])
  expect(diff?.[(diff?.findIndex((line) => /^[+] /.test(line)) ?? 0) + 1]).toBe(' }')
})

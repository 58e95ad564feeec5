import fc from 'fast-check'
import { type Format, formats } from '../../litmus/format.js'
import { printForPeers, printProgram } from '../../litmus/print.js'
import type { Program } from '../../litmus/program.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { always } from '../extent.js'
import { testIn } from '../support.js'
import { placeless } from './placeless.js'

/** Returns a program without what a format does not write: titles, and the names of threads and of copies. */
const bare = (program: Program): unknown => {
  const threads = program.threads.map((thread) => ({ ...thread, name: '' }))
  const text = JSON.stringify(placeless({ ...program, file: '', format: '', title: '', threads }))
  return JSON.parse(text.replaceAll(/"(?:d\d+\.(?:c\d+\.)?b\d+(?:\.t\d+)?|P\d+):(?=\w+")/g, '"copy:'))
}

const again = (program: Program, format: Format): unknown => bare(testIn(printProgram(program, format)))

const declarations = [
  '.global .u32 a[4] = {1, 0, 3};',
  '.global w[2];',
  '.global .s64 wide = -1;',
  '.global .u64 p = &a[2];',
  '.global .u64 links[2] = {&p, &a+4};',
  '.shared .u16 s[8] = {7};',
  '.shared .u64 sp = &s[1];',
  '.const .u32 c[2] = {5, 6};',
  '.global .u32 v physically aliases a;',
  '.global x;',
  '.global .align 4 .u32 low[4] = {1};',
  '.shared .align 16 .u8 bytes[64];',
  '.const .align 512 .u32 high = 7;',
]

const statements = [
  'ld r0, [a[1]];',
  'ld.weak.s32 r0, [a+8];',
  'ld.u64 rd0, [a];',
  'ld.u8 r0, [a+13];',
  'st.relaxed.gpu.u32 v[3], 1;',
  'ld r1, [wide];',
  'st.weak [wide], 0x100000000;',
  'ld.s32 r0, [wide];',
  'ld.s32 r0, [wide+4];',
  'ld rd0, [p];',
  'ld.relaxed.gpu.u64 rd0, [links[1]];',
  'ld.u32 r0, [rd0];',
  'ld r0, [rd0+8];',
  'st.release.gpu.u32 [rd0-4], r0;',
  'mov.u64 rd0, x;',
  'mov.u64 rd0, &a[4];',
  'mov rd0, s;',
  'add.u64 rd0, rd0, -4;',
  'st.u64 [rd0], &links[1];',
  'st [x], &x+2;',
  'setp.eq.u64 q, rd0, &a[1];',
  'atom.cas.b64 rd0, [p], &a, rd0;',
  'atom.add r0, [rd0+4], 1 == 3;',
  'red.add.u32 [w[1]], 2;',
  'ld.v2.u32 {r0, r1}, [a];',
  'ld.acquire.gpu.v4.u32 {r0, _, r1, r2}, [rd0+16];',
  'ld.v2.u64 {rd0, rd1}, [rd0];',
  'ld.v2.b32 {r0, r1}, [w];',
  'st.v4.s16 [s], {r0, 1, -2, r1};',
  'st.volatile.v2.u64 [rd0], {&a[1], rd0};',
  'ld.global.nc.v2.u32 {r0, r1}, [rd0];',
  '@q ld.v2.u32 {r0, r1}, [rd0];',
  '@!q st.u32 [rd0], 1;',
  'mul.wide.u32 rd0, r0, 4;',
  'mul.wide rd1, r0, 4;',
  'mul.hi.s32 r0, r0, r1;',
  'mad.lo.u32 r0, r0, 4, r1;',
  'mad.wide.u32 rd0, r0, 4, &a;',
  'and.b32 r0, r0, 1;',
  'or r0, r0, 1;',
  'xor.b64 rd0, rd0, 1;',
  'not.b32 r0, r0;',
  'neg.s32 r0, r0;',
  'shl.b64 rd0, rd0, 3;',
  'shr.b64 rd0, rd0, r0;',
  'shr r0, r0, 2;',
  'rem.u32 r0, r0, 4;',
  'min.s32 r0, r0, r1;',
  'max.u64 rd0, rd0, rd1;',
  'cvt.u64.s32 rd0, r0;',
  'cvt.u32.u32 r0, r0;',
  'cvta.global.u64 rd0, a;',
  'cvta.to.shared.u64 rd0, rd0;',
  'ld.const.u32 r0, [c[1]];',
  'ld.shared.u16 r0, [s[2]];',
  'mov.b32 r3, s; ld.shared [r3];'.replace('ld.shared [', 'ld.shared r0, ['),
  'mov.u64 rd1, n;',
]

const questions = [
  'check (a[1] == 3 && [a+8] != 1) as q;',
  'check (P0:rd0 == &a[2] || P0:rd0 == &x+2 || &w == P0:rd0) as q;',
  'filter (w[1] == 0) check ([links[0]] == &a[4]) as q; locations [a[0]; [v+4]; wide]',
]

const texts = fc
  .tuple(
    fc.array(fc.constantFrom(...statements), { maxLength: 8 }),
    fc.array(fc.constantFrom(...statements), { maxLength: 4 }),
    fc.constantFrom(...questions),
  )
  .map(
    ([first, second, asked]) => `${declarations.join('\n')}
      d0.b0.t0 { .reg .u64 rd0 = &a; .reg .u64 n = 5; .reg r0 = 1; .reg r1 = 2; .reg rd1 = 1; .reg q = 1; add.u64 rd0, rd0, 0; ${first.join(' ')} }
      d0.b1.t0 { .reg .u64 rd0 = &s[1]; .reg .u64 n = &x; .reg r0 = 1; .reg r1 = 2; .reg rd1 = 1; .reg q = 1; add.u64 rd0, rd0, 0; ${second.join(' ')} }
      ${asked}`,
  )

always('programs with arrays, addresses and vectors read as the same in either format', { runs: 50, seed: 1 }, () =>
  fc.property(texts, (text) => {
    const program = testIn(text)
    for (const format of formats) expect(again(program, format)).toEqual(bare(program))
  }),
)

test('every statement on its own', () => {
  for (const statement of statements) {
    const program = testIn(`${declarations.join('\n')}
      d0.b0.t0 { .reg .u64 rd0 = &a; .reg .u64 n = 5; .reg r0 = 1; .reg r1 = 2; .reg rd1 = 1; .reg q = 1; add.u64 rd0, rd0, 0; ${statement} }
      check (0 == 0) as q;`)
    for (const format of formats) expect(again(program, format)).toEqual(bare(program))
  }
})

describe('elements are written by their index', () => {
  const program = testIn(`.global .u32 a[4] = {1}; .global .u64 p = &a[2]; .global .s32 x;
    d0.b0.t0 { ld.v2.u32 {r0, _}, [a+8]; st.u32 [a+4], 1; mov.u64 r1, a+4; st.u16 [a+6], 1; st.u16 [x+2], 2; ld r2, [r1+4]; }
    check ([a+4] == 1 && P0:r1 == &a+4 && P0:r1 != &x+4) as q;`)
  test('nvlitmus', () =>
    expect(printProgram(program, 'nvlitmus')).toBe(`.global a[4] = {1};
.global p = &a[2];
.global .u32 x;

d0.b0.t0 {
  ld.weak.v2.u32 {r0, _}, [a[2]];
  st.weak.u32 [a[1]], 1;
  mov.u64 r1, &a[1];
  st.weak.u16 [a+6], 1;
  st.weak.u16 [x+2], 2;
  ld.weak r2, [r1+4];
}

check ([a[1]] == 1 && r1 == &a[1] && r1 != &x+4) as q;
`))
  test('herd-style', () =>
    expect(printProgram(program, 'herd')).toBe(`PTX q
{
a[4] = {1};
p = &a[2];
uint32_t x = 0;
}
 P0@cta 0,gpu 0               ;
 ld.weak.v2.u32 {r0, _}, a[2] ;
 st.weak.u32 a[1], 1          ;
 mov.u64 r1, &a[1]            ;
 st.weak.u16 [a+6], 1         ;
 st.weak.u16 [x+2], 2         ;
 ld.weak r2, [r1+4]           ;
exists ([a[1]] == 1 /\\ P0:r1 == &a[1] /\\ P0:r1 != &x+4) as q
`))
})

describe('features that the other tools of a format do not read are errors with their places', () => {
  test.each([
    ['.global a[2];', '', 'arrays'],
    ['.global x; .global p = &x;', '', 'addresses in memory'],
    ['.global x;', 'mov.u64 r0, x;', 'addresses in registers'],
    ['.global .u64 p;', 'ld.u64 r0, [p]; ld r1, [r0];', 'addresses in registers'],
    ['.global .u64 x;', 'ld.u32 r0, [x+4];', 'accesses at an offset'],
    ['.global .u64 x;', 'ld.v2.u32 {r0, r1}, [x];', 'vectors'],
    ['.global x;', 'ld r0, [x]; shl.b32 r1, r0, 2;', 'computations beyond mov, add, sub, mul, div'],
  ])('%s %s', (declared, body, what) => {
    const program = testIn(`${declared} d0.b0.t0 { ${body} } check (0 == 0) as q;`)
    for (const [format, name] of [
      ['nvlitmus', 'nvlitmus'],
      ['herd', 'herd-style'],
    ] as const) {
      const result = printForPeers(program, format)
      expect(
        result.ok ? [] : result.diagnostics.map((one) => formatDiagnostic(one).split('\n')[0]?.replace(/^\S+ /, '')),
      ).toEqual([`the ${name} format of other tools has no ${what}`])
    }
  })
})

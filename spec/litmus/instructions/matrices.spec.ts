import { destinationOf } from '../../../litmus/operands.js'
import { printProgram } from '../../../litmus/print.js'
import { readTests } from '../../../litmus/read.js'
import { testIn } from '../../support.js'

const around = (line: string): string =>
  `.shared .u32 x[64]; .global .f32 g[256]; d0.b0.t0..31 { mov.u32 a, 0; mov.u32 b, 0; ${line} } check (x[0] == 0) as q;`

const instructions = (text: string) => testIn(text).threads[0]?.instructions ?? []

/** Returns the kinds of the instructions that a line is read as. */
const kinds = (line: string): string =>
  instructions(around(line))
    .slice(2)
    .map((one) => ('does' in one ? one.does : one.kind))
    .join(' ')

const problem = (line: string): string =>
  readTests({ name: 'spec', text: around(line) })
    .diagnostics.map(({ message }) => message)
    .join('; ')

const two = 'unknown unknown'
const four = `${two} ${two}`
const eight = (name: string): string => `{${Array.from({ length: 8 }, (_, i) => `${name}${i}`).join(', ')}}`
const zeros = eight('0').replaceAll(/0\d/g, '0')

describe('matrix instructions', () => {
  test.each([
    ['ldmatrix.sync.aligned.m8n8.x1.shared.b16 r, [x];', 'load warp unknown'],
    ['ldmatrix.sync.aligned.m8n8.x1.shared.b16 {r}, [x];', 'load warp unknown'],
    ['ldmatrix.sync.aligned.x2.m8n8.shared::cta.b16 {r, s}, [x];', `load warp ${two}`],
    ['ldmatrix.sync.aligned.m8n8.x4.trans.b16 {r, s, t, u}, [x+16];', `load warp ${four}`],
    ['ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {r, s}, [x];', `load warp ${two}`],
    ['ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 r, [x];', 'load warp unknown'],
    ['stmatrix.sync.aligned.m8n8.x2.shared.b16 [x], {a, b};', 'warp store'],
    ['stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [x], {a};', 'warp store'],
    ['mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {r, s}, {a, b}, {a}, {a, b};', `warp ${two}`],
    [
      'mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {r, s, t, u}, {a, a, a, a}, {b, b}, {a, a, b, b};',
      `warp ${four}`,
    ],
    ['mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {r, s}, {a}, {b}, {a, b};', `warp ${two}`],
    [
      'mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {r, s}, {a, b}, {a, b}, {a, b}, a, 0;',
      `warp ${two}`,
    ],
    [
      'mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.e4m3.e5m2.f32.ue8m0 {r, s, t, u}, {a, a, a, a}, {b, b}, {a, a, b, b}, a, {0, 1}, b, {0, 1};',
      `warp ${four}`,
    ],
    [`wmma.load.a.sync.aligned.row.m16n16k16.global.f16 ${eight('r')}, [g], 16;`, `load warp ${four} ${four}`],
    [`wmma.load.c.sync.aligned.m16n16k16.col.f32 ${eight('r')}, [g], a;`, `load warp ${four} ${four}`],
    [`wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [g], ${zeros};`, 'warp store'],
    [
      `wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 ${eight('r')}, ${zeros}, ${zeros}, ${zeros};`,
      `warp ${four} ${four}`,
    ],
    ['wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {r, s}, {a}, {b}, {a, b};', `warp ${two}`],
  ])('%s', (line, expected) => {
    expect(kinds(line)).toBe(expected)
    const again = instructions(printProgram(testIn(around(line)), 'nvlitmus'))
    expect(again.map(destinationOf)).toEqual(instructions(around(line)).map(destinationOf))
  })

  test.each([
    [
      'ldmatrix.m8n8.x1.shared.b16 r, [x];',
      'the lanes of a warp execute `ldmatrix` together: write `ldmatrix.sync.aligned`',
    ],
    ['ldmatrix.sync.aligned.m8n8.x2.shared.b16 r, [x];', '1 registers given; this `ldmatrix` has 2'],
    ['ldmatrix.sync.aligned.m8n8.x1.global.b16 r, [x];', '`ldmatrix` does not access `.global` memory'],
    [
      'ldmatrix.sync.aligned.m8n8.shared.b16 r, [x];',
      '`ldmatrix.sync.aligned.m8n8.shared.b16` lacks a number of matrices: `.x1`, `.x2`, `.x4`',
    ],
    [
      'ldmatrix.sync.aligned.m16n16.x4.trans.shared.b8 {r, s}, [x];',
      '`.x4` of `.m16n16` has more rows than a warp has lanes',
    ],
    ['ldmatrix.sync.aligned.m8n8.x2.shared.b16 {r, r}, [x];', 'this register appears twice; each value needs its own'],
    ['ldmatrix.sync.aligned.m8n8.x1.shared.b32 r, [x];', '`ldmatrix` has no type `.b32`'],
    [
      'stmatrix.sync.aligned.m16n16.x1.shared.b16 [x], a;',
      '`stmatrix.sync.aligned.m16n16.x1.shared.b16` lacks a shape: `.m8n8`, `.m16n8`; `.m16n16` has no meaning for `stmatrix`; `stmatrix` takes `.sync`, `.aligned`, `.m8n8`, `.m16n8`, `.x1`, `.x2`, `.x4`, `.trans`',
    ],
    [
      'mma.sync.aligned.row.col.f32.f16.f16.f32 r, a, b, a;',
      '`mma.sync.aligned.row.col.f32.f16.f16.f32` lacks a shape',
    ],
    [
      'mma.sync.aligned.m16n8k8.row.col.f16.f17.f16.f16 {r, s}, {a, b}, {a}, {a, b};',
      '`.f17` has no meaning for `mma`',
    ],
    [
      'mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {r, s}, {a, b}, {a};',
      '3 operands given; the form is `mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 d, a, b, c`',
    ],
    [
      'mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {r, 3}, {a, b}, {a}, {a, b};',
      'expected a register, not an integer',
    ],
    [
      'wmma.load.d.sync.aligned.row.m16n16k16.f16 r, [g];',
      '`wmma.load.d.sync.aligned.row.m16n16k16.f16`: the forms begin with `wmma.load.a`, `wmma.store.d` or `wmma.mma`',
    ],
    [
      'wmma.load.a.sync.aligned.m16n16k16.f16 r, [g];',
      '`wmma.load.a.sync.aligned.m16n16k16.f16` lacks a layout: `.row`, `.col`',
    ],
    ['wmma.load.a.sync.aligned.row.m16n16k16 r, [g];', '`wmma.load.a.sync.aligned.row.m16n16k16` lacks a type'],
  ])('%s fails', (line, expected) => {
    expect(problem(line)).toBe(expected)
  })
})

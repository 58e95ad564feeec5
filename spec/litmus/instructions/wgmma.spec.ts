import type { Wgmma } from '../../../litmus/instructions/wgmma.js'
import { printProgram } from '../../../litmus/print.js'
import { readTests } from '../../../litmus/read.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'

const around = (line: string): string =>
  `.shared .align 128 .b8 tile[256]; d0.b0.t0 { mov.u64 a, tile; mov.u64 b, tile; setp.eq.u32 p, 0, 0; mov.u32 m, 0; mov.u32 f0, 0; mov.u32 f1, 0; mov.u32 f2, 0; mov.u32 f3, 0; ${line} } check (true) as q;`

const read = (line: string) => must(testIn(around(line)).threads[0], 'a thread').instructions.slice(8)

const problem = (line: string): string =>
  readTests({ name: 'spec', text: around(line) })
    .diagnostics.map(({ message }) => message)
    .join('; ')

const registers = (name: string, count: number): string =>
  `{${Array.from({ length: count }, (_, i) => `${name}${i}`).join(', ')}}`
const d4 = registers('d', 4)
const fragment = registers('f', 4)
const name = 'wgmma.mma_async.sync.aligned'
const sparse = 'wgmma.mma_async.sp.sync.aligned'

describe('wgmma.mma_async', () => {
  test.each([
    [`${name}.m64n8k16.f32.f16.f16 ${d4}, a, b, p, 1, -1, 0, 1;`, 4, ['64x16 16', '8x16 16 transposed']],
    [`${name}.m64n8k16.f16.f16.f16 ${registers('d', 2)}, a, b, 1, 1, 1, 1, 0;`, 2, ['64x16 16 transposed', '8x16 16']],
    [`${name}.m64n8k16.f32.bf16.bf16 ${d4}, ${fragment}, b, 1, 1, 1, 1;`, 4, ['8x16 16 transposed']],
    [`${name}.m64n16k8.f32.tf32.tf32 ${registers('d', 8)}, a, b, 0, -1, -1;`, 8, ['64x8 32', '16x8 32']],
    [`${name}.m64n8k32.f32.e5m2.e4m3 ${d4}, ${fragment}, b, 1, -1, -1;`, 4, ['8x32 8']],
    [`${name}.m64n24k32.s32.s8.u8.satfinite ${registers('d', 12)}, a, b, p;`, 12, ['64x32 8', '24x32 8']],
    [`${name}.m64n48k32.satfinite.s32.u8.u8 ${registers('d', 24)}, a, b, p;`, 24, ['64x32 8', '48x32 8']],
    [`${name}.m64n8k256.s32.b1.b1.and.popc ${d4}, ${fragment}, b, p;`, 4, ['8x256 1']],
    [`${sparse}.m64n8k32.f32.f16.f16 ${d4}, a, b, m, 1, p, 1, 1, 0, 0;`, 4, ['64x16 16', '8x32 16']],
    [`${sparse}.m64n8k64.s32.u8.u8 ${d4}, ${fragment}, b, m, 0, p;`, 4, ['8x64 8']],
  ])('%s', (line, written, matrices) => {
    const [one, ...results] = read(line)
    if (one?.kind !== 'wgmma') throw new Error('it is read as another instruction')
    const inMemory = [...(one.a.in === 'memory' ? [one.a.matrix] : []), one.b.matrix]
    const shown = inMemory.map(({ rows, depth, bits, transposed }) =>
      `${rows}x${depth} ${bits} ${transposed ? 'transposed' : ''}`.trim(),
    )
    expect(shown).toEqual(matrices)
    expect(results.map(({ kind }) => kind)).toEqual(Array.from({ length: written }, () => 'unknown'))
    const again = testIn(printProgram(testIn(around(line)), 'nvlitmus')).threads[0]?.instructions[8]
    const asRead = (some: Wgmma) => ({ ...some, span: undefined, mnemonic: some.mnemonic, shape: some.shape })
    expect(again?.kind === 'wgmma' && asRead(again).shape).toEqual(asRead(one).shape)
  })

  test.each([
    [`${name}.m64n12k16.f32.f16.f16 ${d4}, a, b, p, 1, 1, 0, 0;`, '`n` is a multiple of 8, at most 256'],
    [`${name}.m64n40k32.s32.s8.s8 ${d4}, a, b, p;`, '`n` is a multiple of 16 above 32 for these types, at most 256'],
    [`${name}.m64n8k8.f32.f16.f16 ${d4}, a, b, p, 1, 1, 0, 0;`, '`k` is 16 for these types'],
    [`${name}.m64n8k16.f16.bf16.bf16 ${d4}, a, b, p, 1, 1, 0, 0;`, 'the accumulator of `.bf16.bf16` is `.f32`'],
    [`${name}.m64n8k16.f32.f16.bf16 ${d4}, a, b, p, 1, 1, 0, 0;`, 'the form is'],
    [`${name}.m64n8k8.satfinite.f32.tf32.tf32 ${d4}, a, b, p, 1, 1;`, '`.satfinite` is for integers'],
    [`${name}.m64n8k256.s32.b1.b1 ${d4}, a, b, p;`, 'of single bits there is `.s32.b1.b1.and.popc`, without `.sp`'],
    [`${name}.m64n16k16.f32.f16.f16 ${d4}, a, b, p, 1, 1, 0, 0;`, 'has 8 registers here, not 4'],
    [`${name}.m64n8k16.f32.f16.f16 ${d4}, a, b, p, 1, 1, 0;`, '7 operands given; the form is'],
    [`${name}.m64n8k16.f32.f16.f16 ${d4}, a, b, p, 0, 1, 0, 0;`, '`imm-scale-a` is -1 or 1'],
    [`${name}.m64n8k16.f32.f16.f16 ${d4}, a, b, p, 1, 1, 0, 2;`, '`imm-trans-b` is 0 or 1'],
    [`${name}.m64n8k16.f32.f16.f16 d0, a, b, p, 1, 1, 0, 0;`, 'expected 4 registers in braces, as in `{d0, d1}`'],
    [`${sparse}.m64n8k64.s32.u8.u8 ${d4}, a, b, m, 4, p;`, '`sp-sel` is 0 or 1 or 2 or 3'],
    ['wgmma.fence;', 'the form is `wgmma.fence.sync.aligned`'],
    ['wgmma.fence.sync.aligned 0;', '`wgmma.fence.sync.aligned` takes no operands'],
    ['wgmma.wait_group.sync.aligned;', '0 operands given; the form is `wgmma.wait_group.sync.aligned n`'],
    ['wgmma.commit_group;', 'is not one of'],
  ])('%s', (line, message) => {
    expect(problem(line)).toContain(message)
  })
})

test('fences and groups are printed as they are read', () => {
  const lines = ['wgmma.fence.sync.aligned', 'wgmma.commit_group.sync.aligned', 'wgmma.wait_group.sync.aligned 3']
  const printed = printProgram(testIn(around(`${lines.join('; ')};`)), 'nvlitmus')
  expect(lines.filter((line) => !printed.includes(`${line};`))).toEqual([])
})

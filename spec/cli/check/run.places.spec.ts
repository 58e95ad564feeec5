import { checkReport } from '../../../report/check.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()

/** A kernel that nvcc would compile from `k.cu`: each instruction is on the line of its number there, from 3 on. */
const moduleOf = (...instructions: readonly string[]): string =>
  `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 q) {
.reg .pred %p<3>;
.reg .b32 %r<6>;
.reg .f32 %f<4>;
.reg .b64 %rd<6>;
.loc 1 1 0
ld.param.u64 %rd1, [p];
ld.param.u64 %rd2, [q];
${instructions.map((one, i) => `.loc 1 ${i + 3} 2\n${one}`).join('\n')}
ret;
}
.file 1 "k.cu"
`

/** Checks a claim about a launch of the kernel with two blocks. */
async function checked(name: string, ...instructions: readonly string[]) {
  const file = write(`${name}.ptx`, moduleOf(...instructions))
  const launch = ['--launch', 'k<<<2, 1>>>(x: u32 = 1, y: u32)', '--assert', 'y == 0']
  const { stdout } = await run(['check', file, ...launch])
  const { stdout: json } = await run(['check', '--json', file, ...launch])
  return { stdout, question: checkReport.parse(JSON.parse(json)).questions[0] }
}

describe('a detail of an answer names the line of the CUDA source', () => {
  test('if what is computed there depends on where memory lies', async () => {
    const { stdout, question } = await checked('lies', 'setp.lt.u64 %p1, %rd1, %rd2;', '@%p1 st.global.u32 [%rd2], 0;')
    expect(stdout).toMatch(/what is computed at k\.cu:3 \(lies\.ptx:13\) depends on where memory lies/)
    expect(question?.layouts).toMatchObject({
      place: expect.stringMatching(/lies\.ptx:13:1$/),
      source: { file: 'k.cu', line: 3 },
    })
  })
  test('if the verdict depends on it', async () => {
    const { stdout } = await checked('hash', 'setp.lt.u64 %p1, %rd1, %rd2;', '@%p1 st.global.u32 [%rd2], 1;')
    expect(stdout).toContain('which is unspecified: k.cu:3 (hash.ptx:13)')
  })
  test('if a loop is cut there', async () => {
    const loop = ['L:\natom.global.add.u32 %r1, [%rd1], 1;', 'setp.ne.u32 %p1, %r1, 9;', '@%p1 bra L;']
    const { stdout } = await checked('loop', ...loop)
    expect(stdout).toContain('(loops k.d0.b0.t0 L, k.cu:3 (loop.ptx:13); k.d0.b1.t0 L, k.cu:3 (loop.ptx:13))')
  })
  test('if something is not modelled there, or decides by a value that is not computed', async () => {
    const load = 'ld.global.f32 %f1, [%rd1];'
    const { stdout } = await checked(
      'float',
      load,
      'add.f32 %f2, %f1, %f1;',
      'setp.gt.f32 %p1, %f2, %f1;',
      '@%p1 trap;',
    )
    expect(stdout).toMatch(/which is not computed/)
    expect(stdout).toMatch(/not modelled, k\.cu:6 \(float\.ptx:\d+\): which way .*`, k\.cu:4 \(float\.ptx:15\)/)
  })
  test('if accesses of different sizes race there', async () => {
    const { stdout } = await checked('sizes', 'st.global.u16 [%rd1], 1;', 'ld.global.u32 %r1, [%rd1];')
    expect(stdout).toMatch(/\(ISA 8\.7\.2\): k\.cu:\d .* and k\.cu:\d /)
    for (const place of ['k.cu:3 (sizes.ptx:13)', 'k.cu:4 (sizes.ptx:15)']) expect(stdout).toContain(place)
  })
})

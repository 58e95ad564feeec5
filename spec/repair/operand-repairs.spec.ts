import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import type { Program } from '../../litmus/program.js'
import { fix } from '../../repair/fix.js'
import { operands } from '../../repair/operand-repairs.js'
import type { Goal } from '../../repair/result.js'
import { changeLines } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { root, solver, testIn, testsIn } from '../support.js'

/** Two threads write, and a third waits at an mbarrier that expects some arrivals. */
const awaited = (count: number) =>
  testIn(`.shared .u64 a; .shared .u64 b; .shared .b64 bar;
d0.b0.t0 {
  mbarrier.init.shared.b64 [bar], ${count};
  bar.sync 0;
  st.shared.u64 [a], 1;
  mbarrier.arrive.shared.b64 _, [bar];
}
d0.b0.t1 {
  bar.sync 0;
  st.shared.u64 [b], 1;
  mbarrier.arrive.shared.b64 _, [bar];
}
d0.b0.t2 {
  bar.sync 0;
W:
  mbarrier.try_wait.parity.shared.b64 p, [bar], 0;
  beq p, 0, W;
  ld.shared.u64 r0, [a];
  ld.shared.u64 r1, [b];
}
assert (r0 == 1 && r1 == 1) as both;`)

async function repaired(program: Program, goal: Goal): Promise<readonly string[]> {
  const fixed = fix(program, await solver(), { model: defaultModel, goal, only: ['operands'] })
  return fixed.kind === 'repaired'
    ? (fixed.repairs[0]?.changes ?? []).flatMap((one) => changeLines(program, one))
    : [fixed.kind]
}

test('a phase may expect more arrivals', async () => {
  const program = awaited(1)
  expect(await repaired(program, { kind: 'claims', questions: program.questions })).toEqual([
    '  replace mbarrier.init.shared.b64 [bar], 1 with mbarrier.init.shared.b64 [bar], 2 in d0.b0.t0, line 3: each phase expects 2 arrivals',
  ])
})

test('or fewer, if a thread waits for ever', async () => {
  const program = awaited(3)
  expect(await repaired(program, { kind: 'claims', questions: program.questions, ends: true })).toEqual([
    '  replace mbarrier.init.shared.b64 [bar], 3 with mbarrier.init.shared.b64 [bar], 2 in d0.b0.t0, line 3: each phase expects 2 arrivals',
  ])
})

test('no count is 0, and none is tried twice', () => {
  const counts = operands(awaited(1)).flatMap(({ levels }) =>
    levels.flatMap(({ change }) =>
      (change?.edits ?? []).flatMap((edit) =>
        edit.change.kind === 'replace' && edit.change.instruction.kind === 'mbarrier'
          ? [edit.change.instruction.count]
          : [],
      ),
    ),
  )
  expect(counts).toMatchObject([{ value: 2n }])
})

test('a shuffle gets the mask of the lanes that take part, in the words of the source', async () => {
  const name = join(root, 'examples/kernels/warp-aggregate+full-mask.test')
  const program = must(testsIn(readFileSync(name, 'utf8'), name)[0], 'a test')
  const [first, ...others] = await repaired(program, { kind: 'claims', questions: program.questions })
  expect(first).toMatch(/^ {2}replace shfl\.sync\.idx\.b32 .*: names the lanes of another mask$/)
  expect(others).toContain('    in CUDA: first = __shfl_sync(all, first, leader);')
})

/** The kernel in which a warpgroup keeps some registers, and two ask for too many. */
const registers = testsIn(
  'module "registers+too-many.ptx"; .global .u32 out[384]; host { kernel<<<1, 384, lanes 0>>>(out); cudaDeviceSynchronize(); } check (out[0] == 1);',
  join(root, 'examples/pipelines/spec.test'),
)

test('`setmaxnreg` keeps fewer registers, or asks for fewer, in the words of the source', async () => {
  const program = must(registers[0], 'a test')
  const goal: Goal = { kind: 'claims', questions: [], ends: true }
  const found = fix(program, await solver(), { model: defaultModel, goal, only: ['operands'], all: 3 })
  const repairs = found.kind === 'repaired' ? found.repairs : []
  // All of 504 · 128 registers are taken: 24 + 2 · 240, or 40 + 2 · 232.
  expect(repairs.map(({ changes }) => changes.flatMap((one) => changeLines(program, one)))).toEqual([
    [
      expect.stringMatching(/setmaxnreg\.dec\.sync\.aligned\.u32 24 .*: each thread keeps 24 registers$/),
      expect.stringContaining('registers.cu:13: asm volatile'),
      '    in CUDA: asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");',
    ],
    [
      expect.stringMatching(/setmaxnreg\.inc\.sync\.aligned\.u32 232 .*: each thread asks for 232 registers$/),
      expect.stringContaining('registers.cu:15: asm volatile'),
      '    in CUDA: constexpr int more = 232;',
    ],
    [
      expect.stringMatching(/setmaxnreg\.inc\.sync\.aligned\.u32 224 .*: each thread asks for 224 registers$/),
      expect.stringContaining('registers.cu:15: asm volatile'),
      '    in CUDA: constexpr int more = 224;',
    ],
  ])
})

test('no number of registers is below 24', () => {
  const tried = operands(must(registers[0], 'a test')).flatMap(({ levels }) =>
    levels.flatMap(({ change }) =>
      (change?.edits ?? []).flatMap((edit) =>
        edit.change.kind === 'replace' && edit.change.instruction.kind === 'register-count'
          ? [edit.change.instruction.registers]
          : [],
      ),
    ),
  )
  expect(tried).toEqual([32n, 24n, 232n, 224n, 216n, 208n, 200n, 192n])
})

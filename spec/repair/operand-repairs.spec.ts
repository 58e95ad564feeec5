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

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import type { Program } from '../../litmus/program.js'
import { fix } from '../../repair/fix.js'
import { insertedWaits } from '../../repair/inserted-waits.js'
import { patched } from '../../repair/patch.js'
import { editsOf } from '../../repair/slot.js'
import { changeLines } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { root, solver, testIn, testsIn } from '../support.js'

/** One thread writes and arrives; another arrives, and reads without a wait. */
const unawaited = (arrival = 's', count = 2, more = '') =>
  testIn(`.shared .u64 a; .shared .b64 bar;
d0.b0.t0 {
  mbarrier.init.shared.b64 [bar], ${count};
  bar.sync 0;
  st.shared.u64 [a], 1;
  mbarrier.arrive.shared.b64 _, [bar];
}
d0.b0.t1 {
  bar.sync 0;
  mbarrier.arrive.shared.b64 ${arrival}, [bar];
  ld.shared.u64 r0, [a];
  ${more}
}
assert (r0 == 1) as written;`)

/** Returns the changes of the first repair by waits, and the changed text, in which all claims hold and nothing hangs. */
async function repaired(program: Program) {
  const z3 = await solver()
  const goal = { kind: 'claims', questions: program.questions } as const
  const fixed = fix(program, z3, { model: defaultModel, goal, only: ['async'] })
  if (fixed.kind !== 'repaired') return fixed.kind
  const [first] = fixed.repairs
  if (first === undefined) return 'none'
  const { answers } = decide(first.program, z3, { model: defaultModel })
  expect(answers.map(({ verdict, liveness }) => [verdict.kind, liveness?.kind])).toEqual([['forbidden', 'ends']])
  const texts = patched(program, editsOf(first.changes))
  expect(texts?.printed).toBe(false)
  return {
    lines: first.changes.flatMap((one) => changeLines(program, one)),
    text: [texts?.test?.text ?? '', ...(texts?.modules.map(({ text }) => text) ?? [])].join(''),
  }
}

test('a thread that arrives and does not wait waits for the phase of its arrival', async () => {
  expect(await repaired(unawaited())).toMatchObject({
    lines: [
      expect.stringMatching(
        /^ {2}insert a loop of mbarrier\.try_wait\.acquire\.cta\.shared\.b64 done_1_2, \[bar\], s until the phase has ended in d0\.b0\.t1/,
      ),
      expect.stringContaining('in CUDA: while (!cuda::ptx::mbarrier_try_wait('),
    ],
    text: expect.stringContaining(`  mbarrier.arrive.shared.b64 s, [bar];
WAIT_1_2:
  mbarrier.try_wait.acquire.cta.shared.b64 done_1_2, [bar], s;
  beq done_1_2, 0, WAIT_1_2;
  ld.shared.u64 r0, [a];
`),
  })
})

test('by the parity of the phase, if the state is discarded', async () => {
  expect(await repaired(unawaited('_'))).toMatchObject({
    text: expect.stringContaining('mbarrier.try_wait.parity.acquire.cta.shared.b64 done_1_2, [bar], 0;'),
  })
})

test('names are those that no text has', async () => {
  const { text } = { text: '', ...Object(await repaired(unawaited('s', 2, 'bne r0, 0, WAIT_1_2; WAIT_1_2:'))) }
  expect(text).toContain('WAIT_1_2_:\n  mbarrier.try_wait.acquire.cta.shared.b64 done_1_2_, [bar], s;')
})

test('a wait that would never end is no repair', async () => {
  expect(await repaired(unawaited('s', 3))).toBe('no repair')
})

test('nothing is inserted where the mbarrier is awaited, or is in another CTA', () => {
  const awaited = unawaited('s', 2, 'W: mbarrier.try_wait.shared.b64 p, [bar], s; beq p, 0, W;')
  expect(insertedWaits(awaited)).toEqual([])
  const remote = testIn(`.shared .b64 bar; .global x;
d0.c0.b0.t0 { mbarrier.init.shared.b64 [bar], 1; barrier.cluster.arrive; barrier.cluster.wait; }
d0.c0.b1.t0 {
  barrier.cluster.arrive; barrier.cluster.wait;
  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [d0.c0.b0:bar];
  ld r0, [x];
}
check (r0 == 0);`)
  expect(insertedWaits(remote)).toEqual([])
})

test('no place is in a loop that polls', () => {
  const polling = testIn(`.shared .b64 bar; .global y;
d0.b0.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  mbarrier.arrive.shared.b64 s, [bar];
W:
  ld.acquire.gpu r0, [y];
  beq r0, 0, W;
  ld.weak r1, [y];
}
d0.b1.t0 { st.release.gpu [y], 1; }
check (r0 == 1);`)
  const places = insertedWaits(polling).flatMap(({ levels }) => levels.flatMap(({ change }) => change?.edits ?? []))
  expect([...new Set(places.map(({ at }) => at))]).toEqual([2, 5])
})

test('a call that becomes one with the wait is where one edits the source', async () => {
  const file = join(root, 'examples/kernels/shared-barrier+no-wait.test')
  const [program] = testsIn(readFileSync(file, 'utf8'), file)
  expect(await repaired(must(program, 'a test'))).toMatchObject({
    lines: [
      expect.stringMatching(/, behind the arrival, shared-barrier\+no-wait\.cu:15 \(.*:63\)$/),
      '    shared-barrier+no-wait.cu:15: (void)bar->arrive();',
      expect.stringContaining('in CUDA: bar->arrive_and_wait();'),
    ],
  })
})

test.each([
  ['memcpy-async+no-wait', 'bar.arrive_and_wait(); in place of (void)bar.arrive();'],
  ['shared-barrier+no-wait', 'bar->arrive_and_wait(); in place of (void)bar->arrive();'],
  [
    'cluster-push+no-wait',
    'while (!cuda::ptx::mbarrier_try_wait_parity(cuda::ptx::sem_acquire, cuda::ptx::scope_cluster, &arrived, 0)) {}',
  ],
])('%s: one change of the source, in its words', async (name, words) => {
  const file = join(root, 'examples/kernels', `${name}.test`)
  for (const program of testsIn(readFileSync(file, 'utf8'), file)) {
    const { lines, text } = { lines: [], text: '', ...Object(await repaired(program)) }
    expect(lines).toEqual(expect.arrayContaining([`    in CUDA: ${words}`]))
    expect(text.match(/^WAIT:$/gm)).toHaveLength(1)
    expect(text).toMatch(
      /\{\n\t\.reg \.pred done;\nWAIT:\n\tmbarrier\.try_wait\.\S+ done, .*;\n\t@!done bra WAIT;\n\t\}\n/,
    )
  }
})

import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { testNamed } from '../../cli/input/tests.js'
import { decide } from '../../encoder/decide/decide.js'
import type { Program } from '../../litmus/program.js'
import { claimsOf } from '../../repair/demands.js'
import { fix } from '../../repair/fix.js'
import { editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { root, solver, testIn } from '../support.js'

/** Returns the result for the claims of a program, if `ends` says so with the goal that nothing hangs. */
async function fixed(program: Program, ends: boolean) {
  const goal = { kind: 'claims', questions: claimsOf(program), ends } as const
  return fix(program, await solver(), { model: defaultModel, goal })
}

const spin = (store: string, load: string, claim = 'assert (r0 == 1) as seen;') =>
  testIn(`.global x;
d0.b0.t0 { ${store} [x], 1; }
d0.b1.t0 {
L:
  ${load} r0, [x];
  beq r0, 0, L;
}
${claim}`)

const weak = spin('st.relaxed.gpu', 'ld.weak')

test('a claim that holds is enough, unless the goal is that nothing hangs', async () => {
  expect(await fixed(weak, false)).toMatchObject({ kind: 'nothing to do', hangs: true })
  const found = await fixed(weak, true)
  if (found.kind !== 'repaired') throw new Error(found.kind)
  expect(found.hangs).toBe(false)
  const [{ changes, program } = { changes: [], program: weak }] = found.repairs
  expect(editsOf(changes).map((one) => repairText(weak, one))).toEqual([
    'replace ld.weak r0, [x] with ld.relaxed.gpu r0, [x] in d0.b1.t0, line 5: makes it strong, which orders no other access',
  ])
  const [answer] = decide(program, await solver(), { model: defaultModel }).answers
  expect([answer?.verdict.kind, answer?.liveness?.kind]).toEqual(['forbidden', 'ends'])
})

test('a test without claims may end', async () => {
  const silent = spin('st.relaxed.cta', 'ld.relaxed.gpu', 'permit (r0 == 1) as seen;')
  expect(await fixed(silent, true)).toMatchObject({ kind: 'repaired', repairs: [{ cost: { changes: 1 } }] })
  const reads = spin('st.relaxed.gpu', 'ld.relaxed.gpu', 'check (r0 == 1) as seen;')
  expect(await fixed(reads, true)).toMatchObject({ kind: 'nothing to do' })
})

test('nothing that is considered ends some hangs', async () => {
  const never = testIn('.global x;\nd0.b0.t0 {\nL:\n  ld.relaxed.gpu r0, [x];\n  beq r0, 0, L;\n}\nassert (true) as t;')
  expect(await fixed(never, true)).toMatchObject({ kind: 'no repair' })
})

test('it says what it takes for granted about blocks, and leaves open what threads that are left out do', async () => {
  const polls = 'L: ld.acquire.gpu r0, [f]; beq r0, 0, L;'
  const kernel = (first: string) =>
    testIn(
      `.global f; kernel k { d0.b0.t0 { ${first} } d0.b1.t0 { ${polls} } } host { k<<<2, 1>>>(); } check (true) as q;`,
    )
  const endsGiven = ['all blocks are resident']
  expect(await fixed(kernel('st.release.gpu [f], 1;'), true)).toMatchObject({
    kind: 'nothing to do',
    rests: { endsGiven },
  })
  const silent = { ...kernel(''), partial: [{ kernel: 'k', lanes: 'lane 0', simulated: 2, threads: 64 }] }
  expect(await fixed(silent, true)).toMatchObject({ kind: 'undecided' })
})

test('a test that hangs with the blocks that its launch says are resident is not called one that ends', async () => {
  const read = testNamed(join(root, 'examples/launches/tile-order+by-index.test'), { row: undefined }, () => undefined)
  if (!read.ok) throw new Error('the example cannot be read')
  const goal = { kind: 'claims', questions: claimsOf(read.value), ends: true } as const
  const found = fix(read.value, await solver(), { model: defaultModel, only: ['scopes'], goal })
  expect(found).toMatchObject({ kind: 'no repair' })
})

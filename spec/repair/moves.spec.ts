import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import type { Program } from '../../litmus/program.js'
import { claimsOf } from '../../repair/demands.js'
import { fix } from '../../repair/fix.js'
import { movesPast } from '../../repair/moves.js'
import { editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { root, solver, testIn, testsIn } from '../support.js'

/** Returns the edits of the cheapest repair, whose claims are decided once more. */
async function fixed(program: Program): Promise<readonly string[]> {
  const z3 = await solver()
  const result = fix(program, z3, { model: defaultModel, goal: { kind: 'claims', questions: claimsOf(program) } })
  if (result.kind !== 'repaired') return [result.kind]
  const [{ changes, program: changed } = { changes: [], program }] = result.repairs
  expect(decide(changed, z3, { model: defaultModel }).answers.map(({ verdict }) => verdict.kind)).toEqual(
    claimsOf(program).map(() => 'forbidden'),
  )
  return editsOf(changes).map((one) => repairText(program, one))
}

const handsOver = (before: string, sets: string) => `.shared .b64 bar; .shared x;
d0.b0.t0 {
  ${before}
  ${sets}
}
d0.b0.t1 {
  bar.sync 0;
W:
  mbarrier.try_wait.parity.shared.b64 p, [bar], 0;
  beq p, 0, W;
  ld r1, [x];
}
assert (r1 == 42) as fresh;`

const [init, arrive, store] = [
  'mbarrier.init.shared.b64 [bar], 1;',
  'mbarrier.arrive.shared.b64 _, [bar];',
  'st [x], 42;',
]

test.each([
  [
    'an arrival, down past the store',
    handsOver(`${init} bar.sync 0;`, `${arrive}\n  ${store}`),
    ['remove mbarrier.arrive', 'insert mbarrier.arrive.release.cta.shared.b64 _, [bar] in d0.b0.t0, after line 5'],
  ],
  [
    'an initialisation, up past the barrier',
    handsOver(`bar.sync 0; ${init}`, `${store}\n  ${arrive}`),
    ['remove mbarrier.init', 'insert mbarrier.init.shared.b64 [bar], 1 in d0.b0.t0, before line 3'],
  ],
  [
    'a wait for copies, up past the load',
    `.global in; .shared buf;
d0.b0.t0 {
  cp.async.ca.shared.global [buf], [in], 4;
  cp.async.commit_group;
  ld r1, [buf];
  cp.async.wait_group 0;
}
assert (r1 == 0) as copied;`,
    ['remove cp.async.wait_group 0', 'insert cp.async.wait_group 0 in d0.b0.t0, between line 4'],
  ],
  [
    'a release, down past two stores',
    `.global x; .global y; .global f;
d0.b0.t0 { st.release.gpu [f], 1; st [x], 1; st [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [f]; ld r1, [x]; ld r2, [y]; }
assert (not (r0 == 1 && (r1 == 0 || r2 == 0))) as fresh;`,
    ['remove st.release.gpu [f], 1', 'insert st.release.gpu [f], 1 in d0.b0.t0, after line 2, st.weak [y], 1'],
  ],
  [
    'a barrier, down past the store, although a new one would do',
    `.shared x;
d0.b0.t0 { bar.sync 0; st [x], 1; }
d0.b0.t1 { bar.sync 0; ld r0, [x]; }
assert (r0 == 1) as fresh;`,
    ['remove bar.sync 0', 'insert bar.sync 0 in d0.b0.t0, after line 2, st.weak [x], 1'],
  ],
])('%s', async (_, text, edits) => {
  expect(await fixed(testIn(text))).toEqual(edits.map((one) => expect.stringContaining(one)))
})

test('a barrier leaves the branch in which it is', async () => {
  const path = join(root, 'examples/kernels/block-sum+divergent.test')
  const [program] = testsIn(readFileSync(path, 'utf8'), path)
  if (program === undefined) throw new Error('no test')
  const of = movesPast(program).flatMap(({ levels }) => levels.flatMap(({ change }) => change?.edits ?? []))
  expect(of.map((one) => repairText(program, one))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^insert bar\.sync 0 in .*, at the end of the body of the loop at block-sum\+divergent\.cu:7 /,
      ),
    ]),
  )
})

test.each([
  ['an access of the same memory', 'st.release.gpu [x], 1; ld r0, [x];'],
  ['a change of what it stores', 'ld r0, [y]; st.release.gpu [f], r0; ld r0, [x];'],
  ['a label', 'st.release.gpu [f], 1; L: st [x], 1; goto L;'],
  ['a wait down, and a commit', 'cp.async.wait_group 0; st [x], 1; cp.async.commit_group;'],
])('nothing moves past %s', (_, text) => {
  const program = testIn(`.global x; .global f; .global y;\nd0.b0.t0 { ${text} }\ncheck (true) as t;`)
  expect(movesPast(program)).toEqual([])
})

import { models } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { slotsOf } from '../../repair/changes.js'
import { fix } from '../../repair/fix.js'
import { patched } from '../../repair/patch.js'
import type { ChangeKind } from '../../repair/repair.js'
import { editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const model = must(
  models.find(({ name }) => name === 'ptx-9.4'),
  'the model',
)

/**
 * Returns the changes of the cheapest repair, with their number and sum. The repair is verified once more, and written.
 */
async function repaired(text: string, only?: readonly ChangeKind[]) {
  const program = testIn(text)
  const z3 = await solver()
  const found = fix(program, z3, { model, only, goal: { kind: 'claims', questions: program.questions } })
  if (found.kind !== 'repaired') return found.kind
  const { changes, cost, program: changed } = must(found.repairs[0], 'a repair')
  for (const { verdict, undefined: reached } of decide(changed, z3, { model, liveness: false }).answers)
    expect([verdict.kind, reached]).toEqual(['forbidden', { kind: 'known', found: [] }])
  const edits = editsOf(changes)
  expect(patched(program, edits)?.printed).toBe(false)
  return { cost, edits: edits.map((one) => repairText(program, one).replace(/ in d0\.[^,]*/, '')) }
}

const memory = '.global .u64 in = 7; .global .u64 next = 8; .global .u64 out; .shared .u64 buf; .shared .b64 bar;'

const copyOut = (after: string, claim: string) => `${memory}
d0.b0.t0 {
  st.shared.u64 [buf], 1;
  fence.proxy.async.shared::cta;
  cp.async.bulk.global.shared::cta.bulk_group [out], [buf], 8;
  ${after}
}
assert (${claim}) as written;`

describe('groups of bulk copies', () => {
  test('a wait at the end of a thread', async () => {
    expect(await repaired(copyOut('cp.async.bulk.commit_group;', 'out == 1'))).toEqual({
      cost: { changes: 1, sum: 11 },
      edits: [expect.stringMatching(/^insert cp\.async\.bulk\.wait_group\.read 0, after line 6, cp.*commit_group$/)],
    })
  })
  test.each([
    ['before an access', 'ld.global.u64 r, [out];', 'r == 1'],
    ['at the end of a thread', '', 'out == 1'],
  ])('a commit and a wait, %s', async (_, after, claim) => {
    expect(await repaired(copyOut(after, claim))).toEqual({
      cost: { changes: 1, sum: 19 },
      edits: [
        expect.stringMatching(/^insert cp\.async\.bulk\.commit_group, /),
        expect.stringMatching(/^insert cp\.async\.bulk\.wait_group 0, /),
      ],
    })
  })
})

/** Returns the indices of the instructions at which waits are inserted. */
const waitsIn = (text: string): readonly number[] =>
  slotsOf(testIn(text)).flatMap(({ levels }) =>
    levels.flatMap(({ change }) =>
      (change?.edits ?? []).flatMap(({ at, change }) =>
        change.kind === 'insert' && change.instruction.kind === 'async-group' && change.instruction.action !== 'commit'
          ? [at]
          : [],
      ),
    ),
  )

test('a wait for all `cp.async` at the end of a thread, and before a copy; but not after a jump', () => {
  const copies = `${memory} d0.b0.t0 {
  cp.async.ca.shared.global [buf], [in], 8;
  cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [buf], [in], 8, [bar];`
  expect(waitsIn(`${copies} } assert (true) as ends;`)).toEqual([1, 2])
  expect(waitsIn(`${copies} L: goto L; } assert (true) as ends;`)).toEqual([1])
})

test('the other phase and another order of one wait are one change', async () => {
  const found = await repaired(
    `${memory}
d0.c0.b0.t0 {
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
  st.shared::cluster.u64 [d0.c0.b1:buf], 5;
  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [d0.c0.b1:bar];
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
}
d0.c0.b1.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  fence.mbarrier_init.release.cluster;
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
W:
  mbarrier.try_wait.parity.relaxed.cluster.shared.b64 p, [bar], 1;
  beq p, 0, W;
  ld.shared.u64 r, [buf];
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
}
assert (d0.c0.b1.t0:r == 5) as written;`,
    ['async', 'orders'],
  )
  expect(found).toEqual({
    cost: { changes: 1, sum: 14 },
    edits: [expect.stringMatching(/\.relaxed\.cluster.*\[bar\], 1 with .*\.acquire\.cluster.*\[bar\], 0/)],
  })
})

test('fences of the async proxy and of tensor maps go together at one place, in the scope that is needed', async () => {
  const found = await repaired(`${memory}
.global .tensormap map = tensor(next, {1}, {1});
d0.b0.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;
  st.global.u64 [in], 9;
  tensormap.replace.tile.global_address.global.b1024.b64 [map], in;
  cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [buf], [map, {0}], [bar];
W:
  mbarrier.try_wait.parity.shared.b64 p, [bar], 0;
  beq p, 0, W;
  ld.shared.u64 r, [buf];
}
assert (r == 9) as fresh;`)
  expect(found).toEqual({
    cost: { changes: 3, sum: 765 },
    edits: [
      expect.stringMatching(/^insert fence\.proxy\.tensormap::generic\.release\.cta, /),
      expect.stringMatching(/^insert fence\.proxy\.tensormap::generic\.acquire\.cta \[map\], 128, /),
      expect.stringMatching(/^insert fence\.proxy\.async\.global, /),
    ],
  })
})

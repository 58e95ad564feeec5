import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { bruteRace, findRace } from '../../../../races/find-races.js'
import { proposed } from '../../../axioms/ptx-9.4.js'
import { mostCandidates } from '../../../extent.js'
import { solver, testIn } from '../../../support.js'

const memory = `.global .u32 g[8] = {1, 2, 3, 4, 5, 6, 7, 8}; .global .tensormap map = tensor(g, {2, 4}, {1, 1});
  .shared .align 128 .u32 s[4]; .shared .b64 bar;`
const gather = 'cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes'
const scatter = 'cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group'
const commit = 'cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;'

/** Returns the verdicts of z3, with which those of brute force must agree. */
async function verdicts(text: string): Promise<readonly string[]> {
  const program = testIn(`${memory} ${text}`)
  const { answers } = decide(program, await solver(), { model: proposed, liveness: false })
  const brute = bruteForce(program, proposed, { most: mostCandidates })
  const kinds = answers.map(({ verdict }) => verdict.kind)
  expect(brute.listed).toBe('all')
  expect(brute.answers.map(({ verdict }) => verdict.kind)).toEqual(kinds)
  return kinds
}

test('four rows are gathered one after the other, and one outside of the tensor is 0', async () => {
  const kinds =
    await verdicts(`d0.b0.t0 { mbarrier.init.shared.b64 [bar], 1; ${gather} [s], [map, {1, 3, 0, 4, 1}], [bar]; }
    exists (s[0] == 8 && s[1] == 2 && s[2] == 0 && s[3] == 4) as copied;
    exists (s[0] != 8 || s[1] != 2 || s[2] != 0 || s[3] != 4) as other;`)
  expect(kinds).toEqual(['allowed', 'forbidden'])
})

test('four rows are scattered, and nothing else of the tensor is written', async () => {
  const text = (row: number) => `d0.b0.t0 { st.shared.u32 [s[0]], 9; fence.proxy.async;
    ${scatter} [map, {0, ${row}, 4, 4, 3}], [s]; ${commit} } d0.b0.t1 { st.global.u32 [g[0]], 7; }`
  expect(
    await verdicts(`${text(2)} exists (g[4] == 9 && g[5] == 6 && g[6] == 0 && g[0] == 7) as rows;
    exists (g[4] != 9 || g[2] != 3 || g[7] != 8) as others;`),
  ).toEqual(['allowed', 'forbidden'])
  const z3 = await solver()
  const races = [2, 0].map((row) => {
    const program = testIn(`${memory} ${text(row)} check (true) as q;`)
    const found = findRace(program, z3, { model: proposed }).kind
    expect(bruteRace(program, { model: proposed, most: mostCandidates }).kind).toBe(found)
    return found
  })
  expect(races).toEqual(['race-free', 'racy'])
})

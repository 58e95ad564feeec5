import { complaintAbout, kinds, mutant, numbers } from '../../fuzz/mutants.js'
import { solver } from '../support.js'

test('the same seed damages alike, another otherwise', () => {
  const text = 'x'.repeat(40)
  const damaged = (seed: number) => {
    const below = numbers(seed)
    return Array.from({ length: 20 }, () => mutant(text, ['other'], below))
  }
  expect(damaged(1)).toEqual(damaged(1))
  expect(damaged(1)).not.toEqual(damaged(2))
})

test.each(kinds.map((kind) => [kind] as const))(
  '%s: nonsense is an error with a place, not a complaint',
  async (kind) => {
    for (const text of ['', '\0', '{', '('.repeat(100_000), '"__proto__"', 'include "../x"', '{"__proto__": {"a": 1}}'])
      expect(complaintAbout(kind, text, await solver())).toBeUndefined()
  },
)

test('an exception is a complaint', async () => {
  const broken = {
    ...(await solver()),
    open: () => {
      throw new Error('as if z3 had failed')
    },
  }
  const text = '.global x; d0.b0.t0 { st.weak [x], 1; } check ([x] == 0) as q;'
  expect(complaintAbout('test', text, broken)).toContain('as if z3 had failed')
})

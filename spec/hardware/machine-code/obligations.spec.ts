import { type Obligation, obligationsOf, type RuleName } from '../../../hardware/machine-code/obligations.js'
import { testIn } from '../../support.js'

/** Returns the pairs of a rule in the first thread of a test, by the indices of its instructions. */
function pairsOf(rule: RuleName, thread: string): readonly Pick<Obligation, 'from' | 'to' | 'need'>[] {
  const [first] = testIn(`.global x; .global y; .shared s; d0.b0.t0 { ${thread} } check ([x] == 0) as q;`).threads
  if (first?.kind !== 'device') throw new Error('the test has a thread')
  return obligationsOf(first.instructions, new Set())
    .filter((one) => one.rule === rule)
    .map(({ from, to, need }) => ({ from, to, need }))
}

const fenced = (scope: 'cta' | 'gpu' | 'sys') => ({ kind: 'fenced' as const, scope })

test('a release needs a fence after each access before it, of its scope', () => {
  expect(pairsOf('release', 'st.weak [x], 1; st.release.gpu [y], 1;')).toEqual([
    { from: 0, to: 1, need: fenced('gpu') },
  ])
  expect(pairsOf('release', 'ld.weak r, [x]; red.release.cta.add [y], 1;')).toEqual([
    { from: 0, to: 1, need: fenced('cta') },
  ])
})

test('a fence before a strong write releases, if it is no acquire', () => {
  expect(pairsOf('release', 'st.weak [x], 1; fence.acq_rel.sys; st.relaxed.gpu [y], 1;')).toEqual([
    { from: 0, to: 2, need: fenced('sys') },
  ])
  expect(pairsOf('release', 'st.weak [x], 1; fence.acquire.sys; st.relaxed.gpu [y], 1;')).toEqual([])
  expect(pairsOf('release', 'st.weak [x], 1; fence.acq_rel.sys; st.weak [y], 1;')).toEqual([])
})

test('a relaxed write releases nothing, nor does a release what comes after it', () => {
  expect(pairsOf('release', 'st.weak [x], 1; st.relaxed.gpu [y], 1;')).toEqual([])
  expect(pairsOf('release', 'st.release.gpu [y], 1; st.weak [x], 1;')).toEqual([])
})

test('what comes after a wait for all copies begins when they are complete', () => {
  const copy = 'cp.async.ca.shared.global [s], [x], 4; cp.async.commit_group;'
  const need = { kind: 'drained' as const }
  expect(pairsOf('copies', `${copy} cp.async.wait_group 0; ld.weak r, [s];`)).toEqual([{ from: 0, to: 3, need }])
  expect(pairsOf('copies', `${copy} cp.async.wait_all; ld.weak r, [s];`)).toEqual([{ from: 0, to: 3, need }])
  expect(pairsOf('copies', `${copy} cp.async.wait_group 1; ld.weak r, [s];`)).toEqual([])
  expect(pairsOf('copies', `${copy} ld.weak r, [s];`)).toEqual([])
})

test('a store depends on a read by its value, its address and a branch', () => {
  const need = { kind: 'returned' as const, scope: 'sys' as const }
  expect(pairsOf('dependency', 'ld.weak r, [x]; add q, r, 1; st.weak [y], q;')).toEqual([{ from: 0, to: 2, need }])
  expect(pairsOf('dependency', 'ld.weak r, [x]; beq r, 0, end; st.weak [y], 1; end:')).toEqual([
    { from: 0, to: 2, need },
  ])
  expect(pairsOf('dependency', 'ld.weak r, [x]; mov q, 1; st.weak [y], q;')).toEqual([])
  expect(pairsOf('dependency', 'ld.weak r, [x]; ld.weak q, [y]; st.weak [y], q;')).toEqual([{ from: 1, to: 2, need }])
})

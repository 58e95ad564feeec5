import { type Obligation, obligationsOf, type RuleName } from '../../../hardware/machine-code/obligations.js'
import { threadIn } from './machine.js'

/** Returns the pairs of a rule in the first thread of a test, by the indices of its instructions. */
const pairsOf = (
  rule: RuleName,
  thread: string,
  observed: readonly string[] = [],
): readonly Pick<Obligation, 'from' | 'to' | 'need'>[] =>
  obligationsOf(threadIn(thread).instructions, new Set(observed))
    .filter((one) => one.rule === rule)
    .map(({ from, to, need }) => ({ from, to, need }))

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

test('a read that acquires comes back before a later access, by itself or by a fence after it', () => {
  const scopeOf = (thread: string) =>
    pairsOf('synchronising-read', thread).map(({ from, to, need }) => [from, to, need])
  const returned = (scope: 'cta' | 'gpu' | 'sys') => ({ kind: 'returned', scope })
  expect(scopeOf('ld.acquire.gpu r, [x]; st.weak [y], 1;')).toEqual([[0, 1, returned('gpu')]])
  expect(scopeOf('atom.acq_rel.cta.add r, [x], 1; ld.weak q, [y];')).toEqual([[0, 1, returned('cta')]])
  expect(scopeOf('ld.relaxed.gpu r, [x]; fence.acquire.sys; ld.weak q, [y];')).toEqual([[0, 2, returned('sys')]])
  expect(scopeOf('ld.relaxed.gpu r, [x]; fence.proxy.alias.acquire.sys; ld.weak q, [y];')).toEqual([
    [0, 2, returned('sys')],
  ])
  for (const none of [
    'ld.weak r, [x]; fence.acquire.gpu; ld.weak q, [y];',
    'ld.relaxed.gpu r, [x]; ld.weak q, [y];',
    'ld.relaxed.gpu r, [x]; fence.release.gpu; ld.weak q, [y];',
    'ld.relaxed.gpu r, [x]; fence.proxy.alias.release.sys; ld.weak q, [y];',
    'red.relaxed.gpu.add [x], 1; fence.acquire.gpu; ld.weak q, [y];',
    'st.weak [y], 1; ld.acquire.gpu r, [x];',
  ])
    expect([none, scopeOf(none)]).toEqual([none, []])
})

test('a fence orders only what no path leads around it', () => {
  const thread = (fence: string) => `ld.relaxed.gpu r, [x]; beq r, 0, IN; ${fence} IN: ld.weak q, [y];`
  expect(pairsOf('synchronising-read', thread('fence.acquire.gpu;'))).toEqual([])
  expect(pairsOf('synchronising-read', `${thread('')} fence.acquire.gpu; ld.weak p, [y];`)).toHaveLength(1)
})

test('a wait at an mbarrier acquires if anything reads its answer', () => {
  const wait = 'mbarrier.test_wait.parity.shared.b64 p, [m], 0; ld.weak.shared r, [s];'
  expect(pairsOf('synchronising-read', wait)).toEqual([])
  expect(pairsOf('synchronising-read', wait, ['p'])).toHaveLength(1)
  expect(pairsOf('synchronising-read', `${wait} beq p, 0, OUT; OUT:`)).toHaveLength(1)
})

test('a weak load after an acquire of a wider scope than the CTA is fresh', () => {
  const count = (thread: string): number => pairsOf('fresh-read', thread).length
  expect(count('ld.acquire.gpu r, [x]; ld.weak q, [y];')).toBe(1)
  expect(count('ld.acquire.cta r, [x]; ld.weak q, [y];')).toBe(0)
  expect(count('ld.acquire.gpu r, [x]; ld.relaxed.gpu q, [y];')).toBe(0)
  expect(count('ld.acquire.gpu r, [x]; st.weak [y], 1;')).toBe(0)
})

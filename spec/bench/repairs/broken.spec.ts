import { brokenAmong, type Known } from '../../../bench/repairs/broken.js'

const known = (test: string, question: string, verdict: string, kind: Known['kind'] = 'check'): Known => ({
  test,
  question,
  kind,
  verdict,
})

const brokenOf = (...all: readonly Known[]) => brokenAmong(all).map(({ test, question }) => `${test} ${question}`)

test('an outcome that is forbidden in another row of the template', () => {
  expect(
    brokenOf(
      known('a/MP.test#1', 'stale', 'allowed'),
      known('a/MP.test#1', 'fresh', 'allowed'),
      known('a/MP.test#2', 'stale', 'forbidden'),
      known('a/SB.test#1', 'stale', 'allowed'),
    ),
  ).toEqual(['a/MP.test#1 stale'])
})

test('outcomes that are forbidden in the test without the part after +', () => {
  expect(
    brokenOf(
      known('a/MP.test', 'stale', 'forbidden'),
      known('a/MP+exit.test#3', 'stale', 'allowed'),
      known('b/MP+exit.test', 'stale', 'allowed'),
    ),
  ).toEqual(['a/MP+exit.test#3 stale'])
})

test('an assertion that does not hold', () => {
  expect(brokenOf(known('a/MP.test', 'fresh', 'allowed', 'assert'))).toEqual(['a/MP.test fresh'])
})

test('permits of a kernel with a mistake', () => {
  expect(
    brokenOf(
      known('kernels/lock.test', 'taken', 'allowed', 'permit'),
      known('kernels/lock+volatile.test', 'lost', 'allowed', 'permit'),
      known('kernels/lock+volatile.test', 'torn', 'forbidden', 'assert'),
    ),
  ).toEqual(['kernels/lock+volatile.test lost'])
})

test('nothing that is not a mistake', () => {
  expect(brokenOf(known('a/phase.test#1', 'yes', 'allowed'), known('a/phase.test#2', 'yes', 'forbidden'))).toEqual([])
})

test('tests without a form that lacks the mistake, by name', () => {
  expect(
    brokenOf(
      known('paper/figure-6-whole-program.test', 'pair_4_5', 'allowed'),
      known('paper/figure-6-whole-program.test', 'pair_9', 'allowed'),
    ),
  ).toEqual(['paper/figure-6-whole-program.test pair_4_5'])
})

import { answerOf, answerText, answerWordIn, answerWordOf, verdictOf } from '../../report/verdict.js'

describe('a claim holds or is violated, where an outcome is forbidden or allowed', () => {
  test.each([
    ['forbidden', 'holds'],
    ['allowed', 'violated'],
    ['forbidden within 2', 'holds within 2'],
    ['vacuous', 'vacuous'],
    ['not covered', 'not covered'],
    ['undecided', 'undecided'],
  ] as const)('%s: %s', (verdict, answer) => {
    expect(answerWordOf('assert', verdict)).toBe(answer)
    expect(verdictOf('assert', answer)).toBe(verdict)
    expect(verdictOf('assert', verdict)).toBe(verdict)
    for (const kind of ['permit', 'check'] as const) {
      expect(answerWordOf(kind, verdict)).toBe(verdict)
      expect(verdictOf(kind, verdict)).toBe(verdict)
    }
    expect(answerWordIn(answer)).toBe(answer)
  })
})

test('of a question, as of a condition with `exists`, what holds is that its outcome is reached', () => {
  expect([verdictOf('check', 'holds'), verdictOf('permit', 'violated')]).toEqual(['allowed', 'forbidden'])
  expect(verdictOf('check', 'holds within 2')).toBe('allowed')
})

test('a line of text has what the answer is limited to behind it', () => {
  const vacuous = { verdict: 'forbidden', vacuous: true } as const
  expect(answerText('assert', vacuous)).toBe('holds (vacuous)')
  expect(answerText('check', vacuous)).toBe('forbidden (vacuous)')
  expect(answerText('assert', { verdict: 'forbidden', within: { bound: 3 } })).toBe('holds within bound 3')
  expect(answerText('assert', { verdict: 'undecided' })).toBe('undecided')
  expect(answerOf('assert', 'allowed')).toBe('violated')
})

test.each(['', 'hold', 'violated within 2', 'allowed within 2', 'holds within 0', 'fails'])(
  '`%s` is no answer',
  (text) => {
    expect(answerWordIn(text)).toBeUndefined()
  },
)

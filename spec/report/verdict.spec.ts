import { answerOf, answerText, answerTo, answerWordIn, answerWordOf, verdictOf } from '../../report/verdict.js'

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

test('a question, as a condition with `exists`, holds if its outcome is reached', () => {
  expect([verdictOf('check', 'holds'), verdictOf('permit', 'violated')]).toEqual(['allowed', 'forbidden'])
  expect(verdictOf('check', 'holds within 2')).toBe('allowed')
})

test('a line of text ends with the limits of the answer', () => {
  const vacuous = { verdict: 'forbidden', vacuous: true } as const
  expect(answerText('assert', vacuous)).toBe('holds (vacuous)')
  expect(answerText('check', vacuous)).toBe('forbidden (vacuous)')
  expect(answerText('assert', { verdict: 'forbidden', within: { bound: 3 } })).toBe('holds within bound 3')
  const timeouts = [{ kernel: 'k', place: 'k.ptx:1:1' }]
  expect(answerText('assert', { verdict: 'forbidden', timeouts })).toBe('holds if no wait times out')
  const endsIfResident = [{ kernel: 'k', blocks: 2 }]
  expect(answerText('assert', { verdict: 'forbidden', timeouts, liveness: 'ends', endsIfResident })).toBe(
    'holds, ends if all 2 blocks are resident, and if no wait times out',
  )
  const ends = { verdict: 'allowed', liveness: 'ends', timeouts } as const
  expect(answerText('permit', ends)).toBe('allowed, ends if no wait times out')
  expect(answerText('assert', { ...ends, endsWithin: { bound: 2 }, endsIfResident })).toBe(
    'violated, no hang within bound 2 if all 2 blocks are resident, and if no wait times out',
  )
  expect(answerText('permit', { ...ends, liveness: 'can hang' })).toBe('allowed, can hang if no wait times out')
  expect(answerText('assert', { ...ends, verdict: 'forbidden', liveness: 'hangs' })).toBe('hangs if no wait times out')
  const partial = [{ kernel: 'k', lanes: 'lane 0', simulated: 1, threads: 32 }]
  expect(answerText('assert', { verdict: 'forbidden', timeouts, partial })).toBe(
    'holds for lane 0 of each warp if no wait times out',
  )
  // What is shown, or undecided, rests on nothing that did not happen.
  expect(answerText('assert', { verdict: 'undecided', timeouts })).toBe('undecided')
  expect(answerText('check', { verdict: 'not covered', timeouts })).toBe('not covered')
  expect(answerText('assert', { verdict: 'undecided' })).toBe('undecided')
  expect(answerOf('assert', 'allowed')).toBe('violated')
})

test.each(['', 'hold', 'violated within 2', 'allowed within 2', 'holds within 0', 'fails'])(
  '`%s` is not an answer',
  (text) => {
    expect(answerWordIn(text)).toBeUndefined()
  },
)

describe('undefined behaviour', () => {
  const access = {
    thread: 'P0',
    instruction: 'ld r0, [r1]',
    place: 'a.litmus:4:2',
    bytes: 4,
    problem: 'outside',
    address: 'a+16',
    object: 'a',
  } as const
  const text = 'undefined behaviour is reachable'

  test('is the answer to every claim, whatever else is known', () => {
    for (const kind of ['assert', 'permit'] as const)
      for (const verdict of ['allowed', 'forbidden', 'undecided'] as const) {
        const answered = { verdict, vacuous: verdict === 'forbidden', liveness: 'hangs', undefined: [access] } as const
        expect([answerTo(kind, answered), answerText(kind, answered)]).toEqual(['undefined', text])
        expect(answerText(kind, { ...answered, timeouts: [{ kernel: 'k', place: 'k.ptx:1:1' }] })).toBe(text)
      }
  })

  test('is added to the answer to a question', () => {
    const answered = { verdict: 'forbidden', within: { bound: 2 }, liveness: 'can hang', undefined: [access] } as const
    expect(answerText('check', answered)).toBe(`forbidden within bound 2, can hang, ${text}`)
    expect(answerTo('check', answered)).toBe('forbidden')
  })

  test('leaves a claim that otherwise holds undecided while it is undecided itself', () => {
    const unknown = (verdict: 'allowed' | 'forbidden') => ({ verdict, undefined: null })
    expect(answerTo('assert', unknown('forbidden'))).toBe('undecided')
    expect(answerTo('permit', unknown('allowed'))).toBe('undecided')
    expect(answerTo('assert', unknown('allowed'))).toBe('violated')
    expect(answerTo('permit', unknown('forbidden'))).toBe('forbidden')
    expect(answerTo('check', unknown('allowed'))).toBe('allowed')
  })

  test('is a verdict in tables', () => {
    expect(answerWordIn('undefined')).toBe('undefined')
    for (const kind of ['assert', 'permit', 'check'] as const) {
      expect(verdictOf(kind, 'undefined')).toBe('undefined')
      expect(answerWordOf(kind, 'undefined')).toBe('undefined')
    }
  })
})

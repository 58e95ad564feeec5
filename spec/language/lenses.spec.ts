import { judge } from '../../answers/judge.js'
import { type Asked, lensesOf } from '../../language/lenses.js'
import { must } from '../../source/must.js'
import { testsIn } from '../support.js'

const text = `.global x;
d0.b0.t0 { st [x], $0; }
assert (x == 1) as one;
check (x == 2) as two;
`
const answer = (kind: 'allowed' | 'forbidden') => ({
  verdict: kind === 'allowed' ? ({ kind } as const) : ({ kind, vacuous: false } as const),
  liveness: { liveness: 'ends' } as const,
  unknown: {},
  undefined: [],
  events: 2,
  demands: false,
  build: 0,
  load: 0,
  solve: 0,
})

/** Returns the titles if the first question of each test has the verdict, and others are being decided. */
function titles(source: string, verdictOf: (test: number) => 'allowed' | 'forbidden') {
  const tests = testsIn(source)
  const askedOf = (i: number, question: number): Asked => {
    if (question > 0) return { kind: 'deciding' }
    const test = must(tests[i], 'a test')
    return { kind: 'answered', report: judge(test, must(test.questions[0], 'a question'), answer(verdictOf(i)), 0) }
  }
  return lensesOf(tests, askedOf).map(({ title, at }) => [title, source.slice(at.start, at.end)])
}

test('each question has its answer, and whether that is as expected', () => {
  const one = text.replace('$0', '1')
  expect(titles(one, () => 'forbidden')).toEqual([
    ['✓ holds, as expected', 'assert (x == 1) as one;'],
    ['deciding…', 'check (x == 2) as two;'],
  ])
  expect(titles(one, () => 'allowed')[0]?.[0]).toBe('✗ violated, expected holds')
})

test('the rows of a template are put together', () => {
  const rows = `${text}$$\n1\n2\n3\n1\n5\n`
  expect(titles(rows, (i) => (i === 3 ? 'allowed' : 'forbidden'))).toEqual([
    ['rows 1–3, 5: ✓ holds, as expected; row 4: ✗ violated, expected holds', 'assert (x == 1) as one;'],
    ['deciding… (0 of 5 rows)', 'check (x == 2) as two;'],
  ])
})

test('a failed question is undecided, and says why', () => {
  const [lens] = lensesOf(testsIn(text.replace('$0', '1')), () => ({ kind: 'failed', reason: 'the thread ended' }))
  expect(lens).toMatchObject({ title: '? undecided', details: 'the thread ended' })
})

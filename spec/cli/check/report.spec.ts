import { type Checked, summaryOf } from '../../../cli/check/report.js'
import type { QuestionReport } from '../../../report/check.js'

/** A claim that holds in a test that ends. */
const holds: QuestionReport = {
  test: 'a.test',
  question: 'q',
  place: 'a.test:3:1',
  kind: 'assert',
  verdict: 'forbidden',
  answer: 'holds',
  vacuous: false,
  liveness: 'ends',
  undefined: [],
  expected: 'forbidden',
  asExpected: true,
  events: 4,
  milliseconds: { read: 1, build: 1, load: 1, solve: 1 },
}
const violated: QuestionReport = { ...holds, verdict: 'allowed', answer: 'violated', asExpected: false }
const undecided: QuestionReport = { ...holds, verdict: 'undecided', answer: 'undecided', asExpected: null }
const withinBound: QuestionReport = { ...holds, within: { bound: 2, loops: ['P0 L'] } }
const inLayouts: QuestionReport = { ...holds, layouts: { tried: 12, place: 'a.test:1:1' } }
const ifOverlapping: QuestionReport = { ...holds, liveness: 'ends', endsIfOverlapping: ['k', 'l'] }
const unreadable = { message: 'this is no test', place: 'b.test:1:1', notes: [] }

const summary = (questions: readonly QuestionReport[], also: Partial<Checked> = {}) =>
  summaryOf({
    model: 'ptx-9.4',
    solver: 'z3',
    questions: [...questions],
    errors: [],
    files: 1,
    tests: 1,
    interrupted: false,
    mustEnd: false,
    strict: false,
    ...also,
  })

describe('the exit status is', () => {
  test.each<[string, number, readonly QuestionReport[], Partial<Checked>]>([
    ['0 where all is as expected', 0, [holds], {}],
    ['1 where something is not', 1, [holds, violated], {}],
    ['3 where something is undecided', 3, [holds, undecided], {}],
    ['1 where one is not as expected and another undecided', 1, [undecided, violated], {}],
    ['2 where something could not be read, whatever else', 2, [undecided, violated], { errors: [unreadable] }],
    ['130 where the run was interrupted, whatever else', 130, [violated], { interrupted: true, errors: [unreadable] }],
    ['0 where it is undecided whether a test ends', 0, [{ ...holds, liveness: 'undecided' }], {}],
    ['3 there, if it must end', 3, [{ ...holds, liveness: 'undecided' }], { mustEnd: true }],
    ['0 where an answer holds within the bound', 0, [withinBound], {}],
    ['3 there, if that is not enough', 3, [withinBound], { strict: true }],
    ['0 where a test ends if kernels overlap', 0, [ifOverlapping], { mustEnd: true }],
    ['3 there, if that is not enough', 3, [ifOverlapping], { mustEnd: true, strict: true }],
    ['0 there, if it need not end', 0, [ifOverlapping], { strict: true }],
    ['0 where it holds in the memory layouts tried', 0, [inLayouts], {}],
    ['3 there, if that is not enough', 3, [inLayouts], { strict: true }],
  ])('%s', (_, status, questions, also) => {
    expect(summary(questions, also).exitStatus).toBe(status)
  })
})

test('each question is counted under its answer', () => {
  const others: readonly QuestionReport[] = [
    { ...holds, kind: 'check', answer: 'forbidden', expected: null, asExpected: null },
    { ...holds, vacuous: true },
    { ...violated, liveness: 'hangs' },
    { ...holds, liveness: 'can hang' },
    { ...holds, verdict: 'not covered', answer: 'not covered', undefined: null, asExpected: null, expected: null },
  ]
  expect(summary([holds, violated, undecided, withinBound, inLayouts, ...others]).count).toEqual({
    files: 1,
    tests: 1,
    questions: 10,
    asExpected: 5,
    broken: 2,
    withoutExpectation: 1,
    undecided: 1,
    withinBound: 1,
    forSomeLanes: 0,
    withoutTimeouts: 0,
    inLayoutsTried: 1,
    ifResident: 0,
    ifOverlapping: 0,
    deviating: 0,
    vacuous: 1,
    hanging: 2,
    undefined: 0,
    notCovered: 1,
  })
})

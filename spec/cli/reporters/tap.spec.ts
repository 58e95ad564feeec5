import { Parser } from 'tap-parser'
import { reportedOf } from '../../../cli/check/cases.js'
import { tap } from '../../../cli/reporters/tap.js'
import { workplace } from '../workplace.js'
import { everything, odd } from './everything.js'

const place = workplace()

const resultsOf = (events: ReturnType<typeof Parser.parse>) =>
  events.flatMap((event) => (event[0] === 'complete' ? [event[1]] : []))[0]

test('a run with every kind of verdict is TAP, by another reader', async () => {
  const { report, status } = await everything(place)
  expect(status).toBe(2)
  const events = Parser.parse(`${tap(reportedOf(report, { strict: false, mustEnd: false }))}\n`, { strict: true })
  const points = events.flatMap((event) => (event[0] === 'assert' ? [event[1]] : []))
  expect(points.map(({ ok, name, skip, todo }) => [ok, name, skip !== false, todo])).toEqual([
    [true, 'kept.test fresh', false, false],
    [false, `${odd} fresh`, false, false],
    [true, `${odd} asked`, true, false],
    [true, 'rows.test #1 fresh', false, false],
    [false, 'rows.test #2 fresh', false, false],
    [false, 'vacuous.test q', false, false],
    [false, 'undecided.litmus ~exists', false, false],
    [true, 'within.test few', false, false],
    [false, 'hangs.litmus ~exists', false, false],
    [false, 'undefined.litmus ~exists', false, false],
    [false, 'mixed.litmus exists', false, false],
    [false, 'missing.test error', false, false],
    [false, 'unreadable.test error at 2:14', false, false],
  ])
  expect(points[1]?.diag).toMatchObject({
    message: 'fresh: violated, expected holds',
    severity: 'fail',
    at: { file: odd, line: 4, column: 36 },
    related: [{ place: { line: 3 } }, { message: 'the claim', place: { file: odd, line: 5, column: 3 } }],
  })
  // What is as expected within the bound only says so.
  expect(points[7]?.diag).toMatchObject({ message: 'few: holds within bound 2', severity: 'comment' })
  expect(resultsOf(events)).toMatchObject({ ok: false, count: 13, fail: 9, skip: 1 })
  expect(events.filter(([kind]) => kind === 'extra')).toEqual([])
})

test('nothing but the report goes to standard output', async () => {
  place.write('kept.test', '.global x; d0.b0.t0 { ld r0, [x]; } assert (r0 == 0) as zero;')
  expect(await place.run(['check', 'kept.test', '--reporter', 'tap'])).toMatchObject({
    status: 0,
    stdout: 'TAP version 14\n1..1\nok 1 - kept.test zero\n',
    stderr: expect.stringMatching(/^✓ .*\n1 question of 1 test in 1 file: 1 as expected/),
  })
})

test('without questions the plan is empty; an interrupted run fails', async () => {
  const { report } = await everything(place)
  const none = { ...report, questions: [], errors: [] }
  const parsed = (text: string) => resultsOf(Parser.parse(`${text}\n`, { strict: true }))
  expect(parsed(tap(reportedOf({ ...none, exitStatus: 0 }, { strict: false, mustEnd: false })))).toMatchObject({
    ok: true,
    count: 0,
  })
  expect(parsed(tap(reportedOf({ ...none, exitStatus: 130 }, { strict: false, mustEnd: false })))).toMatchObject({
    ok: false,
  })
})

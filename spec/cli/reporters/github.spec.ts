import { reportedOf } from '../../../cli/check/cases.js'
import { github } from '../../../cli/reporters/github.js'
import { workplace } from '../workplace.js'
import { everything, odd } from './everything.js'

const place = workplace()

/** Returns a workflow command as GitHub's runner reads it. */
function read(line: string) {
  const [, level, given = '', message = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? []
  const data = (text: string) => text.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%')
  const property = (text: string) => data(text.replaceAll('%3A', ':').replaceAll('%2C', ','))
  const properties = given
    .split(',')
    .map((one) => [one.slice(0, one.indexOf('=')), property(one.slice(one.indexOf('=') + 1))])
  return { level, message: data(message), ...Object.fromEntries(properties) }
}

test('each finding is a command, with its place', async () => {
  const { report } = await everything(place)
  const commands = github(reportedOf(report, { strict: false, mustEnd: false }))
    .split('\n')
    .map(read)
  expect(commands.map(({ level, file, line, col }) => [level, file, line, col])).toEqual([
    ['error', odd, '4', '36'],
    ['error', 'rows.test', '4', '36'],
    ['error', 'vacuous.test', '1', '42'],
    ['warning', 'undecided.litmus', '8', '1'],
    ['notice', 'within.test', '1', '130'],
    ['error', 'hangs.litmus', '6', '1'],
    ['error', 'undefined.litmus', '9', '4'],
    ['warning', 'mixed.litmus', '6', '1'],
    ['error', 'missing.test', undefined, undefined],
    ['error', 'unreadable.test', '2', '14'],
  ])
  expect(commands[0]).toMatchObject({
    title: `${odd} fresh`,
    message: expect.stringMatching(/^fresh: violated, expected holds\ndata race of /),
  })
  expect(commands[5]?.message).toMatch(
    /^~exists: hangs, expected to end\nno execution ends; .*\nhangs\.litmus:6:\d+: P1 waits for ever here\nhangs\.litmus:8:1: the claim$/,
  )
})

test('nothing is printed of a run that is as expected', async () => {
  place.write('kept.test', '.global x; d0.b0.t0 { ld r0, [x]; } assert (r0 == 0) as zero;')
  expect(await place.run(['check', 'kept.test', '--reporter', 'github'])).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringContaining('1 as expected'),
  })
})

test('without a file, the message says what it is about', async () => {
  const { report } = await everything(place)
  const errors = [{ message: '100% wrong\r\nor more', place: '<stdin>:1:2' }]
  expect(github(reportedOf({ ...report, questions: [], errors }, { strict: false, mustEnd: false }))).toBe(
    '::error title=<stdin> error at 1%3A2::100%25 wrong\ufffd%0Aor more',
  )
})

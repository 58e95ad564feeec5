/** Pieces on threads, and what is kept between runs. */

import { join } from 'node:path'
import { auditDocument, auditProgress } from '../../../report/audit.js'
import { root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run, runProcess, clear } = workplace()
afterEach(clear)
const kernel = join(root, 'examples/kernels/last-block.test')

const piecesIn = (stdout: string) => {
  const { pieces, together } = auditDocument.parse(JSON.parse(stdout))
  return { pieces, together }
}

test('threads find what one does', async () => {
  const here = await run(['audit', kernel, '--json', '--jobs', '1'])
  const there = runProcess(['audit', kernel, '--json', '--jobs', '2'])
  expect([there.status, piecesIn(there.stdout)]).toEqual([0, piecesIn(here.stdout)])
})

test('--resume keeps what is decided, and decides only the rest', async () => {
  const first = await run(['audit', kernel, '--json', '--resume', 'kept.json'])
  const { pieces, ...others } = auditProgress.parse(JSON.parse(textOf(folder, 'kept.json')))
  expect(pieces.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
  // A loss that no run finds shows that it is taken from the file.
  const planted = pieces.map((one) =>
    one.number === 5
      ? { ...one, need: { kind: 'needed' as const, fault: { kind: 'hang' as const, text: 'kept' }, form: 0 } }
      : one.number === 2
        ? { ...one, need: { kind: 'undecided' as const, reason: 'the time is up' } }
        : one,
  )
  write('kept.json', JSON.stringify({ ...others, pieces: planted.filter(({ number }) => number !== 3) }))
  const second = await run(['audit', kernel, '--json', '--resume', 'kept.json'])
  const [before, after] = [piecesIn(first.stdout).pieces, piecesIn(second.stdout).pieces]
  expect(after[4]?.fault).toEqual({ kind: 'hang', text: 'kept' })
  expect(after.filter((_, i) => i !== 4)).toEqual(before.filter((_, i) => i !== 4))
})

test('what is kept of another audit is refused, and what is none', async () => {
  await run(['audit', kernel, '--only', 'barriers', '--resume', 'kept.json'])
  const other = await run(['audit', kernel, '--only', 'scopes', '--resume', 'kept.json'])
  expect(other.status).toBe(2)
  expect(other.stderr).toContain('kept.json: this is the progress of another audit')
  for (const text of ['{', '{"format": 1}', '[]']) {
    const path = write('kept.json', text)
    const { status, stderr } = await run(['audit', kernel, '--resume', path])
    expect([status, /this is not the progress of an audit/.test(stderr)]).toEqual([2, true])
  }
})

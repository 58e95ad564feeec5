import { readFileSync } from 'node:fs'
import { witness, witnessList } from '../../../report/witness.js'
import { herd } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run: runCommand } = workplace()

/** Files are named without the folder. */
const run = async (args: readonly string[]) => {
  const { status, stdout, stderr } = await runCommand(args)
  return { status, stdout: stdout.replaceAll(`${folder}/`, ''), stderr }
}

const crossed = write(
  'crossed.litmus',
  herd(
    'x = 0;',
    [
      ['P0@cta 0,gpu 0', 'ld.weak r0, x', 'bar.cta.sync 1', 'bar.cta.sync 2'],
      ['P1@cta 0,gpu 0', 'st.weak x, 1', 'bar.cta.sync 2', 'bar.cta.sync 1'],
    ],
    '~exists (x == 2)',
  ),
)
const quorum = write(
  'quorum.litmus',
  herd(
    'x = 0;',
    [
      ['P0@cta 0,gpu 0', 'bar.cta.sync 1, 1, 3'],
      ['P1@cta 0,gpu 0', 'bar.cta.sync 1, 1, 3'],
    ],
    '~exists (x == 2)',
  ),
)
const counts = write(
  'counts.litmus',
  herd('x = 0;', [['P0@cta 0,gpu 0', 'L:', 'add r0, r0, 1', 'ld.weak r1, x', 'bne r1, 1, L']], 'exists (x == 2)'),
)

describe('ptx-litmus witness --hang', () => {
  test('shows who waits where, and for what', async () => {
    const { status, stdout } = await run(['witness', '--hang', crossed])
    expect(stdout).toMatch(/^crossed\.litmus · hang · ptx-9\.4\n\n/)
    expect(stdout).toContain(`  P0 waits for ever at bar.cta.sync 1, crossed.litmus:7:1, for P1
  P1 waits for ever at bar.cta.sync 2, crossed.litmus:7:18, for P0
  finally: [x] = 1
`)
    expect(status).toBe(0)
    expect((await run(['witness', '--hang', quorum])).stdout).toContain(
      'P0 waits for ever at bar.cta.sync 1, 1, 3, quorum.litmus:6:1, for 3 arrivals, of which 2 have come',
    )
  })

  test('without a hang it says so, with the bound: status 1', async () => {
    const ends = write('ends.litmus', herd('x = 0;', [['P0@cta 0,gpu 0', 'st.weak x, 1']], 'exists (x == 2)'))
    const { status, stdout } = await run(['witness', '--hang', ends])
    expect([status, stdout]).toEqual([1, 'ends.litmus · hang · ptx-9.4: no execution hangs\n'])
    expect(await run(['witness', '--hang', counts])).toMatchObject({
      status: 1,
      stdout: 'counts.litmus · hang · ptx-9.4: no execution hangs within bound 2 (loop P0 L, counts.litmus:6:1)\n',
    })
  })

  test('as data, which replays, and is refused where it says that another waits', async () => {
    const { stdout } = await run(['witness', '--hang', '-f', 'json', crossed])
    const document = witness.parse(JSON.parse(stdout))
    expect(document).toMatchObject({ question: null, hang: [{ thread: 'P0', for: 'P1' }, { thread: 'P1' }] })
    const file = write('hang.json', stdout)
    expect((await run(['replay', file])).status).toBe(0)
    const forged = write('forged.json', JSON.stringify({ ...document, hang: document.hang?.slice(1) }))
    expect(await run(['replay', forged])).toMatchObject({ status: 1, stdout: expect.stringContaining('hang') })
  })

  test('each distinct one, by --all', async () => {
    const { stdout } = await run(['witness', '--hang', '--all', '-f', 'json', crossed])
    const { complete, witnesses } = witnessList.parse(JSON.parse(stdout))
    expect([complete, witnesses.length]).toEqual([true, 2])
  })

  test('a picture of it says who waits', async () => {
    const { stdout } = await run(['witness', '--hang', '-f', 'svg', crossed])
    expect(stdout).toContain('waits for ever at')
    expect((await run(['witness', '--hang', '-f', 'dot', crossed])).stdout).toContain(
      'P0 waits for ever at bar.cta.sync 1',
    )
  })

  test('not with --question', async () => {
    expect(await run(['witness', '--hang', '--question', '~exists', crossed])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--hang: it cannot be combined with --question'),
    })
  })
})

test('if every execution hangs, a claim does not hold: witness says the same as check', async () => {
  const { status, stdout } = await run(['witness', crossed])
  expect(stdout).toBe('crossed.litmus · ~exists · ptx-9.4: hangs: no execution ends; --hang shows an execution\n')
  expect(status).toBe(1)
  const asked = write('asked.litmus', readFileSync(crossed, 'utf8').replace('~exists', 'exists'))
  expect((await run(['witness', asked])).stdout).toContain(
    'forbidden (vacuous), hangs: no execution ends; --hang shows an execution',
  )
})

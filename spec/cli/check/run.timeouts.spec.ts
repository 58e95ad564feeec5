import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkReport } from '../../../report/check.js'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, run } = workplace()
const launches = join(root, 'examples/launches')
const received = join(launches, 'patient-spin.test')
const stale = join(launches, 'patient-spin+no-fence.test')

describe('a kernel whose wait may time out', () => {
  test('is examined without that, and its answer says so', async () => {
    const { status, stdout } = await run(['check', received])
    expect(stdout).toMatch(/received {2}holds if no wait times out +as expected/)
    expect(stdout).toContain('time-outs that are left out: patient-spin.cu:11 (patient-spin.ptx:52)')
    expect(stdout).toContain('1 as expected, 1 only if no wait times out;')
    expect(status).toBe(0)
    const { stdout: json } = await run(['check', received, '--json'])
    const { questions, count } = checkReport.parse(JSON.parse(json))
    const [question] = questions
    expect(count.withoutTimeouts).toBe(1)
    expect(question?.timeouts).toMatchObject([{ kernel: 'receive', source: { line: 11 } }])
  })
  test('is not enough for --strict', async () => {
    expect((await run(['check', received, '--strict'])).status).toBe(3)
    expect((await run(['races', received, '--strict'])).status).toBe(3)
  })
  test('reaches what follows with --timeouts', async () => {
    const { status, stdout } = await run(['check', received, '--timeouts'])
    expect(stdout).toMatch(/received {2}a trap is reachable +expected holds/)
    expect(status).toBe(1)
  })
  test('has executions in which no wait times out: what they show holds as it is, but not that all others end', async () => {
    const { status, stdout } = await run(['check', stale, '--hangs'])
    expect(stdout).toMatch(/stale {2}allowed, ends if no wait times out +as expected/)
    expect(status).toBe(0)
    // A permitted outcome is as expected only if no trap is reachable.
    expect((await run(['check', stale, '--strict'])).status).toBe(3)
    expect((await run(['check', stale, '--strict', '--hangs'])).status).toBe(3)
    const asked = join(folder, 'asked.test')
    const text = readFileSync(stale, 'utf8').replace('patient', `${launches}/patient`)
    writeFileSync(asked, text.replace('permit', 'check').replace('resident(2)', 'resident(1)'))
    const { status: shown, stdout: line } = await run(['check', asked, '--strict'])
    expect(line).toMatch(/stale {2}allowed, can hang if no wait times out/)
    expect(shown).toBe(0)
  })
  test('is a condition of what `witness` does not find, beside others', async () => {
    const plain = join(folder, 'plain.test')
    const text = readFileSync(received, 'utf8').replace('patient', `${launches}/patient`)
    writeFileSync(plain, text.replace(', resident(2)', ''))
    expect((await run(['witness', '--hang', plain])).stdout).toMatch(
      /no execution hangs if all blocks are resident, and if no wait times out\n$/,
    )
    expect((await run(['witness', '--all', '--question', 'stale', stale])).stdout).toMatch(
      /, and no other, if no wait times out\n$/,
    )
  })
})

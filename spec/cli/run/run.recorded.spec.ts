import { join } from 'node:path'
import { runReport } from '../../../report/run.js'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { run } = workplace()

/**
 * Parts of two logs of an H100, about tests 6 and 8 of the example, which assert that fences on both sides forbid the
 * stale read. One is from the program as `cuda` writes it. In the program of the other, the fences were removed by
 * hand, so that it ran other tests than it names.
 */
const log = (name: string): string => join(root, 'spec/hardware/logs', `${name}.json`)
const example = join(root, 'examples/classic/MP.test')

const judged = async (name: string) => {
  const { status, stdout } = await run(['run', example, '--log', log(name), '--json'])
  const { tests } = runReport.parse(JSON.parse(stdout))
  return { status, tests: tests.flatMap((one) => (one.status === 'ran' ? [one] : [])) }
}

describe('the states of message passing with fences on a GPU', () => {
  test('are allowed by the model', async () => {
    const { status, tests } = await judged('as-written')
    expect(tests.map(({ states }) => states.map(({ verdict }) => verdict))).toEqual([
      ['allowed', 'allowed', 'allowed'],
      ['allowed', 'allowed', 'allowed'],
    ])
    expect(tests.map(({ allowed, unseen }) => [allowed, unseen])).toEqual([
      [3, []],
      [3, []],
    ])
    expect(status).toBe(0)
  })

  test('is forbidden if the program has lost its fences, which thus comes to light', async () => {
    const { status, tests } = await judged('fence-left-out')
    expect(tests.map(({ states }) => states.filter(({ verdict }) => verdict === 'forbidden'))).toEqual([
      [{ values: { '1:r0': '1', '1:r1': '0' }, count: 69262, verdict: 'forbidden' }],
      [{ values: { '1:r0': '1', '1:r1': '0' }, count: 1064, verdict: 'forbidden' }],
    ])
    expect(status).toBe(1)
  })

  test('and the text says so', async () => {
    const { status, stdout } = await run(['run', example, '--log', log('fence-left-out')])
    expect(stdout.match(/^ +\d+ :> 1:r0=1; 1:r1=0; \*\*forbidden by the model\*\*$/gm)).toHaveLength(2)
    expect(stdout).toMatch(/^States that ptx-9\.4 forbids were seen in \S+MP\.test#6, \S+MP\.test#8$/m)
    expect(status).toBe(1)
  })
})

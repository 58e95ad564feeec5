import { outcomesReport } from '../../../report/outcomes.js'
import { herd } from '../../support.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()

const crossed = (question: string) =>
  herd(
    'x = 0;',
    [
      ['P0@cta 0,gpu 0', 'bar.cta.sync 1', 'bar.cta.sync 2'],
      ['P1@cta 0,gpu 0', 'bar.cta.sync 2', 'bar.cta.sync 1'],
    ],
    question,
  )

describe('ptx-litmus outcomes of a test without an execution that ends', () => {
  test.each(['sat', 'z3', 'brute'])('has no states, and no claim is Ok: by %s', async (by) => {
    const file = write('crossed.litmus', crossed('~exists (x == 1)'))
    const { stdout } = await run(['outcomes', '--solver', by, file])
    expect(stdout).toMatch(/^States 0\nNo execution ends; in one P0 waits for ever at bar\.cta\.sync 1, .*\nNo$/m)
    const report = outcomesReport.parse(JSON.parse((await run(['outcomes', '--json', '--solver', by, file])).stdout))
    expect(report.tests).toMatchObject([{ liveness: 'hangs', hang: [{ thread: 'P0' }, { thread: 'P1' }] }])
  })
})

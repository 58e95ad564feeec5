import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { weakenDocument } from '../../../report/repairs.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()

const handover = (
  writer: string,
  reader: string,
  asked = 'assert (not (r0 == 1 && r1 == 0)) as fresh;',
) => `.global x; .global y;
d0.b0.t0 {
  st [x], 1;
  ${writer}
  st.relaxed.gpu [y], 1;
}
d0.b1.t0 {
  ld.relaxed.gpu r0, [y];
  bne r0, 1, DONE;
  ${reader}
  ld r1, [x];
DONE:
}
${asked}
`
const strong = 'fence.sc.sys;'
const enough = 'fence.acq_rel.gpu;'

test('what may be weaker alone, then the cheapest test with its diff; and by which claims', async () => {
  const path = write('strong.test', handover(strong, strong))
  const { status, stdout } = await run(['weaken', path])
  expect(status).toBe(0)
  expect(stdout).toContain(`${path} · ptx-9.4: 2 places may be weaker
It goes by the claim fresh, and by the absence of data races.

Each of these changes may be made alone:
  1. replace fence.sc.sys with fence.acq_rel.gpu in d0.b0.t0, line 4: synchronises less
`)
  expect(stdout).toMatch(/\nThe cheapest test has changes 1 and 2, cost \d+ instead of \d+:\n/)
  expect(stdout.match(/ 1 in d0|replace /g)).toHaveLength(2)
  expect(stdout.match(/^-.*fence\.sc\.sys;$/gm)).toHaveLength(2)
  expect(stdout.match(/^\+.*fence\.acq_rel\.gpu;$/gm)).toHaveLength(2)
})

test('-o writes the cheapest test', async () => {
  const path = write('strong.test', handover(strong, strong))
  await run(['weaken', path, '-o', 'lighter.test'])
  expect(readFileSync(join(folder, 'lighter.test'), 'utf8')).toBe(handover(enough, enough))
  expect((await run(['check', 'lighter.test'])).status).toBe(0)
})

test('if everything is needed, the test is written as it is', async () => {
  const text = handover(enough, enough)
  const { stdout } = await run(['weaken', write('light.test', text), '-o', 'same.test'])
  expect(stdout).toContain('\nWritten to same.test, unchanged.\n')
  expect(readFileSync(join(folder, 'same.test'), 'utf8')).toBe(text)
})

test('nothing to do if everything is needed', async () => {
  const path = write('light.test', handover(enough, enough))
  const { status, stdout } = await run(['weaken', path])
  expect(status).toBe(0)
  expect(stdout).toContain(' · ptx-9.4: every fence, order and scope is needed\nIt goes by the claim fresh')
})

test('a claim that does not hold gives nothing to go by: status 1; a test without claims is wrong usage', async () => {
  const broken = await run(['weaken', write('broken.test', handover('', enough))])
  expect(broken).toMatchObject({ status: 1, stdout: expect.stringContaining('nothing to go by: fresh does not hold') })
  const asks = await run(['weaken', write('asks.test', handover(enough, enough, 'check (r0 == 1) as seen;'))])
  expect(asks).toMatchObject({ status: 2, stderr: expect.stringContaining('the test claims nothing') })
})

test('--only and --json', async () => {
  const path = write('strong.test', handover(strong, strong))
  const { stdout } = await run(['weaken', path, '--only', 'scopes', '--json'])
  const document = weakenDocument.parse(JSON.parse(stdout))
  expect(document).toMatchObject({ result: 'weakened', claims: ['fresh'], raceFree: true, exitStatus: 0 })
  expect(document.best?.diff).toContain('+  fence.sc.gpu;')
})

test('only what was tried is said to be needed', async () => {
  const path = write('light.test', handover(enough, enough))
  const said = async (only: string) => (await run(['weaken', path, '--only', only])).stdout.split('\n')[0]
  expect(await said('fences')).toBe(`${path} · ptx-9.4: every fence is needed`)
  expect(await said('scopes,proxy-fences')).toBe(`${path} · ptx-9.4: every scope and proxy fence is needed`)
})

test.each(['barriers', 'calls', 'fences,async'])(
  '--only %s: status 2, with the kinds that weaken tries',
  async (only) => {
    const { status, stderr } = await run(['weaken', write('light.test', handover(enough, enough)), '--only', only])
    expect(status).toBe(2)
    expect(stderr).toContain('it must be one of fences, orders, scopes, proxy-fences')
  },
)

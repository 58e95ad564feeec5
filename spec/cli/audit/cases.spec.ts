/** Audits for other tools. */

import { join } from 'node:path'
import { root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()
const kernel = join(root, 'examples/kernels/last-block.test')

test('what may be weaker, or go, is a note at the line of the source', async () => {
  const { status, stdout, stderr } = await run(['audit', kernel, '--reporter', 'github', '--reporter', 'sarif=s.json'])
  expect(status).toBe(0)
  expect(stderr).toContain('6 pieces: 2 needed')
  const lines = stdout.trimEnd().split('\n')
  expect(lines.map((line) => /^::notice file=[^,]*,line=(\d+)/.exec(line)?.[1])).toEqual(['11', '6', '8', '13'])
  expect(lines[3]).toContain('in CUDA: atomicAdd_block(out, part[i]);')
  const { runs } = JSON.parse(textOf(folder, 's.json'))
  expect(runs[0].results).toHaveLength(4)
  expect(runs[0].results[1]).toMatchObject({
    ruleId: 'unguarded',
    level: 'note',
    locations: [{ physicalLocation: { artifactLocation: { uri: 'last-block.cu' }, region: { startLine: 6 } } }],
  })
})

test('all pieces are points of TAP and cases of JUnit, and none of them fails', async () => {
  const { stdout: tap } = await run(['audit', kernel, '--reporter', 'tap'])
  expect(tap).toMatch(/^TAP version 14\n1\.\.6\nok 1 - .* piece 1\n {2}---\n/)
  expect(tap).not.toContain('not ok')
  const { stdout: junit } = await run(['audit', kernel, '--reporter', 'junit'])
  expect(junit).toContain('tests="6" failures="0" errors="0"')
})

test('what is broken as it is fails, and what is undecided is a warning', async () => {
  const broken = write('broken.test', '.global x; d0.b0.t0 { fence.sc.gpu; st [x], 1; } assert ([x] == 0) as never;')
  const { status, stdout } = await run(['audit', broken, '--reporter', 'github'])
  expect(status).toBe(1)
  expect(stdout).toMatch(/^::error .*title=.* audit::as it is, `never` is violated\n/)
  const open = write('open.test', '.global x; d0.b0.t0 { fence.sc.gpu; st [x], 1; } assert ([x] == 1) as one;')
  const undecided = await run(['audit', open, '--timeout', '0.000001', '--reporter', 'github'])
  expect(undecided.stdout).toMatch(/^::warning /)
})

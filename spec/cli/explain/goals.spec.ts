/** Explanations without a question: data races, and threads that wait for ever. */

import { join } from 'node:path'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { run, write } = workplace()
const example = (name: string): string => join(root, 'examples', name)

const flag = `.global data; .global flag;
d0.b0.t0 { st [data], 42; st.relaxed.gpu [flag], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [flag]; bne r0, 1, end; ld r1, [data]; end: }
`

test('--race-free shows the races, and what ends them', async () => {
  const { status, stdout } = await run(['explain', example('kernels/spin-lock+no-fence.test'), '--race-free'])
  expect(status).toBe(0)
  expect(stdout).toContain('A data race (ISA 8.7.1):')
  expect(stdout).toContain('Together, these changes would end the data races:\n  insert fence.acq_rel.gpu')
  expect(stdout).not.toContain('lost_addition')
})

test('a test without a question is explained by its races, and without repairs on request', async () => {
  const path = write('flag.test', flag)
  const { stdout } = await run(['explain', path])
  expect(stdout).toContain('A data race (ISA 8.7.1):')
  expect(stdout).toContain('would end the data races:')
  expect((await run(['explain', path, '--no-repairs'])).stdout).not.toContain('would end')
  const document = await run(['explain', path, '--json'])
  expect(document.status).toBe(2)
  expect(document.stderr).toContain('the test has no question to explain')
})

test('--hangs shows a thread that waits for ever, or says that there is none', async () => {
  const hangs = await run(['explain', example('launches/signal-pad+late-clear.test'), '--hangs', '--no-repairs'])
  expect(hangs.stdout).toContain(' · hangs · ptx-9.4: a thread can wait for ever')
  expect(hangs.stdout).toContain('waits for ever in loop')
  const ends = await run(['explain', example('kernels/spin-lock.test'), '--hangs'])
  expect(ends).toMatchObject({ status: 0 })
  expect(ends.stdout).toMatch(/: no thread waits for ever\n$/)
})

test('goals have no document of their own, and a question beside them is explained, too', async () => {
  const { status, stderr } = await run(['explain', example('kernels/spin-lock.test'), '--hangs', '--json'])
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('it explains as text') })
  const path = example('kernels/spin-lock+no-fence.test')
  const both = await run(['explain', path, '--race-free', '--question', 'lost_addition', '--no-repairs'])
  expect(both.stdout).toMatch(/A data race[\s\S]*lost_addition/)
})

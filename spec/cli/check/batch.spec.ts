import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { questionReport } from '../../../report/check.js'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()

/**
 * Returns a test of different bits, none of which may be lost. It is hard: no two threads are alike, and these are not
 * additions.
 */
const adding = (threads: number): string =>
  `.global x; ${Array.from({ length: threads }, (_, i) => `d0.b${i}.t0 { atom.or.relaxed.gpu r, [x], ${2 ** i}; }`).join(' ')}
assert ([x] == ${2 ** threads - 1}) as complete; check ([x] == 0) as nothing;`

const steady = (text: string) => text.replace(/ +\d+\.\d ms/g, '').replace(/\d+\.\d+ s$/m, '')

test('on two threads as on one, in the order of the input', async () => {
  const isa = join(root, 'examples/isa')
  const one = await run(['check', isa, '--jobs', '1'])
  const two = await run(['check', isa, '--jobs', '2'])
  expect(two.status).toBe(0)
  expect(steady(two.stdout)).toBe(steady(one.stdout))
})

test('--jsonl: a verdict on each line, and nothing else', async () => {
  const { stdout } = await run(['check', '--jsonl', join(root, 'examples/classic/MP.test')])
  const lines = stdout.trim().split('\n')
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) expect(() => questionReport.parse(JSON.parse(line))).not.toThrow()
})

test('--timeout holds for each question, and costs only those that need more', async () => {
  const [endless, easy] = [write('endless.test', adding(16)), write('easy.test', adding(2))]
  // The limit is far above what the easy question needs on any machine.
  const start = performance.now()
  expect((await run(['check', '--timeout', '600', '--jobs', '1', easy])).status).toBe(0)
  const seconds = Math.ceil((3 * (performance.now() - start)) / 1000)
  const { status, stdout } = await run(['check', '--timeout', `${seconds}`, '--jobs', '1', endless, easy])
  expect(status).toBe(3)
  expect(stdout).toMatch(/endless\.test {2}complete {2}undecided.*\n {4}the time limit was reached/)
  expect(stdout).toMatch(/easy\.test {2}complete {2}holds/)
})

test('--memory: a test that needs more is undecided, and another z3 decides the next test', async () => {
  const [large, small] = [write('large.test', adding(24)), write('small.test', adding(2))]
  const { status, stdout } = await run(['check', '--memory', '16', '--jobs', '1', large, small])
  expect(status).toBe(3)
  expect(stdout).toMatch(
    /large\.test {2}complete {2}undecided.*\n {4}(z3 ran out of memory, with|the memory limit of 16 megabytes was reached; --memory raises it; the test has) 49 events/,
  )
  expect(stdout).toMatch(/small\.test {2}complete {2}holds/)
})

test('Ctrl-C: status 130, and the results so far', async () => {
  const files = [write('first.test', adding(2)), write('endless.test', adding(16))]
  const child = spawn(process.execPath, [join(root, 'dist/ptx-litmus.js'), 'check', '--jobs', '2', ...files], {
    cwd: folder,
  })
  let reported = ''
  child.stdout.on('data', (data: Buffer) => {
    reported += data.toString()
    // Only once: a second Ctrl-C would end the process outright.
    if (reported.includes('nothing') && !child.killed) child.kill('SIGINT')
  })
  const status = await new Promise((resolve) => child.on('exit', resolve))
  expect(status).toBe(130)
  expect(reported).toMatch(/first\.test {2}complete/)
  expect(reported).toContain('of 2 tests in 2 files')
})

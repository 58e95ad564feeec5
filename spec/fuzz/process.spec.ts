import { closeSync, openSync } from 'node:fs'
import { type Allowance, complaintAboutRun, runProcess } from '../../fuzz/process.js'
import { workplace } from '../cli/workplace.js'

const { folder, write } = workplace()

/** An empty script takes 50 MiB. */
const little: Allowance = { memory: 150, seconds: 1, waiting: 600 }

const complaintAbout = async (script: string, fails = false): Promise<string | undefined> =>
  complaintAboutRun(await runProcess(write('script.mjs', script), { words: [] }, folder, little), fails, little)

test('a run that ends as it should raises no complaint', async () => {
  expect(await complaintAbout('')).toBeUndefined()
  expect(await complaintAbout('process.exitCode = 3')).toBeUndefined()
  expect(await complaintAbout('console.error("a file is missing"); process.exitCode = 2', true)).toBeUndefined()
})

test.each([
  ['an exception', 'throw new Error("no")', false, /^reports a bug of its own: /],
  ['a fault that is reported', 'console.error("internal error, please report it: no")', false, /^reports a bug/],
  ['another status', 'process.exitCode = 7', false, /^ends with status 7$/],
  ['a signal', 'process.kill(process.pid)', false, /^ends with status null$/],
  ['a failure that is none', '', true, /^ends with status 0, though it failed$/],
  ['a failure without a word', 'process.exitCode = 2', true, /does not say why$/],
  ['a hang', 'for (;;);', false, /^takes too long: \d/],
  [
    'too much memory',
    'const all = Buffer.alloc(2e8, 1); setTimeout(() => all, 500)',
    false,
    /^takes 2\d\d MiB of memory$/,
  ],
])('%s is a complaint', async (_, script, fails, message) => {
  expect(await complaintAbout(script, fails)).toMatch(message)
})

test('it has its words, its input and its output', async () => {
  const script = write(
    'echo.mjs',
    'process.stdin.on("data", (data) => process.stdout.write([...process.argv.slice(2), data].join()))',
  )
  expect(await runProcess(script, { words: ['a', 'b'], input: 'c' }, folder)).toMatchObject({
    status: 0,
    stdout: 'a,b,c',
    isHung: false,
  })
  const full = openSync('/dev/full', 'w')
  const { status } = await runProcess(script, { words: [], input: 'c', output: full }, folder)
  closeSync(full)
  expect(status).not.toBe(0)
})

/**
 * `npm run soak -- [--seconds N] [--seed S] [--shard i/n] [-t NAME] [FILE…]`: runs the specs that draw at random, or
 * take examples at random, from a fresh seed for some N seconds, on all processors. Prints a line for each with what it
 * drew. The exit status is 1 if one fails; the command that repeats it is printed. FILE is a part of the path of a file
 * of specs, from the folder of the project, NAME a pattern of the names of tests. In a short time the seed chooses some
 * of the files.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

const misused = (message) => {
  console.error(`soak: ${message}`)
  process.exit(2)
}

/** Returns the options of the command line. */
function read() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '600' },
        seed: { type: 'string', default: `${Date.now() % 2 ** 31}` },
        shard: { type: 'string', default: '1/1' },
        testNamePattern: { type: 'string', short: 't', default: '' },
      },
    })
    const [seconds, seed] = [Number(values.seconds), Number(values.seed)]
    const [, index, count] = (/^(\d+)\/(\d+)$/.exec(values.shard) ?? []).map(Number)
    if (!(seconds > 0 && seconds <= 1e6)) misused('--seconds must be a number above 0, of at most a million')
    if (!Number.isInteger(seed)) misused('--seed must be a whole number')
    if (!(index >= 1 && index <= count)) misused('--shard must be i/n, such as 1/2')
    return { seconds, seed, index, count, pattern: values.testNamePattern, wanted: positionals }
  } catch (error) {
    return misused(error.message)
  }
}

/** Returns the path from the folder of the project, with slashes. */
function pathOf(file) {
  return relative(root, file).replaceAll(sep, '/')
}

/** Returns at most this many of the files, selected by the seed. */
function chosen(files, most) {
  if (files.length <= most) return files
  const keyOf = (file) =>
    createHash('sha256')
      .update(`${seed} ${pathOf(file)}`)
      .digest('hex')
  const keyed = files.map((file) => [keyOf(file), file]).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return keyed.slice(0, most).map(([, file]) => file)
}

const { seconds, seed, index, count, pattern, wanted } = read()

/** The fewest seconds for a file of specs: loading it takes one of them. */
const least = 5

const meant = readdirSync(join(root, 'spec'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => join(root, 'spec', file))
  .filter((file) => /\b(randomly|always|onEach|inSoak|agreeOn)\(/.test(readFileSync(file, 'utf8')))
  .filter((file) => wanted.length === 0 || wanted.some((part) => pathOf(file).includes(part)))
  .toSorted()
  .filter((_, i) => i % count === index - 1)
if (meant.length === 0) misused('no spec that draws is meant')

const files = chosen(meant, Math.max(1, Math.floor((seconds * availableParallelism()) / least)))
const workers = Math.min(files.length, availableParallelism())
const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-soak-'))
const soak = {
  seed,
  isNamed: pattern !== '',
  seconds: (seconds * workers) / files.length,
  report: join(folder, 'report'),
}
const jest = [
  ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', join(root, 'node_modules/jest/bin/jest.js')],
  ['--reporters', join(root, 'spec/soak-reporter.mjs'), '--testTimeout', `${(seconds + 3600) * 1000}`],
  ['--maxWorkers', `${workers}`, '--testNamePattern', `(?:${pattern}).* \\(random\\)$`],
  ['--runTestsByPath', ...files],
].flat()
const left = meant.length - files.length
console.log(`seed ${seed}, ${files.length} files of specs, ${soak.seconds.toFixed(1)} s each`)
if (left > 0) console.log(`${seconds} s are too short for all: the seed leaves out ${left} files`)
const child = spawn(process.execPath, jest, {
  cwd: root,
  // The process has its own group, so that a signal also ends its workers.
  detached: true,
  stdio: 'inherit',
  env: { ...process.env, SOAK: JSON.stringify(soak) },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.kill(-child.pid, signal))
child.on('close', (status, signal) => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(status ?? 128 + constants.signals[signal])
})

/** Measures: what a process costs from start to verdict, and where the time of each test goes. `npm run bench`. */

import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defaultModel } from '../axioms/models.js'
import { findFiles, readSource } from '../cli/files.js'
import { packageVersions } from '../cli/versions.js'
import { ask, prepare } from '../encoder/decide.js'
import { startSolver } from '../encoder/smt.js'
import { readTests } from '../litmus/read.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const timed = (args: readonly string[]): number => {
  const start = performance.now()
  const { status } = spawnSync(process.execPath, args, { cwd: root })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ends with status ${status}`)
  return performance.now() - start
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
const ascending = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b)
const median = (values: readonly number[]): number => quantile(ascending(values), 0.5)
const ms = (value: number): string => value.toFixed(value < 100 ? 2 : 0).padStart(9)

/** Both commands in turn, so that the load of the machine meets both alike. */
function startUp(): void {
  const runs = 10
  const example = 'examples/paper/figure-6-whole-program.test'
  const bare: number[] = []
  const whole: number[] = []
  for (let i = 0; i < runs; i++) {
    bare.push(timed(['bench/bare.mjs']))
    whole.push(timed(['dist/ptx-litmus.js', 'check', '--quiet', example]))
  }
  console.log(`start-up, as whole processes, median of ${runs} in turn (ms)`)
  console.log(`  z3 and one trivial check  ${ms(median(bare))}`)
  console.log(`  check ${example}  ${ms(median(whole))}  ${(median(whole) / median(bare)).toFixed(2)} times`)
}

type Phase = 'read' | 'build' | 'load' | 'solve' | 'all'

async function eachTest(folder: string): Promise<void> {
  const solver = await startSolver()
  const measured: { readonly [P in Phase]: number }[] = []
  let questions = 0
  const began = performance.now()
  for (const file of findFiles([folder]).files) {
    const start = performance.now()
    const source = readSource(file)
    if (!source.ok) throw new Error(`${file} cannot be read`)
    const { tests } = readTests(source.value)
    const read = (performance.now() - start) / tests.length
    for (const test of tests) {
      const { answers, build, load } = ask(prepare(test, defaultModel, { oneOfAlike: true }), solver)
      const solve = answers.reduce((sum, answer) => sum + answer.solve, 0)
      questions += answers.length
      measured.push({ read, build, load, solve, all: read + build + load + solve })
    }
  }
  console.log(
    `\n${folder}: ${measured.length} tests, ${questions} questions in ${ms(performance.now() - began).trim()} ms`,
  )
  console.log('  ms           median  95th percentile')
  for (const phase of ['read', 'build', 'load', 'solve', 'all'] as const) {
    const values = ascending(measured.map((one) => one[phase]))
    console.log(`  ${phase.padEnd(6)}   ${ms(quantile(values, 0.5))}  ${ms(quantile(values, 0.95))}`)
  }
}

/** Resident memory after the 200th and after the last of many tests in one process, in MiB. */
async function memory(folder: string, count: number): Promise<void> {
  const solver = await startSolver()
  const tests = findFiles([folder]).files.flatMap((file) => {
    const source = readSource(file)
    return source.ok ? readTests(source.value).tests : []
  })
  const resident = () => process.memoryUsage().rss / 2 ** 20
  let early = 0
  for (let i = 1; i <= count; i++) {
    const test = tests[i % tests.length]
    if (test !== undefined) ask(prepare(test, defaultModel, { oneOfAlike: true }), solver)
    if (i === 200) early = resident()
  }
  console.log(`\nmemory: ${early.toFixed(0)} MiB after 200 tests, ${resident().toFixed(0)} MiB after ${count}`)
}

const versions = packageVersions()
console.log(
  `ptx-litmus ${versions['ptx-litmus']}, z3-solver ${versions['z3-solver']}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model})\n`,
)
startUp()
const published = process.env['CONFORMANCE_DIR']
for (const folder of ['examples', ...(published === undefined ? [] : [published])]) await eachTest(folder)
await memory('examples', 2000)
process.exit(0)

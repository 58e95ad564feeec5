/**
 * Measures: what a process costs from start to verdict, where the time of each test goes, how families of tests grow.
 * `npm run bench`, with `--json FILE` for the figures as data. `npm run bench -- --peer 'CMD {}' [FILE…]` instead runs
 * a peer's command and this one in turn on the files, or on a few members of the families; `npm run bench -- --family
 * NAME` measures some families only, `npm run bench -- --kernels` the compiled kernels among the examples only; and
 * `npm run bench -- --many N` one run of the command on N tests. With `--solver z3`, z3 decides, and not CaDiCaL.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultModel } from '../axioms/models.js'
import { packageVersions } from '../cli/console/versions.js'
import { findTests, readTestFile, testsOf } from '../cli/input/tests.js'
import { startSolver } from '../cli/z3/start.js'
import { ask, prepare } from '../encoder/decide/decide.js'
import { formulaBuilder } from '../encoder/formula/formula.js'
import { toSmtLib } from '../encoder/formula/smtlib.js'
import { startSat } from '../encoder/solver/sat.js'
import type { Solver } from '../encoder/solver/solver.js'
import { must } from '../source/must.js'
import { type Family, families } from './families.js'
import { kernels } from './kernels.js'
import { many } from './many.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const timed = (args: readonly string[]): number => {
  const start = performance.now()
  const { status } = spawnSync(process.execPath, args, { cwd: root })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ends with status ${status}`)
  return performance.now() - start
}

const quantile = (sorted: readonly number[], q: number): number =>
  must(sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))], 'a value to measure')
const ascending = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b)
const median = (values: readonly number[]): number => quantile(ascending(values), 0.5)
const ms = (value: number): string => value.toFixed(value < 100 ? 2 : 0).padStart(9)

/**
 * Runs two commands in turn, so that the load of the machine affects both alike: returns the median of each, in
 * milliseconds.
 */
function inTurn(runs: number, one: () => number, other: () => number): readonly [number, number] {
  const rounds = Array.from({ length: runs }, () => [one(), other()] as const)
  return [median(rounds.map(([first]) => first)), median(rounds.map(([, second]) => second))]
}

function startUp() {
  const runs = 10
  const example = 'examples/paper/figure-6-whole-program.test'
  const [bare, whole] = inTurn(
    runs,
    () => timed(['bench/bare.mjs']),
    () => timed(['dist/ptx-litmus.js', 'check', '--quiet', example]),
  )
  console.log(`start-up, as whole processes, median of ${runs} in turn (ms)`)
  console.log(`  z3 and one trivial check  ${ms(bare)}`)
  console.log(`  check ${example}  ${ms(whole)}  ${(whole / bare).toFixed(2)} times`)
  return { bare, whole }
}

/** The parts of a test's time, their sum, and that sum by question. */
const phases = ['read', 'build', 'load', 'solve', 'all', 'question'] as const
type Phase = (typeof phases)[number]

function eachTest(folder: string, solver: Solver) {
  const measured: { readonly [P in Phase]: number }[] = []
  let questions = 0
  const began = performance.now()
  const usage = process.cpuUsage()
  for (const file of findTests([folder]).files) {
    const start = performance.now()
    const result = readTestFile(file)
    if (!result.ok) throw new Error(`${file.path} cannot be read`)
    const { tests } = result.value
    const read = (performance.now() - start) / tests.length
    for (const test of tests) {
      const { answers, build, load } = ask(prepare(test, defaultModel, { breakSymmetry: true }), solver)
      const solve = answers.reduce((sum, answer) => sum + answer.solve, 0)
      questions += answers.length
      const all = read + build + load + solve
      measured.push({ read, build, load, solve, all, question: all / answers.length })
    }
  }
  const [all, user] = [performance.now() - began, process.cpuUsage(usage).user / 1000]
  console.log(
    `\n${folder}: ${measured.length} tests, ${questions} questions in ${ms(all).trim()} ms; ${ms(user).trim()} ms of processor time`,
  )
  console.log('  ms           median  95th percentile')
  const parts = phases.map((phase) => {
    const values = ascending(measured.map((one) => one[phase]))
    const [median, most] = [quantile(values, 0.5), quantile(values, 0.95)]
    console.log(`  ${phase.padEnd(8)} ${ms(median)}  ${ms(most)}`)
    return { phase, median, most }
  })
  return { folder, tests: measured.length, questions, all, user, phases: parts }
}

/** Decides all tests of the folders in one run of the command, on one thread and on two in turn. */
function wholeRuns(folders: readonly string[]) {
  const run = (jobs: string) => () => {
    const start = performance.now()
    const { error } = spawnSync(
      process.execPath,
      ['dist/ptx-litmus.js', 'check', '--quiet', '--jobs', jobs, ...folders],
      {
        cwd: root,
        stdio: 'ignore',
      },
    )
    if (error !== undefined) throw error
    return performance.now() - start
  }
  const [one, two] = inTurn(5, run('1'), run('2'))
  console.log(
    `\ncheck of all of them as one process, median of 5 in turn (ms): --jobs 1 ${ms(one)}, --jobs 2 ${ms(two)}`,
  )
  return { one, two }
}

/** Milliseconds for one check, beyond which a family ends. */
const patience = 60_000

/** Decides each member of a family, from the smallest, until one is not decided in time. */
function growth(family: Family, solver: Solver) {
  console.log(`\n${family.name}: milliseconds by ${family.size}; the formula in thousands of characters`)
  console.log(
    `  ${family.size.padEnd(8)} events  formula     read    build     load    solve      all processor  verdict`,
  )
  const members = []
  for (const size of family.sizes) {
    const usage = process.cpuUsage()
    const start = performance.now()
    const name = join(family.folder ?? '', `${family.name}${family.ending}`)
    const [first] = testsOf({ name, text: family.text(size) }, { path: name, rows: undefined }).tests
    const test = must(first, `a test in ${family.name} of ${size}`)
    const read = performance.now() - start
    const prepared = prepare(test, defaultModel, { bound: family.bound?.(size), breakSymmetry: true })
    const { graph, answers, build, load } = ask(prepared, solver, patience)
    const all = performance.now() - start
    const user = process.cpuUsage(usage).user / 1000
    const solve = answers.reduce((sum, answer) => sum + answer.solve, 0)
    const verdict = must(answers[0], 'an answer').verdict.kind
    const formula = 'smt' in prepared.problem ? Math.round(prepared.problem.smt.text.length / 1000) : 0
    const figures = [
      graph.events.length,
      formula,
      ...[read, build, load, solve, all, user].map((value) => value.toFixed(1)),
    ]
    const columns = figures.map((one) => String(one).padStart(9)).join('')
    console.log(`  ${String(size).padEnd(5)}${columns}  ${verdict}`)
    members.push({ size, events: graph.events.length, formula, read, build, load, solve, all, user, verdict })
    if (verdict === 'undecided') break
  }
  return { family: family.name, members }
}

/** Runs both commands on each file in turn, as whole processes; the exit status of the peer does not matter. */
function besidePeer(command: string, files: readonly string[]): void {
  console.log(`whole processes, median of 5 in turn (ms); peer: ${command}`)
  for (const file of files) {
    const run = (program: string, args: readonly string[]) => () => {
      const start = performance.now()
      const { error } = spawnSync(program, args, { stdio: 'ignore' })
      if (error !== undefined) throw error
      return performance.now() - start
    }
    const [own, theirs] = inTurn(
      5,
      run(process.execPath, [join(root, 'dist/ptx-litmus.js'), 'check', '--quiet', file]),
      run('/bin/sh', ['-c', command.replaceAll('{}', '"$1"'), 'sh', file]),
    )
    console.log(`  ${ms(own)}  peer ${ms(theirs)}  ${(theirs / own).toFixed(2)} times  ${file}`)
  }
}

/** Writes some members of the families as files of a folder. */
function writeMembers(folder: string): readonly string[] {
  return families
    .filter(({ folder }) => folder === undefined)
    .flatMap(({ name, sizes, text, ending }) =>
      [0, Math.floor(sizes.length / 2)].map((at) => {
        const size = must(sizes[at], `a size of ${name}`)
        const path = join(folder, `${name}-${size}${ending}`)
        writeFileSync(path, text(size))
        return path
      }),
    )
}

/** Returns the resident memory after the 200th and after the last of many tests in one process, in MiB. */
function memory(folder: string, count: number, solver: Solver) {
  const tests = findTests([folder]).files.flatMap((file) => {
    const result = readTestFile(file)
    return result.ok ? result.value.tests : []
  })
  const resident = () => process.memoryUsage().rss / 2 ** 20
  let early = 0
  for (let i = 1; i <= count; i++) {
    const test = must(tests[i % tests.length], `a test in ${folder}`)
    ask(prepare(test, defaultModel, { breakSymmetry: true }), solver)
    if (i === 200) early = resident()
  }
  const late = resident()
  console.log(`\nmemory: ${early.toFixed(0)} MiB after 200 tests, ${late.toFixed(0)} MiB after ${count}`)
  return { early, late, count }
}

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    peer: { type: 'string' },
    many: { type: 'string' },
    kernels: { type: 'boolean' },
    family: { type: 'string', multiple: true },
    solver: { type: 'string', default: 'sat' },
  },
  allowPositionals: true,
})
const { json, peer } = values
const versions = packageVersions()
console.log(
  `ptx-litmus ${versions['ptx-litmus']}, z3-solver ${versions['z3-solver']}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model})\n`,
)
if (peer !== undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-bench-'))
  besidePeer(peer, positionals.length > 0 ? positionals : writeMembers(folder))
  rmSync(folder, { recursive: true })
  process.exit(0)
}
if (values.many !== undefined) {
  const { isComplete } = await many(join(root, 'dist/ptx-litmus.js'), Number(values.many))
  process.exit(isComplete ? 0 : 1)
}
const named = families.filter(({ name }) => values.family?.includes(name) ?? true)
const whole = values.kernels || values.family ? undefined : startUp()
const solver = await (values.solver === 'z3' ? startSolver() : startSat())
const trivial = solver.open(toSmtLib([formulaBuilder().variable('a')], () => []).smt)
trivial.check([])
trivial.close()
if (values.family !== undefined) {
  const grown = named.map((family) => growth(family, solver))
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ versions, families: grown }, undefined, 2)}\n`)
  process.exit(0)
}
const compiled = kernels(solver)
if (values.kernels) process.exit(0)
const published = process.env['CONFORMANCE_DIR']
const grown = families.map((family) => growth(family, solver))
const folders = ['examples', ...(published === undefined ? [] : [published])]
const each = folders.map((folder) => eachTest(folder, solver))
const runs = wholeRuns(folders)
const resident = memory('examples', 2000, solver)
if (json !== undefined)
  writeFileSync(
    json,
    `${JSON.stringify({ versions, startUp: whole, kernels: compiled, families: grown, each, runs, memory: resident }, undefined, 2)}\n`,
  )
process.exit(0)

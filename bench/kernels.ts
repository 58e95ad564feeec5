/** The compiled kernels among the examples: what the command does with one of them in a process that has started. */

import { defaultModel } from '../axioms/models.js'
import { findTests, readTestFile } from '../cli/input/tests.js'
import { ask, prepare } from '../encoder/decide/decide.js'
import type { Solver } from '../encoder/solver/solver.js'
import { must } from '../source/must.js'

const folder = 'examples/kernels'
const parts = ['read', 'build', 'load', 'solve', 'all', 'processor'] as const
type Times = { readonly [P in (typeof parts)[number]]: number }

/** Measures the times of each kernel, in milliseconds, from the run with the median total time. */
export function kernels(solver: Solver, runs = 5) {
  console.log(`\n${folder}: median of ${runs} (ms); the formula in thousands of characters`)
  console.log(`  events  formula${parts.map((part) => part.padStart(10)).join('')}  verdict`)
  return findTests([folder]).files.map((file) => {
    const measured = Array.from({ length: runs }, () => once(file, solver)).toSorted((a, b) => a.all - b.all)
    const { events, formula, verdict, ...times } = must(measured[Math.floor(runs / 2)], 'a run')
    const columns = [events, formula, ...parts.map((part) => times[part].toFixed(1))]
    const [first, ...others] = columns.map(String)
    console.log(`  ${first?.padStart(6)}${others.map((one) => one.padStart(9)).join(' ')}  ${verdict}  ${file.path}`)
    return { file: file.path, events, formula, verdict, ...times }
  })
}

/** Decides the first question of the file's first test, once. */
function once(
  file: Parameters<typeof readTestFile>[0],
  solver: Solver,
): Times & { readonly events: number; readonly formula: number; readonly verdict: string } {
  const usage = process.cpuUsage()
  const start = performance.now()
  const tests = readTestFile(file)
  if (!tests.ok) throw new Error(`${file.path} cannot be read`)
  const test = must(tests.value.tests[0], `a test in ${file.path}`)
  const read = performance.now() - start
  const prepared = prepare(test, defaultModel, { breakSymmetry: true })
  const { graph, answers, build, load } = ask(prepared, solver)
  const all = performance.now() - start
  const { user, system } = process.cpuUsage(usage)
  return {
    read,
    build,
    load,
    solve: answers.reduce((sum, answer) => sum + answer.solve, 0),
    all,
    processor: (user + system) / 1000,
    events: graph.events.length,
    formula: 'smt' in prepared.problem ? Math.round(prepared.problem.smt.text.length / 1000) : 0,
    verdict: must(answers[0], 'an answer').verdict.kind,
  }
}

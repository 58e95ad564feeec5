/**
 * Repairs every broken test among the examples, weakens every correct one, decides the results again, and writes tables
 * to reports/repairs.md: `npm run repairs`. With parts of the names of tests it prints only their rows.
 */

import { parseArgs } from 'node:util'
import { defaultModel } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { startSat } from '../../encoder/solver/sat.js'
import type { Program, Question } from '../../litmus/program.js'
import { fix } from '../../repair/fix.js'
import { weaken } from '../../repair/weaken.js'
import { nameOf, readExamples, timed, writePage } from '../on-examples.js'
import { brokenAmong } from './broken.js'
import { type FixedTest, fixedTable, type WeakenedTest, weakenedTable } from './table.js'

/** Milliseconds for each test. */
const timeout = 20_000
const model = defaultModel

const { positionals } = parseArgs({ allowPositionals: true })
const tests = readExamples()
const solver = await startSat()

const decisions = tests.flatMap((program) =>
  decide(program, solver, { model, timeout, liveness: false }).answers.map(
    ({ question, verdict, undefined: reached }) => ({
      test: nameOf(program),
      program,
      kind: question.kind,
      question: question.name,
      asked: question,
      verdict: verdict.kind,
      // If behaviour is undefined, or no execution ends, a claim that holds means nothing.
      isCorrect:
        verdict.kind === 'forbidden' && !verdict.vacuous && reached.kind === 'known' && reached.found.length === 0,
    }),
  ),
)
const broken = brokenAmong(decisions)
const isChosen = (program: Program): boolean =>
  positionals.length === 0 || positionals.some((part) => nameOf(program).includes(part))

const failures: string[] = []

/** Checks that these outcomes are out of reach, and records those that are not as failures. */
function verify(program: Program, questions: readonly Question[]): void {
  const { answers } = decide({ ...program, questions }, solver, { model })
  for (const { question, verdict } of answers)
    if (verdict.kind !== 'forbidden' || verdict.vacuous)
      failures.push(`${nameOf(program)}, changed: ${question.name} is ${verdict.kind}`)
}

const fixedTests: FixedTest[] = []
const weakenedTests: WeakenedTest[] = []
for (const program of tests.filter(isChosen)) {
  const test = nameOf(program)
  const wrong = broken.filter((one) => one.program === program).map(({ asked }) => asked)
  const right = decisions
    .filter((one) => one.program === program && one.kind !== 'permit' && one.isCorrect)
    .map(({ asked }) => asked)
  if (wrong.length > 0) {
    const claims = right.filter(({ kind }) => kind === 'assert')
    const { result: fixed, seconds } = timed(() =>
      fix(program, solver, { model, timeout, goal: { kind: 'claims', questions: wrong } }),
    )
    if (fixed.kind === 'repaired') for (const repair of fixed.repairs) verify(repair.program, [...wrong, ...claims])
    fixedTests.push({ test, program, questions: wrong.map(({ name }) => name), fixed, seconds })
  } else if (right.length > 0) {
    const { result: weakened, seconds } = timed(() => weaken(program, solver, { model, timeout, questions: right }))
    if (weakened.kind === 'weakened') for (const one of [...weakened.alone, weakened.best]) verify(one.program, right)
    weakenedTests.push({ test, program, weakened, seconds })
  } else continue
  console.error(
    `${test}: ${(fixedTests.at(-1)?.test === test ? fixedTests : weakenedTests).at(-1)?.seconds.toFixed(2)} s`,
  )
}

if (failures.length > 0) throw new Error(failures.join('\n'))
const written = ['## Repairs', fixedTable(fixedTests), '## Weakenings', weakenedTable(weakenedTests)].join('\n\n')
if (positionals.length > 0) console.log(written)
else writePage('repairs.md', 'repairs', written)
process.exit(0)

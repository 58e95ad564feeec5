/**
 * Decides the tests of a suite, and all tests that are one step weaker, by brute force: each test must be forbidden,
 * and each step allowed. `npm run suite:brute -- SUITE [--shard i/n]`. Exit status 1 if one is not.
 */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { models } from '../../axioms/models.js'
import { bruteForce } from '../../encoder/decide/brute.js'
import { suiteDocument } from '../../report/suite.js'
import { must } from '../../source/must.js'
import { programIn, testText } from '../../synthesis/program.js'
import { sketchOf } from '../../synthesis/read.js'
import { stepsOf } from '../../synthesis/steps.js'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { shard: { type: 'string' } } })
const suite = suiteDocument.parse(JSON.parse(readFileSync(must(positionals[0], 'the file of a suite'), 'utf8')))
const [number = 1, of = 1] = (values.shard ?? '1/1').split('/').map(Number)
const model = must(
  models.find(({ name }) => name === suite.model),
  'a model of the tool',
)
const tests = suite.tests.filter((_, i) => i % of === number - 1)

/** The verdict on each text. */
const verdicts = new Map<string, string>()
const verdictOn = (text: string): string => {
  const cached = verdicts.get(text)
  if (cached !== undefined) return cached
  const { verdict } = must(bruteForce(programIn(text), model).answers[0], 'an answer')
  const said = verdict.kind === 'undecided' ? `undecided: ${verdict.reason}` : verdict.kind
  verdicts.set(text, said)
  return said
}

const counts = new Map<string, number>()
let [wrong, undecided] = [0, 0]
for (const [i, { name, text }] of tests.entries()) {
  const read = sketchOf(programIn(text))
  if (read.kind !== 'sketch') throw new Error(`${name} is not a sketch: ${read.why}`)
  const { labelled, outcome } = read
  const questions = [
    { expected: 'forbidden', text: testText(labelled, outcome) },
    ...stepsOf(labelled, outcome, suite.vocabulary).map((step) => ({
      expected: 'allowed',
      text: testText(step.labelled, step.outcome),
    })),
  ]
  for (const { expected, text } of questions) {
    const verdict = verdictOn(text)
    counts.set(`${expected}, ${verdict}`, (counts.get(`${expected}, ${verdict}`) ?? 0) + 1)
    if (verdict === expected) continue
    if (verdict.startsWith('undecided')) {
      undecided += 1
      continue
    }
    wrong += 1
    console.log(`${name}: expected ${expected}, found ${verdict}:\n${text}`)
  }
  if (i % 100 === 99)
    process.stderr.write(`${i + 1} of ${tests.length} tests, ${wrong} wrong, ${undecided} undecided\n`)
}
for (const [what, count] of counts) console.log(`${count} expected ${what}`)
console.log(`${verdicts.size} different questions about ${tests.length} of ${suite.tests.length} tests, ${wrong} wrong`)
process.exitCode = wrong === 0 ? 0 : 1

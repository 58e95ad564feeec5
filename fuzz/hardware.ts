/**
 * `npm run fuzz:hardware -- FOLDER [--runs N] [--seed S]`: writes random tests that a GPU can run and whose final
 * states the model lists in full. All their executions end, without undefined behaviour. `--undecided` asks no model:
 * the tests are for programs that only assemble them.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { defaultModel } from '../axioms/models.js'
import { startSolver } from '../cli/z3/start.js'
import { outcomes } from '../encoder/decide/outcomes.js'
import { observedTerms, planOf } from '../hardware/plan.js'
import type { Program } from '../litmus/program.js'
import { readTests } from '../litmus/read.js'
import { barrierPrograms } from './barriers.js'
import { clusterPrograms } from './clusters.js'
import { herdPrograms } from './herd.js'
import { memoryPrograms } from './memory.js'
import { programs } from './programs.js'
import { warpPrograms } from './warps.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    undecided: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run fuzz:hardware -- FOLDER [--runs N] [--seed S] [--undecided]')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
const solver = values.undecided ? undefined : await startSolver()
const model = defaultModel
/** The styles of programs to draw, with their shares. */
const drawn: readonly (readonly [name: string, ending: string, share: number, of: fc.Arbitrary<string> | undefined])[] =
  [
    ['plain', 'test', 0.5, programs(model)],
    ['herd', 'litmus', 0.2, herdPrograms(model)],
    ['memory', 'test', 0.1, memoryPrograms(model)],
    ['barriers', 'test', 0.05, barrierPrograms(model)],
    ['clusters', 'test', 0.1, clusterPrograms(model)],
    ['warps', 'test', 0.05, warpPrograms(model)],
  ]

/** Returns whether the results of a GPU on a test would be informative, as far as that is asked. */
function isTelling(program: Program): boolean {
  if (program.threads.length < 2 || planOf(program).kind !== 'plan') return false
  if (solver === undefined) return true
  const listed = outcomes(program, solver, { model, besides: observedTerms(program), limit: 200, timeout: 5000 })
  const { ending, undefined: reached, liveness, found } = listed
  return (
    ending.kind === 'complete' &&
    reached.kind === 'known' &&
    reached.found.length === 0 &&
    liveness?.kind === 'ends' &&
    found.length > 1
  )
}

for (const [name, ending, share, of] of drawn) {
  const wanted = Math.ceil(Number(values.runs) * share)
  let written = 0
  for (let round = 0; of !== undefined && written < wanted && round < (values.undecided ? 300 : 30); round++) {
    for (const text of fc.sample(of, { numRuns: 100, seed: Number(values.seed) * 1000 + round })) {
      const { tests, diagnostics } = readTests({ name: `${name}.${ending}`, text })
      const [test] = tests
      if (written === wanted || test === undefined || diagnostics.length > 0 || !isTelling(test)) continue
      written += 1
      writeFileSync(join(folder, `${name}-${`${written}`.padStart(3, '0')}.${ending}`), text)
    }
  }
  console.log(`${name}: ${written}`)
}

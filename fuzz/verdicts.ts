/** `npm run fuzz:verdicts -- --runs N [--model NAME] [--seed S]`: z3 against brute force, as long as asked. */

import { parseArgs } from 'node:util'
import { models } from '../axioms/models.js'
import { startSolver } from '../encoder/smt.js'
import { compareSolvers } from './agree.js'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, model: { type: 'string' }, seed: { type: 'string' } },
})
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const chosen = models.filter(({ name }) => values.model === undefined || name === values.model)
if (chosen.length === 0) {
  console.error(`no model ${values.model}; the models are ${models.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const solver = await startSolver()
let failed = false
for (const model of chosen) {
  const start = performance.now()
  const { programs, allowed, forbidden, undecided, counterexample } = compareSolvers(
    model,
    solver,
    Number(values.runs),
    seed,
  )
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `${model.name}: ${programs} programs, ${allowed} allowed, ${forbidden} forbidden, ${undecided} undecided by brute force; seed ${seed}; ${seconds} s`,
  )
  if (counterexample !== undefined) console.log(`disagreement on\n\n${counterexample}`)
  failed ||= counterexample !== undefined
}
process.exit(failed ? 1 : 0)

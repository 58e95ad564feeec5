/**
 * `npm run fuzz:verdicts -- --runs N [--model NAME] [--seed S]`: z3 against brute force, as long as asked. With `--same`, a search for
 * a difference between ptx-7.5 and forms of it that are believed to be the same model. With `--encodings`, the three forms of an encoding
 * against each other, with `--large`, too, on larger programs. `--style NAME` draws programs of one style. With `--races`, races of loops that
 * wait against those of the loops written out. With `--kernels`, kernels launched with one thread against an interpreter of their own. With
 * `--repairs`, the cheapest repairs and weakenings against all cheaper sets of changes.
 */

import { parseArgs } from 'node:util'
import { defaultModel, models } from '../axioms/models.js'
import { startSolver } from '../cli/z3/start.js'
import { compareSolvers, styles } from './agree.js'
import { brokenStyles } from './broken.js'
import { compareEncodings, large } from './encodings.js'
import { compareInterpreted } from './interpreted.js'
import { randomKernels } from './kernels/generate.js'
import { compareRaces, raceStyles } from './races.js'
import { compareRepairs } from './repairs.js'
import { searchDifference, variants } from './same.js'
import { compareWeakenings } from './weakenings.js'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    model: { type: 'string' },
    seed: { type: 'string' },
    same: { type: 'boolean', default: false },
    encodings: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    races: { type: 'boolean', default: false },
    kernels: { type: 'boolean', default: false },
    repairs: { type: 'boolean', default: false },
    style: { type: 'string' },
  },
})
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const chosen = models.filter(({ name }) => values.model === undefined || name === values.model)
if (chosen.length === 0) {
  console.error(`no model ${values.model}; the models are ${models.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
let failed = false
if (values.same) {
  for (const variant of variants) {
    const { programs, executions, consistent, difference } = searchDifference(
      defaultModel,
      variant,
      Number(values.runs),
      seed,
    )
    console.log(
      `${defaultModel.name} ${variant.name}: ${programs} programs, ${executions} executions, ${consistent} consistent in both; seed ${seed}`,
    )
    if (difference !== undefined) console.log(`difference on\n\n${difference}`)
    failed ||= difference !== undefined
  }
  process.exit(failed ? 1 : 0)
}
const solver = await startSolver()
if (values.encodings) {
  for (const model of chosen) {
    const { programs, allowed, forbidden, undecided, symmetric, events, counterexample } = compareEncodings(
      model,
      solver,
      Number(values.runs),
      seed,
      values.large ? large(model) : undefined,
    )
    console.log(
      `${model.name}: ${programs} programs, ${allowed} allowed, ${forbidden} forbidden, ${undecided} undecided, ${symmetric} with threads that are alike, up to ${events} events; seed ${seed}`,
    )
    if (counterexample !== undefined) console.log(`disagreement on\n\n${counterexample}`)
    failed ||= counterexample !== undefined
  }
  process.exit(failed ? 1 : 0)
}
if (values.races) {
  for (const model of chosen)
    for (const { name, drawn } of raceStyles(model)) {
      const { programs, racy, free, open, brute, counterexample } = compareRaces(
        model,
        solver,
        drawn,
        Number(values.runs),
        seed,
      )
      console.log(
        `${model.name}, ${name}: ${programs} programs, ${racy} racy, ${free} race-free, ${open} so far, ${brute} by brute force, too; seed ${seed}`,
      )
      if (counterexample !== undefined) console.log(`disagreement on\n\n${counterexample}`)
      failed ||= counterexample !== undefined
    }
  process.exit(failed ? 1 : 0)
}
/** Sets of changes up to which a program is used. */
const mostSets = 1000
if (values.repairs) {
  for (const model of values.model === undefined ? [defaultModel] : chosen) {
    for (const style of brokenStyles) {
      if (values.style !== undefined && values.style !== style) continue
      const { programs, repaired, several, notRepaired, inTurn, sets, tooMany, counterexample } = compareRepairs(
        model,
        solver,
        style,
        Number(values.runs),
        seed,
        mostSets,
      )
      console.log(
        `${model.name}, ${style}: ${programs} programs, ${repaired} repaired, ${several} of them by several changes, ${notRepaired} without repair, ${inTurn} of them fail in turn; ${sets} cheaper sets of changes; ${tooMany} programs with more than ${mostSets} left out; seed ${seed}`,
      )
      if (counterexample !== undefined) console.log(`disagreement on\n\n${counterexample}`)
      failed ||= counterexample !== undefined
    }
    if (values.style !== undefined && values.style !== 'weakenings') continue
    const { programs, weakened, needed, raceFree, sets, tooMany, counterexample } = compareWeakenings(
      model,
      solver,
      Number(values.runs),
      seed,
      mostSets,
    )
    console.log(
      `${model.name}, weakenings: ${programs} programs, ${weakened} weakened, ${needed} with nothing to spare, ${raceFree} race-free; ${sets} cheaper forms; ${tooMany} programs with more than ${mostSets} left out; seed ${seed}`,
    )
    if (counterexample !== undefined) console.log(`disagreement on\n\n${counterexample}`)
    failed ||= counterexample !== undefined
  }
  process.exit(failed ? 1 : 0)
}
if (values.kernels) {
  // The models agree on one thread.
  for (const model of values.model === undefined ? [defaultModel] : chosen) {
    const { kernels, counterexample } = compareInterpreted(model, solver, randomKernels, Number(values.runs), seed)
    console.log(`${model.name}: ${kernels} kernels; seed ${seed}`)
    if (counterexample !== undefined) console.log(`disagreement on\n\n${counterexample}`)
    failed ||= counterexample !== undefined
  }
  process.exit(failed ? 1 : 0)
}
for (const model of chosen) {
  for (const { name, texts } of styles) {
    const drawn = values.style === undefined || values.style === name ? texts(model) : undefined
    if (drawn === undefined) continue
    const start = performance.now()
    const { programs, allowed, forbidden, undecided, notCovered, hanging, reachingUndefined, counterexample } =
      compareSolvers(model, solver, drawn, Number(values.runs), seed)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(
      `${model.name}, ${name}: ${programs} programs, ${allowed} allowed, ${forbidden} forbidden, ${undecided} undecided by brute force, ${notCovered} not covered, ${hanging} programs that hang, ${reachingUndefined} that reach undefined behaviour; seed ${seed}; ${seconds} s`,
    )
    if (counterexample !== undefined) console.log(`disagreement on\n\n${counterexample}`)
    failed ||= counterexample !== undefined
  }
}
process.exit(failed ? 1 : 0)

/** The plan of a regression: the subjects that it compares. */

import { existsSync } from 'node:fs'
import type { Model } from '../../axioms/algebra/terms.js'
import type { RegressReport } from '../../report/regress.js'
import { diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { didYouMeanOneOf } from '../../source/nearest.js'
import { all, fail, ok, type Result, then } from '../../source/result.js'
import type { Errors } from '../console/errors.js'
import { isFileThere } from '../input/files.js'
import { loadModel } from '../input/model.js'
import { readSource } from '../input/source.js'
import { type Entries, entriesOf, readBaseline } from '../tables/baseline.js'
import type { RegressArguments } from './command.js'
import { type Subject, subject } from './subjects.js'

export type Plan =
  | BaselinePlan
  | { readonly comparison: 'against' | 'without'; readonly subjects: readonly [Subject, Subject] }
  | { readonly comparison: 'each-axiom'; readonly subjects: readonly Subject[] }

export interface BaselinePlan {
  readonly comparison: 'baseline'
  readonly subjects: readonly Subject[]
  /** The path of the table. */
  readonly path: string
  readonly recorded: Entries
}

/** Returns the comparison that the arguments request. */
export const comparisonOf = (args: RegressArguments): RegressReport['comparison'] =>
  args.baseline !== undefined
    ? 'baseline'
    : args.against !== undefined
      ? 'against'
      : args['each-axiom']
        ? 'each-axiom'
        : 'without'

/**
 * Loads the models and the baseline. Fails with the errors of their files, and on an axiom that the model does not
 * have.
 */
export async function planFor(args: RegressArguments, remark: Errors['remark']): Promise<Result<Plan>> {
  const { baseline: path, against, without, update } = args
  const loaded = all(
    await Promise.all(
      [...args.model, ...(against === undefined ? [] : [against])].map((word) => loadModel(word, remark)),
    ),
  )
  return then(loaded, (models): Result<Plan> => {
    if (path !== undefined) {
      const recorded = update && !existsSync(path) ? ok(entriesOf([])) : recordedIn(path, update)
      const subjects = models.map((one) => subject(one))
      return then(recorded, (recorded) => ok({ comparison: 'baseline', subjects, path, recorded }))
    }
    const model = must(models[0], 'a model')
    const whole = subject(model)
    if (against !== undefined)
      return ok({ comparison: 'against', subjects: [whole, subject(must(models[1], 'another model'))] })
    if (args['each-axiom']) {
      const each = model.axioms.map(({ name }) => subject(model, [name]))
      return ok({ comparison: 'each-axiom', subjects: [whole, ...each] })
    }
    return then(all(without.map((name) => axiomOf(model, name))), (without) =>
      ok({ comparison: 'without', subjects: [whole, subject(model, [...new Set(without)])] }),
    )
  })
}

/** Returns the entries of a baseline. Fails if it cannot be read, or if it must be rewritten and is not a file. */
const recordedIn = (path: string, update: boolean): Result<Entries> =>
  then(readSource(path, 'table'), (source) =>
    update && !isFileThere(path)
      ? fail(diagnostic('this is a pipe; only a file can be rewritten', path))
      : readBaseline(source),
  )

function axiomOf({ name: model, axioms }: Model, name: string): Result<string> {
  const names = axioms.map((one) => one.name)
  if (names.includes(name)) return ok(name)
  return fail(
    diagnostic(
      `the model has no axiom \`${name}\`${didYouMeanOneOf(name, names, `its axioms are ${names.join(', ')}`)}`,
      model,
    ),
  )
}

/** What commands begin and end with that go through tests under one model. */

import type * as z from 'zod'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Solver } from '../../encoder/solver/smt.js'
import type { ErrorReport, ExitStatus } from '../../report/check.js'
import { formatPlace } from '../../source/diagnostic.js'
import { type Errors, tellErrors } from '../console/errors.js'
import { printSchema } from '../console/schema.js'
import { loadModel } from '../input/model.js'
import type { Surroundings } from './command.js'

export interface UnderModel {
  readonly model: Model
  readonly starting: Promise<Solver>
  readonly errors: Errors
  /** The errors so far, as documents tell them. */
  readonly reported: () => ErrorReport[]
}

/** Does the work while z3 starts; or prints the schema, if nothing else is wanted. A model that cannot be loaded ends the run. */
export async function underModel(
  { model, schema }: { readonly model: string; readonly schema: boolean },
  { solver, output: { out, err } }: Surroundings,
  schemaOf: () => Promise<z.ZodType>,
  work: (found: UnderModel) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  if (schema) return printSchema(await schemaOf(), out)
  const starting = solver()
  const errors = tellErrors({ err })
  const loaded = await loadModel(model)
  if (!loaded.ok) {
    errors.tell(loaded.diagnostics)
    return 2
  }
  const reported = () => errors.all.map(({ message, place }) => ({ message, place: formatPlace(place) }))
  return work({ model: loaded.value, starting, errors, reported })
}

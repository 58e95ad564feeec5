/** Models that programs can be searched for. */

import type { Model } from '../../axioms/algebra/terms.js'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result } from '../../source/result.js'
import { type Compiled, compiled } from '../../synthesis/compiled.js'

/** The model as operations. Errors: it has definitions by recursion. */
export function searchable(model: Model): Result<Compiled> {
  const operations = compiled(model)
  return operations === undefined
    ? fail(diagnostic('it has definitions by recursion, and programs are searched without', model.name))
    : ok(operations)
}

/** Models that programs can be searched for. */

import type { Model } from '../../axioms/algebra/terms.js'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, failAll, ok, type Result } from '../../source/result.js'
import { type Compiled, compiled } from '../../synthesis/compiled.js'
import { leftOut, type VocabularyWord } from '../../synthesis/words.js'

/** Returns the model as operations. Fails if it has definitions by recursion. */
export function searchable(model: Model): Result<Compiled> {
  const operations = compiled(model)
  return operations === undefined
    ? fail(diagnostic('it has recursive definitions, which the search does not support', model.name))
    : ok(operations)
}

/** Fails on requested words that a model does not cover. */
export function covered(models: readonly Model[], wanted: readonly VocabularyWord[]): Result<true> {
  const wrong = models.flatMap((model) =>
    leftOut(model, wanted).map((word) => diagnostic(`${model.name} does not cover ${word}`, '--with')),
  )
  return wrong.length > 0 ? failAll(wrong) : ok(true)
}

/** Finds the axioms that are responsible for a forbidden outcome. */

import { withoutAxiom } from '../axioms/algebra/edit.js'
import type { Model } from '../axioms/algebra/terms.js'
import { type Compiled, compiled } from './compiled.js'
import { isForbidden } from './judge.js'
import type { Labelled } from './program.js'
import type { Outcome } from './sketch.js'

/**
 * Names the axioms without which a forbidden outcome is allowed, each by itself; none if every execution with the
 * outcome violates several.
 */
export function responsible(model: Model): (labelled: Labelled, outcome: Outcome) => readonly string[] {
  const without = model.axioms.map(({ name }): readonly [string, Compiled | undefined] => [
    name,
    compiled(withoutAxiom(model, name)),
  ])
  return (labelled, outcome) =>
    without.flatMap(([name, weaker]) => (weaker === undefined || isForbidden(weaker, labelled, outcome) ? [] : [name]))
}

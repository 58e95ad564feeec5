/** Finds the guarantees, known to be broken, on which a list of final states depends. */

import type { Deviating } from '../deviations/deviation.js'
import { dependsOn } from '../deviations/table.js'
import type { FinalState, Outcomes } from '../encoder/decide/outcomes.js'
import type { Program } from '../litmus/program.js'

/**
 * Returns the deviations on which it depends that a list is complete, that no execution is undefined, and that all end. `again` lists the states of a
 * weaker program, which has all states of the program.
 */
export const outcomeDeviations = (
  program: Program,
  listed: Outcomes,
  again: (weaker: Program) => Outcomes,
): readonly Deviating[] => {
  const known = new Map<string, Outcomes>()
  return dependsOn(program, (weaker, name) => {
    const other = known.get(name) ?? again(weaker)
    known.set(name, other)
    return isKept(listed, other)
  })
}

function isKept(before: Outcomes, after: Outcomes): boolean {
  const states = new Set(before.found.map(textOf))
  const isSame = after.ending.kind === 'complete' && after.found.every((state) => states.has(textOf(state)))
  return (
    (before.ending.kind !== 'complete' || isSame) &&
    (!isDefined(before) || isDefined(after)) &&
    (before.liveness?.kind !== 'ends' || after.liveness?.kind === 'ends')
  )
}

const textOf = ({ values }: FinalState): string => values.map(String).join(' ')

const isDefined = ({ undefined: reached }: Outcomes): boolean => reached.kind === 'known' && reached.found.length === 0

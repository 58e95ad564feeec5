/** The known deviations. Each has a test in docs/hardware, by which GPUs have shown it, and a spec. */

import type { Program } from '../litmus/program.js'
import { constantDependency } from './constant-dependency.js'
import { deadResult } from './dead-result.js'
import { type Deviating, type Deviation, deviating } from './deviation.js'
import { earlyAliasFence } from './early-alias-fence.js'
import { readWithoutMap } from './read-without-map.js'
import { waitWithoutBranch } from './wait-without-branch.js'

export const deviations: readonly Deviation[] = [
  deadResult,
  waitWithoutBranch,
  earlyAliasFence,
  readWithoutMap,
  constantDependency,
]

/**
 * Returns the deviations on which a known fact about a program depends. `isKept` says whether the fact also holds for a
 * weaker program. If no single deviation changes it, but all together do, it depends on all. `name` differs for each
 * weaker program.
 */
export function dependsOn(program: Program, isKept: (weaker: Program, name: string) => boolean): readonly Deviating[] {
  const present = deviations.flatMap((one) => deviating(program, one) ?? [])
  const weakest = present.reduce((weaker, { deviation }) => deviating(weaker, deviation)?.weaker ?? weaker, program)
  if (present.length === 0 || isKept(weakest, 'all')) return []
  const alone = present.filter(({ weaker, deviation }) => !isKept(weaker, deviation.name))
  return alone.length === 0 ? present : alone
}

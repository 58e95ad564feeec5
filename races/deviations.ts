/** Decides whether a program is race-free only because of guarantees which compilers and GPUs are known to break. */

import type { Deviating } from '../deviations/deviation.js'
import { dependsOn } from '../deviations/table.js'
import type { Program } from '../litmus/program.js'
import type { RaceVerdict } from './find-races.js'

/**
 * Returns the deviations on which it depends that a program is race-free, and reaches no undefined behaviour. `again`
 * decides a weaker program.
 */
export const raceDeviations = (
  program: Program,
  verdict: RaceVerdict,
  again: (weaker: Program) => RaceVerdict,
): readonly Deviating[] => (isFree(verdict) ? dependsOn(program, (weaker) => isFree(again(weaker))) : [])

const isFree = (verdict: RaceVerdict): boolean => verdict.kind === 'race-free' && verdict.undefined?.length === 0

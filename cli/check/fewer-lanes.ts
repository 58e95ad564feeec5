/** The advice to simulate fewer lanes of each warp, for launches that take long or are undecided. */

import type { QuestionReport } from '../../report/check.js'
import { shellWord } from '../../source/shell-word.js'
import type { CheckArguments } from './command.js'

/** The milliseconds from which an answer takes long. */
const long = 20_000

const lanesOfWarp = 32

/** A launch of a number of threads for each block, without further settings. */
const plainLaunch = /<<<([^,<>(){}]+),\s*(\d+)\s*>>>/

/**
 * Returns the line that gives the same launches with fewer lanes: those whose elements of memory the claims name, or else
 * the first two. Undefined if each answer was found quickly, or no launch of the command line has more lanes.
 */
export function fewerLanes(
  reports: readonly Pick<QuestionReport, 'answer' | 'milliseconds'>[],
  { launch, ...asked }: Pick<CheckArguments, 'launch' | 'assert' | 'permit' | 'exists'>,
): string | undefined {
  const isLong = ({ answer, milliseconds: { build, load, solve } }: (typeof reports)[number]): boolean =>
    answer === 'undecided' || build + load + solve >= long
  if (!reports.some(isLong)) return undefined
  const lanes = lanesNamed([...asked.assert, ...asked.permit, ...asked.exists])
  const smaller = launch.map((one) =>
    one.replace(plainLaunch, (all, grid: string, threads: string) => {
      const some = lanes.filter((lane) => lane < Number(threads))
      return some.length === 0 || some.length >= Number(threads)
        ? all
        : `<<<${grid}, ${threads}, lanes ${some.join(', ')}>>>`
    }),
  )
  if (smaller.every((one, i) => one === launch[i])) return undefined
  const options = smaller.flatMap((one) => ['--launch', one])
  return `hint: ${options.map(shellWord).join(' ')} is faster; the answer is then about these lanes of each warp, and says so`
}

/** Returns the lanes that have the numbers of the elements that conditions name, or the first two. */
function lanesNamed(conditions: readonly string[]): readonly number[] {
  const elements = conditions.flatMap((one) => [...one.matchAll(/\[(\d+)\]/g)].map(([, element]) => Number(element)))
  const lanes = [...new Set(elements.map((element) => element % lanesOfWarp))].toSorted((a, b) => a - b)
  return lanes.length === 0 ? [0, 1] : lanes
}

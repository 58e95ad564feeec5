/** The advice to simulate fewer lanes of each warp, for launches that take long or are undecided. */

import { shellWord } from '../../source/shell-word.js'
import type { Output } from '../console/output.js'
import type { LaunchOptions } from '../input/reading.js'

/** An answer: whether it is none, and how long it took, in milliseconds. */
export interface Timed {
  readonly isUndecided: boolean
  readonly milliseconds: number
}

/** The milliseconds from which an answer takes long. */
const long = 20_000

const lanesOfWarp = 32

/** The characters from which a launch is shown without its arguments. */
const longest = 160

/** A launch of a number of threads for each block, without further settings. */
const plainLaunch = /<<<([^,<>(){}]+),\s*(\d+)\s*>>>/

/**
 * Returns the line that gives the same launches with fewer lanes: those whose elements of memory the claims name, or else
 * the first two. A long launch has no arguments there. Undefined if each answer was found quickly, or no launch of the command line has more lanes.
 */
export function fewerLanes(
  answers: readonly Timed[],
  { launch, ...asked }: Pick<LaunchOptions, 'launch' | 'assert' | 'permit' | 'exists'>,
): string | undefined {
  if (!answers.some(({ isUndecided, milliseconds }) => isUndecided || milliseconds >= long)) return undefined
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
  const options = smaller.flatMap((one) => [
    '--launch',
    one.length > longest ? one.replace(/>>>\(.*\)$/s, '>>>(…)') : one,
  ])
  return `hint: ${options.map(shellWord).join(' ')} is faster; the answer is then about these lanes of each warp, and says so`
}

/** Returns the lanes that have the numbers of the elements that conditions name, or the first two. */
function lanesNamed(conditions: readonly string[]): readonly number[] {
  const elements = conditions.flatMap((one) => [...one.matchAll(/\[(\d+)\]/g)].map(([, element]) => Number(element)))
  const lanes = [...new Set(elements.map((element) => element % lanesOfWarp))].toSorted((a, b) => a - b)
  return lanes.length === 0 ? [0, 1] : lanes
}

/**
 * Says what takes long from now on if there is a launch, of which nobody knows beforehand how long it takes, with the
 * advice to simulate fewer lanes. A test without launches is decided at once or is large.
 */
export function watchLaunches(
  { watch }: Pick<Output, 'watch'>,
  args: Parameters<typeof fewerLanes>[1] & { readonly quiet?: boolean },
): void {
  if (args.launch.length > 0 && args.quiet !== true) watch?.(fewerLanes([{ isUndecided: true, milliseconds: 0 }], args))
}

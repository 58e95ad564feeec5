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
 * Returns the line that gives the same launches with fewer lanes: the first two and the last, those whose elements of
 * memory the claims name, and those that race, of which the answer would otherwise lose sight. A long launch has no
 * arguments there. Undefined if each answer was found quickly, or no launch of the command line has more lanes.
 */
export function fewerLanes(
  answers: readonly Timed[],
  { launch, ...asked }: Pick<LaunchOptions, 'launch' | 'assert' | 'permit' | 'exists'>,
  racing: readonly number[] = [],
): string | undefined {
  if (!answers.some(({ isUndecided, milliseconds }) => isUndecided || milliseconds >= long)) return undefined
  const named = elementsIn([...asked.assert, ...asked.permit, ...asked.exists])
  const lanes = lanesOf([...usualThreads, ...named, ...racing])
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

/** Neighbours, and both ends of a warp: much depends on whether a thread is the first or the last. */
const usualThreads = [0, 1, lanesOfWarp - 1]

/** Returns the numbers of the elements that conditions name. */
const elementsIn = (conditions: readonly string[]): readonly number[] =>
  conditions.flatMap((one) => [...one.matchAll(/\[(\d+)\]/g)].map(([, element]) => Number(element)))

/** Returns the lanes of threads, in order, each once. */
const lanesOf = (threads: readonly number[]): readonly number[] =>
  [...new Set(threads.map((thread) => thread % lanesOfWarp))].toSorted((a, b) => a - b)

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

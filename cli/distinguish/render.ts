/** Differences of models as text. */

import type { DifferencesDocument } from '../../report/differences.js'
import { counted } from '../../source/counted.js'
import { vocabularyText } from '../../synthesis/words.js'

/** The information that a document lacks. */
export interface DistinguishDetails {
  /** The search was ended before it was complete. */
  readonly isCut: boolean
  /** The requested number of tests. */
  readonly wanted: number
  /** The paths of the files of tests, by position. */
  readonly paths: readonly string[]
}

/**
 * Returns each test, or the path of its file, with both verdicts and why; how far no difference is, or that these are
 * all.
 */
export function renderDifferences(document: DifferencesDocument, { isCut, wanted, paths }: DistinguishDetails): string {
  const { models, instructions, vocabulary, tests } = document
  const bounds = `up to ${counted(instructions, 'instruction')}\nwith ${vocabularyText(vocabulary)}`
  if (tests.length === 0)
    return isCut
      ? `no difference between ${models.join(' and ')} so far; ${far(document)}`
      : `no difference between ${models.join(' and ')} ${bounds}`
  return [
    ...tests.map(({ text, allowedBy, forbiddenBy, allowed, forbidden }, i) =>
      [
        ...(paths[i] === undefined ? [text.trimEnd(), ''] : [paths[i]]),
        `${forbiddenBy} forbids it:`,
        ...forbidden.map((line) => `  ${line}`),
        `${allowedBy} allows it:`,
        ...allowed.map((line) => `  ${line}`),
        '',
      ].join('\n'),
    ),
    ...(isCut
      ? [`the search was cut short, and there may be smaller ones; ${far(document)}`]
      : tests.length < wanted
        ? [`${counted(tests.length, 'test')}, not ${wanted}: the search is complete, and there are no others ${bounds}`]
        : []),
  ].join('\n')
}

/** Returns what was searched to the end. A class has all tests with one number of instructions and of threads. */
function far({ searched, vocabulary }: DifferencesDocument): string {
  if (searched === null) return 'nothing was searched to the end'
  const { instructions, threads } = searched
  const all = (size: number): string => `searched: all tests of up to ${counted(size, 'instruction')}`
  if (threads >= Math.min(instructions, vocabulary.threads)) return all(instructions)
  const part = `those of ${instructions} with ${threads === 1 ? '' : 'up to '}${counted(threads, 'thread')}`
  return `${all(instructions - 1)}, and ${part}`
}

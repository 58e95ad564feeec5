/** Differences of models as text. */

import type { DifferencesDocument } from '../../report/differences.js'
import { vocabularyText } from '../../synthesis/words.js'
import { plural } from '../console/plural.js'

/**
 * Each test, or the path of its file, with both verdicts and why; or how far no difference is. `isCut`: the search was ended before it was
 * complete.
 */
export function renderDifferences(
  { models, instructions, vocabulary, searched, tests }: DifferencesDocument,
  isCut: boolean,
  paths: readonly string[],
): string {
  const far =
    searched === null
      ? 'nothing was searched to the end'
      : `searched: all tests of up to ${plural(searched.instructions, 'instruction')}${
          searched.threads < searched.instructions
            ? `, those of ${searched.instructions} with up to ${plural(searched.threads, 'thread')}`
            : ''
        }`
  if (tests.length === 0)
    return isCut
      ? `no difference between ${models.join(' and ')} so far; ${far}`
      : `no difference between ${models.join(' and ')} up to ${plural(instructions, 'instruction')}\nwith ${vocabularyText(vocabulary)}`
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
    ...(isCut ? [`the search was cut, and there may be smaller ones; ${far}`] : []),
  ].join('\n')
}

/** The options of a launch besides its sizes and its stream, and the messages for misspelt ones. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { didYouMean, didYouMeanOneOf } from '../../source/nearest.js'
import type { LaunchSyntax } from '../syntax/words.js'

/** The options of a launch, each as one writes it. */
const launchOptions: ReadonlyMap<string, string> = new Map([
  ['cluster', 'cluster(2)'],
  ['cooperative', 'cooperative'],
  ['programmatic', 'programmatic'],
  ['resident', 'resident(2)'],
  ['device', 'device(1)'],
  ['domain', 'domain(1)'],
  ['aligned', 'aligned(128)'],
  ['lanes', 'lanes 0, 1'],
])
const names = [...launchOptions.keys()]

/**
 * Returns `; did you mean \`programmatic\`?` for a word that resembles an option without a value; empty for any other.
 */
export const nearlyOption = (word: string): string =>
  didYouMean(word, ['cooperative', 'programmatic', 'resident', 'device', 'domain'])

/** Reports options that do not exist: `residnt(2)`, or a word that resembles an option in the place of a size. */
export function misspeltOptions({ sizes, options }: LaunchSyntax): readonly Diagnostic[] {
  const unknown = options.flatMap((one) =>
    one.kind === 'unknown option'
      ? [[one, didYouMeanOneOf(one.text, names, `the options are ${names.join(', ')}`)] as const]
      : [],
  )
  // The fourth is the stream, whose name may be any word.
  const words = sizes.flatMap((one, at) =>
    one.kind === 'word' && at !== 3 ? [[one, nearlyOption(one.text)] as const] : [],
  )
  return [...unknown, ...words.filter(([, hint]) => hint !== '')].map(([{ text, span }, hint]) => {
    const form = launchOptions.get(text)
    return diagnostic(
      form === undefined ? `\`${text}\` is no option of a launch${hint}` : `this option is written \`${form}\``,
      span,
    )
  })
}

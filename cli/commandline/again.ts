/** The text of a command about a test that another command was given. */

import { defaultModel } from '../../axioms/models.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import { shellWord } from '../../source/shell-word.js'

interface Given {
  readonly launch: readonly string[]
  readonly model: string
  readonly bound: number
}

/**
 * Returns the command with these words for the same launches, model and bound. `asked` are its options that say what it
 * is about. Undefined if the test came from standard input, which another command cannot read again.
 */
export function commandFor(
  words: readonly string[],
  test: string,
  { launch, model, bound }: Given,
  asked: readonly string[] = [],
): string | undefined {
  if (test.startsWith('<')) return undefined
  const given = [
    ...launch.flatMap((one) => ['--launch', one]),
    ...asked,
    ...(model === defaultModel.name ? [] : ['--model', model]),
    ...(bound === defaultBound ? [] : ['--bound', `${bound}`]),
  ]
  return ['ptx-litmus', ...words, test, ...given].map(shellWord).join(' ')
}

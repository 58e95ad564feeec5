/** The options of the commands that search for changes. */

import * as z from 'zod'
import { changeKinds, weakeningKinds } from '../../repair/repair.js'
import type { Problem } from '../commandline/command.js'
import { flag, oneOf, option } from '../commandline/option.js'
import {
  bound,
  force,
  json,
  launching,
  model,
  output,
  path,
  question,
  row,
  size,
  timeout,
  undeclared,
} from '../commandline/options.js'

/** The path of a test, which `--costs` alone does not need. */
const oneTestOrNone = z.array(path).max(1, 'it takes one test at a time')

const costs = flag('print what each change costs, and nothing else')

const costsFile = option(path.optional(), {
  type: 'string',
  describe: 'a JSON file of other costs, {"CHANGE": INTEGER}, for those that --costs prints',
})

/** The kinds that only `fix` takes. */
const ofFix = changeKinds.filter((kind) => !weakeningKinds.some((one) => one === kind))

/** Returns the kinds of changes to try; undefined means all. */
export const only = <K extends string>(kinds: readonly K[]) =>
  option(
    z
      .array(z.string())
      .transform((given) => given.flatMap((one) => one.split(',')).map((one) => one.trim()))
      .pipe(z.array(oneOf(kinds)))
      .transform((given) => (given.length === 0 ? undefined : [...new Set(given)])),
    {
      type: 'string',
      repeatable: true,
      suggestions: kinds,
      // One text for all commands, since an option means one thing in all.
      describe: `only changes of these kinds, separated by commas: ${weakeningKinds.join(', ')}; fix and audit also take ${ofFix.join(', ')}`,
    },
  )

/** The options that name the test, the model and the claims. */
export const sought = { words: oneTestOrNone, ...launching, model, row, question }

/** Returns the options of the search, the kinds of changes to try, and what to write. */
export const searching = <K extends string>(kinds: readonly K[]) => ({
  only: only(kinds),
  costs,
  'costs-file': costsFile,
  json,
  output,
  force,
  timeout,
  bound,
  size,
  undeclared,
})

/** Returns what is wrong with the words. */
export const wrongWords = ({
  words,
  costs,
}: {
  readonly words: readonly string[]
  readonly costs: boolean
}): readonly Problem[] =>
  words.length === 0 && !costs ? [{ argument: 'words', message: 'missing test: give a file, file#row, or -' }] : []

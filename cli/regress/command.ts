/** `ptx-litmus regress`: what it takes. */

import * as z from 'zod'
import { defaultModel } from '../../axioms/models.js'
import { defineCommand } from '../commandline/command.js'
import { flag, option } from '../commandline/option.js'
import { bound, modelWord, modelWords, paths, timeoutFor, undeclared } from '../commandline/options.js'

const name = (what: string) => z.string().min(1, `${what} is needed`)

const takes = z
  .object({
    words: paths('a file, a folder, file#row, or - is needed'),
    model: option(
      z.array(modelWord).transform((given) => (given.length === 0 ? [defaultModel.name] : [...new Set(given)])),
      { type: 'string', repeatable: true, describe: `${modelWords}; repeatable with --baseline` },
    ),
    baseline: option(name('a file').optional(), {
      type: 'string',
      describe: 'a CSV table of the verdicts recorded earlier',
    }),
    update: flag('rewrite the baseline'),
    against: option(modelWord.optional(), {
      type: 'string',
      describe: 'another model: the tests on which they differ, each with an execution',
    }),
    without: option(z.array(name('the name of an axiom')), {
      type: 'string',
      repeatable: true,
      describe: 'leave an axiom out; repeatable',
    }),
    'each-axiom': flag('leave out each axiom in turn, and count the tests that change'),
    json: flag('one JSON document instead of lines'),
    verbose: flag('for --each-axiom, with each test that changes', 'v'),
    explain: flag('with what forbids or allows the outcome, for each verdict that changes'),
    timeout: timeoutFor('each question under each model'),
    bound,
    undeclared,
  })
  .superRefine((args, { addIssue }) => {
    const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    const asked = [
      args.baseline !== undefined,
      args.against !== undefined,
      args.without.length > 0,
      args['each-axiom'],
    ].filter(Boolean).length
    if (asked !== 1)
      wrong(
        'words',
        'one of --baseline FILE, --against MODEL, --without AXIOM and --each-axiom says what to compare with',
      )
    if (args.update && args.baseline === undefined) wrong('update', 'it needs --baseline FILE')
    if (args.baseline === undefined && args.model.length > 1) wrong('model', 'several models are for --baseline only')
  })

export type RegressArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<paths..>',
  describe: 'tell which verdicts differ: from earlier ones, between models, or without an axiom',
  takes,
  examples: [
    ['regress examples --baseline verdicts.csv --update', 'record the verdicts'],
    ['regress examples --baseline verdicts.csv', 'compare with the record'],
    ['regress examples --model ptx-7.5 --against mine.cat', 'where two models differ'],
    ['regress examples --against mine.cat --explain', 'and which rule forbids what the other allows'],
    ['regress examples --each-axiom', 'how many tests need each axiom'],
  ],
  epilogue:
    'Exit status: 0 nothing differs (for --update and --each-axiom: done), 1 something does, or tests are new or vanished,\n' +
    '2 unreadable input or wrong usage, 3 something undecided.',
})

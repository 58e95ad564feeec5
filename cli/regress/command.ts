/** `ptx-litmus regress`, its options. */

import * as z from 'zod'
import { defaultModel } from '../../axioms/models.js'
import { defineCommand } from '../commandline/command.js'
import { bound, model, modelWord, paths, timeout } from '../commandline/options.js'

const name = (what: string) => z.string().min(1, `${what} is needed`)

const schema = z
  .object({
    words: paths.schema,
    model: z.array(modelWord).transform((given) => (given.length === 0 ? [defaultModel.name] : [...new Set(given)])),
    baseline: name('a file').optional(),
    update: z.boolean(),
    against: modelWord.optional(),
    without: z.array(name('the name of an axiom')),
    'each-axiom': z.boolean(),
    json: z.boolean(),
    verbose: z.boolean(),
    explain: z.boolean(),
    timeout: timeout.schema,
    bound: bound.schema,
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

export const regressCommand = defineCommand({
  name: 'regress',
  words: '<paths..>',
  describe: 'tell which verdicts differ: from earlier ones, between models, or without an axiom',
  options: {
    model: { type: 'string', repeatable: true, describe: `${model.option.describe}; repeatable with --baseline` },
    baseline: { type: 'string', describe: 'a CSV table of the verdicts recorded earlier' },
    update: { type: 'boolean', describe: 'rewrite the baseline' },
    against: { type: 'string', describe: 'another model: the tests on which they differ, each with an execution' },
    without: { type: 'string', repeatable: true, describe: 'leave an axiom out; repeatable' },
    'each-axiom': { type: 'boolean', describe: 'leave out each axiom in turn, and count the tests that change' },
    json: { type: 'boolean', describe: 'one JSON document instead of lines' },
    verbose: { alias: 'v', type: 'boolean', describe: 'for --each-axiom, with each test that changes' },
    explain: { type: 'boolean', describe: 'with what forbids or allows the outcome, for each verdict that changes' },
    timeout: timeout.option,
    bound: bound.option,
  },
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
  schema,
  run: async (args, surroundings) => (await import('./run.js')).regress(args, surroundings),
})

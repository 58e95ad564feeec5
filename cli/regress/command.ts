/** The arguments and options of `ptx-litmus regress`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { flag, option } from '../commandline/option.js'
import {
  bound,
  jobs,
  json,
  modelNames,
  modelWord,
  quiet,
  row,
  severalModels,
  testPaths,
  timeout,
  undeclared,
  verbose,
} from '../commandline/options.js'

const name = (what: string) => z.string().min(1, `expected ${what}`)

const takes = z
  .object({
    words: testPaths,
    model: severalModels,
    row,
    baseline: option(name('a file').optional(), {
      type: 'string',
      describe: 'compare with the verdicts recorded in this CSV table',
    }),
    update: flag('record the verdicts in the table of --baseline'),
    against: option(modelWord.optional(), {
      type: 'string',
      describe: 'compare with another model',
      suggestions: modelNames,
    }),
    without: option(z.array(name('the name of an axiom')), {
      type: 'string',
      repeatable: true,
      describe: 'leave out this axiom of the model',
    }),
    'each-axiom': flag('leave out each axiom in turn, and count the tests that need it'),
    explain: flag('explain each verdict that differs'),
    json,
    quiet,
    verbose,
    jobs,
    timeout,
    bound,
    undeclared,
  })
  .superRefine((args, { addIssue }) => {
    const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    const modes = [
      args.baseline !== undefined,
      args.against !== undefined,
      args.without.length > 0,
      args['each-axiom'],
    ].filter(Boolean).length
    if (modes !== 1)
      wrong('words', 'it needs exactly one of --baseline FILE, --against MODEL, --without AXIOM and --each-axiom')
    if (args.update && args.baseline === undefined) wrong('update', 'it needs --baseline FILE')
    if (args.baseline === undefined && args.model.length > 1) wrong('model', 'only --baseline takes several models')
  })

export type RegressArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<tests..>',
  describe: 'compare verdicts: with earlier ones, between models, or without an axiom',
  takes,
  writes: async () => (await import('../../report/regress.js')).regressReport,
  examples: [
    ['regress tests --baseline b.csv --update', 'record the verdicts'],
    ['regress tests --baseline b.csv', 'compare with the record'],
    ['regress tests --against mine.cat', 'where two models differ'],
    ['regress tests --each-axiom', 'how many tests need each axiom'],
  ],
  notes: [
    'TESTS are files, folders, rows of templates (file#row), or - for standard input.',
    '--without AXIOM compares with the model without this axiom.',
    'Where models differ on a question, it shows an execution that one of them allows. --model may be repeated with --baseline only.',
    '--quiet leaves out the total. With --each-axiom it lists only the axioms that no test needs, and --verbose lists each test that needs one.',
  ],
  statuses: {
    0: 'no verdict differs; with --update or --each-axiom, done',
    1: 'a verdict differs, or a question is new or has vanished',
    ...unusable,
    3: 'a verdict is undecided, or nothing was compared',
  },
})

/** `ptx-litmus witness`: what it takes. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { wrongEnding } from '../commandline/ending.js'
import { flag, oneOf, option } from '../commandline/option.js'
import { bound, limit, model, oneTest, output, question, row, timeoutFor, undeclared } from '../commandline/options.js'

export const formats = ['text', 'dot', 'svg', 'json'] as const
export type WitnessFormat = (typeof formats)[number]

const takes = z
  .object({
    words: oneTest('a test is needed', 'one test at a time'),
    model,
    question: question('the first'),
    row,
    format: option(oneOf(formats).optional(), {
      alias: 'f',
      type: 'string',
      choices: formats,
      describe:
        'text, Graphviz, a picture, or data; without, as the output file ends (.txt, .dot, .gv, .svg, .json), or text',
    }),
    show: option(z.array(z.string()), {
      type: 'string',
      repeatable: true,
      describe: 'further relations of the model, by name: base-cause,cause',
    }),
    hang: flag('an execution in which a thread waits for ever, instead of one that reaches an outcome'),
    all: flag('every distinct execution that reaches the outcome, or that hangs'),
    limit: limit('executions', 100),
    output,
    timeout: timeoutFor('all executions together'),
    bound,
    undeclared,
  })
  .refine(({ hang, question }) => !hang || question === undefined, {
    path: ['hang'],
    message: 'it cannot be joined with --question',
  })
  .superRefine(({ output, format }, { addIssue }) => {
    const message = wrongEnding(output, { option: '--format', format }, formats)
    if (message !== undefined) addIssue({ code: 'custom', path: ['output'], message })
  })

export type WitnessArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '[test]',
  describe: 'show an execution that reaches the outcome of a question',
  takes,
  writes: async () => (await import('../../report/witness.js')).witness,
  examples: [
    ['witness MP.test', 'threads side by side, then relations'],
    ['witness MP.test#2 --show base-cause -o MP.svg', 'a picture of the second row'],
    ['witness --hang barrier.litmus', 'who waits for ever, where, and for what'],
    ['witness --all --format json MP.test', 'every execution, as data'],
  ],
  epilogue:
    'Executions are distinct if they differ in rf, co or Fence-SC order, in a value that is read, or in the write that remains in a\n' +
    'location which the question mentions. Rounds in which a loop only waits are left out.\n' +
    'Exit status: 0 shown, 1 there is none (forbidden, or of a claim holds), 2 unreadable input or wrong usage, 3 undecided or not covered.',
})

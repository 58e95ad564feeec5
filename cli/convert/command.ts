/** The arguments and options of `ptx-litmus convert`. */

import * as z from 'zod'
import { formats } from '../../litmus/format.js'
import { defineCommand } from '../commandline/command.js'
import { wrongEnding } from '../commandline/ending.js'
import { oneOf, option } from '../commandline/option.js'
import { force, oneTest, output, question, row, undeclared } from '../commandline/options.js'

const takes = z
  .object({
    words: oneTest,
    row,
    question,
    to: option(oneOf(formats).optional(), {
      type: 'string',
      choices: formats,
      describe: 'the target format; by default, the one for the extension of the output file, or else the other format',
    }),
    output,
    force,
    undeclared,
  })
  .superRefine(({ output, to }, { addIssue }) => {
    const message = wrongEnding(output, { option: '--to', format: to }, formats)
    if (message !== undefined) addIssue({ code: 'custom', path: ['output'], message })
  })

export type ConvertArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<test>',
  describe: 'write a test in the other format',
  takes,
  examples: [
    ['convert MP.test', 'as a herd-style test'],
    ['convert lock.litmus --to herd', 'in the same format, tidied'],
  ],
  notes: [
    'With --to, it writes only what other tools for that format can read; anything else is an error. Their herd-style tests have one question, which --question chooses.',
  ],
  statuses: {
    0: 'the test is written',
    2: 'unreadable input, wrong usage, or a test that other tools of the format cannot read',
  },
})

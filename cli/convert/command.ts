/** `ptx-litmus convert`: what it takes. */

import * as z from 'zod'
import { formats } from '../../litmus/format.js'
import { defineCommand } from '../commandline/command.js'
import { wrongEnding } from '../commandline/ending.js'
import { oneOf, option } from '../commandline/option.js'
import { oneTest, undeclared } from '../commandline/options.js'

const needed = 'one test is needed: a file, file#row, or -'

const takes = z
  .object({
    words: oneTest(needed, needed),
    to: option(oneOf(formats).optional(), {
      type: 'string',
      choices: formats,
      describe: 'the format; without, as the output file ends (.test, .litmus), or the one that the test is not in',
    }),
    question: option(z.string().optional(), {
      type: 'string',
      describe: 'the one question to keep; a herd-style test has one',
    }),
    output: option(z.string().min(1, 'a file is needed').optional(), {
      alias: 'o',
      type: 'string',
      describe: 'the file to write; without, standard output',
    }),
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
    ['convert spinlock.litmus --to herd -o tidy.litmus', 'in the same format, laid out anew'],
  ],
  epilogue: 'What the target format cannot say is an error that names it.\nExit status: 0 written, 2 an error.',
})

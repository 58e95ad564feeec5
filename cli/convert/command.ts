/** `ptx-litmus convert`, its options. */

import * as z from 'zod'
import { formats } from '../../litmus/read.js'
import { defineCommand, oneOf } from '../commandline/command.js'

const schema = z.object({
  words: z.array(z.string().min(1, 'a path is empty')).length(1, 'one test is needed: a file, file#row, or -'),
  to: oneOf(formats).optional(),
  question: z.string().optional(),
  output: z.string().min(1, 'a file is needed').optional(),
})

export const convertCommand = defineCommand({
  name: 'convert',
  words: '<test>',
  describe: 'write a test in the other format',
  options: {
    to: { type: 'string', choices: formats, describe: 'the format; without, the one that the test is not in' },
    question: { type: 'string', describe: 'the one question to keep; a herd-style test has one' },
    output: { alias: 'o', type: 'string', describe: 'the file to write; without, standard output' },
  },
  examples: [
    ['convert MP.test', 'as a herd-style test'],
    ['convert spinlock.litmus --to herd -o tidy.litmus', 'in the same format, laid out anew'],
  ],
  epilogue: 'What the target format cannot say is an error that names it.\nExit status: 0 written, 2 an error.',
  schema,
  run: async (args, surroundings) => (await import('./run.js')).convert(args, surroundings),
})

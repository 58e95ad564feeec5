/** `ptx-litmus smt`, its options. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { bound, encoding, model, output, row, timeout } from '../commandline/options.js'

const schema = z.object({
  words: z.array(z.string().min(1, 'a path is empty')).length(1, 'one test is needed: a file, file#row, or -'),
  row: row.schema,
  model: model.schema,
  encoding: encoding.schema,
  output: output.schema,
  timeout: timeout.schema,
  bound: bound.schema,
})

export const smtCommand = defineCommand({
  name: 'smt',
  words: '<test>',
  describe: 'print the problem that is handed to z3 as SMT-LIB 2, for any solver to check',
  options: {
    row: row.option,
    model: model.option,
    encoding: encoding.option,
    output: output.option,
    timeout: timeout.option,
    bound: bound.option,
  },
  examples: [
    ['smt MP.test#2 | z3 -in', 'let another solver decide'],
    ['smt MP.test#2 --encoding plain', 'with nothing that makes the problem smaller'],
  ],
  epilogue:
    'There is a check for each question, with the expected answer before it.\n' +
    'Exit status: 0 printed, 2 unreadable input or wrong usage, 3 undecided or not covered.',
  schema,
  run: async (args, surroundings) => (await import('./run.js')).smt(args, surroundings),
})

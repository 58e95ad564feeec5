/** `ptx-litmus smt`: what it takes. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { bound, encoding, model, oneTest, output, row, timeout, undeclared } from '../commandline/options.js'

const needed = 'one test is needed: a file, file#row, or -'

const takes = z.object({ words: oneTest(needed, needed), row, model, encoding, output, timeout, bound, undeclared })

export type SmtArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<test>',
  describe: 'print the problem that is handed to z3 as SMT-LIB 2, for any solver to check',
  takes,
  examples: [
    ['smt MP.test#2 | z3 -in', 'let another solver decide'],
    ['smt MP.test#2 --encoding plain', 'with nothing that makes the problem smaller'],
  ],
  epilogue:
    'There is a check for each question, with the expected answer before it.\n' +
    'Exit status: 0 printed, 2 unreadable input or wrong usage, 3 undecided or not covered.',
})

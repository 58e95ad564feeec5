/** The arguments and options of `ptx-litmus smt`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import {
  bound,
  encoding,
  force,
  launching,
  model,
  oneTest,
  output,
  reporting,
  row,
  size,
  timeout,
  timeouts,
  undeclared,
  wrongLaunch,
} from '../commandline/options.js'

const takes = z
  .object({
    words: oneTest,
    ...launching,
    model,
    row,
    encoding,
    output,
    force,
    timeout,
    bound,
    size,
    timeouts,
    undeclared,
  })
  .superRefine(reporting((given) => wrongLaunch(given, true)))

export type SmtArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<test>',
  describe: 'print the problem in SMT-LIB 2, for any solver',
  takes,
  examples: [
    ['smt MP.test#2 | z3 -in', 'let another solver decide'],
    ['smt MP.test#2 --encoding plain', 'the plain encoding'],
  ],
  notes: ['The script has one check for each question, after a comment with the expected answer.'],
  statuses: { 0: 'printed', ...unusable, 3: 'undecided, or not covered by the model' },
})

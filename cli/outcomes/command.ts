/** The arguments and options of `ptx-litmus outcomes`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { flag, option } from '../commandline/option.js'
import {
  bound,
  json,
  launching,
  limitOption,
  model,
  most,
  reporting,
  row,
  size,
  solver,
  testPaths,
  timeout,
  timeouts,
  undeclared,
  whole,
  width,
  wrongLaunch,
} from '../commandline/options.js'

const takes = z
  .object({
    words: testPaths,
    ...launching,
    model,
    row,
    solver,
    observe: option(z.array(z.string()), {
      type: 'string',
      repeatable: true,
      describe: 'more registers and locations to list, such as P0:r0,x',
    }),
    limit: option(most('states'), { ...limitOption, default: 1000 }),
    witnesses: flag('show an execution for each state'),
    json,
    whole,
    width,
    timeout,
    bound,
    size,
    timeouts,
    undeclared,
  })
  .superRefine(reporting((given) => wrongLaunch(given, false)))

export type OutcomesArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<tests..>',
  describe: 'list every final state that a test can reach',
  takes,
  writes: async () => (await import('../../report/outcomes.js')).outcomesReport,
  examples: [
    ['outcomes SB.test#1', 'as herd7 lists them'],
    ['outcomes SB.test --observe x,y', 'with the final values of x and y'],
  ],
  notes: [
    'TESTS are files, folders, rows of templates (file#row), or - for standard input.',
    '--timeout limits the whole list of a test.',
    'The text follows herd7:',
    [
      '  Test NAME Allowed     what the test asks, not the answer: Allowed for exists, permit and check,',
      '                        Forbidden for ~exists, Required for forall',
      '  Ok, No                whether the condition holds as written, with its quantifier',
      '  Positive, Negative    how many states satisfy the condition, and how many do not; herd7 counts',
      '                        executions, this tool counts states',
      '  Observation           Always, Sometimes or Never; Unknown where the list may be incomplete',
    ].join('\n'),
  ],
  statuses: {
    0: 'the lists are complete',
    ...unusable,
    3: 'a list is incomplete or undecided, or the model does not cover the test',
  },
})

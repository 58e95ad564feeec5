/** The arguments and options of `ptx-litmus generate`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { option } from '../commandline/option.js'
import { force, jobs, json, model, output, reporting, shard } from '../commandline/options.js'
import { instructions, seconds, using, wrongUse } from '../synthesis/options.js'

const takes = z
  .object({
    words: z.array(z.string()).max(0, 'it takes no tests'),
    model,
    instructions,
    axiom: option(z.string().min(1, 'expected the name of an axiom').optional(), {
      type: 'string',
      describe: 'only tests for which this axiom is responsible: without it they are allowed',
    }),
    ...using,
    shard,
    seconds,
    jobs,
    output,
    force,
    json,
  })
  .superRefine(reporting(wrongUse))

export type GenerateArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '',
  describe: 'write the minimal tests that a model forbids',
  takes,
  writes: async () => (await import('../../report/suite.js')).suiteDocument,
  examples: [
    ['generate --model mine.cat --instructions 3', 'the names of the tests of up to 3 instructions'],
    ['generate --without proxies -o suite', 'tests as files, and suite.json'],
    ['generate -o part2 --shard 2/4', 'the second of four parts'],
  ],
  notes: [
    'A test is minimal if its outcome is forbidden, and allowed after any one step of weakening: removing an instruction or a dependency, weakening an order, narrowing a scope, or splitting an atomic. Each test occurs once up to symmetry, and a solver has verified it with all its steps.',
    'The search relies on what docs/synthesis.md lists; above all, an outcome that a model forbids stays forbidden with stronger orders and scopes. If the model breaks this, tests may be missing.',
    '-o names a folder, with suite.json and a file for each test. Ctrl-C keeps the tests found so far: the same command resumes from there.',
  ],
  statuses: {
    0: 'all tests up to that size are found',
    1: 'an internal check failed',
    ...unusable,
    3: 'time was up',
    130: 'interrupted',
  },
})

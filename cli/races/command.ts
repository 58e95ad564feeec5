/** The arguments and options of `ptx-litmus races`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import {
  bound,
  force,
  json,
  launching,
  model,
  quiet,
  reporting,
  row,
  size,
  strict,
  testPaths,
  timeout,
  timeouts,
  undeclared,
  whole,
  width,
  wrongLaunch,
} from '../commandline/options.js'
import { reporter, wrongReporters } from '../reporters/names.js'

const takes = z
  .object({
    words: testPaths,
    ...launching,
    model,
    row,
    json,
    quiet,
    reporter,
    force,
    strict,
    whole,
    width,
    timeout,
    bound,
    size,
    timeouts,
    undeclared,
  })
  .superRefine(
    reporting((given) => [
      ...wrongLaunch(given, false),
      ...wrongReporters(given.reporter, given.json ? '--json' : undefined),
    ]),
  )

export type RacesArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<tests..>',
  describe: 'find data races in any consistent execution of a test',
  takes,
  writes: async () => (await import('../../report/explanation.js')).racesReport,
  examples: [
    ['races kernels/', 'every test in a folder'],
    ["races spin.ptx --launch 'spin<<<2,1>>>(lock: u32, n: u32)'", 'a compiled kernel'],
  ],
  notes: [
    'TESTS are files, folders, rows of templates (file#row), or - for standard input.',
    'Each test is one question: does any consistent execution have a data race? --quiet leaves out the tests that are race-free. A test that is race-free only within the bound gets no ✓, and with --strict it is undecided. A test in which no execution ends is not as expected: it hangs before it could race.',
    '--reporter writes for other tools, as in check: each race is a failure at the line of one access, with the other access as a related place and the reason in a sentence.',
    'Accesses of different sizes that race are a mixed-size race. It also lists where an execution reaches undefined behaviour, accesses outside of memory or not aligned to their size, the misuse of barriers, or a trap.',
  ],
  statuses: {
    0: 'every test is race-free',
    1: 'a test has a race, undefined behaviour, a trap, or no execution to examine',
    ...unusable,
    3: 'undecided, or not covered by the model; with --strict, also if the answer is qualified',
  },
})

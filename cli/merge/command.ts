/** `ptx-litmus merge`: what it takes. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { json, output, paths } from '../commandline/options.js'

const takes = z.object({
  words: paths('missing parts: give the documents of all shards'),
  output,
  json,
})

export type MergeArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<documents..>',
  describe: 'put together what the shards of one run wrote',
  takes,
  writes: async () => (await import('../../report/suite.js')).suiteDocument,
  examples: [['merge part1/suite.json part2/suite.json -o suite', 'the suite that one run would have written']],
  notes: [
    'A document says what it is: the parts of generate, suite.json, become a suite. They must be all parts of one run, each complete and given once.',
    '-o names a folder, with suite.json and a file for each test. Without it, the names of the tests are printed.',
  ],
  statuses: { 0: 'merged', ...unusable },
})

/** The arguments and options of `ptx-litmus merge`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { force, json, output, paths, reporting } from '../commandline/options.js'
import { reporter, wrongReporters } from '../reporters/names.js'

const takes = z
  .object({
    words: paths('missing parts: give the documents of all shards'),
    output,
    force,
    json,
    reporter,
  })
  .superRefine(reporting(({ reporter, json }) => wrongReporters(reporter, json ? '--json' : undefined)))

export type MergeArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<documents..>',
  describe: 'combine the outputs of the shards of one run',
  takes,
  writes: async () => {
    const [{ suiteDocument }, { checkReport }] = await Promise.all([
      import('../../report/suite.js'),
      import('../../report/check.js'),
    ])
    // A union does not itself state that all of its members are objects.
    return z.union([suiteDocument, checkReport]).meta({ type: 'object', properties: {} })
  },
  examples: [
    ['merge part1 part2 -o suite', 'the suite that one run of generate would have written'],
    ['merge part1.json part2.json -o whole.json', 'the document that one run of check would have written'],
    ['merge part*.json --reporter junit=report.xml', 'a report on all parts'],
  ],
  notes: [
    'The documents decide what merge does: the parts of generate, suite.json or the folders that have it, become a suite; those of `check --shard i/n --json` become the document of one run. All parts of the run must be given, each once and complete.',
    'For a suite, -o names a folder, with suite.json and a file for each test. Without it, the names of the tests are printed.',
    'For check, -o names a file. --reporter and the exit status are those of check.',
  ],
  statuses: {
    0: 'merged; for check, every verdict is as expected',
    1: 'for check: a verdict is not as expected',
    ...unusable,
    3: 'for check: a verdict is undecided or not covered, or with --strict, it is qualified',
  },
})

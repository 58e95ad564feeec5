/** The arguments and options of `ptx-litmus fix`. */

import * as z from 'zod'
import { changeKinds } from '../../repair/repair.js'
import { defineCommand, unusable } from '../commandline/command.js'
import { option } from '../commandline/option.js'
import { hangs, most, raceFree, reporting, whole, width, wrongLaunch } from '../commandline/options.js'
import { searching, sought, wrongWords } from '../repairs/options.js'

const takes = z
  .object({
    ...sought,
    'race-free': raceFree,
    hangs,
    all: option(most('repairs').optional(), { type: 'number', describe: 'find this many repairs, the cheapest first' }),
    whole,
    width,
    ...searching(changeKinds),
  })
  .superRefine(reporting((given) => [...wrongWords(given), ...wrongLaunch(given, !given['race-free'] && !given.hangs)]))

export type FixArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<test>',
  describe: 'find the cheapest changes after which every claim holds, and write the changed test',
  takes,
  writes: async () => (await import('../../report/repairs.js')).fixDocument,
  examples: [
    ['fix MP.test', 'the cheapest changes, and a diff'],
    ['fix MP.test -o fixed.test', 'the changed test as a file'],
    ['fix MP.test --only fences --all 3', 'the three cheapest ways to do it with fences'],
    ['fix MP.test --hangs', 'the claims hold, and no thread waits for ever'],
    ['fix --costs --json > costs.json', 'what changes cost, as a file to change'],
  ],
  notes: [
    'The claims are assert, ~exists and forall. With --question, the outcome of that question must not be reachable, whatever its kind; an assert must hold.',
    'A repair with fewer changes is cheaper; among repairs with equally many changes, the one with the lower total cost. Outcomes that the test permits stay reachable, claims that held still hold, and no thread hangs that did not hang before; with --hangs, none hangs at all. Each repair has been verified by deciding the changed test.',
    'If the test names modules, --output also writes the changed modules beside the test, which then names them.',
  ],
  statuses: {
    0: 'repaired, or nothing to do',
    1: 'no repair',
    ...unusable,
    3: 'undecided, or not covered by the model',
  },
})

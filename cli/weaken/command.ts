/** The arguments and options of `ptx-litmus weaken`. */

import * as z from 'zod'
import { weakeningKinds } from '../../repair/repair.js'
import { defineCommand, unusable } from '../commandline/command.js'
import { flag } from '../commandline/option.js'
import { reporting, wrongLaunch } from '../commandline/options.js'
import { searching, sought, wrongWords } from '../repairs/options.js'

const takes = z
  .object({
    ...sought,
    'allow-races': flag('a test without data races may become racy'),
    ...searching(weakeningKinds),
  })
  .superRefine(reporting((given) => [...wrongWords(given), ...wrongLaunch(given, true)]))

export type WeakenArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<test>',
  describe: 'find the fences, orders and scopes that no claim needs, and write the test without them',
  takes,
  writes: async () => (await import('../../report/repairs.js')).weakenDocument,
  examples: [
    ['weaken lock.test', 'each that may be removed or weakened, the cheapest test, and a diff'],
    ['weaken lock.test --only fences -o lighter.test', 'the changed test as a file'],
  ],
  notes: [
    'It is only as good as the claims: assert, ~exists and forall, or only the question that --question names, whose outcome must not be reachable. Outcomes that the test permits stay reachable. A test without data races stays free of them, unless --allow-races is given.',
    'First come the changes that may each be made alone, then those that together give the cheapest test. Each has been verified by deciding the changed test.',
    'If the test names modules, --output also writes the changed modules beside the test, which then names them.',
  ],
  statuses: {
    0: 'weakened, or nothing to do',
    1: 'a claim does not hold as it is',
    ...unusable,
    3: 'undecided, or not covered by the model',
  },
})

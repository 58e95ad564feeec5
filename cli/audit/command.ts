/** The arguments and options of `ptx-litmus audit`. */

import * as z from 'zod'
import { changeKinds } from '../../repair/repair.js'
import { defineCommand, unusable } from '../commandline/command.js'
import { flag, option } from '../commandline/option.js'
import {
  bound,
  force,
  jobs,
  json,
  launching,
  log,
  model,
  path,
  reporting,
  row,
  size,
  timeout,
  undeclared,
  whole,
  width,
  wrongLaunch,
} from '../commandline/options.js'
import { only } from '../repairs/options.js'
import { reporter, wrongReporters } from '../reporters/names.js'

const takes = z
  .object({
    words: z.array(path).length(1, 'it takes one test at a time'),
    ...launching,
    model,
    row,
    only: only(changeKinds),
    'claims-only': flag('only the claims count: not races, hangs, and outcomes that the test permits'),
    piece: option(
      z.coerce
        .number('expected the number of a piece')
        .int('it must be a whole number')
        .min(1, 'it must be at least 1')
        .optional(),
      {
        type: 'number',
        describe: 'decide only the piece with this number, and print the execution that shows why it is needed',
      },
    ),
    suggest: flag('suggest claims about final states that notice the loss of what nothing notices'),
    'mutation-report': option(z.string().min(1, 'expected a file').optional(), {
      type: 'string',
      describe:
        'write a mutation testing report into this file: a page if it ends in .html, otherwise JSON in the schema of mutation-testing-elements',
    }),
    hardware: option(z.string().min(1, 'expected a folder').optional(), {
      type: 'string',
      describe: 'write a CUDA program into this folder that runs the test as it is, and without each piece',
    }),
    log,
    jobs,
    resume: option(z.string().min(1, 'expected a file').optional(), {
      type: 'string',
      describe: 'keep the pieces that are decided in this file, and go on from there if it exists',
    }),
    annotate: flag('print the sources, with a mark and a few words for each piece'),
    reporter,
    force,
    json,
    whole,
    width,
    timeout,
    bound,
    size,
    undeclared,
  })
  .superRefine(
    reporting((given) => [
      ...wrongLaunch(given, false),
      ...wrongReporters(given.reporter, given.json ? '--json' : undefined),
      ...(given.annotate && given.json
        ? [{ argument: 'annotate', message: '--json prints a document; give one of them' }]
        : []),
      ...(given.hardware !== undefined && given.log.length > 0
        ? [{ argument: 'log', message: '--hardware only writes the program; give one of them' }]
        : []),
    ]),
  )

export type AuditArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<test>',
  describe: 'say of each fence, order, scope, barrier, arrival and wait whether it is needed',
  takes,
  writes: async () => (await import('../../report/audit.js')).auditDocument,
  examples: [
    ['audit lock.test', 'needed, may be weaker, not needed: with the reason for each'],
    ['audit lock.test --piece 2', 'the execution that is possible without the second'],
    ["audit scan.cu --launch 'scan<<<2,32>>>(in: int[64], out: int[64])'", 'what a kernel needs to be free of races'],
  ],
  notes: [
    '--hardware takes out each piece that can be, and makes the others as weak as they can be. The tests of the program are named `lock.test` and `lock.test, piece 3`. Compile and run it as that of `cuda`.',
    'Each piece is left out, or made weaker, and everything is decided again. What must stay as it is: the claims (assert, ~exists and forall) hold, outcomes that the test permits are reachable, a test without data races has none, nothing hangs that did not, and no behaviour becomes undefined. --timeout is for each piece.',
    'A piece that is not needed is redundant, or the test claims too little. Several such pieces may need each other: the last line names those that can go together.',
  ],
  statuses: {
    0: 'each piece is decided, or the program is written',
    1: 'something is broken as it is, or lost on a GPU where nothing can be',
    ...unusable,
    3: 'a piece is undecided, or the test is not covered by the model',
  },
})

/** The arguments and options of `ptx-litmus witness`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { flag, option } from '../commandline/option.js'
import {
  bound,
  force,
  format,
  json,
  launching,
  limitOption,
  model,
  most,
  oneTest,
  output,
  overlap,
  question,
  reporting,
  resident,
  row,
  size,
  timeout,
  timeouts,
  undeclared,
  whole,
  width,
  wrongFormat,
  wrongLaunch,
} from '../commandline/options.js'

export const formats = ['text', 'dot', 'svg', 'json'] as const
export type WitnessFormat = (typeof formats)[number]

/** The most executions that `--all` shows, unless `--limit` says otherwise. */
export const usualLimit = 100

const takes = z
  .object({
    words: oneTest,
    ...launching,
    model,
    row,
    question,
    hang: flag('show an execution that hangs, instead of one that reaches an outcome'),
    resident,
    overlap,
    undefined: flag(
      'show an execution that reaches undefined behaviour or a trap, instead of one that reaches an outcome',
    ),
    all: flag('show every distinct execution, up to --limit'),
    limit: option(most('executions').optional(), { ...limitOption, defaultDescription: String(usualLimit) }),
    show: option(z.array(z.string()), {
      type: 'string',
      repeatable: true,
      describe: 'more relations of the model to show, such as base-cause,cause; in pictures also fr,co',
    }),
    format: format(formats),
    json,
    output,
    force,
    whole,
    width,
    timeout,
    bound,
    size,
    timeouts,
    undeclared,
  })
  .refine(({ hang, question }) => !hang || question === undefined, {
    path: ['hang'],
    message: 'it cannot be combined with --question',
  })
  .superRefine(
    reporting(({ hang, resident, overlap }) =>
      Object.entries({ resident, overlap }).flatMap(([argument, value]) =>
        hang || value === undefined ? [] : [{ argument, message: 'it needs --hang' }],
      ),
    ),
  )
  .refine((given) => !given.undefined || (!given.hang && given.question === undefined), {
    path: ['undefined'],
    message: 'it cannot be combined with --hang or --question',
  })
  .refine(({ all, limit }) => all || limit === undefined, { path: ['limit'], message: 'it needs --all' })
  .superRefine(
    reporting((given) => [...wrongFormat(given, formats), ...wrongLaunch(given, !given.hang && !given.undefined)]),
  )

export type WitnessArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<test>',
  describe: 'show an execution that reaches the outcome of a question',
  takes,
  writes: async () => (await import('../../report/witness.js')).witness,
  examples: [
    ['witness MP.test', 'threads side by side, then relations'],
    ['witness MP.test#2 -o MP.svg', 'a picture of the second row'],
    ['witness --hang barrier.litmus', 'which thread waits for ever, where, and for what'],
    ['witness --undefined ring.litmus', 'an access outside of memory'],
    ['witness --all --json MP.test', 'every execution, as JSON'],
  ],
  notes: [
    'It examines the first question of the test, or the one that --question names.',
    'Two executions are distinct if they differ in rf, co, Fence-SC order, a value that is read, or the final write to a location that the question mentions. Rounds in which a loop only waits are left out.',
  ],
  statuses: {
    0: 'shown',
    1: 'there is no such execution',
    ...unusable,
    3: 'undecided, or not covered by the model',
  },
})

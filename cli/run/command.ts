/** The arguments and options of `ptx-litmus run`. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { option } from '../commandline/option.js'
import {
  bound,
  json,
  log,
  model,
  nvcc,
  nvccOptions,
  row,
  secondsOption,
  testPaths,
  timeout,
  undeclared,
} from '../commandline/options.js'

const whole = (what: string, least: number) =>
  z.coerce.number(`expected ${what}`).int('it must be a whole number').min(least, `it must be at least ${least}`)

const takes = z.object({
  words: testPaths,
  model,
  times: option(whole('a number of instances', 1), {
    type: 'number',
    default: 1_000_000,
    describe: 'run each test this many times',
  }),
  seconds: option(z.coerce.number('expected a number of seconds').positive('it must be more than 0'), {
    ...secondsOption,
    default: 30,
  }),
  stress: option(whole('a number of settings', 1).max(1000, 'it must be at most 1000'), {
    type: 'number',
    default: 16,
    describe: 'use this many settings of placement, strides, delays and traffic; the first has no stress',
  }),
  seed: option(whole('a seed', 0), { type: 'number', default: 1, describe: 'the seed of the settings' }),
  arch: option(z.string().regex(/^sm_\d+[af]?$/, 'expected an architecture, such as sm_90a'), {
    type: 'string',
    default: 'sm_90a',
    describe: 'the architecture to compile for',
  }),
  log,
  row,
  nvcc,
  'nvcc-options': nvccOptions,
  json,
  timeout,
  bound,
  undeclared,
})

export type RunArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<tests..>',
  describe: 'run tests on a GPU, and compare how they end with the model',
  takes,
  writes: async () => (await import('../../report/run.js')).runReport,
  examples: [
    ['run MP.test', 'a million times, under stress'],
    ['run examples --log log.json', 'results from a GPU elsewhere'],
  ],
  notes: [
    'It needs nvcc and a GPU. Without them, `cuda -o` writes the program, and --log reads what it printed elsewhere.',
    'Each final state has its count, and whether the model allows it. A state that the model forbids is an error of the harness, of the model, or of the GPU.',
    '--timeout limits the list of the model, not the run.',
  ],
  statuses: {
    0: 'every state that was seen is allowed',
    1: 'a state that the model forbids was seen',
    2: 'unreadable input, wrong usage, no nvcc, no GPU, or nothing ran',
    3: 'it is unknown whether a state that was seen is allowed, or a test failed',
  },
})

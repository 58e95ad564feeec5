/** `ptx-litmus explain`, its options. */

import * as z from 'zod'
import { defineCommand, oneOf } from '../commandline/command.js'
import { oneTest, testOrSchema } from '../commandline/options.js'

const formats = ['text', 'svg', 'json'] as const

const schema = z
  .object({ ...oneTest.shape, format: oneOf(formats).optional(), json: z.boolean() })
  .refine(...testOrSchema)

export const explainCommand = defineCommand({
  name: 'explain',
  words: '[test]',
  describe: 'say why the outcome of a question is forbidden, or how it comes about',
  options: {
    ...oneTest.named('each of them'),
    format: { alias: 'f', type: 'string', choices: formats, describe: 'text, the chain as a picture, or data' },
    json: { type: 'boolean', describe: 'as --format json' },
    ...oneTest.decided,
  },
  examples: [
    ['explain MP.test', 'which axioms forbid it, and the chain they object to'],
    ['explain MP.test#2 --format svg -o MP.svg', 'the same chain as a picture'],
  ],
  epilogue: 'Exit status: 0 explained, 2 unreadable input or wrong usage, 3 undecided or not covered.',
  schema,
  run: async (args, surroundings) => (await import('./run.js')).explainTest(args, surroundings),
})

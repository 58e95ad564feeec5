/** `ptx-litmus explain`: what it takes. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { flag, oneOf, option } from '../commandline/option.js'
import { bound, model, oneTest, output, question, row, timeout } from '../commandline/options.js'

export const formats = ['text', 'svg', 'json'] as const
export type ExplainFormat = (typeof formats)[number]

const takes = z.object({
  words: oneTest('a test is needed', 'one test at a time'),
  model,
  question: question('each of them'),
  row,
  format: option(oneOf(formats).optional(), {
    alias: 'f',
    type: 'string',
    choices: formats,
    describe: 'text, the chain as a picture, or data',
  }),
  json: flag('as --format json'),
  output,
  timeout,
  bound,
})

export type ExplainArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '[test]',
  describe: 'say why the outcome of a question is forbidden, or how it comes about',
  takes,
  writes: async () => (await import('../../report/explanation.js')).explanationDocument,
  examples: [
    ['explain MP.test', 'which axioms forbid it, and the chain they object to'],
    ['explain MP.test#2 --format svg -o MP.svg', 'the same chain as a picture'],
  ],
  epilogue: 'Exit status: 0 explained, 2 unreadable input or wrong usage, 3 undecided or not covered.',
})

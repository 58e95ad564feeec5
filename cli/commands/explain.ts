/** `ptx-litmus explain`, its options. */

import * as z from 'zod'
import { defineCommand, oneOf } from '../command.js'
import { bound, model, output, row, schema as schemaOption, timeout } from '../options.js'

const formats = ['text', 'svg', 'json'] as const

const schema = z
  .object({
    words: z.array(z.string().min(1, 'a path is empty')).max(1, 'one test at a time'),
    model: model.schema,
    question: z.string().min(1, 'a name is needed').optional(),
    row: row.schema,
    format: oneOf(formats).optional(),
    json: z.boolean(),
    output: output.schema,
    timeout: timeout.schema,
    bound: bound.schema,
    schema: schemaOption.schema,
  })
  .refine(({ words, schema }) => schema || words.length === 1, { path: ['words'], message: 'a test is needed' })

export const explainCommand = defineCommand({
  name: 'explain',
  words: '[test]',
  describe: 'say why the outcome of a question is forbidden, or how it comes about',
  options: {
    model: model.option,
    question: { alias: 'q', type: 'string', describe: 'the question, by its name; without, each of them' },
    row: row.option,
    format: { alias: 'f', type: 'string', choices: formats, describe: 'text, the chain as a picture, or data' },
    json: { type: 'boolean', describe: 'as --format json' },
    output: output.option,
    timeout: timeout.option,
    bound: bound.option,
    schema: schemaOption.option,
  },
  examples: [
    ['explain MP.test', 'which axioms forbid it, and the chain they object to'],
    ['explain MP.test#2 --format svg -o MP.svg', 'the same chain as a picture'],
  ],
  epilogue: 'Exit status: 0 explained, 2 unreadable input or wrong usage, 3 undecided or not covered.',
  schema,
  run: async (args, surroundings) => (await import('../explain.js')).explainTest(args, surroundings),
})

/** `ptx-litmus explain`: what it takes. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { wrongEnding } from '../commandline/ending.js'
import { flag, oneOf, option } from '../commandline/option.js'
import { bound, effort, model, oneTest, output, question, row, timeoutFor, undeclared } from '../commandline/options.js'

export const formats = ['text', 'svg', 'json'] as const
export type ExplainFormat = (typeof formats)[number]

const takes = z
  .object({
    words: oneTest('a test is needed', 'one test at a time'),
    model,
    question: question('each of them'),
    row,
    format: option(oneOf(formats).optional(), {
      alias: 'f',
      type: 'string',
      choices: formats,
      describe: 'text, the chain as a picture, or data; without, as the output file ends (.txt, .svg, .json), or text',
    }),
    json: flag('as --format json'),
    output,
    effort,
    timeout: timeoutFor('all that is said of a question'),
    bound,
    undeclared,
  })
  .superRefine(({ output, json, format }, { addIssue }) => {
    const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (json && format !== undefined && format !== 'json') wrong('json', `--format asks for ${format}`)
    const message = json
      ? wrongEnding(output, { option: '--json', format: 'json' }, formats)
      : wrongEnding(output, { option: '--format', format }, formats)
    if (message !== undefined) wrong('output', message)
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
  epilogue:
    'Beyond the verdict, the search for reasons and for changes has a budget of questions and of steps\n' +
    'of z3, not of time, so that the answer is the same on every machine. What it leaves out is said;\n' +
    '--effort 2 has twice the budget.\n' +
    'Exit status: 0 explained, 2 unreadable input or wrong usage, 3 undecided or not covered.',
})

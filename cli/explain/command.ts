/** The arguments and options of `ptx-litmus explain`. */

import * as z from 'zod'
import { defineCommand, type Problem, unusable } from '../commandline/command.js'
import { flag } from '../commandline/option.js'
import {
  bound,
  effort,
  force,
  format,
  hangs,
  json,
  launching,
  model,
  oneTest,
  output,
  question,
  raceFree,
  reporting,
  row,
  size,
  timeout,
  undeclared,
  whole,
  width,
  wrongFormat,
  wrongLaunch,
} from '../commandline/options.js'

export const formats = ['text', 'svg', 'json'] as const
export type ExplainFormat = (typeof formats)[number]

/** A goal without a question has no document of this command. */
const wrongGoal = ({
  'race-free': ofRaces,
  hangs: ofHangs,
  format: given = 'text',
  json,
}: {
  readonly 'race-free': boolean
  readonly hangs: boolean
  readonly format?: string | undefined
  readonly json: boolean
}): readonly Problem[] =>
  (ofRaces || ofHangs) && (json || given !== 'text')
    ? [
        {
          argument: ofRaces ? 'race-free' : 'hangs',
          message: 'it explains as text; `races --json` and `fix --json` have documents',
        },
      ]
    : []

const takes = z
  .object({
    words: oneTest,
    ...launching,
    model,
    row,
    question,
    format: format(formats),
    json,
    output,
    force,
    'race-free': raceFree,
    hangs,
    'no-repairs': flag('give the reason only, without a search for repairs'),
    effort,
    whole,
    width,
    timeout,
    bound,
    size,
    undeclared,
  })
  .superRefine(
    reporting((given) => [...wrongFormat(given, formats), ...wrongLaunch(given, false), ...wrongGoal(given)]),
  )

export type ExplainArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<test>',
  describe: 'explain why an outcome is forbidden or allowed',
  takes,
  writes: async () => (await import('../../report/explanation.js')).explanationDocument,
  examples: [
    ['explain MP.test', 'the axioms, and the chain that they forbid'],
    ['explain MP.test#2 -o MP.svg', 'that chain as a picture'],
    ['explain MP.test --race-free', 'the data races, and what ends them'],
  ],
  notes: [
    'It explains every question of the test, or the one that --question names. With several questions, the JSON is a list. With --race-free it explains data races, with --hangs threads that wait for ever; of a test without a question, it explains data races.',
    'Where an outcome is allowed, it prints an execution and the reason, and then repairs: changes that forbid it. Each is printed as soon as it has been verified by deciding the changed test. --timeout is for the reason, and again for the repairs, which take a minute at most without it.',
    'The search for reasons and repairs has a budget of questions and of solver steps, so the answer is the same on every machine that reaches it before the time limit. It says what it skipped. --effort 2 doubles the budget.',
  ],
  statuses: { 0: 'explained', ...unusable, 3: 'undecided, or not covered by the model' },
})

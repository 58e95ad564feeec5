/** The words and options that several commands take. */

import * as z from 'zod'
import { defaultModel, models } from '../../axioms/models.js'
import { defaultBound } from '../../encoder/events/unroll.js'
import { encodingForms } from '../../encoder/formula/orders-in-clauses.js'
import { solverName } from '../../report/parts.js'
import { isModelName, noModel } from '../input/model.js'
import { flag, oneOf, option } from './option.js'

const path = z.string().min(1, 'a path is empty')

/** At least one path; `needed` says so. */
export const paths = (needed: string) => z.array(path).min(1, needed)

/** The path of one test. */
export const oneTest = (needed: string, tooMany: string) =>
  z.tuple([path], { error: ({ code }) => (code === 'too_big' ? tooMany : needed) })

export const modelWord = z.string().refine(isModelName, { error: ({ input }) => noModel(String(input)) })

/** How help speaks of it. */
export const modelWords = `the memory model: ${models.map(({ name }) => name).join(', ')}, or a file in cat, FILE.cat`

export const model = option(modelWord, { type: 'string', default: defaultModel.name, describe: modelWords })

/** `without` says which question is meant without a name. */
export const question = (without: string) =>
  option(z.string().min(1, 'a name is needed').optional(), {
    alias: 'q',
    type: 'string',
    describe: `the question, by its name; without, ${without}`,
  })

export const solver = option(oneOf(solverName.options), {
  type: 'string',
  choices: solverName.options,
  default: 'z3',
  describe: 'z3, or brute: every candidate execution, one by one',
})

export const encoding = option(oneOf(encodingForms), {
  type: 'string',
  choices: encodingForms,
  default: 'lean',
  describe: 'how z3 is told the problem: lean, or plain, word for word: the same verdicts, slower',
})

/** Typed in seconds, used in milliseconds. `what` is what they are for. */
export const timeoutFor = (what: string) =>
  option(
    z.coerce
      .number('a number of seconds is needed')
      .positive('it must be more than 0')
      .max(2_000_000, 'it must be at most 2000000')
      .transform((seconds) => seconds * 1000)
      .optional(),
    { type: 'number', describe: `seconds of z3 for ${what}; without, no limit` },
  )

export const timeout = timeoutFor('each question')

/** How often the body of a loop is executed at most. */
export const bound = option(
  z.coerce
    .number('a number is needed')
    .int('it must be a whole number')
    .min(1, 'it must be at least 1')
    .max(1000, 'it must be at most 1000'),
  { type: 'number', default: defaultBound, describe: 'how often the body of a loop is executed at most' },
)

const count = (what: string) =>
  z.coerce.number(`a number of ${what} is needed`).int('it must be a whole number').min(1, 'it must be at least 1')

/** Threads, each with a z3 of its own. */
export const jobs = option(count('threads').max(256, 'it must be at most 256').optional(), {
  type: 'number',
  describe: 'threads, each with a z3 of its own; without, all cores where there are many files',
})

export const memory = option(
  count('megabytes').min(16, 'it must be at least 16').max(2048, 'it must be at most 2048').optional(),
  { type: 'number', describe: 'megabytes that each z3 may use; what needs more is undecided' },
)

/** A factor. */
export const effort = option(count('times').max(1000, 'it must be at most 1000'), {
  type: 'number',
  default: 1,
  describe: 'how many times the usual number of changes, and of steps of z3, is tried',
})

/** One instance of a template. */
export const row = option(count('a row').optional(), {
  type: 'number',
  describe: 'the row of a template; also as file#row',
})

/** How tests of others are read; `Reading` says it of the library. */
export const undeclared = flag('take a name that a herd-style test does not declare for a location that starts at 0')

/** How many of something are listed. */
export const limit = (what: string, usual: number) =>
  option(count(what).max(1_000_000, 'it must be at most 1000000'), {
    type: 'number',
    default: usual,
    describe: `the most ${what} that are listed`,
  })

export const output = option(z.string().min(1, 'a file is needed').optional(), {
  type: 'string',
  alias: 'o',
  describe: 'a file to write to, in place of standard output',
})

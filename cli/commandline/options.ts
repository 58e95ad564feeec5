/** Options that several commands take, each with what is a valid value. */

import * as z from 'zod'
import { defaultModel, models } from '../../axioms/models.js'
import { defaultBound } from '../../encoder/events/unroll.js'
import { encodingForms } from '../../encoder/formula/orders-in-clauses.js'
import { solverName } from '../../report/check.js'
import { isModelName, noModel } from '../input/model.js'
import { type Option, oneOf } from './command.js'

interface Shared<S extends z.ZodType> {
  readonly option: Option
  readonly schema: S
}

const shared = <S extends z.ZodType>(schema: S, option: Option): Shared<S> => ({ schema, option })

export const paths = {
  schema: z.array(z.string().min(1, 'a path is empty')).min(1, 'a file, a folder, or - is needed'),
}

export const modelWord = z.string().refine(isModelName, { error: ({ input }) => noModel(String(input)) })

export const model = shared(modelWord, {
  type: 'string',
  default: defaultModel.name,
  describe: `the memory model: ${models.map(({ name }) => name).join(', ')}, or a file in cat, FILE.cat`,
})

export const solver = shared(oneOf(solverName.options), {
  type: 'string',
  choices: solverName.options,
  default: 'z3',
  describe: 'z3, or brute: every candidate execution, one by one',
})

export const encoding = shared(oneOf(encodingForms), {
  type: 'string',
  choices: encodingForms,
  default: 'lean',
  describe: 'how z3 is told the problem: lean, or plain, word for word: the same verdicts, slower',
})

/** Seconds for each question. */
export const timeout = shared(
  z.coerce
    .number('a number of seconds is needed')
    .positive('it must be more than 0')
    .max(2_000_000, 'it must be at most 2000000')
    .optional(),
  { type: 'number', describe: 'seconds of z3 for each question; without, no limit' },
)

/** How often the body of a loop is executed at most. */
export const bound = shared(
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
export const jobs = shared(count('threads').max(256, 'it must be at most 256').optional(), {
  type: 'number',
  describe: 'threads, each with a z3 of its own; without, all cores where there are many files',
})

export const memory = shared(
  count('megabytes').min(16, 'it must be at least 16').max(2048, 'it must be at most 2048').optional(),
  { type: 'number', describe: 'megabytes that each z3 may use; what needs more is undecided' },
)

/** One instance of a template. */
export const row = shared(count('a row').optional(), {
  type: 'number',
  describe: 'the row of a template; also as file#row',
})

/** How many of something are listed. */
export const limit = (what: string, usual: number) =>
  shared(count(what).max(1_000_000, 'it must be at most 1000000'), {
    type: 'number',
    default: usual,
    describe: `the most ${what} that are listed`,
  })

export const output = shared(z.string().min(1, 'a file is needed').optional(), {
  type: 'string',
  alias: 'o',
  describe: 'a file to write to, in place of standard output',
})

/** Instead of any work, the JSON Schema of what the command writes as JSON. */
export const schema = shared(z.boolean(), { type: 'boolean', describe: 'print the JSON Schema of the JSON, and stop' })

/** How arguments are checked that may ask for nothing but a JSON Schema: otherwise a test is needed. */
export const testOrSchema: [
  check: (args: { readonly words: readonly string[]; readonly schema: boolean }) => boolean,
  problem: { path: string[]; message: string },
] = [({ words, schema }) => schema || words.length > 0, { path: ['words'], message: 'a test is needed' }]

/** What commands share that look into one test: how it is named, and how it is decided. `without` says which question is meant without a name. */
export const oneTest = {
  shape: {
    words: z.array(z.string().min(1, 'a path is empty')).max(1, 'one test at a time'),
    model: model.schema,
    question: z.string().min(1, 'a name is needed').optional(),
    row: row.schema,
    output: output.schema,
    timeout: timeout.schema,
    bound: bound.schema,
    schema: schema.schema,
  },
  named: (without: string) =>
    ({
      model: model.option,
      question: { alias: 'q', type: 'string', describe: `the question, by its name; without, ${without}` },
      row: row.option,
    }) as const,
  decided: { output: output.option, timeout: timeout.option, bound: bound.option, schema: schema.option },
}

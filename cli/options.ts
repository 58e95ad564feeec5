/** Options that several commands take, each with what is a valid value. */

import * as z from 'zod'
import { defaultModel, models } from '../axioms/models.js'
import { defaultBound } from '../encoder/unroll.js'
import { type Option, oneOf } from './command.js'

interface Shared<S extends z.ZodType> {
  readonly option: Option
  readonly schema: S
}

const shared = <S extends z.ZodType>(schema: S, option: Option): Shared<S> => ({ schema, option })

export const paths = {
  schema: z.array(z.string().min(1, 'a path is empty')).min(1, 'a file, a folder, or - is needed'),
}

const names = models.map(({ name }) => name)

export const model = shared(oneOf(names), {
  type: 'string',
  choices: names,
  default: defaultModel.name,
  describe: 'the memory model',
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

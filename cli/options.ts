/** Options that several commands take, each with what is a valid value. */

import * as z from 'zod'
import { defaultModel, models } from '../axioms/models.js'
import type { Option } from './command.js'
import { isModelName, noModel } from './model.js'

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

/** Seconds for each question. */
export const timeout = shared(
  z.coerce
    .number('a number of seconds is needed')
    .positive('it must be more than 0')
    .max(2_000_000, 'it must be at most 2000000')
    .optional(),
  { type: 'number', describe: 'seconds of z3 for each question; without, no limit' },
)

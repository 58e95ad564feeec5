/** What the commands take, parsed once. */

import * as z from 'zod'
import { models } from '../axioms/models.js'
import { solverName } from './report.js'

export const checkArguments = z.object({
  paths: z.array(z.string().min(1, 'a path is empty')).min(1, 'a file, a folder, or - is needed'),
  model: z.enum(models.map(({ name }) => name)),
  solver: solverName,
  expect: z.string().optional(),
  json: z.boolean(),
  quiet: z.boolean(),
  verbose: z.boolean(),
  /** Seconds for each question. */
  timeout: z
    .number('a number of seconds is needed')
    .positive('it must be more than 0')
    .max(2_000_000, 'it must be at most 2000000')
    .optional(),
})

export type CheckArguments = z.infer<typeof checkArguments>

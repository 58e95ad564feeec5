import * as z from 'zod'
import type { ExitStatus } from '../../report/check.js'

/** Prints the JSON Schema of a document. Its zod schema is loaded for this only: building it takes longer than a small test. */
export function printSchema(schema: z.ZodType, out: (text: string) => void): ExitStatus {
  out(JSON.stringify(z.toJSONSchema(schema), undefined, 2))
  return 0
}

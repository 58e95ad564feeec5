/** JSON Schemas of documents, as `--schema` prints them. */

import * as z from 'zod'
import type { ExitStatus } from '../../report/check.js'
import { jsonText } from './json.js'
import type { Output } from './output.js'

/**
 * Prints the JSON Schema of a document. Its zod schema is loaded only for this, since building it takes longer than a
 * small test.
 */
export function printSchema(schema: z.ZodType, { out }: Pick<Output, 'out'>): ExitStatus {
  out(jsonText(z.toJSONSchema(schema)))
  return 0
}

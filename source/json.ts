/** JSON from texts. */

import { diagnostic } from './diagnostic.js'
import { fail, ok, type Result } from './result.js'
import { type SourceText, span } from './text.js'

/** The value of a text. Errors: it is not JSON, with the place if the engine says it. */
export function parseJson(source: SourceText): Result<unknown> {
  try {
    return ok(JSON.parse(source.text))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // Not every message of the engine has a place.
    const position = /position (\d+)/.exec(message)?.[1] ?? (/end of/.test(message) ? source.text.length : undefined)
    const place = position === undefined ? source.name : span(source, Number(position), Number(position) + 1)
    return fail(diagnostic(`this is not JSON: ${message}`, place))
  }
}

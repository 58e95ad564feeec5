/** JSON from texts. */

import { type Diagnostic, diagnostic } from './diagnostic.js'
import { fail, ok, type Result } from './result.js'
import { type SourceText, span } from './text.js'

/** Returns the value of a text. Fails if it is not JSON, with the place if the engine reports one. */
export function parseJson(source: SourceText): Result<unknown> {
  try {
    return ok(JSON.parse(source.text))
  } catch (error) {
    // The engine quotes the text, with its line breaks.
    const message = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
    // Not every message of the engine has a place.
    const position = /position (\d+)/.exec(message)?.[1] ?? (/end of/.test(message) ? source.text.length : undefined)
    const place = position === undefined ? source.name : span(source, Number(position), Number(position) + 1)
    return fail(diagnostic(`this is not JSON: ${message}`, place))
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g

/**
 * Returns a name that an object of the text, which is JSON, has twice: of these, `parseJson` keeps the last. Each with
 * its place.
 */
export function repeatedNames(source: SourceText): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  /** The names of the objects around; undefined for a list. */
  const around: (Set<string> | undefined)[] = []
  const all = [...source.text.matchAll(tokens)]
  for (const [i, { 0: token, index }] of all.entries()) {
    if (token === '{') around.push(new Set())
    else if (token === '[') around.push(undefined)
    else if (token === '}' || token === ']') around.pop()
    else if (token.startsWith('"') && all[i + 1]?.[0] === ':') {
      const name = String(JSON.parse(token))
      if (around.at(-1)?.has(name) === true)
        diagnostics.push(diagnostic(`\`${name}\` is given twice`, span(source, index, index + token.length)))
      around.at(-1)?.add(name)
    }
  }
  return diagnostics
}

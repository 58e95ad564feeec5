/** The generated parser, with its exceptions turned into diagnostics. */

import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result } from '../../source/result.js'
import { type SourceText, span } from '../../source/text.js'
import { SyntaxError as GrammarError, parse } from './grammar.js'
import type { Item } from './syntax.js'

/** The items of a text, in order; one error, at the first place that cannot be read. */
export function parseItems(source: SourceText): Result<readonly Item[]> {
  try {
    return ok(parse(source.text))
  } catch (error) {
    if (error instanceof RangeError) return fail(diagnostic('nested too deeply to be read', span(source, 0, 1)))
    if (!(error instanceof GrammarError)) throw error
    const { start, end } = error.location
    if (error.expected == null) return fail(diagnostic(error.message, span(source, start.offset, end.offset)))
    const found = /^(?:\w+|[^\w\s])/u.exec(source.text.slice(start.offset))?.[0]
    const expected = [...new Set(error.expected.flatMap(describe))].sort()
    const message = `expected ${list(expected)}, found ${found === undefined ? 'the end of the file' : `\`${found}\``}`
    return fail(diagnostic(message, span(source, start.offset, start.offset + (found?.length ?? 1))))
  }
}

type Expectation = NonNullable<GrammarError['expected']>[number]

function describe(expectation: Expectation): readonly string[] {
  switch (expectation.type) {
    case 'literal':
      return [`\`${expectation.text}\``]
    case 'other':
      return expectation.description === 'white space' ? [] : [expectation.description]
    case 'end':
      return ['the end of the file']
    default:
      return []
  }
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? 'something else') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

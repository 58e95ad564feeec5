/** A generated parser whose exceptions become diagnostics. */

import { type Diagnostic, diagnostic, type Note } from './diagnostic.js'
import { isOverflow } from './limited.js'
import { fail, ok, type Result } from './result.js'
import { type SourceText, span } from './text.js'

/**
 * The parser that build.mjs generates from a grammar that yields a T. `parse` throws a `SyntaxError` at the first place
 * that does not fit.
 */
export interface Grammar<T> {
  /** Parses a text. The source becomes that of every `range()` in the grammar's actions, which makes each a `Span`. */
  readonly parse: (text: string, options: { readonly grammarSource: SourceText; readonly startRule?: string }) => T
  readonly SyntaxError: abstract new (...args: never) => GrammarError
}

interface GrammarError extends Error {
  /** Absent if the grammar itself objects, with a message of its own. */
  readonly expected: readonly Expectation[] | null | undefined
  readonly location: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } }
}

type Expectation =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'other'; readonly description: string }
  | { readonly type: 'class' | 'any' | 'end' | 'not' }

/**
 * The options for parsing a text: the grammar rule to start with, by default the first one, and what the end of the
 * text is called.
 */
interface Whole {
  readonly startRule?: string
  readonly called?: string
}

/** Returns what the grammar yields for a text, or one error at the first place that cannot be read. */
export function parseWith<T>(
  grammar: Grammar<T>,
  source: SourceText,
  { called = 'file', ...rule }: Whole = {},
): Result<T> {
  try {
    return ok(grammar.parse(source.text, { grammarSource: source, ...rule }))
  } catch (error) {
    if (isOverflow(error)) return fail(nestedIn(source))
    if (!(error instanceof grammar.SyntaxError)) throw error
    const { start, end } = error.location
    if (error.expected == null) return fail(diagnostic(error.message, span(source, start.offset, end.offset)))
    const token = /^(?:\w+|[^\w\s])/u.exec(source.text.slice(start.offset))?.[0]
    const expected = [...new Set(error.expected.flatMap((one) => describe(one, called)))].sort()
    const message = `expected ${list(expected)}, found ${token === undefined ? `the end of the ${called}` : `\`${token}\``}`
    const place = span(source, start.offset, start.offset + (token?.length ?? 1))
    return fail(diagnostic(message, place, ...(expected.includes('`;`') ? endOfLineBefore(source, start.offset) : [])))
  }
}

/** A depth of brackets that texts written by people do not reach. */
const deep = 16

/**
 * Reports that a text is nested too deeply, where that begins: at a bracket, or at the first of many operators before
 * one operand.
 */
export function nestedIn(source: SourceText): Diagnostic {
  const blank = (comment: string): string => ' '.repeat(comment.length)
  const code = source.text.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\/|\(\*[\s\S]*?\*\)/g, blank)
  const open: number[] = []
  let [deepest, at] = [0, 0]
  for (const { 0: found, index } of code.matchAll(/[([{]|[)\]}]|(?:(?:\bnot\b|[!~+-])[ \t]*){16,}/g)) {
    if (/^[)\]}]/.test(found)) open.pop()
    else if (/^[([{]/.test(found)) {
      open.push(index)
      if (open.length > deepest) [deepest, at] = [open.length, open[deep] ?? index]
    } else if (found.length > deepest) [deepest, at] = [found.length, index]
  }
  return diagnostic('nested too deeply to be read', span(source, at, at + 1))
}

/**
 * Returns a note on the end of the line before, if nothing else is before the place on its own line: a semicolon may be
 * missing there.
 */
function endOfLineBefore(source: SourceText, at: number): readonly Note[] {
  const end = endOfText(source.text.slice(0, at))
  if (end === 0 || !source.text.slice(end, at).includes('\n')) return []
  return [{ message: 'perhaps a `;` is missing here', place: span(source, end - 1, end) }]
}

/** Returns the length without white space and comments at the end. */
function endOfText(text: string): number {
  let rest = text.trimEnd()
  for (;;) {
    const line = rest.lastIndexOf('\n') + 1
    const comment = rest.slice(line).indexOf('//')
    if (comment === -1) return rest.length
    rest = rest.slice(0, line + comment).trimEnd()
  }
}

function describe(expectation: Expectation, called: string): readonly string[] {
  switch (expectation.type) {
    case 'literal':
      return [`\`${expectation.text}\``]
    case 'other':
      return expectation.description === 'white space' ? [] : [expectation.description]
    case 'end':
      return [`the end of the ${called}`]
    default:
      return []
  }
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? 'something else') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

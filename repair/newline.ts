/** The line endings of a text. */

/** Returns the end of the line before a place, or of the first line: a text may have both. */
export function newlineAt(text: string, offset: number): '\n' | '\r\n' {
  const before = text.lastIndexOf('\n', offset - 1)
  const end = offset > 0 && before !== -1 ? before : text.indexOf('\n')
  return text[end - 1] === '\r' ? '\r\n' : '\n'
}

/** Returns the text with the line endings of another. */
export const withNewlinesOf = (text: string, other: string): string => text.replaceAll(/\r?\n/g, newlineAt(other, 0))

/** Differences of texts. */

import { createTwoFilesPatch } from 'diff'

/** A unified diff, which `patch` takes; empty if the texts are the same. */
export function unifiedDiff(before: { readonly name: string; readonly text: string }, after: typeof before): string {
  if (before.text === after.text) return ''
  const lines = createTwoFilesPatch(before.name, after.name, before.text, after.text, '', '', { context: 3 }).split(
    '\n',
  )
  // jsdiff begins with `Index: ` and a line of `=`, and puts a tab behind the names.
  return lines
    .filter((line) => !/^(?:={5,}$|Index: )/.test(line))
    .map((line) => (/^(?:---|\+\+\+) /.test(line) ? line.trimEnd() : line))
    .join('\n')
    .trimEnd()
}

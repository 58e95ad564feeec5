/** Differences of texts. */

import { createTwoFilesPatch } from 'diff'

/**
 * Returns a unified diff without the newline at its end, which `patch` and `git apply` take; empty if the texts are the
 * same. Lines keep their ends, and a last line without one is marked.
 */
export function unifiedDiff(before: { readonly name: string; readonly text: string }, after: typeof before): string {
  if (before.text === after.text) return ''
  const written = createTwoFilesPatch(before.name, after.name, before.text, after.text, '', '', { context: 3 })
  // jsdiff begins with `Index: ` and a line of `=`, and puts a tab after every name.
  const hunks = written.slice(written.indexOf('\n@@ ') + 1)
  return `--- ${ended(before.name)}\n+++ ${ended(after.name)}\n${hunks}`.replace(/\n$/, '')
}

/** Ends a file name: `patch` takes a name with blanks only up to the first of them, unless a tab ends it. */
const ended = (name: string): string => (/\s/.test(name) ? `${name}\t` : name)

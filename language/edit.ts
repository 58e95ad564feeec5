/** Changes of texts. */

import type { Range } from './marks.js'

export interface Edit extends Range {
  readonly text: string
}

/** Returns the text with one word at all these places, which must not overlap. */
export const edited = (text: string, places: readonly Range[], word: string): string =>
  places
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, { start, end }) => now.slice(0, start) + word + now.slice(end), text)

/** Returns the single edit that turns one text into another; none if they are equal. */
export function changeOf(before: string, after: string): readonly Edit[] {
  if (before === after) return []
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let same = 0
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++
  return [{ start, end: before.length - same, text: after.slice(start, after.length - same) }]
}

/** Suggestions for misspelt words. */

import { must } from './must.js'

/**
 * Returns the known word closest to a misspelt one: equal except for capitals, or at most two edits away and no more
 * than half of its length; undefined if there is none.
 */
function nearest(word: string, candidates: Iterable<string>): string | undefined {
  // A word of this length is not a typing error, and computing the distance takes time quadratic in the length.
  if (word.length > 100) return undefined
  let best: string | undefined
  let least = Math.min(3, Math.floor(word.length / 2) + 1)
  const lower = word.toLowerCase()
  for (const candidate of candidates) {
    if (candidate.toLowerCase() === lower) return candidate
    const distance = editDistance(word, candidate)
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** Writes `; did you mean \`word\`?` for a message's end, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const closest = nearest(word, candidates)
  return closest === undefined ? '' : `; did you mean \`${closest}\`?`
}

/**
 * Writes `; did you mean \`word\`? The words are …` for a message's end, or without such a word `; the words are …`.
 */
export function didYouMeanOneOf(word: string, candidates: Iterable<string>, listed: string): string {
  const question = didYouMean(word, candidates)
  return question === '' ? `; ${listed}` : `${question} ${listed.charAt(0).toUpperCase()}${listed.slice(1)}`
}

/** Returns Levenshtein's distance: insertions, deletions and replacements of one character. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = cell(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, cell(row, j) + 1, cell(next, j - 1) + 1))
    }
    row = next
  }
  return cell(row, b.length)
}

const cell = (row: readonly number[], column: number): number => must(row[column], 'a cell of the table')

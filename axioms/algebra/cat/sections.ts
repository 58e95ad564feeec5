/** The sections of the manual, and the earliest place in its order for a definition. */

import { memoisedWeakly } from '../../../source/memoised-weakly.js'
import type { EventSet, Rel } from '../terms.js'
import { partsOf } from '../traverse.js'
import { relations, sets } from './vocabulary.js'

/**
 * Compares two sections, such as 8.9.2 and 8.10, and returns a negative number, zero or a positive one. The empty
 * section comes before all others.
 */
export function bySection(one: string, other: string): number {
  const [a, b] = [one, other].map((section) => (section === '' ? [] : section.split('.').map(Number)))
  if (a === undefined || b === undefined) return 0
  const apart = a.findIndex((number, i) => number !== b[i])
  if (apart === -1) return a.length - b.length
  return (a[apart] ?? 0) - (b[apart] ?? -1)
}

/** Returns the later one of two sections. */
export const laterSection = (one: string, other: string): string => (bySection(one, other) < 0 ? other : one)

const vocabulary: ReadonlySet<Rel | EventSet> = new Set([...sets.values(), ...relations.values()])

/**
 * Returns the last section among those of a term and of all definitions that it uses. In the order of these sections,
 * none uses a later one.
 */
export const lastSection: (term: Rel | EventSet) => string = memoisedWeakly((term) => {
  if (vocabulary.has(term)) return ''
  const own = term.kind === 'named' || term.kind === 'named-set' ? term.section : ''
  return partsOf(term).map(lastSection).reduce(laterSection, own)
})

/** The content of a picture: the relations that matter, and the marks of a witness. */

import type { Pair } from '../encoder/events/graph/event.js'
import type { BoxEvents } from './boxes.js'
import { isInitial, objectionName, type ShownRelation, shownRelations } from './labels.js'
import { unsynchronised } from './unsynchronised.js'
import type { View } from './view.js'

/** The names of the marks in pictures besides relations, and their text in the legend. */
export const marks: ReadonlyMap<string, string> = new Map([
  ['race', 'race: causality does not order them'],
  ['objection', 'objection: the chain that the axiom forbids'],
  ['unsynchronised', 'unsynchronised: the read sees the write, but this orders nothing'],
])

/**
 * Returns the marks, and the relations besides program order, which a picture always shows. Pairs that follow from the
 * rest are left out unless they are requested: `fr`, coherence after initial writes, and `rmw` within a box. The pairs
 * of an objection stay.
 */
export function drawnRelations(
  { witness, whole, isShown }: View,
  boxes: readonly BoxEvents[],
  requested: readonly string[],
): readonly ShownRelation[] {
  const { events, relations, races = [] } = witness
  const areShown = (pair: Pair): boolean => pair.every(isShown)
  const objected = relations[objectionName] ?? []
  const isObjected = ([a, b]: Pair): boolean => objected.some(([c, d]) => (a === c && b === d) || (a === d && b === c))
  const initial = new Set(events.filter(isInitial).map(({ id }) => id))
  const isWithin = ([a, b]: Pair): boolean =>
    boxes.some((box) => [a, b].every((id) => box.some((one) => one.id === id)))
  const matters = (name: string, pair: Pair): boolean => {
    if (requested.includes(name) || isObjected(pair)) return true
    switch (name) {
      case 'fr':
        return false
      case 'co':
        return !initial.has(pair[0])
      case 'rmw':
        return !isWithin(pair)
      default:
        return true
    }
  }
  const marked = [
    { name: 'race', pairs: races.filter(areShown) },
    { name: 'unsynchronised', pairs: unsynchronised(whole).filter(areShown) },
  ]
  return [
    ...shownRelations(witness)
      .filter(({ name }) => name !== 'po')
      .map(({ name, pairs }) => ({ name, pairs: pairs.filter((pair) => matters(name, pair)) })),
    ...marked,
  ].filter(({ pairs }) => pairs.length > 0)
}

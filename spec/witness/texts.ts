/** Checks the properties of every text of a witness: it fits a width, if the instructions do, and says the same. */

import type { Witness } from '../../report/witness.js'
import { witnessText } from '../../witness/text.js'

/** Returns the words of a text, without what lays it out, in alphabetical order. */
const wordsIn = (text: string): readonly string[] =>
  text
    .split(/[\s,;|]+/)
    .filter((word) => word !== '')
    .toSorted()

/** Everything that is wrong with the text of a witness at that width. */
export function textFlaws(witness: Witness, width: number): readonly string[] {
  const text = witnessText(witness, { width, isWhole: true })
  const isCut = text.includes('…')
  return [
    ...text
      .split('\n')
      .filter((line) => line.length > width && (line.includes(' | ') || /, e\d+ -> /.test(line)))
      .map((line) => `wider than ${width}: ${line}`),
    // Both halves of an atomic have `round 1` in narrow columns, and lines of sources are cut.
    ...(isCut || text.includes('round ') || `${wordsIn(text)}` === `${wordsIn(witnessText(witness, { isWhole: true }))}`
      ? []
      : ['it says something else']),
  ]
}

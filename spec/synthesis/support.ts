/** Functions that the specs of synthesis share. */

import { formatDiagnostic } from '../../source/diagnostic.js'
import { canonical } from '../../synthesis/canonical.js'
import type { Spread } from '../../synthesis/cycle/places.js'
import { readCycle } from '../../synthesis/cycle/read.js'
import type { CycleTest } from '../../synthesis/cycle/test.js'
import { testText } from '../../synthesis/program.js'
import { sketchOf } from '../../synthesis/read.js'
import { testIn } from '../support.js'

const sourceOf = (text: string) => ({ name: '<cycle>', text })

/** Returns a cycle, which must have a test. */
export function cycleIn(text: string, spread?: Spread) {
  const read = readCycle(sourceOf(text), spread)
  if (!read.ok) throw new Error(read.diagnostics.map(formatDiagnostic).join('\n'))
  return read.value
}

/** Returns a text that is equal for tests that are the same up to symmetry. */
export const keyOf = ({ labelled, outcome }: CycleTest): string => canonical({ ...labelled, outcome })

/** Returns the text of the test. */
export const textOfTest = ({ labelled, outcome }: CycleTest): string => testText(labelled, outcome)

/** Returns a test as a sketch, which it must be. */
export function sketchIn(text: string): CycleTest {
  const read = sketchOf(testIn(text))
  if (read.kind !== 'sketch') throw new Error(read.why)
  return read
}

/** Returns what the errors of a cycle say, each with its column. */
export function errorsIn(text: string): readonly string[] {
  const read = readCycle(sourceOf(text))
  return read.ok
    ? []
    : read.diagnostics.map(({ message, place }) => `${typeof place === 'string' ? place : place.start + 1}: ${message}`)
}

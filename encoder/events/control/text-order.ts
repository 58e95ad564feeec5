/** Decides which of two instructions, in given rounds of the loops around them, comes later in the text of a thread. */

import type { Origin } from '../graph/event.js'
import type { Line } from './lines.js'

/**
 * Returns where an instruction is in the lines of its thread: from the outermost loop, the line, the round, the line in
 * it, and so on.
 */
export const placeInText = (
  lines: readonly Line[],
  { instruction, iterations }: Pick<Origin, 'instruction' | 'iterations'>,
): readonly number[] | undefined =>
  placeOfLine(lines, (line) => line.kind === 'perform' && line.index === instruction, iterations)

/** Returns the same place for another line. */
export function placeOfLine(
  lines: readonly Line[],
  isMeant: (line: Line) => boolean,
  [round = 0, ...inner]: readonly number[],
): readonly number[] | undefined {
  for (const [at, line] of lines.entries()) {
    if (isMeant(line)) return [at]
    const inside = line.kind === 'loop' ? placeOfLine(line.body, isMeant, inner) : undefined
    if (inside !== undefined) return [at, round, ...inside]
  }
  return undefined
}

/** Returns whether the second place comes after the first one. */
export function comesLater(first: readonly number[], second: readonly number[]): boolean {
  const parts = first.findIndex((one, i) => one !== second[i])
  return parts !== -1 && (second[parts] ?? -1) > (first[parts] ?? -1)
}

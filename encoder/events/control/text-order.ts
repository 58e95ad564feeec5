/** Which of two instructions, in which rounds of the loops around them, comes later in the text of a thread. */

import type { Origin } from '../graph/event.js'
import type { Line } from './lines.js'

/** Where an instruction is in the lines of its thread: from the outermost loop, the line, the round, the line in it, and so on. */
export function placeInText(
  lines: readonly Line[],
  { instruction, iterations }: Pick<Origin, 'instruction' | 'iterations'>,
): readonly number[] | undefined {
  const [round = 0, ...inner] = iterations
  for (const [at, line] of lines.entries()) {
    if (line.kind === 'perform' && line.index === instruction) return [at]
    const inside = line.kind === 'loop' ? placeInText(line.body, { instruction, iterations: inner }) : undefined
    if (inside !== undefined) return [at, round, ...inside]
  }
  return undefined
}

/** Whether the second place comes behind the first one. */
export function comesLater(first: readonly number[], second: readonly number[]): boolean {
  const parts = first.findIndex((one, i) => one !== second[i])
  return parts !== -1 && (second[parts] ?? -1) > (first[parts] ?? -1)
}

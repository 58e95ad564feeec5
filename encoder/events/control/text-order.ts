/**
 * Decides which of two instructions, in given rounds of the loops around them, comes later in the text of a thread, and
 * whether one can lead to the other.
 */

import type { Origin } from '../graph/event.js'
import type { Jump, Line } from './lines.js'

/**
 * Returns the position of an instruction among the lines of its thread, from the outermost loop on: the line, the
 * round, the line in that round, and so on.
 */
export const placeInText = (
  lines: readonly Line[],
  { instruction, iterations }: Pick<Origin, 'instruction' | 'iterations'>,
): readonly number[] | undefined =>
  placeOfLine(lines, (line) => line.kind === 'perform' && line.index === instruction, iterations)

/** Returns the position of a line, in the same form. */
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

/** An instruction of a thread, in given rounds of the loops around it. */
interface Place {
  readonly instruction: number
  readonly iterations?: readonly number[] | undefined
}

/** Returns whether an instruction comes before another one in the text of their thread. */
export function isEarlier(lines: readonly Line[], one: Place, other: Place): boolean {
  const [first, second] = [one, other].map(({ instruction, iterations = [] }) =>
    placeInText(lines, { instruction, iterations }),
  )
  return first !== undefined && second !== undefined && comesLater(first, second)
}

/** Returns whether the second place comes after the first one. */
export function comesLater(first: readonly number[], second: readonly number[]): boolean {
  const parts = first.findIndex((one, i) => one !== second[i])
  return parts !== -1 && (second[parts] ?? -1) > (first[parts] ?? -1)
}

/**
 * Returns whether a thread that is at the first place may come to the second one, which comes later in its text: no
 * jump between them excludes it. If a jump leads out of the lines that have both, the answer is yes.
 */
export function mayLeadTo(lines: readonly Line[], first: readonly number[], second: readonly number[]): boolean {
  const [at = 0, round, ...from] = first
  const [end = 0, other, ...to] = second
  const line = lines[at]
  if (at === end) return line?.kind !== 'loop' || round !== other || mayLeadTo(line.body, from, to)
  const reached = new Set([at + 1])
  const jump = ({ target }: Jump): void => {
    const label = lines.findIndex((one) => one.kind === 'label' && one.name === target)
    reached.add(label === -1 ? end : label)
  }
  if (line !== undefined) jumpsIn(line).forEach(jump)
  for (let i = at + 1; i < end; i++) {
    const next = lines[i]
    if (next === undefined || !reached.has(i)) continue
    jumpsIn(next).forEach(jump)
    if (goesOn(next)) reached.add(i + 1)
  }
  return reached.has(end)
}

const jumpsIn = (line: Line): readonly Jump[] =>
  line.kind === 'jump' ? [line] : line.kind === 'loop' ? line.body.flatMap(jumpsIn) : []

/** Returns whether a thread may go on with the line after this one. An exit is a jump to the end. */
const goesOn = (line: Line): boolean => line.kind !== 'jump' || line.when !== undefined

/** Lines of text in a picture. No text is measured: every line is drawn at the width given here. */

import type { Room } from '../view.js'
import type { Label, Point } from './shapes.js'

/** The width of a character and the height of a line, in pixels. */
const character = 7.3
export const line = 16

/** The most characters of a line in a box, the widest first. A picture takes those at which it fits best. */
export const lengths = [72, 56, 44, 36, 30, 26, 22, 18] as const

/** Returns the room for a picture that is as wide as that many characters. */
export const roomOf = (columns: number): Room => ({ width: columns * character, height: Number.POSITIVE_INFINITY })

export const widthOf = (text: string): number => text.length * character

/** How a text is put in a box: the most lines, and the most characters of each. */
export interface Folding {
  readonly lines: number
  readonly longest: number
}

/** The beginning of a line that continues the one above it. */
const indent = '  '

/**
 * Returns a text in lines that fit a box, and cuts what is too long. It is folded at a space, or else before the `.` of
 * a qualifier, or after another sign or part of a name. A line of a source is one line: `…-fence.cu:3: release(lock);`.
 */
export function folded(text: string, { lines: most, longest }: Folding): readonly string[] {
  const [, file, at] = /^(\S+?)(:\d+(?:: .*)?)$/.exec(text) ?? []
  if (file !== undefined && at !== undefined) return [cut(cutFront(file, longest - at.length) + at, longest)]
  const lines: string[] = []
  let rest = text
  while (rest.length > longest && lines.length < most - 1) {
    const at = placeToFold(rest, longest)
    lines.push(rest.slice(0, at).trimEnd())
    rest = `${indent}${rest.slice(at).trimStart()}`
  }
  return [...lines, cut(rest, longest)]
}

const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1)}…`

/** Returns the end of a name, or less if it would say nothing. */
const cutFront = (name: string, longest: number): string =>
  name.length <= longest ? name : `…${longest < 8 ? '' : name.slice(1 - longest)}`

/** Returns where a text that is too long is folded: in the last half of the line, if there is a place for it. */
function placeToFold(text: string, longest: number): number {
  const places = [/ /g, /(?=\.)/g, /(?<=[-+_,:/])|(?<=[a-z])(?=[A-Z])/g].map((sign) =>
    [...text.matchAll(sign)].map(({ index }) => index).findLast((at) => at > longest / 2 && at <= longest),
  )
  return places.find((place) => place !== undefined) ?? longest
}

/** Returns a line of text, to the right of and below a point. */
export const labelAt = ({ x, y }: Point, text: string, kind: Label['kind']): Label => ({
  text,
  kind,
  x,
  y,
  width: widthOf(text),
  height: line,
})

/** Lines one below the other. */
export const stacked = (texts: readonly string[], { x, y }: Point, kind: Label['kind']): readonly Label[] =>
  texts.map((text, i) => labelAt({ x, y: y + i * line }, text, kind))

/** Returns the words in lines that fit the width. A word that is wider is cut. */
export function wrapped(words: readonly string[], between: string, room: number): readonly string[] {
  const most = Math.max(20, Math.floor(room / character))
  const cut = words.flatMap((word) => [...word.matchAll(new RegExp(`.{1,${most}}`, 'gsu'))].map(([piece]) => piece))
  const lines: string[] = []
  for (const word of cut) {
    const longer = `${lines.at(-1)}${between}${word}`
    if (lines.length === 0 || longer.length > most) lines.push(word)
    else lines.splice(-1, 1, longer)
  }
  return lines
}

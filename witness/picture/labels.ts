/** Lines of text in a picture. No text is measured: every line is drawn at the width given here. */

import type { Label, Point } from './shapes.js'

/** The width of a character and the height of a line, in pixels. */
const character = 7.3
export const line = 16

/** The most characters of a line in a box, the widest first. A picture takes the first at which it has its width. */
export const lengths = [72, 56, 44, 36, 30, 24, 20, 16] as const

export const widthOf = (text: string): number => text.length * character

/** Returns the text, cut if a box would become too wide. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`

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

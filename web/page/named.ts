/** What texts about a test name: lines and events. */

import { baseName } from '../../source/line.js'

/** A line of a file: `undefined` is the text that the user edits. */
export interface LineLink {
  readonly file: string | undefined
  /** From 1. */
  readonly line: number
}

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'line'; readonly text: string } & LineLink)
  | { readonly kind: 'event'; readonly text: string; readonly event: number }

/** The names of the files that a text may be about. */
export interface FileNames {
  /** The name of the text that the user edits. */
  readonly own: string
  /** The names of the files beside it. */
  readonly beside: readonly string[]
}

/**
 * Splits a text into what is said and what is named: `spin.cu:3` for a file that is known, `line 7` of the text that the
 * user edits, and `e3`.
 */
export function pieces(text: string, { own, beside }: FileNames): readonly Piece[] {
  const names = [own, ...beside]
    .map(baseName)
    .filter((name) => name !== '')
    .map((name) => name.replaceAll(/[^\w]/g, String.raw`\$&`))
  // No name means no alternative: an empty one would match a colon.
  const inFile = names.length === 0 ? '(?!)' : names.join('|')
  const named = new RegExp(
    String.raw`(?<![\w+.-])(?:(?<file>${inFile}):(?<at>\d+)|line (?<line>\d+)|e(?<event>\d+))(?![\w])`,
    'g',
  )
  const found: Piece[] = []
  let end = 0
  for (const match of text.matchAll(named)) {
    const [said] = match
    const { file, at, line, event } = match.groups ?? {}
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) })
    end = match.index + said.length
    if (event !== undefined) found.push({ kind: 'event', text: said, event: Number(event) })
    else {
      const isOwn = file === undefined || file === baseName(own)
      found.push({ kind: 'line', text: said, file: isOwn ? undefined : file, line: Number(at ?? line) })
    }
  }
  return end < text.length ? [...found, { kind: 'text', text: text.slice(end) }] : found
}

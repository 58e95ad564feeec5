/** Texts about a test, with links to the lines that they name. */

import { button } from './dom.js'
import { type FileNames, type LineLink, pieces } from './named.js'

/** What links lead to. */
interface Targets extends FileNames {
  readonly goTo: (line: LineLink) => void
}

/** Returns a text as nodes: what it names is a button, which leads there. Events are left as they are. */
export const linked = (text: string, to: Targets): readonly (string | HTMLElement)[] =>
  pieces(text, to).map((piece) =>
    piece.kind === 'line' ? button(piece.text, () => to.goTo(piece), { class: 'link' }) : piece.text,
  )

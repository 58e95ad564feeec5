/** Texts about a test, with links to the lines and to the events that they name. */

import { button } from './dom.js'
import { type FileNames, type LineLink, pieces } from './named.js'

/** What links lead to. */
interface Targets extends FileNames {
  readonly goTo: (line: LineLink) => void
  /** Points at an event, or at nothing; absent if no picture shows the events. */
  readonly pointAt?: (event: number | undefined) => void
}

/** Returns a text as nodes: what it names is a button, which leads there. */
export const linked = (text: string, { pointAt, goTo, ...names }: Targets): readonly (string | HTMLElement)[] =>
  pieces(text, names).map((piece) => {
    if (piece.kind === 'line') return button(piece.text, () => goTo(piece), { class: 'link' })
    if (piece.kind === 'text' || pointAt === undefined) return piece.text
    const point = () => pointAt(piece.event)
    const made = button(piece.text, point, { class: 'link' })
    for (const kind of ['pointerenter', 'focus']) made.addEventListener(kind, point)
    for (const kind of ['pointerleave', 'blur']) made.addEventListener(kind, () => pointAt(undefined))
    return made
  })

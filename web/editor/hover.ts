/** The description of the word under the pointer. */

import type { EditorView, Tooltip } from '@codemirror/view'
import type { Described } from '../protocol.js'
import { nodesOf } from './markdown.js'

/** Describes the word at an offset of a text, in UTF-16 code units; undefined if it has no description. */
export type Hovering = (text: string, offset: number) => Promise<Described | undefined>

/** Adapts descriptions to CodeMirror. */
export const hovering =
  (hover: Hovering) =>
  async ({ state }: EditorView, offset: number): Promise<Tooltip | null> => {
    const described = await hover(state.doc.toString(), offset)
    if (described === undefined) return null
    const { from, to, markdown } = described
    return {
      pos: from,
      end: to,
      create: () => {
        const dom = document.createElement('div')
        dom.className = 'described'
        dom.append(...nodesOf(markdown))
        return { dom }
      },
    }
  }

/** Lines of an editor that are marked, and the line that the pointer is at. */

import { type EditorState, type Extension, StateEffect, StateField, type TransactionSpec } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

const setMarked = StateEffect.define<DecorationSet>()
const mark = Decoration.line({ class: 'cm-pointed' })

/** The lines that are marked. */
export const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) =>
    transaction.effects.findLast((one) => one.is(setMarked))?.value ?? before.map(transaction.changes),
  provide: (field) => EditorView.decorations.from(field),
})

/** Marks these lines, which count from 1, and no others, and scrolls to the first. Lines that are not there are left out. */
export function markingLines({ doc }: EditorState, lines: readonly number[]): TransactionSpec {
  const known = [...new Set(lines)].filter((line) => line >= 1 && line <= doc.lines).toSorted((a, b) => a - b)
  const places = known.map((line) => doc.line(line).from)
  const [first] = places
  return {
    effects: [
      setMarked.of(Decoration.set(places.map((place) => mark.range(place)))),
      ...(first === undefined ? [] : [EditorView.scrollIntoView(first)]),
    ],
  }
}

/** Calls `pointed` with each line that the pointer enters, and with undefined when it leaves the text. */
export function pointing(pointed: (line: number | undefined) => void): Extension {
  let last: number | undefined
  const at = (line: number | undefined): void => {
    if (line !== last) pointed(line)
    last = line
  }
  return EditorView.domEventHandlers({
    // Those of the mouse come after those of the pointer at the next element.
    pointermove: ({ clientX: x, clientY: y }, view) => {
      const offset = view.posAtCoords({ x, y })
      at(offset === null ? undefined : view.state.doc.lineAt(offset).number)
    },
    pointerleave: () => at(undefined),
  })
}

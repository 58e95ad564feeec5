/** Lines of an editor that are marked, and the line that the pointer is at. */

import {
  type EditorState,
  type Extension,
  StateEffect,
  type StateEffectType,
  StateField,
  type TransactionSpec,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

const setMarked = StateEffect.define<DecorationSet>()
const setChosen = StateEffect.define<DecorationSet>()
const mark = Decoration.line({ class: 'cm-pointed' })
const choice = Decoration.line({ class: 'cm-chosen', attributes: { 'aria-current': 'true' } })

/** Returns the lines that an effect marks. */
const linesMarkedBy = (effect: StateEffectType<DecorationSet>) =>
  StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (before, transaction) =>
      transaction.effects.findLast((one) => one.is(effect))?.value ?? before.map(transaction.changes),
    provide: (field) => EditorView.decorations.from(field),
  })

/** The lines that are marked. */
export const markedLines = linesMarkedBy(setMarked)

/** The line of what is chosen. */
export const chosenLine = linesMarkedBy(setChosen)

/** Marks a line, which counts from 1, as that of what is chosen, and no other, and scrolls to it if asked. */
export function choosingLine({ doc }: EditorState, line: number | undefined, scrolls: boolean): TransactionSpec {
  const place = line === undefined || line > doc.lines ? undefined : doc.line(line).from
  return {
    effects: [
      setChosen.of(place === undefined ? Decoration.none : Decoration.set([choice.range(place)])),
      ...(place === undefined || !scrolls ? [] : [EditorView.scrollIntoView(place)]),
    ],
  }
}

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

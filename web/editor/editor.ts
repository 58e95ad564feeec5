/** An editor of the page. */

import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, type StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Proposals, proposing } from './completion.js'
import { type Hovering, hovering } from './hover.js'
import { choosingLine, chosenLine, markedLines, markingLines, pointing } from './lines.js'

export interface Editor {
  readonly text: () => string
  /** Replaces the text. The user can undo it. */
  readonly setText: (text: string) => void
  /** Shows another text, which undoing does not take back. */
  readonly load: (text: string) => void
  /** Underlines ranges, each with its message. */
  readonly mark: (marks: readonly Mark[]) => void
  /** Puts the cursor at an offset. */
  readonly goTo: (offset: number) => void
  /** Puts the cursor at the beginning of a line, which counts from 1. */
  readonly goToLine: (line: number) => void
  /** Marks these lines instead of those that were marked, and scrolls to the first. */
  readonly markLines: (lines: readonly number[]) => void
  /** Marks the line of what is chosen, and scrolls to it if asked; undefined for none. */
  readonly choose: (line: number | undefined, scrolls: boolean) => void
}

/** An editor of a text that may be only read. */
export interface Viewer extends Editor {
  /** Shows a text. The user cannot undo that. */
  readonly show: (text: string, isReadOnly: boolean) => void
}

/** What an editor needs besides its text. */
export interface Surroundings {
  /** The name of the editor, for those who do not see it. */
  readonly label: string
  /** Describes the word at an offset, if it can. */
  readonly hover: Hovering
  /** Called with the line that the pointer enters, and with undefined when it leaves the text. */
  readonly pointed: (line: number | undefined) => void
}

export interface Mark {
  readonly from: number
  readonly to: number
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
}

/** The colours are variables of the style sheet, for a light and for a dark background. */
const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--comment)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--keyword)' },
  { tag: tags.string, color: 'var(--string)' },
  { tag: tags.number, color: 'var(--number)' },
  { tag: tags.typeName, color: 'var(--type)' },
  { tag: tags.className, color: 'var(--thread)', fontWeight: 'bold' },
  { tag: tags.labelName, color: 'var(--thread)' },
  { tag: tags.function(tags.variableName), color: 'var(--instruction)' },
  { tag: tags.special(tags.variableName), color: 'var(--register)' },
  { tag: tags.operator, color: 'var(--muted)' },
])

/**
 * Creates an editor in that element. `onChange` is called with what the user typed, or what was set, and whether the
 * user put another text in place of all of it.
 */
export const editor = (
  parent: HTMLElement,
  language: StreamLanguage<unknown>,
  surroundings: Surroundings,
  proposals: Proposals,
  onChange: (text: string, isAnother: boolean) => void,
): Editor =>
  editing(parent, language, surroundings, [
    bracketMatching(),
    closeBrackets(),
    lintGutter(),
    autocompletion({ override: [proposing(proposals)] }),
    keymap.of([...completionKeymap, ...historyKeymap]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString(), isAnotherText(update))
    }),
    EditorView.updateListener.of(({ view, geometryChanged, docChanged }) => {
      // What appears beside the editor must not push the line that one edits out of sight.
      if (geometryChanged && !docChanged && view.hasFocus) keepCursorInView(view)
    }),
  ])

/** Returns whether the user put a text of more than a letter in place of all that was there. */
function isAnotherText({ startState, changes, transactions }: ViewUpdate): boolean {
  let isWhole = false
  changes.iterChanges((from, to, begin, end) => {
    isWhole = from === 0 && to === startState.doc.length && end - begin > 1
  })
  return isWhole && transactions.some((one) => one.isUserEvent('input'))
}

/** Scrolls to the cursor if it is outside of what one sees. An editor cannot be changed while it updates. */
function keepCursorInView(view: EditorView): void {
  queueMicrotask(() => {
    const { head } = view.state.selection.main
    const at = view.coordsAtPos(head)
    const { top, bottom } = view.scrollDOM.getBoundingClientRect()
    if (at === null || at.top < top || at.bottom > bottom)
      view.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'nearest' }) })
  })
}

/**
 * Creates what shows a text that the user may change, or only read. `onChange` is called with what the user typed, and
 * `onRefused` if the user types where the text is only read.
 */
export function viewer(
  parent: HTMLElement,
  language: StreamLanguage<unknown>,
  surroundings: Surroundings,
  onChange: (text: string) => void,
  onRefused: () => void,
): Viewer {
  const reading = new Compartment()
  const refuse = (_: Event, { state }: EditorView): void => {
    if (state.readOnly) onRefused()
  }
  const made = editing(parent, language, surroundings, [
    reading.of(EditorState.readOnly.of(true)),
    keymap.of(historyKeymap),
    highlightActiveLine(),
    EditorView.domEventHandlers({ beforeinput: refuse, paste: refuse }),
    EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      const isShown = transactions.some((one) => one.annotation(Transaction.addToHistory) === false)
      if (docChanged && !isShown) onChange(state.doc.toString())
    }),
  ])
  return {
    ...made,
    show: (text, isReadOnly) => {
      const isAnother = made.text() !== text
      made.view.dispatch({
        ...(isAnother ? { changes: { from: 0, to: made.view.state.doc.length, insert: text } } : {}),
        effects: reading.reconfigure(EditorState.readOnly.of(isReadOnly)),
        annotations: Transaction.addToHistory.of(false),
      })
      if (isAnother) forget(made.view)
    },
  }
}

/** What was typed, to undo it. */
const undoing = new Compartment()

/** Forgets what was typed, since another text is shown now: undoing would put pieces of the one before into it. */
function forget(view: EditorView): void {
  view.dispatch({ effects: undoing.reconfigure([]) })
  view.dispatch({ effects: undoing.reconfigure(history()) })
}

function editing(
  parent: HTMLElement,
  language: StreamLanguage<unknown>,
  { label, hover, pointed }: Surroundings,
  others: readonly Extension[],
): Editor & { readonly view: EditorView } {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        undoing.of(history()),
        drawSelection(),
        language,
        syntaxHighlighting(colours),
        markedLines,
        chosenLine,
        hoverTooltip(hovering(hover)),
        pointing(pointed),
        ...others,
        keymap.of([...defaultKeymap, ...searchKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
      ],
    }),
  })
  // The scrolling element can be reached by the keyboard.
  view.scrollDOM.tabIndex = 0
  const inside = (offset: number): number => Math.max(0, Math.min(offset, view.state.doc.length))
  const goTo = (offset: number): void => {
    const anchor = inside(offset)
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
    view.focus()
  }
  const setText = (text: string): void =>
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
  return {
    view,
    text: () => view.state.doc.toString(),
    setText,
    load: (text) => {
      setText(text)
      forget(view)
    },
    mark: (marks) => {
      const diagnostics = marks.map(
        ({ from, to, severity, message }): Diagnostic => ({ from: inside(from), to: inside(to), severity, message }),
      )
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    goTo,
    markLines: (lines) => view.dispatch(markingLines(view.state, lines)),
    choose: (line, scrolls) => view.dispatch(choosingLine(view.state, line, scrolls)),
    goToLine: (line) => goTo(view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines))).from),
  }
}

/** An editor of the page. */

import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, type StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Proposals, proposing } from './completion.js'
import { type Hovering, hovering } from './hover.js'
import { markedLines, markingLines, pointing } from './lines.js'

export interface Editor {
  readonly text: () => string
  /** Replaces the text. The user can undo it. */
  readonly setText: (text: string) => void
  /** Underlines ranges, each with its message. */
  readonly mark: (marks: readonly Mark[]) => void
  /** Puts the cursor at an offset. */
  readonly goTo: (offset: number) => void
  /** Puts the cursor at the beginning of a line, which counts from 1. */
  readonly goToLine: (line: number) => void
  /** Marks these lines instead of those that were marked, and scrolls to the first. */
  readonly markLines: (lines: readonly number[]) => void
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

/** Creates an editor in that element. `onChange` is called with what the user typed, or what was set. */
export const editor = (
  parent: HTMLElement,
  language: StreamLanguage<unknown>,
  surroundings: Surroundings,
  proposals: Proposals,
  onChange: (text: string) => void,
): Editor =>
  editing(parent, language, surroundings, [
    history(),
    bracketMatching(),
    closeBrackets(),
    lintGutter(),
    autocompletion({ override: [proposing(proposals)] }),
    keymap.of([...completionKeymap, ...historyKeymap]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
  ])

/** Creates what shows a text that is only read. */
export const viewer = (parent: HTMLElement, language: StreamLanguage<unknown>, surroundings: Surroundings): Editor =>
  editing(parent, language, surroundings, [EditorState.readOnly.of(true), highlightActiveLine()])

function editing(
  parent: HTMLElement,
  language: StreamLanguage<unknown>,
  { label, hover, pointed }: Surroundings,
  others: readonly Extension[],
): Editor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        drawSelection(),
        language,
        syntaxHighlighting(colours),
        markedLines,
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
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    mark: (marks) => {
      const diagnostics = marks.map(
        ({ from, to, severity, message }): Diagnostic => ({ from: inside(from), to: inside(to), severity, message }),
      )
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    goTo,
    markLines: (lines) => view.dispatch(markingLines(view.state, lines)),
    goToLine: (line) => goTo(view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines))).from),
  }
}

/** The files of a test: the text that the user edits, modules beside it, and their sources, which are only read. */

import type { Editor, Viewer } from '../editor/editor.js'
import type { FileLine } from '../protocol.js'
import type { FileBeside } from './beside.js'
import type { LineLink } from './named.js'
import { fillTabs } from './tabs.js'

export interface Files {
  /** Shows these files beside the text of that name. The file that is open stays open if it is among them. */
  readonly set: (own: string, beside: readonly FileBeside[]) => void
  /** Opens a file at a line. Nothing happens if it is not there. */
  readonly goTo: (line: LineLink) => void
  /** Goes to one of these lines: to that of the file that is open, or else to the first in a file that is there. */
  readonly goToAny: (lines: readonly FileLine[]) => void
  /** Marks these lines, and no others, and the tabs of their files. */
  readonly mark: (lines: readonly FileLine[]) => void
  /** Returns the name of the file that is open, without folders. */
  readonly opened: () => string
  /** Returns the text of a file beside the text; empty if it is not there. */
  readonly textOf: (name: string) => string
  /** Returns the names of the files beside the text. */
  readonly names: () => readonly string[]
}

/** Makes the tabs of the files; `viewer` makes what shows a file beside the text, once one is opened. */
export function fileTabs(
  { list, own, beside }: { readonly list: HTMLElement; readonly own: HTMLElement; readonly beside: HTMLElement },
  source: Editor,
  viewer: () => Viewer,
): Files {
  let files: readonly FileBeside[] = []
  let ownName = ''
  let open: string | undefined
  let mark: (name: string | undefined) => void = () => undefined
  let made: Viewer | undefined
  const show = (name: string | undefined): void => {
    const file = files.find((one) => one.name === name)
    open = file?.name
    mark(open)
    own.hidden = file !== undefined
    beside.hidden = file === undefined
    if (file === undefined) return
    made ??= viewer()
    made.show(file.text, !file.isModule)
  }
  const goTo = ({ file, line }: LineLink): void => {
    if (file !== undefined && files.every(({ name }) => name !== file)) return
    show(file)
    if (file === undefined) source.goToLine(line)
    else made?.goToLine(line)
  }
  const opened = (): string => open ?? ownName
  return {
    opened,
    goToAny: (lines) => {
      const isThere = ({ file }: FileLine): boolean => file === ownName || files.some(({ name }) => name === file)
      const to = lines.find(({ file }) => file === opened()) ?? lines.find(isThere)
      if (to !== undefined) goTo({ file: to.file === ownName ? undefined : to.file, line: to.line })
    },
    mark: (lines) => {
      const inFile = (name: string) => lines.flatMap(({ file, line }) => (file === name ? [line] : []))
      source.markLines(inFile(ownName))
      made?.markLines(open === undefined ? [] : inFile(open))
      for (const tab of list.querySelectorAll('[role=tab]'))
        tab.classList.toggle('pointed', inFile(tab.textContent ?? '').length > 0)
    },
    set: (name, next) => {
      files = next
      ownName = name
      list.hidden = next.length === 0
      mark = fillTabs<string | undefined>(
        list,
        [
          { key: undefined, label: name, id: 'file-own', controls: own.id },
          ...next.map((one, i) => ({ key: one.name, label: one.name, id: `file-${i}`, controls: beside.id })),
        ],
        show,
      )
      show(open)
    },
    goTo,
    textOf: (name) => files.find((one) => one.name === name)?.text ?? '',
    names: () => files.map(({ name }) => name),
  }
}

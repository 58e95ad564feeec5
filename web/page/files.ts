/** The files of a test: the text that the user edits, and those beside it, which are only read. */

import type { Editor } from '../editor/editor.js'
import type { FileBeside } from './beside.js'
import type { LineLink } from './named.js'
import { fillTabs } from './tabs.js'

export interface Files {
  /** Shows these files beside the text of that name. The file that is open stays open if it is among them. */
  readonly set: (own: string, beside: readonly FileBeside[]) => void
  /** Opens a file at a line. Nothing happens if it is not there. */
  readonly goTo: (line: LineLink) => void
  /** Returns the names of the files beside the text. */
  readonly names: () => readonly string[]
}

/** Makes the tabs of the files; `viewer` makes what shows a file that is only read, once one is opened. */
export function fileTabs(
  { list, own, beside }: { readonly list: HTMLElement; readonly own: HTMLElement; readonly beside: HTMLElement },
  source: Editor,
  viewer: () => Editor,
): Files {
  let files: readonly FileBeside[] = []
  let open: string | undefined
  let mark: (name: string | undefined) => void = () => undefined
  let made: Editor | undefined
  const show = (name: string | undefined): void => {
    const file = files.find((one) => one.name === name)
    open = file?.name
    mark(open)
    own.hidden = file !== undefined
    beside.hidden = file === undefined
    if (file === undefined) return
    made ??= viewer()
    if (made.text() !== file.text) made.setText(file.text)
  }
  return {
    set: (name, next) => {
      files = next
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
    goTo: ({ file, line }) => {
      if (file !== undefined && files.every(({ name }) => name !== file)) return
      show(file)
      if (file === undefined) source.goToLine(line)
      else made?.goToLine(line)
    },
    names: () => files.map(({ name }) => name),
  }
}

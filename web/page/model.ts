/** The model: the menu of those that are built in, the editor of its text, and what says that it is edited. */

import { catCompletions } from '../../language/completion.js'
import { editor, type Mark } from '../editor/editor.js'
import type { Hovering } from '../editor/hover.js'
import { catLanguage } from '../editor/languages.js'
import type { State } from '../state.js'
import { modelFiles } from '../worker/subject.js'
import { byId, element } from './dom.js'
import type { Examples } from './examples.js'

interface Around extends Pick<Examples, 'models'> {
  readonly state: () => State
  /** Called with the state under the model that the user typed. */
  readonly change: (next: State) => void
  /** Called with the state under the model that the user chose in the menu. */
  readonly show: (next: State) => void
  /** Brings the editor into view. */
  readonly inView: () => void
  readonly hover: Hovering
}

export interface ModelEditor {
  /** Returns the text of the model, which may be edited. */
  readonly text: () => string
  /** Shows the model of the state. */
  readonly show: () => void
  readonly mark: (marks: readonly Mark[]) => void
  readonly goTo: (offset: number) => void
}

/** Makes the elements of the page that are about the model work. */
export function modelEditor({ models, state, change, show, inView, hover }: Around): ModelEditor {
  const menu = byId('models', HTMLSelectElement)
  const builtIn = (): string => models.find(({ name }) => name === state().model)?.text ?? ''
  const text = (): string => state().modelText ?? builtIn()
  const cat = editor(
    byId('model-editor', HTMLElement),
    catLanguage,
    { label: 'the model in cat', hover, pointed: () => undefined },
    (typed, offset) => catCompletions({ name: `${state().model}.cat`, text: typed }, modelFiles, offset),
    (typed) => {
      if (typed === text()) return
      const { modelText: _, ...others } = state()
      change(typed === builtIn() ? others : { ...others, modelText: typed })
      note()
    },
  )
  const note = (): void => {
    const { model, modelText } = state()
    const isEdited = modelText !== undefined
    byId('model-note', HTMLElement).textContent = isEdited ? `${model}, edited` : `${model}, as it is built in`
    byId('edited', HTMLElement).hidden = !isEdited
  }
  menu.append(...models.map(({ name }) => element('option', { value: name }, name)))
  menu.addEventListener('change', () => {
    const { modelText, model, ...others } = state()
    if (modelText === undefined || confirm(`Your edits of ${model} will be lost.`))
      show({ ...others, model: menu.value })
    else menu.value = model
  })
  byId('restore', HTMLButtonElement).addEventListener('click', () => cat.setText(builtIn()))
  byId('edits', HTMLButtonElement).addEventListener('click', inView)
  return {
    text,
    show: () => {
      menu.value = state().model
      note()
      if (cat.text() !== text()) cat.setText(text())
    },
    mark: cat.mark,
    goTo: cat.goTo,
  }
}

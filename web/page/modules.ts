/** The modules beside a test that the user changed: by hand, or by a repair. */

import { baseName } from '../../source/line.js'
import type { ChangedText } from '../protocol.js'
import type { State } from '../state.js'
import type { Files } from './files.js'
import { firstChange } from './recognised.js'

/** Says in that element which modules are changed; it is hidden if none is. */
export function sayChanged(note: HTMLElement, modules: State['modules']): void {
  const changed = Object.keys(modules)
  note.hidden = changed.length === 0
  const [said] = note.children
  if (said !== undefined) said.textContent = `You changed ${changed.join(', ')}: the answers are those of your text.`
}

/** What a repair changes. */
interface Changed {
  readonly files: Pick<Files, 'textOf' | 'goTo'>
  readonly text: () => string
  /** Puts another text in place of the one that the user edits. */
  readonly setText: (text: string) => void
  readonly modules: () => State['modules']
  readonly setModules: (modules: State['modules']) => void
}

/** Returns a function that puts a repair in place of the texts, and goes to the first change. */
export const applying =
  ({ files, text, setText, modules, setModules }: Changed) =>
  (changed: readonly ChangedText[]): void => {
    for (const { module, text: after } of changed) {
      const file = module === undefined ? undefined : baseName(module)
      const line = firstChange(file === undefined ? text() : files.textOf(file), after)
      if (file === undefined) setText(after)
      else setModules({ ...modules(), [file]: after })
      files.goTo({ file, line })
    }
  }

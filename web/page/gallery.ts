/** The examples, in a list that one searches. */

import { button, element } from './dom.js'
import type { Examples } from './examples.js'
import { sentenceOf } from './sentence.js'

/** The folder that comes first: the shapes that papers name. */
const firstFolder = 'classic'

/** Returns a dialog with the examples; `choose` is called with the path of one. */
export function gallery({ tests }: Pick<Examples, 'tests'>, choose: (path: string) => void): HTMLDialogElement {
  const entries = tests
    .map(({ path, text }) => ({ path, said: sentenceOf(text), folder: path.replace(/\/[^/]*$/, '') }))
    .toSorted((a, b) => Number(b.folder === firstFolder) - Number(a.folder === firstFolder))
    .map(({ path, said }) => {
      const go = () => {
        dialog.close()
        choose(path)
      }
      const row = element('li', {}, button(path, go, { class: 'plain' }), ' ', element('span', { class: 'said' }, said))
      return { row, words: `${path} ${said}`.toLowerCase() }
    })
  const count = element('p', { role: 'status' })
  const search = element('input', { type: 'search', 'aria-label': 'search the examples', placeholder: 'Search' })
  const filter = (): void => {
    const wanted = search.value.toLowerCase().split(/\s+/)
    const found = entries.filter(({ row, words }) => {
      const isFound = wanted.every((word) => words.includes(word))
      row.hidden = !isFound
      return isFound
    })
    count.textContent = `${found.length} of ${entries.length} examples`
  }
  search.addEventListener('input', filter)
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    // The key must not press the button that has the focus again once the dialog is closed.
    event.preventDefault()
    entries
      .find(({ row }) => !row.hidden)
      ?.row.querySelector('button')
      ?.click()
  })
  const dialog = element(
    'dialog',
    { class: 'gallery', 'aria-label': 'Examples' },
    element(
      'div',
      { class: 'head' },
      search,
      button('Close', () => dialog.close()),
    ),
    count,
    element('ul', {}, ...entries.map(({ row }) => row)),
  )
  filter()
  return dialog
}

/** The examples, in a list that one searches. */

import { namesModules } from './beside.js'
import { button, element } from './dom.js'
import type { Examples } from './examples.js'
import { sentenceOf } from './sentence.js'

/** The folder that comes first, and in it first the shapes that papers name. */
const firstFolder = 'classic'
const firstNames = ['MP', 'SB', 'LB', 'S', 'R', '2+2W', 'WRC', 'RWC', 'ISA2', 'IRIW'].map(
  (name) => `${firstFolder}/${name}.test`,
)

/** Returns the place of an example in the list, before that of all others with a larger number. */
const placeOf = (path: string): number => {
  const at = firstNames.indexOf(path)
  return at >= 0 ? at : firstNames.length + Number(!path.startsWith(`${firstFolder}/`))
}

type Example = Examples['tests'][number]

/** Returns what an example is, in words by which one may look for it. */
const kindOf = ({ path, text }: Example): string =>
  namesModules(text) ? 'CUDA C++, compiled to PTX' : path.endsWith('.litmus') ? 'herd test' : 'test'

/** What the dialog does. */
interface Doing {
  /** Called with the path of the example that is chosen. */
  readonly choose: (path: string) => void
  /** Returns a tiny picture of an example in SVG; undefined if it has none. */
  readonly draw: (example: Example) => Promise<string | undefined>
}

/** Makes a button show a dialog with the examples. It is made when it is wanted: the first answer does not wait for it. */
export function gallery(opener: HTMLElement, examples: Pick<Examples, 'tests'>, doing: Doing): void {
  let made: HTMLDialogElement | undefined
  opener.addEventListener('click', () => {
    if (made === undefined) {
      made = dialogOf(examples, doing)
      document.body.append(made)
    }
    made.showModal()
    // What was typed before is replaced by what is typed now.
    made.querySelector('input')?.select()
  })
}

/** Returns the dialog. A tiny picture is drawn of the examples that come into view. */
function dialogOf({ tests }: Pick<Examples, 'tests'>, { choose, draw }: Doing): HTMLDialogElement {
  const byFrame = new Map<Element, Example>()
  const seen = new IntersectionObserver((changes) => {
    for (const { isIntersecting, target } of changes) {
      const example = byFrame.get(target)
      if (!isIntersecting || example === undefined) continue
      seen.unobserve(target)
      void draw(example).then((svg) => {
        if (svg === undefined) return
        const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
        target.replaceChildren(document.importNode(drawn, true))
      })
    }
  })

  const entries = tests
    .map((example) => {
      const { path, text } = example
      return { example, path, said: sentenceOf(text), kind: kindOf(example) }
    })
    .toSorted((a, b) => placeOf(a.path) - placeOf(b.path))
    .map(({ example, path, said, kind }) => {
      const go = () => {
        dialog.close()
        choose(path)
      }
      const frame = element('span', { class: 'tiny', 'aria-hidden': 'true' })
      byFrame.set(frame, example)
      seen.observe(frame)
      const words = element(
        'span',
        {},
        button(path, go, { class: 'plain' }),
        ' ',
        element('span', { class: 'kind' }, kind),
        ' ',
        element('span', { class: 'said' }, said),
      )
      const row = element('li', {}, frame, words)
      return { row, words: `${path} ${kind} ${said}`.toLowerCase() }
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

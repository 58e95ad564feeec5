/** The button that copies a link to what is on the page. */

import { fragmentOf, type State } from '../state.js'

/** The longest link that browsers open, in UTF-16 code units. */
const longestLink = 2_000_000

/** Makes a button copy the link of a state; `say` is called with what became of it. */
export function linkButton(button: HTMLButtonElement, state: () => State, say: (said: string) => void): void {
  button.addEventListener('click', () => {
    void fragmentOf(state())
      .then((fragment) => copied(`${location.href.replace(/#.*$/, '')}#${fragment}`))
      .then(say)
      .catch((error: unknown) =>
        say(`This browser makes no links: ${error instanceof Error ? error.message : String(error)}`),
      )
  })
}

async function copied(link: string): Promise<string> {
  if (link.length > longestLink) return 'The text is too long for a link.'
  const place = await navigator.clipboard.writeText(link).then(
    () => 'the clipboard',
    () => 'the address bar',
  )
  return `The link is in ${place}.`
}

/** The errors and notes about the texts, as a list. */

import type { Message, TextRange } from '../protocol.js'
import { button, element } from './dom.js'
import type { Linking } from './panels.js'

/** Returns an item for each message; `goTo` is called with the place of the one that is chosen. */
export const messageItems = (
  messages: readonly Message[],
  goTo: (place: TextRange) => void,
  links: Linking,
): readonly HTMLElement[] =>
  messages.map(({ kind, text, message, place }) => {
    const [line = message] = text.split('\n')
    return place === undefined
      ? element('li', { class: kind }, ...links(line))
      : element(
          'li',
          {},
          button(line, () => goTo(place), { class: kind }),
        )
  })

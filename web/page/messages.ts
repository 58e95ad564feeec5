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
  messages.map(({ kind, text, message, place, notes }) => {
    const [line = message] = text.split('\n')
    const said = (words: string, at: TextRange | undefined): readonly (Node | string)[] =>
      at === undefined ? links(words) : [button(words, () => goTo(at), { class: kind })]
    return element(
      'li',
      place === undefined ? { class: kind } : {},
      ...said(line, place),
      notes.length === 0
        ? undefined
        : element('ul', {}, ...notes.map((one) => element('li', {}, ...said(one.message, one.place)))),
    )
  })

/** What is underlined in the texts of the page. */

import type { Mark } from '../editor/editor.js'
import type { Message, Races } from '../protocol.js'

/** Returns the marks of the messages about the test, or of those about the model. */
export const marksIn = (where: 'test' | 'model', messages: readonly Message[]): readonly Mark[] =>
  messages.flatMap(({ kind, message, place, notes }) =>
    [{ message, place }, ...notes.map((one) => ({ message: `${message}: ${one.message}`, place: one.place }))].flatMap(
      (one): readonly Mark[] =>
        one.place?.in === where
          ? [
              {
                ...{ from: one.place.from, to: one.place.to, message: one.message },
                severity: kind === 'error' ? 'error' : 'info',
              },
            ]
          : [],
    ),
  )

/** Returns the marks of racing accesses in the test. */
export const raceMarks = ({ marks }: Races): readonly Mark[] =>
  marks.flatMap(({ place, message }) =>
    place.in === 'test' ? [{ from: place.from, to: place.to, severity: 'warning', message }] : [],
  )

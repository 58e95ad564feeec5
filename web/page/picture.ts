/** The picture of an execution: its argument, of which boxes that leave events out unfold, or everything. */

import type { ExecutionPicture, RaceShown } from '../protocol.js'
import { button, element } from './dom.js'
import { drawing, type Texts } from './drawing.js'

/** What is around a picture. */
export interface AroundPicture extends Texts {
  /**
   * Returns the picture with these events besides those of the argument, which may be about one of the races; undefined
   * if it cannot be drawn.
   */
  readonly draw: (
    document: string,
    opened: readonly number[],
    race?: RaceShown['events'],
  ) => Promise<string | undefined>
}

/** Returns the picture with its controls. Its argument may be about one of the races. */
export function picture(
  shown: ExecutionPicture,
  label: string,
  around: AroundPicture,
  race?: RaceShown['events'],
): HTMLElement {
  const { svg, whole } = shown
  if (whole === undefined) return drawing(shown, svg, label, around)
  let opened: readonly number[] = []
  let ofArgument = svg
  const toggle = button('show everything', () => {
    const isWhole = toggle.getAttribute('aria-pressed') !== 'true'
    toggle.setAttribute('aria-pressed', String(isWhole))
    show(isWhole ? whole : ofArgument)
    toggle.focus()
  })
  toggle.setAttribute('aria-pressed', 'false')
  const unfold = async (events: readonly number[]): Promise<void> => {
    opened = [...opened, ...events]
    const drawn = await around.draw(shown.document, opened, race)
    if (drawn === undefined) return
    ofArgument = drawn
    show(drawn)
    // What was pressed is no longer there.
    frame.querySelector<HTMLElement>('.picture')?.focus()
  }
  const frame = element('div')
  const show = (drawn: string): void =>
    frame.replaceChildren(
      drawing(shown, drawn, label, around, { control: toggle, unfold: (events) => void unfold(events) }),
    )
  show(svg)
  return frame
}

/** Fits a drawing into its frame, and enlarges it: by buttons, by keys, by the wheel with Ctrl, and by pinching. */

import { button } from './dom.js'

/** A drawing is not shrunk below this factor to fit, since its letters would be too small to read. */
const smallestFit = 0.55

const limits = { least: 0.2, most: 4 } as const

/** The factor between two steps. */
const step = 1.25

export interface Zoom {
  readonly buttons: readonly HTMLElement[]
  /** Does what a key asks for; returns whether it asks for anything. */
  readonly key: (key: string) => boolean
}

/** Makes a drawing fit the width of its frame, which scrolls, until the user chooses another size. */
export function zoomIn(frame: HTMLElement, drawn: HTMLElement | SVGElement, naturalWidth: number): Zoom {
  let factor = 1
  let isChosen = false
  const set = (next: number, x = frame.clientWidth / 2, y = frame.clientHeight / 2): void => {
    const before = factor
    factor = Math.min(limits.most, Math.max(limits.least, next))
    drawn.style.width = `${naturalWidth * factor}px`
    drawn.style.height = 'auto'
    // What is below the pointer stays there.
    frame.scrollLeft = ((frame.scrollLeft + x) * factor) / before - x
    frame.scrollTop = ((frame.scrollTop + y) * factor) / before - y
  }
  const choose = (next: number, x?: number, y?: number): void => {
    isChosen = true
    set(next, x, y)
  }
  const fitWidth = (): void => {
    isChosen = false
    if (frame.clientWidth > 0) set(Math.min(1, Math.max(smallestFit, frame.clientWidth / naturalWidth)), 0, 0)
  }
  new ResizeObserver(() => {
    if (!isChosen) fitWidth()
  }).observe(frame)
  // Browsers report pinching on a touchpad as a wheel with Ctrl.
  frame.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const { left, top } = frame.getBoundingClientRect()
      choose(factor * Math.exp(-event.deltaY / 200), event.clientX - left, event.clientY - top)
    },
    { passive: false },
  )
  const actions: Readonly<Record<string, () => void>> = {
    '+': () => choose(factor * step),
    '=': () => choose(factor * step),
    '-': () => choose(factor / step),
    '0': fitWidth,
  }
  return {
    buttons: [
      button('−', () => choose(factor / step), { 'aria-label': 'smaller' }),
      button('fit', fitWidth, { 'aria-label': 'fit the width' }),
      button('+', () => choose(factor * step), { 'aria-label': 'larger' }),
    ],
    key: (key) => {
      const action = actions[key]
      action?.()
      return action !== undefined
    },
  }
}

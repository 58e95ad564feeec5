/** Fits a drawing into its frame, and enlarges it: by buttons, by keys, by the wheel with Ctrl, and by two fingers. */

import { button } from './dom.js'

/**
 * A drawing is not shrunk below these factors to fit. A narrow screen shows all threads side by side first, and one
 * enlarges what one wants to read; to fit the height, letters must not become too small to read.
 */
const smallestFit = { width: 0.3, height: 0.55, heightOfPhone: 0.38 } as const

/** The least factor at which letters, which are 12 pixels high, are readable: they have 9. */
const readable = 0.75

/** A frame narrower than this is that of a phone, in pixels. */
const phone = 480

/** A drawing is not made to fit less height than this, in pixels: one scrolls to it anyhow. */
const leastRoom = 150

const limits = { least: 0.2, most: 4 } as const

/** The space below the panels, in pixels. */
const margin = 16

/** The factor between two steps. */
const step = 1.25

/** The height of what is above a drawing in its panel, in pixels. */
const controls = 48

/** Returns the room for a drawing in a panel, in pixels, before one scrolls. */
export const roomIn = (panel: HTMLElement): { readonly width: number; readonly height: number } => ({
  width: panel.clientWidth,
  height: Math.max(leastRoom, innerHeight - scrollY - panel.getBoundingClientRect().top - controls - margin),
})

export interface Zoom {
  readonly buttons: readonly HTMLElement[]
  /** Does what a key asks for; returns whether it asks for anything. */
  readonly key: (key: string) => boolean
}

/** Makes a drawing fit its frame, and what one sees of the page, until the user chooses another size. */
export function zoomIn(
  frame: HTMLElement,
  drawn: HTMLElement | SVGElement,
  natural: { readonly width: number; readonly height: number },
): Zoom {
  let factor = 1
  let isChosen = false
  // A picture that fits a phone shows all threads, in letters that are too small to read.
  const sizing = button('fit', () => (isChosen || factor >= readable ? fitWidth() : choose(readable, 0, 0)))
  const set = (next: number, x = frame.clientWidth / 2, y = frame.clientHeight / 2): void => {
    const before = factor
    factor = Math.min(limits.most, Math.max(limits.least, next))
    drawn.style.width = `${natural.width * factor}px`
    drawn.style.height = 'auto'
    // What is below the pointer stays there.
    frame.scrollLeft = ((frame.scrollLeft + x) * factor) / before - x
    frame.scrollTop = ((frame.scrollTop + y) * factor) / before - y
    const reads = !isChosen && factor < readable
    sizing.textContent = reads ? 'read' : 'fit'
    sizing.setAttribute('aria-label', reads ? 'read the letters' : 'fit the window')
  }
  const choose = (next: number, x?: number, y?: number): void => {
    isChosen = true
    set(next, x, y)
  }
  const fitWidth = (): void => {
    isChosen = false
    if (frame.clientWidth === 0) return
    const byWidth = Math.max(smallestFit.width, frame.clientWidth / natural.width)
    const lowest = frame.clientWidth < phone ? smallestFit.heightOfPhone : smallestFit.height
    const room = innerHeight - scrollY - frame.getBoundingClientRect().top - margin
    const byHeight = room < leastRoom ? 1 : Math.max(lowest, room / natural.height)
    set(Math.min(1, byWidth, byHeight), 0, 0)
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
  pinching(frame, (by, at) => choose(factor * by, at.x, at.y))
  const actions: Readonly<Record<string, () => void>> = {
    '+': () => choose(factor * step),
    '=': () => choose(factor * step),
    '-': () => choose(factor / step),
    '0': fitWidth,
  }
  return {
    buttons: [
      button('−', () => choose(factor / step), { 'aria-label': 'smaller' }),
      sizing,
      button('+', () => choose(factor * step), { 'aria-label': 'larger' }),
    ],
    key: (key) => {
      const action = actions[key]
      action?.()
      return action !== undefined
    },
  }
}

/** Calls `scale` with the factor by which two fingers move apart, and with the point between them in the frame. */
function pinching(
  frame: HTMLElement,
  scale: (by: number, at: { readonly x: number; readonly y: number }) => void,
): void {
  let before: number | undefined
  const distanceOf = ({ touches: [a, b] }: TouchEvent): number | undefined =>
    a && b && Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
  frame.addEventListener('touchstart', (event) => {
    before = distanceOf(event)
  })
  frame.addEventListener('touchend', (event) => {
    before = distanceOf(event)
  })
  // The browser would enlarge the page, with all that is around the drawing.
  frame.addEventListener(
    'touchmove',
    (event) => {
      const [a, b] = event.touches
      const distance = distanceOf(event)
      if (a === undefined || b === undefined || distance === undefined || before === undefined) return
      event.preventDefault()
      const { left, top } = frame.getBoundingClientRect()
      scale(distance / before, { x: (a.clientX + b.clientX) / 2 - left, y: (a.clientY + b.clientY) / 2 - top })
      before = distance
    },
    { passive: false },
  )
}

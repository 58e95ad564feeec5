/** A drawing of an execution: highlights what an event is related to, and goes through it step by step. */

import { counted } from '../../source/counted.js'
import type { EventStep, ExecutionPicture, FileLine } from '../protocol.js'
import { button, element } from './dom.js'
import { zoomIn } from './zoom.js'

const highlighting = `
:host{display:block;overflow:auto}
svg{display:block}
[data-events]{cursor:default}
.unfolds{cursor:pointer}
.unfolds>text{text-decoration:underline}
.unfolds:focus-visible{outline:2px solid #0969da}
svg.watched [data-events]:not(.related),svg.watched [data-relation]:not(.related){opacity:.2}
svg.stepping [data-events].later,svg.stepping [data-relation].later{opacity:.12}
[data-events].current>rect{stroke-width:3;stroke:#0969da}
@media (prefers-color-scheme:dark){[data-events].current>rect{stroke:#58a6ff}}
`

/** Returns the numbers in an attribute of events. */
const eventsIn = (one: Element): readonly string[] => (one.getAttribute('data-events') ?? '').split(' ')

/** What texts beside a picture do when an event is pointed at. */
export interface Texts {
  /** Marks the lines of the events; none if nothing is pointed at. */
  readonly mark: (lines: readonly FileLine[]) => void
  /** Goes to one of the lines. */
  readonly goTo: (lines: readonly FileLine[]) => void
}

/** What highlights the events of each picture that is shown. */
const highlights = new WeakMap<Element, (isPointedAt: (step: EventStep) => boolean) => readonly EventStep[]>()

/** Highlights these events in the pictures inside an element, and returns those that are there. */
export const pointAt = (inside: Element, isPointedAt: (step: EventStep) => boolean): readonly EventStep[] =>
  [...inside.querySelectorAll('.picture')].flatMap((one) => highlights.get(one)?.(isPointedAt) ?? [])

/** What a drawing has besides its own controls and behaviour. */
export interface More {
  /** Another control. */
  readonly control: HTMLElement
  /** Called with the events that a box leaves out, which the user wants to see. */
  readonly unfold: (events: readonly number[]) => void
}

/**
 * Returns a drawing that one can go through, in a shadow tree, which isolates its styles. `more` is of a drawing of the
 * argument, whose boxes can leave events out.
 */
export function drawing(
  { steps: all, text }: ExecutionPicture,
  svg: string,
  label: string,
  texts: Texts,
  more?: More,
): HTMLElement {
  const host = element('div', { class: 'picture', role: 'group', 'aria-label': label, tabindex: '0' })
  const root = host.attachShadow({ mode: 'open' })
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  const drawn: HTMLElement | SVGElement = document.importNode(parsed, true)
  drawn.setAttribute('aria-label', text)
  root.append(element('style', {}, highlighting), drawn)
  const boxes = [...root.querySelectorAll('[data-events]')]
  const folded = boxes.filter((box) => box.querySelector('.folded') !== null)
  const inBoxes = new Set(boxes.filter((box) => !folded.includes(box)).flatMap(eventsIn))
  // One goes through what one sees.
  const steps = all.filter(({ event }) => inBoxes.has(String(event)))
  const edges = [...root.querySelectorAll('[data-relation][data-from]')]

  const watch = (events: readonly string[] | undefined): void => {
    drawn.classList.toggle('watched', events !== undefined)
    const near = new Set(events)
    for (const edge of edges) {
      const ends = [edge.getAttribute('data-from') ?? '', edge.getAttribute('data-to') ?? '']
      const isRelated = ends.some((end) => events?.includes(end))
      edge.classList.toggle('related', isRelated)
      if (isRelated) for (const end of ends) near.add(end)
    }
    for (const box of boxes)
      box.classList.toggle(
        'related',
        eventsIn(box).some((id) => near.has(id)),
      )
  }
  const linesOf = (events: readonly string[]): readonly FileLine[] =>
    all.flatMap(({ event, lines }) => (events.includes(String(event)) ? lines : []))
  for (const box of boxes) {
    const events = eventsIn(box)
    box.addEventListener('pointerenter', () => {
      watch(events)
      texts.mark(linesOf(events))
    })
    box.addEventListener('pointerleave', () => {
      watch(undefined)
      texts.mark([])
    })
    if (!folded.includes(box)) box.addEventListener('click', () => texts.goTo(linesOf(events)))
  }
  for (const box of more === undefined ? [] : folded) {
    const events = eventsIn(box)
    const unfold = () => more?.unfold(events.map(Number))
    // An image has no parts that one could press.
    drawn.setAttribute('role', 'group')
    box.classList.add('unfolds')
    for (const [name, value] of [
      ['role', 'button'],
      ['tabindex', '0'],
      ['aria-label', `show ${counted(events.length, 'more event')}`],
    ] as const)
      box.setAttribute(name, value)
    box.addEventListener('click', unfold)
    box.addEventListener('keydown', (event) => {
      if (!(event instanceof KeyboardEvent) || !['Enter', ' '].includes(event.key)) return
      event.preventDefault()
      unfold()
    })
  }
  highlights.set(host, (isPointedAt) => {
    const found = all.filter(isPointedAt)
    watch(found.length === 0 ? undefined : found.map(({ event }) => String(event)))
    return found
  })

  const pixels = (side: string): number => Number.parseFloat(drawn.getAttribute(side) ?? '') || 600
  const zoom = zoomIn(host, drawn, { width: pixels('width'), height: pixels('height') })
  const said = element('span', { class: 'step', 'aria-live': 'polite' })
  const slider = element('input', {
    type: 'range',
    min: '0',
    max: String(steps.length),
    value: String(steps.length),
    'aria-label': 'step of the execution',
  })
  const go = (to: number): void => {
    const at = Math.max(0, Math.min(steps.length, to))
    slider.value = String(at)
    const done = new Set(steps.slice(0, at).map(({ event }) => String(event)))
    const current = at === steps.length ? undefined : steps[at - 1]
    drawn.classList.toggle('stepping', at < steps.length)
    for (const box of boxes) {
      const ids = eventsIn(box)
      box.classList.toggle('later', !ids.some((id) => done.has(id)))
      box.classList.toggle('current', current !== undefined && ids.includes(String(current.event)))
    }
    for (const edge of edges) {
      const ends = [edge.getAttribute('data-from') ?? '', edge.getAttribute('data-to') ?? '']
      edge.classList.toggle('later', !ends.every((id) => done.has(id)))
    }
    said.textContent = current === undefined ? `${steps.length} steps` : `${at} of ${steps.length}: ${current.text}`
  }
  const goAndMark = (to: number): void => {
    go(to)
    const at = Number(slider.value)
    texts.mark(at === steps.length ? [] : (steps[at - 1]?.lines ?? []))
  }
  slider.addEventListener('input', () => goAndMark(Number(slider.value)))
  const step = (by: number) => () => goAndMark(Number(slider.value) + by)
  const controls = element(
    'div',
    { class: 'steps' },
    button('|◀', () => goAndMark(0), { 'aria-label': 'first step' }),
    button('◀', step(-1), { 'aria-label': 'step back' }),
    slider,
    button('▶', step(1), { 'aria-label': 'step forward' }),
    button('▶|', () => goAndMark(steps.length), { 'aria-label': 'all steps' }),
    ...zoom.buttons,
    more?.control,
    said,
  )
  host.addEventListener('keydown', ({ key }) => {
    if (zoom.key(key)) return
    if (key === 'ArrowRight') step(1)()
    if (key === 'ArrowLeft') step(-1)()
  })
  go(steps.length)
  return element('div', {}, controls, host)
}

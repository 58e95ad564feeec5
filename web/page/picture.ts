/** The picture of an execution: highlights what an event is related to, and goes through it step by step. */

import type { ExecutionPicture } from '../protocol.js'
import { button, element } from './dom.js'
import { zoomIn } from './zoom.js'

const highlighting = `
:host{display:block;overflow:auto}
svg{display:block}
[data-events]{cursor:default}
svg.watched [data-events]:not(.related),svg.watched [data-relation]:not(.related){opacity:.2}
svg.stepping [data-events].later,svg.stepping [data-relation].later{opacity:.12}
[data-events].current>rect{stroke-width:3;stroke:#0969da}
@media (prefers-color-scheme:dark){[data-events].current>rect{stroke:#58a6ff}}
`

/** Returns the numbers in an attribute of events. */
const eventsIn = (one: Element): readonly string[] => (one.getAttribute('data-events') ?? '').split(' ')

/** Returns the picture with its controls, which show the whole execution if the picture is only of its argument. */
export function picture(shown: ExecutionPicture, label: string): HTMLElement {
  const { svg, whole } = shown
  const argument = drawing(shown, svg, label)
  if (whole === undefined) return argument
  const toggle = button('show everything', () => {
    const isWhole = toggle.getAttribute('aria-pressed') !== 'true'
    toggle.setAttribute('aria-pressed', String(isWhole))
    toggle.nextElementSibling?.replaceWith(isWhole ? drawing(shown, whole, label) : argument)
  })
  toggle.setAttribute('aria-pressed', 'false')
  return element('div', {}, toggle, argument)
}

/** Returns a drawing that one can go through, in a shadow tree, which isolates its styles. */
function drawing({ steps, text }: ExecutionPicture, svg: string, label: string): HTMLElement {
  const host = element('div', { class: 'picture', role: 'group', 'aria-label': label, tabindex: '0' })
  const root = host.attachShadow({ mode: 'open' })
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  const drawn: HTMLElement | SVGElement = document.importNode(parsed, true)
  drawn.setAttribute('aria-label', text)
  root.append(element('style', {}, highlighting), drawn)
  const boxes = [...root.querySelectorAll('[data-events]')]
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
  for (const box of boxes) {
    box.addEventListener('pointerenter', () => watch(eventsIn(box)))
    box.addEventListener('pointerleave', () => watch(undefined))
  }

  const zoom = zoomIn(host, drawn, Number.parseFloat(drawn.getAttribute('width') ?? '') || 600)
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
  slider.addEventListener('input', () => go(Number(slider.value)))
  const step = (by: number) => () => go(Number(slider.value) + by)
  const controls = element(
    'div',
    { class: 'steps' },
    button('|◀', () => go(0), { 'aria-label': 'first step' }),
    button('◀', step(-1), { 'aria-label': 'step back' }),
    slider,
    button('▶', step(1), { 'aria-label': 'step forward' }),
    button('▶|', () => go(steps.length), { 'aria-label': 'all steps' }),
    ...zoom.buttons,
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

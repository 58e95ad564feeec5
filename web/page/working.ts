/** What the page shows while it computes: what is tried, for how long, and a way to stop. */

import type { Tab } from '../state.js'
import { button, element } from './dom.js'

/** Work that can take long: deciding a text, or the content of a tab. */
export type Work = 'check' | Exclude<Tab, 'model'>

/** What is tried, in words. */
const tried: { readonly [W in Work]: string } = {
  check: 'CaDiCaL decides each question of the text.',
  execution: 'CaDiCaL looks for an execution that reaches the outcome.',
  outcomes: 'CaDiCaL looks for final states, one after the other, up to 200.',
  explanation: 'CaDiCaL looks for the axioms and events that decide the question.',
  repairs: 'CaDiCaL tries changes: orders, scopes, fences and barriers, those that cost least first.',
  races: 'CaDiCaL looks for an execution with a data race.',
  audit: 'CaDiCaL decides the questions again without each fence, order, scope, barrier, arrival and wait.',
}

/** A panel that is on the page while something is computed. */
interface Working {
  readonly panel: HTMLElement
  /** Shows how far the work is, in words. */
  readonly say: (progress: string) => void
}

/** Returns a panel that counts the seconds while it is on the page; `stop` is called if the user stops the work. */
export function workingPanel(work: Work, stop: () => void): Working {
  // The count is not for screen readers, which would read out each second.
  const seconds = element('span', { 'aria-hidden': 'true' })
  const far = element('p', { class: 'far', 'aria-hidden': 'true' })
  const start = performance.now()
  const timer = setInterval(() => {
    if (panel.isConnected) seconds.textContent = `${Math.round((performance.now() - start) / 1000)} s `
    else clearInterval(timer)
  }, 1000)
  const panel = element(
    'div',
    { class: 'working' },
    element('p', { role: 'status' }, 'Working …'),
    element('p', {}, tried[work]),
    far,
    element('p', {}, seconds, button('Stop', stop)),
  )
  return {
    panel,
    say: (progress) => {
      far.textContent = progress
    },
  }
}

/** Returns the panel of work that the user stopped; `again` starts it from the beginning. */
export const stoppedPanel = (again: () => void): HTMLElement =>
  element('div', {}, element('p', { role: 'status' }, 'Stopped. '), button('Start again', again))

/** The tabs, as the ARIA Authoring Practices describe them: arrow keys go from one to the next. */

import { type Tab, tabs } from '../state.js'
import { button } from './dom.js'

const labels: { readonly [T in Tab]: string } = {
  execution: 'Execution',
  outcomes: 'Outcomes',
  explanation: 'Explanation',
  repairs: 'Repairs',
  races: 'Races',
  audit: 'Audit',
  model: 'Model',
}

/** Fills the list of tabs. The returned function marks one as chosen. */
export function tabList(list: HTMLElement, choose: (tab: Tab) => void): (tab: Tab) => void {
  const buttons = tabs.map((tab) =>
    button(labels[tab], () => choose(tab), {
      role: 'tab',
      id: `tab-${tab}`,
      'aria-controls': tab === 'model' ? 'model-panel' : 'panel',
    }),
  )
  list.append(...buttons)
  list.addEventListener('keydown', ({ key }) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const at = buttons.findIndex((one) => one.matches(':focus'))
    const next = buttons[(at + by + buttons.length) % buttons.length]
    if (by === 0 || at === -1 || next === undefined) return
    next.focus()
    next.click()
  })
  return (chosen) => {
    for (const [i, tab] of tabs.entries()) {
      buttons[i]?.setAttribute('aria-selected', String(tab === chosen))
      buttons[i]?.setAttribute('tabindex', tab === chosen ? '0' : '-1')
    }
  }
}

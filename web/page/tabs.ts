/** Tabs, as the ARIA Authoring Practices describe them: arrow keys go from one to the next. */

import { type Tab, tabs } from '../state.js'
import { button } from './dom.js'

interface TabShown<T> {
  readonly key: T
  readonly label: string
  readonly id: string
  /** The id of what the tab shows. */
  readonly controls: string
}

/** Fills a list of tabs anew. The returned function marks one as chosen. */
export function fillTabs<T>(list: HTMLElement, shown: readonly TabShown<T>[], choose: (key: T) => void) {
  const buttons = shown.map(({ key, label, id, controls }) =>
    button(label, () => choose(key), { role: 'tab', id, 'aria-controls': controls }),
  )
  for (const [at, one] of buttons.entries())
    one.addEventListener('keydown', ({ key }) => {
      const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      const next = buttons[(at + by + buttons.length) % buttons.length]
      if (by === 0 || next === undefined) return
      next.focus()
      next.click()
    })
  list.replaceChildren(...buttons)
  return (chosen: T): void => {
    for (const [i, { key }] of shown.entries()) {
      buttons[i]?.setAttribute('aria-selected', String(key === chosen))
      buttons[i]?.setAttribute('tabindex', key === chosen ? '0' : '-1')
    }
  }
}

const labels: { readonly [T in Tab]: string } = {
  execution: 'Execution',
  outcomes: 'Outcomes',
  explanation: 'Explanation',
  repairs: 'Repairs',
  races: 'Races',
  audit: 'Audit',
  model: 'Model',
}

/** Fills the list of what the page says about a question. The returned function marks one as chosen. */
export const tabList = (list: HTMLElement, choose: (tab: Tab) => void): ((tab: Tab) => void) =>
  fillTabs(
    list,
    tabs.map((tab) => ({
      key: tab,
      label: labels[tab],
      id: `tab-${tab}`,
      controls: tab === 'model' ? 'model-panel' : 'panel',
    })),
    choose,
  )

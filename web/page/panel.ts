/** The panel of each tab: what it asks the worker, and what it shows of the reply. */

import {
  type ChangedText,
  type ExecutionPicture,
  type Given,
  type PieceShown,
  type Queries,
  type Query,
  type QueryKind,
  seeExplanation,
  seeOthers,
} from '../protocol.js'
import type { Tab } from '../state.js'
import type { Chosen } from './answers.js'
import { button } from './dom.js'
import {
  auditPanel,
  executionPanel,
  explanationPanel,
  type Linking,
  outcomesPanel,
  racesPanel,
  reasonPanel,
  repairsPanel,
  textPanel,
} from './panels.js'
import type { AroundPicture } from './picture.js'

/** What is around a panel. */
export interface AroundPanel {
  readonly ask: <K extends QueryKind>(query: Extract<Query, { kind: K }>) => Promise<Given<Queries[K]['gives']>>
  readonly at: Chosen
  readonly links: Linking
  readonly texts: AroundPicture
  readonly goTo: (place: NonNullable<PieceShown['place']>) => void
  /** Puts a repair in place of the texts. */
  readonly apply: (changed: readonly ChangedText[]) => void
  /** Goes to another tab. */
  readonly goToTab: (tab: Tab) => void
  /** Called with the execution that is shown, for downloads. */
  readonly showing: (one: ExecutionPicture | undefined) => void
}

/** Asks for what a tab shows, and returns it. */
export async function panelFor(
  tab: Exclude<Tab, 'model'>,
  { ask, at: { test, question }, links, texts, goTo, apply, goToTab, showing }: AroundPanel,
): Promise<HTMLElement> {
  switch (tab) {
    case 'execution':
      return executionOr(await ask<'execution'>({ kind: 'execution', test, question }))
    case 'explanation':
      return shownBy(await ask<'explain'>({ kind: 'explain', test, question }), (one) => {
        showing(one.pictures[0])
        const remedies = one.isAllowed ? reasonPanel('Looking for repairs …') : undefined
        if (remedies !== undefined)
          void ask<'remedies'>({ kind: 'remedies', test, question }).then((given) =>
            remedies.replaceWith(shownBy(given, (text) => textPanel(text, links))),
          )
        return explanationPanel(one, remedies, links, texts)
      })
    case 'outcomes':
      return shownBy(await ask<'outcomes'>({ kind: 'outcomes', test }), (one) =>
        outcomesPanel(one, (index) => void showState(index)),
      )
    case 'repairs':
      return shownBy(await ask<'repairs'>({ kind: 'repairs', test }), (one) => repairsPanel(one, apply, links))
    case 'races':
      return shownBy(await ask<'races'>({ kind: 'races', test }), (one) => {
        showing(one.shown)
        return racesPanel(one, links, texts)
      })
    case 'audit':
      return shownBy(await ask<'audit'>({ kind: 'audit', test }), (one) => auditPanel(one, goTo, links))
  }

  /** Returns the execution, or the reason why there is none with a way to the tabs that say more. */
  function executionOr(given: Given<ExecutionPicture>): HTMLElement {
    const content = shownBy(given, (one) => {
      showing(one)
      return executionPanel(one, texts)
    })
    if (given.kind === 'refused' && given.reason.endsWith(seeExplanation))
      content.append(
        ' ',
        button('Explanation', () => goToTab('explanation')),
      )
    if (given.kind === 'refused' && given.reason.endsWith(seeOthers))
      content.append(
        ' ',
        button('Outcomes', () => goToTab('outcomes')),
        ' ',
        button('Races', () => goToTab('races')),
      )
    return content
  }

  /** Shows the execution of a final state, below the table. */
  async function showState(index: number): Promise<void> {
    const given = await ask<'state'>({ kind: 'state', test, state: index })
    const place = document.getElementById('state')
    place?.replaceChildren(
      shownBy(given, (one) => {
        showing(one)
        return executionPanel(one, texts)
      }),
    )
    place?.scrollIntoView({ block: 'nearest' })
  }
}

const shownBy = <T>(given: Given<T>, panelOf: (value: T) => HTMLElement): HTMLElement =>
  given.kind === 'given' ? panelOf(given.value) : reasonPanel(given.kind === 'refused' ? given.reason : given.message)

/** The panels about the chosen question. */

import { counted } from '../../source/counted.js'
import type {
  Audited,
  ChangedText,
  ExecutionPicture,
  Explained,
  Outcomes,
  PieceShown,
  Races,
  Repairs,
} from '../protocol.js'
import { signOf } from './answers.js'
import { button, element } from './dom.js'
import { type AroundPicture, picture } from './picture.js'

export const executionPanel = (shown: ExecutionPicture, texts: AroundPicture): HTMLElement =>
  picture(shown, 'an execution', texts)

/** Returns a text with links to the lines that it names, and to the events if a picture of them is beside it. */
export type Linking = (text: string, isPictured?: boolean) => readonly (string | HTMLElement)[]

export const textPanel = (text: string, links: Linking, isPictured = false): HTMLElement =>
  element('pre', {}, ...links(text, isPictured))

/** Shows the reason, and the remedies below it. */
export const explanationPanel = (
  { text, pictures, isAllowed }: Explained,
  remedies: HTMLElement | undefined,
  links: Linking,
  texts: AroundPicture,
): HTMLElement =>
  element(
    'div',
    {},
    textPanel(text, links, pictures.length > 0),
    remedies,
    ...pictures.map((one, i) => {
      const label = isAllowed ? 'the execution' : `what an axiom objects to, ${i + 1} of ${pictures.length}`
      return picture(one, label, texts)
    }),
  )

/** Returns the final states, one in each row; `show` is called with the one whose execution the user wants to see. */
export function outcomesPanel(
  { observed, states, complete, reason, details }: Outcomes,
  show: (state: number) => void,
): HTMLElement {
  const rows = states.map(({ values }, i) =>
    element(
      'tr',
      {},
      ...observed.map((name) => element('td', {}, values[name] ?? '')),
      element(
        'td',
        {},
        button('Execution', () => show(i), { 'aria-label': `execution of state ${i + 1}` }),
      ),
    ),
  )
  const head = element(
    'tr',
    {},
    ...observed.map((name) => element('th', { scope: 'col' }, name)),
    element('th', { scope: 'col' }, 'shown by'),
  )
  const said = `${counted(states.length, 'final state')}${complete ? '' : `, not all: ${reason ?? 'there are more'}`}`
  return element(
    'div',
    {},
    element('p', {}, said),
    details.length === 0 ? undefined : element('pre', {}, details.join('\n')),
    element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows)),
    element('div', { id: 'state' }),
  )
}

/** Shows repairs; `apply` is called with the changed texts. */
export const repairsPanel = (
  { text, repairs }: Repairs,
  apply: (changed: readonly ChangedText[]) => void,
  links: Linking,
): HTMLElement =>
  element(
    'div',
    {},
    element('p', {}, text),
    ...repairs.map(({ lines, cost, changed }, i) =>
      element(
        'div',
        { class: 'repair' },
        textPanel(lines.map((line) => line.replace(/^ {2}/, '')).join('\n'), links),
        element('span', { class: 'cost' }, `${cost} `),
        changed.length === 0
          ? element('span', {}, 'The text cannot say this: make the changes by hand.')
          : button('Apply', () => apply(changed), { 'aria-label': `apply repair ${i + 1}` }),
      ),
    ),
  )

/** Shows races, and the execution. It is drawn for the first race, or for the one that the user chooses. */
export function racesPanel(
  { verdict, details, races, idle, shown }: Races,
  links: Linking,
  texts: AroundPicture,
): HTMLElement {
  const isPictured = shown !== undefined
  const place = element('div')
  const buttons = races.map((_, i) =>
    button('Show', () => void show(i), { 'aria-label': `show race ${i + 1}`, 'aria-pressed': String(i === 0) }),
  )
  const drawn = (svg?: string, race = races[0]?.events): void => {
    if (shown === undefined) return
    place.replaceChildren(
      picture(svg === undefined ? shown : { ...shown, svg }, 'an execution with these races', texts, race),
    )
  }
  const show = async (chosen: number): Promise<void> => {
    const race = races[chosen]?.events
    const svg = shown && (await texts.draw(shown.document, [], race))
    if (svg === undefined) return
    for (const [i, one] of buttons.entries()) one.setAttribute('aria-pressed', String(i === chosen))
    drawn(svg, race)
  }
  drawn()
  return element(
    'div',
    {},
    element('p', {}, verdict),
    details.length === 0 ? undefined : textPanel(details.join('\n'), links),
    ...races.map(({ lines }, i) =>
      element(
        'div',
        { class: 'race' },
        races.length > 1 && isPictured ? buttons[i] : undefined,
        textPanel(lines.join('\n'), links, isPictured),
      ),
    ),
    idle.length === 0 ? undefined : textPanel(idle.join('\n'), links, isPictured),
    place,
  )
}

/** Shows whether each piece is needed; `goTo` is called with the place of the one that is chosen. */
export const auditPanel = (
  { head, pieces, foot }: Audited,
  goTo: (place: NonNullable<PieceShown['place']>) => void,
  links: Linking,
): HTMLElement =>
  element(
    'div',
    {},
    ...head.map((line) => element('p', {}, line)),
    element(
      'ul',
      { class: 'pieces' },
      ...pieces.map(({ text, need, mark, place }) => {
        const { sign, name } = signOf(mark, need)
        const said = place === undefined ? element('span', {}, ...links(text)) : button(text, () => goTo(place))
        return element('li', { class: name }, sign, said)
      }),
    ),
    foot.length === 0 ? undefined : textPanel(foot.join('\n'), links),
  )

export const reasonPanel = (reason: string): HTMLElement => element('p', {}, reason)

/** The button that certifies the chosen answer, and what comes in its place. */

import type { CertificateShown, Given, Subject } from '../protocol.js'
import type { Chosen } from './answers.js'
import { button, element } from './dom.js'

/** An answer that can have a certificate. */
interface Certifiable {
  readonly about: Subject
  readonly at: Chosen
}

/**
 * Returns a function that shows the button in that place, or nothing. A certificate stays while the answer is the same;
 * one that is still being made is given up with `end`.
 */
export function certifying(
  place: HTMLElement,
  ask: (about: Subject, at: Chosen) => Promise<Given<CertificateShown>>,
  end: () => void,
): (one: Certifiable | undefined) => void {
  let offered = ''
  return (one) => {
    const wanted = one === undefined ? '' : JSON.stringify(one)
    const isBusy = place.getAttribute('aria-busy') === 'true'
    if (wanted === offered && !isBusy) return
    if (isBusy) end()
    offered = wanted
    place.hidden = one === undefined
    place.removeAttribute('aria-busy')
    place.replaceChildren(...(one === undefined ? [] : [button('Certify', () => void certify(one, wanted))]))
  }

  async function certify({ about, at }: Certifiable, wanted: string): Promise<void> {
    place.setAttribute('aria-busy', 'true')
    place.replaceChildren(element('p', { role: 'status' }, 'Certifying …'))
    const [given, { certificatePanel }] = await Promise.all([ask(about, at), import('./certificate.js')])
    if (wanted !== offered) return
    place.removeAttribute('aria-busy')
    place.replaceChildren(
      given.kind === 'given'
        ? certificatePanel(given.value, about.name)
        : element(
            'p',
            { role: 'status' },
            given.kind === 'refused' ? given.reason : `An internal error: ${given.message}`,
          ),
    )
  }
}

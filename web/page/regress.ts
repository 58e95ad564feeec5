/** The list of what the edits of a model change in the answers of tests, while it is made. */

import { counted } from '../../source/counted.js'
import type { Verdict } from '../protocol.js'
import { type Change, type Comparing, comparison } from './changes.js'
import { button, element } from './dom.js'

/** The answers under built-in models. */
const known = new Map<string, readonly Verdict[]>()

/** Shows in that element how far the comparison is, and what differs; it can be stopped. `open` opens a test. */
export async function showComparison(
  shown: HTMLElement,
  about: Comparing,
  open: (path: string) => void,
): Promise<void> {
  let isStopped = false
  let differing = 0
  let done = 0
  const head = element('span', { role: 'status' })
  const stop = button('Stop', () => {
    isStopped = true
  })
  const list = element('ul', { class: 'changes' })
  shown.classList.remove('stale')
  shown.replaceChildren(element('p', {}, head, ' ', stop), list)
  const say = (end: string): void => {
    const answers = `${counted(differing, 'answer')} ${differing === 1 ? 'differs' : 'differ'}`
    const what = differing === 0 ? 'no answer differs' : answers
    head.textContent = `What the edits change in the classic tests: ${what}; ${done} of ${about.tests.length} tests decided${end}`
  }
  const finish = (end: string): void => {
    say(end)
    stop.remove()
  }
  say(' …')
  for await (const { path, changes } of comparison(about, known)) {
    if (changes.kind !== 'given') return finish(`, then an error in ${path}`)
    done += 1
    differing += changes.value.reduce((sum, { instances }) => sum + instances, 0)
    list.append(...changes.value.map((one) => item(one, open)))
    say(' …')
    if (isStopped) return finish(', then stopped')
  }
  if (about.isCurrent()) finish('')
}

const item = ({ path, question, before, after, instances }: Change, open: (path: string) => void): HTMLElement =>
  element(
    'li',
    {},
    button(path, () => open(path), { class: 'link' }),
    ` ${question}${instances === 1 ? '' : `, ${counted(instances, 'instance')}`}: `,
    element('strong', {}, `${before} → ${after}`),
  )

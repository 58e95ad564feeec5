/** The list of what the edits of a model change in the answers of tests, while it is made. */

import { counted } from '../../source/counted.js'
import type { Given, ModelChoice, Query, Subject, Verdict } from '../protocol.js'
import { type Change, type ComparedTest, type Comparing, comparison } from './changes.js'
import { button, element } from './dom.js'

/** The answers under built-in models. */
const known = new Map<string, readonly Verdict[]>()

/** Shows in that element how far the comparison is, and what differs; it can be stopped. `open` opens a test. */
async function showComparison(shown: HTMLElement, about: Comparing, open: (path: string) => void): Promise<void> {
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

/** The folder of the tests on which an edited model is compared with the built-in one. */
const classic = 'classic/'

interface Around {
  readonly tests: readonly ComparedTest[]
  /** Returns the subject under the edited model, and the name of the model it was made of; undefined if none is edited. */
  readonly edited: () => { readonly about: Subject; readonly builtIn: string } | undefined
  /** Returns whether the model is in view. */
  readonly isInView: () => boolean
  readonly ask: (about: Subject, query: Extract<Query, { kind: 'verdicts' }>) => Promise<Given<readonly Verdict[]>>
  /** Opens a test. */
  readonly open: (path: string) => void
}

/** Returns a function that shows what the edits of the model change in the classic tests, while the model is in view. */
export function changesShown(shown: HTMLElement, { tests, edited, isInView, ask, open }: Around): () => Promise<void> {
  // The number of comparisons so far: each one ends the one before.
  let comparisons = 0
  const ofSuite = tests.filter(({ path }) => path.startsWith(classic))
  return async () => {
    const one = edited()
    shown.hidden = one === undefined
    if (one === undefined || !isInView()) return
    const { about, builtIn } = one
    comparisons += 1
    const own = comparisons
    const isSame = (): boolean => JSON.stringify(edited()?.about) === JSON.stringify(about)
    const comparing = {
      tests: ofSuite,
      builtIn,
      edited: about.model,
      ask: ({ path, text }: ComparedTest, model: ModelChoice) =>
        ask(about, { kind: 'verdicts', name: path, text, model }),
      isCurrent: () => own === comparisons && isSame() && isInView(),
    }
    await showComparison(shown, comparing, open)
  }
}

/** The answers of a text: its questions, and the choice of the question that the panels describe. */

import { type Mark, markOf } from '../../report/conclusion.js'
import type { AnsweredQuestion, Checked, CheckedTest } from '../protocol.js'
import { element } from './dom.js'

/** A question, by its indices. */
export interface Chosen {
  readonly test: number
  readonly question: number
}

/** The mark of a question, as `check` prints it, and how it is read aloud. */
const marks: { readonly [M in Mark]: readonly [mark: string, name: string, said: string] } = {
  good: ['✓', 'as-expected', 'as expected'],
  bad: ['✗', 'not-as-expected', 'not as expected'],
  open: ['?', 'unknown', 'open'],
  neutral: ['·', 'neutral', ''],
}

/** Returns a mark and the class of what it marks; `label` is read aloud in its place. */
export function signOf(mark: Mark, label?: string): { readonly sign: HTMLElement; readonly name: string } {
  const [text, name, said] = marks[mark]
  return { sign: element('span', { class: 'mark', title: said, role: 'img', 'aria-label': label ?? said }, text), name }
}

/** Returns a row for each question; `choose` is called with what the user chooses. */
export function answerRows({ tests }: Checked, chosen: Chosen, choose: (one: Chosen) => void): readonly HTMLElement[] {
  const row = (inTest: CheckedTest, one: AnsweredQuestion, at: Chosen): HTMLElement => {
    const mark = markOf[one.standing]
    const { sign, name } = signOf(mark, mark === 'neutral' ? 'a question' : undefined)
    const isChosen = at.test === chosen.test && at.question === chosen.question
    const input = element('input', { type: 'radio', name: 'question', checked: isChosen })
    input.addEventListener('change', () => choose(at))
    return element(
      'label',
      { class: `verdict ${name}` },
      input,
      sign,
      element(
        'span',
        { class: 'asked' },
        tests.length > 1 ? `${inTest.name} ` : '',
        `${one.kind} ${one.name}`,
        claimOf(one),
      ),
      element('span', { class: 'answer' }, one.answer),
      one.details.length === 0 ? undefined : element('p', { class: 'details' }, one.details.join('\n')),
    )
  }
  return tests.flatMap((inTest, test) => inTest.questions.map((one, question) => row(inTest, one, { test, question })))
}

/** Returns what a question claims, unless its name says it already. */
function claimOf({ written, name }: AnsweredQuestion): HTMLElement | undefined {
  const claim = written
    .replace(/^(?:assert|permit|check)\b\s*/, '')
    .replace(/\s+as\s+[\w$]+$/, '')
    .replaceAll('( ', '(')
  return claim === name ? undefined : element('code', { class: 'claim' }, claim)
}

/** Returns the chosen question, or the first one if it no longer exists. */
export const existing = ({ tests }: Checked, { test, question }: Chosen): Chosen =>
  tests[test]?.questions[question] === undefined ? { test: 0, question: 0 } : { test, question }

/** Returns what the page says of its answers. `reason` says why CaDiCaL does not decide, if it does not. */
export function decidedText({ solver, milliseconds, tests }: Checked, reason: string): string {
  if (tests.every(({ questions }) => questions.length === 0)) return 'No question is asked.'
  return `Decided by ${solver === 'sat' ? 'CaDiCaL' : 'brute force'} in ${milliseconds.toFixed(0)} ms${reason}`
}

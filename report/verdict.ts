/**
 * The words for verdicts. Tables and documents describe an outcome, which is allowed or forbidden; texts answer a
 * question, and a claim holds or is violated. Only this file decides which of the two is printed.
 */

import * as z from 'zod'
import { type NeedsReport, needsText } from './needs.js'
import {
  type DeviationReport,
  type LayoutReport,
  type livenessKind,
  type PartialReport,
  type questionKind,
  type UndefinedStop,
  verdictKind,
  type within,
} from './parts.js'

type QuestionKind = z.infer<typeof questionKind>

/**
 * The words for verdicts in tables. `vacuous` means `forbidden`, because no execution both ends and meets the demands
 * of the test. If undefined behaviour or a trap is reachable, the word is `undefined`, whatever the verdict on the
 * outcome.
 */
export const verdictWords = ['allowed', 'forbidden', 'vacuous', 'undefined', 'not covered', 'undecided'] as const

/** The two words for verdicts that may hold only within a bound: `forbidden within 2`. */
export const boundedWords = ['forbidden', 'vacuous'] as const

export type VerdictWord = (typeof verdictWords)[number] | `${(typeof boundedWords)[number]} within ${number}`

/** The answers to claims: `assert`, `~exists` and `forall`. The outcome of a claim is its violation. */
export const claimWords = ['holds', 'violated'] as const

/** A verdict as the answer to a question. If undefined behaviour is reachable, or every execution hangs, that is the answer to claims. */
export const answerKind = z.enum([...verdictKind.options, ...claimWords, 'hangs', 'undefined'])

/** The answer words, with those of all tables. */
export type AnswerWord = VerdictWord | (typeof claimWords)[number] | `holds within ${number}`

const inBound = /^(.+) within ([1-9]\d{0,3})$/

/** Returns whether a verdict holds only within a bound. */
export const isBounded = (word: VerdictWord): boolean => inBound.test(word)

/** Returns the verdict that a text names, if any. */
function verdictWordIn(text: string): VerdictWord | undefined {
  const [, bounded, bound] = inBound.exec(text) ?? []
  const word = boundedWords.find((one) => one === bounded)
  return word === undefined ? verdictWords.find((one) => one === text) : `${word} within ${Number(bound)}`
}

/** Returns the answer that a text names, if any. */
export function answerWordIn(text: string): AnswerWord | undefined {
  const [, bounded, bound] = inBound.exec(text) ?? []
  if (bounded === 'holds') return `holds within ${Number(bound)}`
  return verdictWordIn(text) ?? claimWords.find((one) => one === text)
}

/**
 * Returns the answer to a question of that kind. For a claim it is `holds` if a violation is forbidden, and `violated`
 * if it is allowed.
 */
export function answerOf<W extends string>(kind: QuestionKind, verdict: W): W | (typeof claimWords)[number] {
  if (kind !== 'assert') return verdict
  return verdict === 'forbidden' ? 'holds' : verdict === 'allowed' ? 'violated' : verdict
}

/** Returns the same for a word that may have a bound: `holds within 2` for `forbidden within 2`. */
export const answerWordOf = (kind: QuestionKind, word: VerdictWord): AnswerWord =>
  answerWordIn(word.replace(/^(forbidden|allowed)/, (verdict) => answerOf(kind, verdict))) ?? word

/**
 * Returns what an answer to a question of that kind says about the outcome. If the question is not a claim, `holds`
 * means that the outcome is reached, as herd uses it for `exists`.
 */
export function verdictOf(kind: QuestionKind, answer: AnswerWord): VerdictWord {
  const [holds, violated] =
    kind === 'assert' ? (['forbidden', 'allowed'] as const) : (['allowed', 'forbidden'] as const)
  return verdictWordIn(answer.replace(/^holds/, holds).replace(/^violated/, violated)) ?? holds
}

/** Returns whether undefined behaviour or a trap is reachable. */
const isUndefined = ({ undefined: reached }: Pick<Answered, 'undefined'>): boolean =>
  reached !== undefined && reached !== null && reached.length > 0

/** Returns whether a claim holds unless undefined behaviour is reachable, and it is undecided whether it is. */
const dependsOnUndefined = (kind: QuestionKind, { verdict, undefined: reached }: Answered): boolean =>
  reached === null && ((kind === 'assert' && verdict === 'forbidden') || (kind === 'permit' && verdict === 'allowed'))

/**
 * Returns the answer to a question. A claim does not hold if undefined behaviour or a trap is reachable, nor an
 * `assert` if every execution hangs.
 */
export function answerTo(kind: QuestionKind, answered: Answered): z.infer<typeof answerKind> {
  if (kind !== 'check' && isUndefined(answered)) return 'undefined'
  if (kind === 'assert' && answered.liveness === 'hangs') return 'hangs'
  return dependsOnUndefined(kind, answered) ? 'undecided' : answerOf(kind, answered.verdict)
}

/** Returns the text to report if undefined behaviour or a trap is reachable. */
export function undefinedText(reached: readonly Pick<UndefinedStop, 'problem'>[]): string {
  const traps = reached.filter(({ problem }) => problem === 'trap').length
  if (traps === 0) return 'undefined behaviour is reachable'
  return traps === reached.length ? 'a trap is reachable' : 'undefined behaviour and a trap are reachable'
}

/**
 * The answer in a line of text: `holds within bound 2`, `forbidden (vacuous)`, `holds, can hang`, `hangs`, `undefined behaviour is
 * reachable`, `a trap is reachable`. If executions end only as far as a bound lets them, and the verdict alone does not say so: `allowed, ends within bound 2`.
 */
export function answerText(kind: QuestionKind, answered: Answered): string {
  const { undefined: reached } = answered
  const besides = reached && isUndefined(answered) ? [undefinedText(reached)] : []
  const said = besides.length > 0 && kind !== 'check' ? besides : [outcomeText(kind, answered), ...besides]
  const text = said.join(', ')
  // It may rest on another condition already.
  const partly = partialText(answered).replace(/^ if /, text.includes(' if ') ? ' and if ' : ' if ')
  return `${text}${partly}${deviationText(answered)}`
}

/** ` by the ISA; ptxas 13.0 on sm_90 does not keep it`; nothing if the answer depends on no deviation that is known. */
export function deviationText({ deviations = [] }: DeviationReport): string {
  const where = new Set(deviations.map(({ compiler, architecture }) => `${compiler} on ${architecture}`))
  return where.size === 0
    ? ''
    : ` by the ISA; ${[...where].join(' and ')} ${where.size === 1 ? 'does' : 'do'} not keep it`
}

/** ` for lane 0 of each warp if no wait times out`; nothing if nothing is left out. */
export function partialText({ partial = [], timeouts = [] }: PartialReport): string {
  const lanes = new Set(partial.map((one) => one.lanes))
  const simulated =
    lanes.size === 0 ? '' : lanes.size === 1 ? ` for ${[...lanes].join()} of each warp` : ' for some lanes of each warp'
  return `${simulated}${timeouts.length === 0 ? '' : ' if no wait times out'}`
}

/** Returns `in the 12 memory layouts tried`; empty if the answer does not depend on where memory lies. */
export const layoutText = ({ layouts }: LayoutReport): string =>
  layouts === undefined
    ? ''
    : `in the ${layouts.tried === 1 ? 'memory layout' : `${layouts.tried} memory layouts`} tried`

/** Returns the answer's text without undefined behaviour and traps. */
function outcomeText(kind: QuestionKind, answered: Answered): string {
  const { verdict, vacuous = false, within: limits, liveness = null, endsWithin } = answered
  if (liveness === 'hangs' && kind === 'assert') return liveness
  if (dependsOnUndefined(kind, answered)) return 'undecided'
  const bounded = limits === undefined ? [] : [`within bound ${limits.bound}`]
  const tried = layoutText(answered)
  const needs = needsText(answered)
  const rests = tried !== '' && verdict === 'forbidden' ? [tried] : []
  const defined = tried !== '' && verdict === 'allowed' ? [`defined ${tried}`] : []
  const words = [answerOf(kind, verdict), ...bounded, ...rests, ...(vacuous ? ['(vacuous)'] : [])].join(' ')
  const ends = [
    ...(endsWithin !== undefined && verdict === 'allowed' ? [`ends within bound ${endsWithin.bound}`] : []),
    ...(needs === undefined ? [] : [`ends if ${needs}`]),
    ...(liveness === 'hangs' || liveness === 'can hang' ? [liveness] : []),
  ]
  return [words, ...ends, ...defined].join(', ')
}

interface Answered extends PartialReport, LayoutReport, DeviationReport, NeedsReport {
  /** The places where undefined behaviour and traps are reachable; null if they are unknown. */
  readonly undefined?: readonly Pick<UndefinedStop, 'problem'>[] | null
  readonly verdict: z.infer<typeof verdictKind>
  readonly vacuous?: boolean
  readonly within?: Pick<z.infer<typeof within>, 'bound'> | undefined
  readonly liveness?: z.infer<typeof livenessKind> | null
  readonly endsWithin?: Pick<z.infer<typeof within>, 'bound'> | undefined
}

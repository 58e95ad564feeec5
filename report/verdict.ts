/**
 * The words for verdicts. Tables and documents describe an outcome, which is allowed or forbidden; texts answer a
 * question, and a claim holds or is violated. Only this file decides which of the two is printed.
 */

import * as z from 'zod'
import { conditionsOf, hasNeeds, ifText, type NeedsReport } from './needs.js'
import {
  type DeviationReport,
  type LayoutReport,
  type livenessKind,
  type PartialReport,
  type questionKind,
  type RestsReport,
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
 * reachable`, `a trap is reachable`. If executions end only as far as a bound lets them, or under a condition, and the verdict alone does not say so:
 * `allowed, no hang within bound 2`, `allowed, ends if no wait times out`.
 */
export function answerText(kind: QuestionKind, answered: Answered): string {
  const { undefined: reached } = answered
  const besides = reached && isUndefined(answered) ? [undefinedText(reached)] : []
  const said =
    besides.length > 0 && kind !== 'check'
      ? [`${besides.join()}${lanesText(answered)}`]
      : [outcomeText(kind, answered), ...besides]
  return `${said.join(', ')}${deviationText(answered)}`
}

/** ` by the ISA; ptxas 13.0 on sm_90 does not keep it`; nothing if the answer depends on no deviation that is known. */
function deviationText({ deviations = [] }: DeviationReport): string {
  const where = new Set(deviations.map(({ compiler, architecture }) => `${compiler} on ${architecture}`))
  return where.size === 0
    ? ''
    : ` by the ISA; ${[...where].join(' and ')} ${where.size === 1 ? 'does' : 'do'} not keep it`
}

/** ` for lane 0 of each warp if no wait times out`; nothing if nothing is left out. `needs`: further conditions, which come first. */
export const partialText = ({ partial, timeouts }: PartialReport, needs: readonly string[] = []): string =>
  `${lanesText({ partial })}${ifText([...needs, ...conditionsOf({ timeouts })])}`

/** ` for lane 0 of each warp`; nothing if no lane is left out. */
function lanesText({ partial = [] }: Pick<PartialReport, 'partial'>): string {
  const lanes = new Set(partial.map((one) => one.lanes))
  if (lanes.size === 0) return ''
  return lanes.size === 1 ? ` for ${[...lanes].join()} of each warp` : ' for some lanes of each warp'
}

/** Returns `in the 12 memory layouts tried`; empty if the answer does not depend on where memory lies. */
export const layoutText = ({ layouts }: LayoutReport): string =>
  layouts === undefined
    ? ''
    : `in the ${layouts.tried === 1 ? 'memory layout' : `${layouts.tried} memory layouts`} tried`

/**
 * ` for lane 0 of each warp if no wait times out in the 12 memory layouts tried by the ISA; ptxas 13.0 on sm_90 does not keep it`: all that a result
 * about every execution rests on; nothing if it rests on the model alone. `needs`: further conditions.
 */
export function restsText(report: RestsReport, needs?: readonly string[]): string {
  const tried = layoutText(report)
  return `${partialText(report, needs)}${tried === '' ? '' : ` ${tried}`}${deviationText(report)}`
}

/** Returns the answer's text without undefined behaviour and traps. */
function outcomeText(kind: QuestionKind, answered: Answered): string {
  const { verdict, vacuous = false, within: limits, definedWithin, liveness = null } = answered
  const lanes = lanesText(answered)
  const conditions = ifText(conditionsOf(answered))
  if (liveness === 'hangs' && kind === 'assert') return `${liveness}${lanes}${conditions}`
  if (dependsOnUndefined(kind, answered)) return `undecided${lanes}`
  const bounded = limits === undefined ? [] : [`within bound ${limits.bound}`]
  const tried = layoutText(answered)
  const rests = tried !== '' && verdict === 'forbidden' ? [tried] : []
  const ends = endsText(answered)
  const defined = [
    ...(definedWithin === undefined || ends.some((one) => one.startsWith(noHang))
      ? []
      : [`within bound ${definedWithin.bound}`]),
    ...(tried !== '' && verdict === 'allowed' ? [tried] : []),
  ]
  const words = [answerOf(kind, verdict), ...bounded, ...rests, ...(vacuous ? ['(vacuous)'] : [])].join(' ')
  // The last words before the conditions are what they are about.
  const whole = ends.length === 0 && verdict === 'forbidden' ? conditions : ''
  return [
    `${words}${lanes}${whole}`,
    ...ends.map((one) => `${one}${conditions}`),
    ...(defined.length === 0 ? [] : [`defined ${defined.join(' ')}`]),
  ].join(', ')
}

/** Says of a result that an execution shows that no other hangs, as far as was looked. */
const noHang = 'no hang'

/** Returns whether executions end, where that goes without saying only if all do, whatever the bound, the schedule and the time. */
function endsText(answered: Answered): readonly string[] {
  const { verdict, liveness = null, endsWithin, timeouts } = answered
  if (liveness === 'hangs' || liveness === 'can hang') return [liveness]
  const isShown = verdict === 'allowed' && liveness === 'ends'
  if (isShown && endsWithin !== undefined) return [`${noHang} within bound ${endsWithin.bound}`]
  return hasNeeds(answered) || (isShown && timeouts !== undefined) ? ['ends'] : []
}

interface Answered extends PartialReport, LayoutReport, DeviationReport, NeedsReport {
  /** The places where undefined behaviour and traps are reachable; null if they are unknown. */
  readonly undefined?: readonly Pick<UndefinedStop, 'problem'>[] | null
  readonly verdict: z.infer<typeof verdictKind>
  readonly vacuous?: boolean
  readonly within?: Pick<z.infer<typeof within>, 'bound'> | undefined
  readonly liveness?: z.infer<typeof livenessKind> | null
  readonly endsWithin?: Pick<z.infer<typeof within>, 'bound'> | undefined
  readonly definedWithin?: Pick<z.infer<typeof within>, 'bound'> | undefined
}

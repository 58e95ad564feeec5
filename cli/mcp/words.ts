/** What results say, in words that a program cannot take for success where there is none. */

import { match } from 'ts-pattern'
import { detailsOf } from '../../answers/details.js'
import { qualificationsOf } from '../../answers/qualified.js'
import { limitsText, racesSentences } from '../../audit/text.js'
import { foundWithText } from '../../repair/text.js'
import type { AuditDocument } from '../../report/audit.js'
import type { CheckReport } from '../../report/check.js'
import type { ExplanationDocument, RacesReport } from '../../report/explanation.js'
import type { OutcomesReport } from '../../report/outcomes.js'
import type { FixDocument } from '../../report/repairs.js'
import { answerText, undefinedText } from '../../report/verdict.js'
import { undefinedReportTexts } from '../../witness/labels.js'
import { restTexts } from '../../witness/rests.js'
import { placeText } from '../../witness/source.js'

export const results = ['success', 'success under assumptions', 'answered', 'repaired', 'failure', 'no answer'] as const

/** The result, and lines that say why. */
export interface Saying {
  readonly result: (typeof results)[number]
  readonly lines: readonly string[]
}

/** The meaning of each result, which comes first in the text. */
export const meaning: { readonly [R in Saying['result']]: string } = {
  success: 'SUCCESS: it holds in every execution.',
  'success under assumptions': 'SUCCESS ONLY UNDER THE ASSUMPTIONS BELOW: tell the user about them.',
  answered: 'ANSWERED: no claim was decided.',
  repaired: 'REPAIRED: the program as it is fails; each list of changes below makes it right.',
  failure: 'FAILURE.',
  'no answer': 'NO ANSWER: this is not a success. Nothing is known about what was not decided.',
}

const ofStatus = (status: number, otherwise: Saying['result']): Saying['result'] =>
  match(status)
    .returnType<Saying['result']>()
    .with(0, () => otherwise)
    .with(1, () => 'failure')
    .otherwise(() => 'no answer')

export function sayCheck({ questions, exitStatus }: CheckReport): Saying {
  const isQualified = questions.some((one) => qualificationsOf(one, false).length > 0)
  const isClaimed = questions.some(({ expected }) => expected !== null)
  return {
    result: ofStatus(exitStatus, isQualified ? 'success under assumptions' : isClaimed ? 'success' : 'answered'),
    lines: questions.flatMap((one) => [
      `${one.test}: ${one.question}: ${answerText(one.kind, one)}`,
      ...(one.finding === undefined ? [] : [`${placeText(one.finding)}: ${one.finding.sentence}`]),
      ...detailsOf(one),
    ]),
  }
}

export function sayRaces({ tests, exitStatus }: RacesReport): Saying {
  const isQualified = tests.some(({ within, partial, timeouts, layouts, deviations, assumptions }) =>
    [within, partial, timeouts, layouts, deviations, assumptions].some((one) => one !== undefined),
  )
  return {
    result: ofStatus(exitStatus, isQualified ? 'success under assumptions' : 'success'),
    lines: tests.flatMap((one) => [
      `${one.test}: ${one.verdict}${one.within === undefined ? '' : ` within bound ${one.within.bound}`}`,
      ...(one.reason === undefined ? [] : [one.reason]),
      ...(one.findings ?? []).map((finding) => `${placeText(finding)}: ${finding.sentence}`),
      ...undefinedReportTexts(one),
      ...restTexts(one),
    ]),
  }
}

export const sayExplanations = (explanations: readonly ExplanationDocument[]): Saying => ({
  result: explanations.some(({ verdict }) => verdict === 'undecided' || verdict === 'not covered')
    ? 'no answer'
    : explanations.some(({ answer }) => answer === 'violated' || answer === 'hangs' || answer === 'undefined')
      ? 'failure'
      : 'answered',
  lines: explanations.flatMap((one) => [
    `${one.test}: ${one.question}: ${one.answer}`,
    ...(one.reason === undefined ? [] : [one.reason]),
    ...(one.findings ?? []).map((finding) => `${placeText(finding)}: ${finding.sentence}`),
    ...(one.fences ?? []).map(({ because }) => because),
    ...one.sets.flatMap(({ axioms, objections }) => [
      `forbidden by ${axioms.join(' and ')}`,
      ...objections.map(({ axiom, section, words }) => `${axiom} (ISA ${section}): ${words}`),
    ]),
    ...restTexts(one),
  ]),
})

export const sayFix = ({
  result,
  reason,
  advice,
  repairs,
  canHang,
  undefined: stops = [],
  races,
  besidesUnknown,
  exitStatus,
  test,
  ...rests
}: FixDocument): Saying => ({
  result: ofStatus(exitStatus, result === 'repaired' ? 'repaired' : 'success'),
  lines: [
    `${test}: ${result}`,
    ...[reason ?? [], advice ?? []].flat(),
    ...repairs.flatMap(({ changes, diff, foundWith }) => [
      ...(foundWith === undefined ? [] : [foundWithText(foundWith)]),
      ...changes.flatMap(({ edits }) =>
        edits.map(({ text, cuda: [nearest] }) => (nearest === undefined ? text : `${text}; in CUDA: ${nearest}`)),
      ),
      ...(diff === undefined ? [] : [diff]),
    ]),
    ...(stops.length === 0 ? [] : [`${undefinedText(stops)}, which the goal leaves out`]),
    ...(canHang === true ? ['a thread may wait for ever, which the goal leaves out'] : []),
    ...(races === 'present'
      ? ['there are data races, which the goal leaves out: fix without a claim removes them']
      : []),
    ...(besidesUnknown === undefined ? [] : [`what else is wrong is not known: ${besidesUnknown}`]),
    ...restTexts(rests),
  ],
})

export const sayAudit = ({
  result,
  reason,
  races,
  first,
  pieces,
  unguarded = [],
  together,
  exitStatus,
  test,
  ...rests
}: AuditDocument): Saying => ({
  result: ofStatus(exitStatus, 'answered'),
  lines: [
    `${test}: ${result}`,
    ...(reason === undefined ? [] : [reason]),
    ...(races === undefined || races === 'absent'
      ? []
      : [racesSentences({ races, ...(first === undefined ? {} : { first }) })]),
    ...pieces.map((one) => {
      const why = one.fault?.text ?? one.change?.text ?? one.reason
      return `${one.number}. ${placeText(one)}: ${one.instruction}: ${one.need}${limitsText(one)}${why === undefined ? '' : `: ${why}`}`
    }),
    ...(unguarded.length === 0 ? [] : [`nothing notices the loss of these: ${unguarded.join(', ')}`]),
    ...(together === undefined || together.length < 2 ? [] : [`these can go together: ${together.join(', ')}`]),
    ...restTexts(rests),
  ],
})

export const sayOutcomes = ({ tests, exitStatus }: OutcomesReport): Saying => ({
  result: ofStatus(exitStatus, tests.every(({ complete }) => complete) ? 'answered' : 'no answer'),
  lines: tests.flatMap((one) => [
    `${one.test}: ${one.states.length} final states${one.complete ? '' : ', and perhaps others'}`,
    ...one.states.map(({ values }) =>
      Object.entries(values)
        .map(([name, value]) => `${name} = ${value}`)
        .join(', '),
    ),
    ...(one.reason === undefined ? [] : [one.reason]),
    ...undefinedReportTexts(one),
    ...restTexts(one),
  ]),
})

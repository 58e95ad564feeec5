/** Final states in the form of herd7. */

import { match } from 'ts-pattern'
import { quantified } from '../../answers/quantified.js'
import type { Condition, Term } from '../../litmus/condition.js'
import { observableName } from '../../litmus/observe.js'
import type { Program, Question } from '../../litmus/program.js'
import type { TestOutcomes } from '../../report/outcomes.js'
import { undefinedText } from '../../report/verdict.js'
import { printable } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { deviationTexts } from '../../witness/deviations.js'
import { livenessTexts, undefinedReportTexts } from '../../witness/labels.js'
import { restTexts } from '../../witness/rests.js'
import { type TextOptions, witnessText } from '../../witness/text.js'

/**
 * Renders the states of a test, and how they answer each of its questions. Executions, if there are any, come last, and
 * fit the width, in characters.
 */
export function renderOutcomes(report: TestOutcomes, { questions }: Program, texts: TextOptions): string {
  const [first] = questions
  const name = printable(report.test)
  const states = report.states.map(({ values }) =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${value};`)
      .join(' '),
  )
  const several = questions.length > 1
  const executions = report.states.flatMap(({ witness }, i) =>
    witness === undefined ? [] : ['', `State ${states[i]}`, witnessText(witness, texts)],
  )
  return [
    `Test ${name} ${first === undefined ? '' : modalities[quantified(first).quantifier]}`.trimEnd(),
    `States ${states.length}`,
    ...states,
    // A deviation begins with the name of a compiler, which stays as it is.
    ...restTexts({ ...report, deviations: undefined }).map(capitalised),
    ...deviationTexts(report),
    ...livenessTexts(report).map(capitalised),
    ...(report.undefined !== null && report.undefined.length > 0 ? [capitalised(undefinedText(report.undefined))] : []),
    ...undefinedLines(report),
    ...(report.complete && states.length === 0 && report.liveness !== 'hangs' && report.undefined?.length === 0
      ? ['No execution both ends and meets the demands of the test']
      : []),
    ...(report.reason === undefined ? [] : [`Not all states are listed: ${report.reason}`]),
    ...questions.flatMap((question, i) => {
      const counted = must(report.questions[i], 'a count for each question')
      const named = several ? `${name}:${question.name}` : name
      return answer(question, counted, named, report.undefined)
    }),
    ...executions,
  ].join('\n')
}

/** Renders a line for each undefined behaviour. Each begins with the name of a thread, which stays as it is. */
function undefinedLines(report: TestOutcomes): readonly string[] {
  const texts = undefinedReportTexts(report)
  if (report.undefined !== null) return texts
  return report.reason === undefined ? texts.map(capitalised) : []
}

const modalities = { exists: 'Allowed', '~exists': 'Forbidden', forall: 'Required' } as const

function answer(
  question: Question,
  { positive, negative, observation }: TestOutcomes['questions'][number],
  name: string,
  reached: TestOutcomes['undefined'],
): readonly string[] {
  const { quantifier, condition } = quantified(question)
  const certain = quantifier === 'forall' ? negative > 0 : positive > 0
  const holds = match(quantifier)
    .with('exists', () => positive > 0)
    // Without any state, no claim holds.
    .with('~exists', () => positive === 0 && negative > 0)
    .with('forall', () => positive > 0 && negative === 0)
    .exhaustive()
  return [
    // A claim is broken if undefined behaviour or a trap is reachable.
    question.kind !== 'check' && reached !== null && reached.length > 0
      ? 'No'
      : (certain || observation !== null) && (question.kind === 'check' || reached !== null || !holds)
        ? holds
          ? 'Ok'
          : 'No'
        : 'Unknown',
    'Witnesses',
    `Positive: ${positive} Negative: ${negative}`,
    `Condition ${quantifier} (${conditionText(condition)})`,
    `Observation ${name} ${observation ?? 'Unknown'} ${positive} ${negative}`,
  ]
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Writes a condition as herd7 writes it. */
const conditionText = (condition: Condition): string =>
  match(condition)
    .with({ kind: 'compare' }, ({ operator, left, right }) => {
      return `${termText(left)}${operator === '==' ? '=' : operator}${termText(right)}`
    })
    .with({ kind: 'and' }, ({ conditions }) => conditions.map(inParentheses).join(' /\\ '))
    .with({ kind: 'or' }, ({ conditions }) => conditions.map(inParentheses).join(' \\/ '))
    .with({ kind: 'not' }, ({ condition }) => `~(${conditionText(condition)})`)
    .exhaustive()

const inParentheses = (condition: Condition): string =>
  condition.kind === 'and' || condition.kind === 'or' ? `(${conditionText(condition)})` : conditionText(condition)

const termText = (term: Term): string => {
  switch (term.kind) {
    case 'integer':
      return `${term.value}`
    case 'address':
      return `&${term.variable}${term.offset === 0n ? '' : `+${term.offset}`}`
    default:
      return observableName(term)
  }
}

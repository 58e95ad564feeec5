/** Differences of verdicts as lines of text. */

import type { Colors } from 'picocolors/types.js'
import { match } from 'ts-pattern'
import type { AxiomReport, ChangeReport, RegressReport } from '../../report/regress.js'
import { undefinedText } from '../../report/verdict.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { largest } from '../../source/largest.js'
import { must } from '../../source/must.js'
import { undefinedTexts } from '../../witness/labels.js'
import { marks } from '../console/marks.js'
import type { RegressArguments } from './command.js'
import { nothingCompared } from './report.js'

/**
 * Returns what a regression found: a line for each difference, and a total at the end unless only problems are wanted.
 */
export function renderRegression(
  report: RegressReport,
  args: Pick<RegressArguments, 'quiet' | 'verbose' | 'update' | 'model' | 'against'>,
  colours: Colors,
): readonly string[] {
  const { quiet, verbose, update } = args
  const isPerAxiom = report.comparison === 'each-axiom'
  const shown = report.changes.filter(
    ({ kind, explanations }) => !isPerAxiom || verbose || kind === 'undecided' || explanations !== undefined,
  )
  return [
    ...shown.map((one) => renderChange(one, report.comparison, colours)),
    ...(isPerAxiom ? renderAxioms(quiet ? report.axioms.filter(isUnneeded) : report.axioms, colours) : []),
    ...(quiet ? [] : [renderTotal(report, update, colours), ...renderAdvice(report, args)]),
  ]
}

/** Returns advice on how to find a test on which two models differ, if they were compared and nothing differs. */
function renderAdvice(
  { count, errors }: RegressReport,
  { model: [model = ''], against }: Pick<RegressArguments, 'model' | 'against'>,
): readonly string[] {
  const isEqual = count.equal > 0 && count.changed + count.undecided + errors.length === 0
  if (!isEqual || against === undefined || against === model) return []
  const words = [model, against].map(inShell).join(' ')
  return [`the models agree on all these tests; to find one on which they differ: ptx-litmus distinguish ${words}`]
}

/** Quotes a word as a shell reads it. */
const inShell = (word: string): string => (/^[\w./+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

function renderChange(change: ChangeReport, comparison: RegressReport['comparison'], colours: Colors): string {
  const { test, row, question, model, reason, witness, explanations, undefined: reached } = change
  const { before, after } = change.answers
  const what = match(change.kind)
    .with('changed', () => `${before} → ${after}`)
    .with('new', () => `${after} (new)`)
    .with('vanished', () => `${before} (this question no longer exists)`)
    .with('undecided', () => (before === null ? `${after}` : `${before} → ${after}`))
    .exhaustive()
  const head = [mark(change, colours), printable(test), question, model, what]
  const line = [...head, ...(row === undefined ? [] : [colours.dim(printable(row.text).replace(/ +/g, ' '))])].join(
    '  ',
  )
  const reported = (who: string, what: string, lines: readonly string[]) => [
    `    ${who} ${what}:`,
    ...lines.map((one) => `      ${one}`),
  ]
  // An explanation of both sides includes the execution.
  const execution =
    witness === undefined || explanations !== undefined ? [] : reported(witness.model, 'allows', witness.lines)
  const because = (explanations ?? []).flatMap(({ model, verdict, lines }) =>
    reported(model, does(verdict, reached), lines),
  )
  const none =
    witness === undefined &&
    reached === undefined &&
    change.kind === 'changed' &&
    (comparison === 'against' || comparison === 'without')
      ? [`    neither allows it${neither(change)}`]
      : []
  const undefinedAt =
    reached === undefined ? [] : [undefinedText(reached), ...undefinedTexts(reached)].map((text) => `    ${text}`)
  return [
    line,
    ...(reason === undefined ? [] : [`    ${reason}`]),
    ...undefinedAt,
    ...execution,
    ...none,
    ...because,
  ].join('\n')
}

const does = (verdict: string, reached: ChangeReport['undefined'] = []): string => {
  if (verdict !== 'undefined') return verdict === 'allowed' ? 'allows' : 'forbids'
  return reached.every(({ problem }) => problem === 'trap') ? 'reaches a trap' : 'reaches undefined behaviour'
}

/** Returns how two verdicts differ if neither is `allowed`. */
const neither = ({ before, after }: Pick<ChangeReport, 'before' | 'after'>): string =>
  [before, after].some((word) => word?.startsWith('vacuous'))
    ? '; under one of them the question is vacuous'
    : '; one of them only within the bound'

function mark({ kind }: ChangeReport, colours: Colors): string {
  const { bad, open } = marks(colours)
  return match(kind)
    .with('changed', () => bad)
    .with('new', () => colours.green('+'))
    .with('vanished', () => colours.red('-'))
    .with('undecided', () => open)
    .exhaustive()
}

const isUnneeded = ({ tests }: AxiomReport): boolean => tests === 0

function renderAxioms(axioms: readonly AxiomReport[], { bold, yellow }: Colors): readonly string[] {
  const width = largest(
    axioms.map(({ name }) => name.length),
    5,
  )
  if (axioms.length === 0) return []
  const line = (name: string, tests: string, questions: string) =>
    `${name.padEnd(width)}  ${tests.padStart(5)}  ${questions.padStart(9)}`
  return [
    bold(line('axiom', 'tests', 'questions')),
    ...axioms.map(({ name, tests, questions, open, compared }) => {
      const text = line(name, String(tests), String(questions))
      if (tests > 0) return text
      if (compared === 0) return yellow(`${text}  nothing was compared`)
      return open === 0
        ? yellow(`${text}  no test needs it`)
        : yellow(`${text}  no test is known to need it: ${counted(open, 'question')} undecided or within the bound`)
    }),
  ]
}

function renderTotal(
  { count, errors, models, updated, milliseconds, comparison }: RegressReport,
  update: boolean,
  { bold }: Colors,
): string {
  const some = (n: number, what: string) => (n === 0 ? [] : [`${n} ${what}`])
  const parts = [
    `${count.equal} equal${count.bounded === 0 ? '' : ` (${count.bounded} within the bound)`}`,
    ...some(count.changed, comparison === 'baseline' ? 'changed' : 'different'),
    ...some(count.new, 'new'),
    ...some(count.vanished, 'vanished'),
    ...some(count.undecided, 'undecided'),
    ...some(count.notCovered, 'not covered'),
    ...(nothingCompared(count) ? ['nothing was compared'] : []),
    ...(errors.length > 0 ? [counted(errors.length, 'error')] : []),
    ...(updated ? ['baseline updated'] : update ? ['baseline not updated'] : []),
  ]
  const under =
    comparison === 'each-axiom'
      ? `${must(models[0], 'a model')}, and without each of its ${models.length - 1} axioms`
      : models.join(', ')
  const what = `${counted(count.questions, 'question')} of ${counted(count.tests, 'test')} in ${counted(count.files, 'file')}`
  return `${bold(what)} under ${under}: ${parts.join(', ')}; ${(milliseconds / 1000).toFixed(2)} s`
}

/** Repairs in the formats that are written. */

import { match, P } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import { adviceDocument, smallerText } from '../../repair/advice.js'
import { orderNothing } from '../../repair/orders-nothing.js'
import { boundRestsText, restLines, restsDocument } from '../../repair/rests.js'
import {
  type Besides,
  type Fixed,
  forbidsRaces,
  type Goal,
  type InTurn,
  type OfLanes,
  type SearchEnd,
} from '../../repair/result.js'
import type { FixDocument } from '../../report/repairs.js'
import { undefinedText } from '../../report/verdict.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { timeReason } from '../../source/limited.js'
import { witnessOf } from '../../witness/build.js'
import { undefinedTexts } from '../../witness/labels.js'
import { type TextOptions, witnessText } from '../../witness/text.js'
import {
  changesDocument,
  costText,
  type Found,
  foundText,
  undecidedText,
  withinText,
  writtenUnchanged,
} from '../repairs/text.js'

export interface FixDetails {
  readonly test: Program
  readonly model: Model
  readonly goal: Goal
  readonly fixed: Fixed
  readonly found: readonly Found[]
  /** The requested number of repairs. */
  readonly wanted: number
  /** The files that were written. */
  readonly written: readonly string[]
  readonly exitStatus: FixDocument['exitStatus']
}

/** Returns what was found, in words, with diffs unless files were written. */
export function renderFixed(
  { test, model, goal, fixed, found, wanted, written }: FixDetails,
  texts: TextOptions,
): string {
  const head = printable([testName(test), goalName(goal), model.name].join(' · '))
  return match(fixed)
    .with({ kind: 'nothing to do' }, ({ rests, reachable = [], ...beside }) =>
      [
        `${head}: nothing to do, as ${isSo(goal)}${boundRestsText(rests)}${nevertheless(beside)}`,
        ...restLines(rests),
        ...besideTexts(beside, 'the test'),
        ...outcomeTexts(reachable, []),
        ...writtenUnchanged(written),
      ].join('\n'),
    )
    .with({ kind: 'repaired' }, ({ undecided, ended, unmet = [], reachable = [], gone = [], ...beside }) =>
      [
        `${head}: ${repairedText(found)}`,
        ...found.flatMap((one, i) => [
          '',
          `${titleOf(one, i)} (${costText(one.repaired.cost)})${nothingText(test, goal, one)}${withinText(one)}:`,
          ...restLines(one.repaired.rests),
          ...foundText(test, one, written),
        ]),
        ...(wanted > 1 || ended === 'launch' || found.some(mayBeCheaper)
          ? endText(ended, undecided, found.some(mayBeCheaper))
          : ['', 'Others may cost the same: --all 3 finds three repairs.']),
        ...undecidedText(undecided, 'cheaper'),
        ...besideTexts({ ...beside, unmet: unmet.filter((one) => !gone.includes(one)) }, 'the changed test').flatMap(
          (line) => ['', line],
        ),
        ...outcomeTexts(reachable, gone).flatMap((line) => ['', line]),
      ].join('\n'),
    )
    .with({ kind: 'no repair' }, ({ reason, inTurn }) =>
      [`${head}: no repair: ${reason}`, ...(inTurn === undefined ? [] : runText(model, inTurn, texts))].join('\n'),
    )
    .with({ kind: P.union('undecided', 'not covered') }, ({ kind, reason }) =>
      [
        `${head}: ${kind}: ${reason}`,
        ...(reason.startsWith(timeReason) ? [moreTime] : []),
        ...(kind === 'undecided' ? [smallerText(test) ?? []].flat() : []),
      ].join('\n'),
    )
    .exhaustive()
}

/** Says that there is nothing to do for the goal alone. */
const nevertheless = ({ stops = [], hangs }: Besides): string => {
  const wrong = [
    ...(stops.length === 0 ? [] : [undefinedText(stops)]),
    ...(hangs === true ? ['the test can hang'] : []),
  ]
  return wrong.length === 0 ? '' : `; but ${wrong.join(', and ')}`
}

/** Says what is wrong besides the goal. */
const besideTexts = (
  { unmet, stops = [], hangs, races, besidesUnknown }: Besides,
  which: string,
): readonly string[] => [
  ...unmetText(unmet, which),
  ...(stops.length === 0
    ? []
    : [`In ${which} ${undefinedText(stops)}, which is no part of the goal:`, ...undefinedTexts(stops)]),
  ...hangsText(hangs, which),
  ...(races === 'present' ? [`In ${which} there are data races; --race-free makes their absence the goal.`] : []),
  ...(besidesUnknown === undefined ? [] : [`What else is wrong in ${which} is not known: ${besidesUnknown}.`]),
]

/**
 * Says which claims outside the goal are not met. The test permits an outcome that the goal rules out: then it is the
 * test that says something else than the goal.
 */
function unmetText(unmet: readonly Question[] = [], which: string): readonly string[] {
  const ruledOut = unmet.filter(({ kind }) => kind === 'permit').map(({ name }) => printable(name))
  const others = unmet.filter(({ kind }) => kind !== 'permit').map(({ name }) => printable(name))
  return [
    ...(ruledOut.length === 0
      ? []
      : [
          `As wanted, ${ruledOut.join(' and ')} ${ruledOut.length === 1 ? 'is' : 'are'} out of reach. The test permits it: remove its \`permit\`, which \`check\` would report.`,
        ]),
    ...(others.length === 0
      ? []
      : [
          `In ${which}, ${others.join(' and ')} still ${others.length === 1 ? 'does' : 'do'} not hold, which is no part of the goal.`,
        ]),
  ]
}

/** Says which outcomes are still reachable without a race, and which are not. */
const outcomeTexts = (reachable: readonly Question[], gone: readonly Question[]): readonly string[] => {
  const names = (questions: readonly Question[]) => questions.map(({ name }) => printable(name))
  const permitted = gone.filter(({ kind }) => kind === 'permit')
  return [
    ...(reachable.length === 0
      ? []
      : [
          `Without a race, ${names(reachable).join(' and ')} can happen; if ${reachable.length === 1 ? 'it' : 'they'} must not, add --question ${names(reachable).join()} to the goal.`,
        ]),
    ...(gone.length === 0
      ? []
      : [
          `${names(gone).join(' and ')} cannot happen any more.${permitted.length === 0 ? '' : ` The test permits ${names(permitted).join(' and ')}: remove the \`permit\`, which \`check\` would report.`}`,
        ]),
  ]
}

/** Says that a thread may wait for ever, which is no part of the goal. */
const hangsText = (hangs: boolean | undefined, which: string): readonly string[] =>
  hangs === true ? [`In ${which} a thread may wait for ever; --hangs makes that a part of the goal.`] : []

/** A repair that was not verified with all threads is not called one. */
const repairedText = (found: readonly Found[]): string => {
  const of = unverifiedIn(found)
  return of === undefined
    ? 'repaired'
    : `undecided: no repair is verified with all ${of.threads} threads; one was found with only ${of.lanes} of each warp`
}

const unverifiedIn = ([first]: readonly Found[]): OfLanes | undefined =>
  first?.repaired.lanes?.unverified === undefined ? undefined : first.repaired.lanes

const reasonOf = (found: readonly Found[]): { readonly reason?: string } => {
  const of = unverifiedIn(found)
  return of === undefined ? {} : { reason: `not verified with all ${of.threads} threads: ${of.unverified}` }
}

const moreTime = 'A larger --timeout SECONDS gives it more time; by default it has a minute.'

const mayBeCheaper = ({ repaired }: Found): boolean => repaired.mayBeCheaper === true

const titleOf = (one: Found, index: number): string =>
  one.repaired.lanes?.unverified !== undefined
    ? 'A change to try, verified with some lanes only'
    : mayBeCheaper(one)
      ? 'A repair'
      : index === 0
        ? 'The cheapest repair'
        : 'Another repair'

/** Says that a repair ends races and orders nothing. */
const nothingText = (test: Program, goal: Goal, { repaired }: Found): string =>
  forbidsRaces(goal) && orderNothing(test, repaired.changes) ? ', which orders nothing' : ''

/** Returns whether there may be more repairs. */
const endText = (ended: SearchEnd, undecided: number, cheaper: boolean): readonly string[] =>
  match(ended)
    .with('enough', () => [])
    .with('spent', () => [
      '',
      `The time limit was reached: there may be ${cheaper ? 'cheaper' : 'more'} repairs. ${moreTime}`,
    ])
    .with('launch', () => [
      '',
      'With this launch nothing else is needed, so no other changes were tried; --only chooses others.',
    ])
    .with('lanes', () => ['', 'With these lanes there are no more; with all threads, there may be other repairs.'])
    .with('exhausted', () =>
      undecided > 0
        ? []
        : ['', 'There are no more: any other repair of the changes that are considered contains one of these.'],
    )
    .exhaustive()

const goalName = (goal: Goal): string =>
  [
    ...(goal.kind === 'claims' ? goal.questions.map(({ name }) => name) : []),
    ...(forbidsRaces(goal) ? ['no data race'] : []),
    ...(goal.ends === true ? ['no hang'] : []),
  ].join(', ')

const isSo = (goal: Goal): string =>
  [...reached(goal), ...(goal.ends === true ? ['no thread waits for ever'] : [])].join(' and ')

const reached = (goal: Goal): readonly string[] => [
  ...(goal.kind === 'claims' ? claimsReached(goal.questions) : []),
  ...(forbidsRaces(goal) ? ['there is no data race'] : []),
]

function claimsReached(questions: readonly Question[]): readonly string[] {
  if (questions.length === 0) return []
  if (questions.some(({ kind }) => kind !== 'assert')) return ['the outcome is forbidden']
  return [questions.length === 1 ? 'the claim holds' : `all ${counted(questions.length, 'claim')} hold`]
}

const runText = (model: Model, inTurn: InTurn, texts: TextOptions): readonly string[] => [
  '',
  'The run:',
  '',
  witnessText(runOf(model, inTurn), texts),
]

const runOf = (model: Model, { question, graph, execution }: InTurn) =>
  witnessOf({ graph, model, execution, ...(question === undefined ? {} : { question }) })

/** Returns the JSON document of the repairs found. */
export const fixDocumentOf = ({ test, model, goal, fixed, found, written, exitStatus }: FixDetails): FixDocument => ({
  test: testName(test),
  model: model.name,
  goal: goal.kind,
  raceFree: forbidsRaces(goal),
  hangs: goal.ends === true,
  claims: goal.kind === 'claims' ? goal.questions.map(({ name }) => name) : [],
  result: unverifiedIn(found) === undefined ? fixed.kind : 'undecided',
  ...('reason' in fixed ? { reason: fixed.reason } : {}),
  ...reasonOf(found),
  ...(fixed.kind === 'undecided' ? adviceDocument(test) : {}),
  ...('undecided' in fixed ? { undecided: fixed.undecided } : {}),
  ...('ended' in fixed ? { ended: fixed.ended } : {}),
  ...('unmet' in fixed ? { unmet: fixed.unmet?.map(({ name }) => name) } : {}),
  ...('reachable' in fixed ? { reachable: fixed.reachable?.map(({ name }) => name) } : {}),
  ...('gone' in fixed ? { gone: fixed.gone?.map(({ name }) => name) } : {}),
  ...('stops' in fixed && fixed.stops !== undefined ? { undefined: [...fixed.stops] } : {}),
  ...('hangs' in fixed && fixed.hangs === true ? { canHang: true } : {}),
  ...('races' in fixed && fixed.races !== undefined ? { races: fixed.races } : {}),
  ...('besidesUnknown' in fixed && fixed.besidesUnknown !== undefined ? { besidesUnknown: fixed.besidesUnknown } : {}),
  ...(fixed.kind === 'nothing to do' ? restsDocument(fixed.rests) : {}),
  repairs: found.map((one) => changesDocument(test, one)),
  ...(fixed.kind === 'no repair' && fixed.inTurn !== undefined ? { inTurn: runOf(model, fixed.inTurn) } : {}),
  written: [...written],
  exitStatus,
})

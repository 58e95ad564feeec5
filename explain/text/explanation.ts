/** Writes explanations as text: plain words first, then the terms of the ISA. */

import { match, P } from 'ts-pattern'
import { baseReadings } from '../../axioms/algebra/reading.js'
import type { EventGraph } from '../../encoder/events/graph/event.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import type { Tried } from '../../repair/fix.js'
import type { Repaired } from '../../repair/result.js'
import { repairLines, type Sought, sense } from '../../repair/text.js'
import { answerText } from '../../report/verdict.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { eventName } from '../../witness/event.js'
import { livenessTexts, loopsCut, undefinedReportTexts, unknownTexts } from '../../witness/labels.js'
import { restTexts } from '../../witness/rests.js'
import type { Chain } from '../derive.js'
import { knownOf } from '../document.js'
import type { Explanation, Forbidding, ForbiddingSet, Objected } from '../explain.js'
import { chained, namedEvents } from '../in-cuda.js'
import { chainLines } from './chains.js'
import { idleLines } from './idle-fences.js'
import { inCudaLines } from './in-cuda.js'
import { raceLines } from './races.js'
import { tornLines } from './torn-vectors.js'

/** What a question asks, and the kind of its answer. */
type Asked = Pick<Question, 'name' | 'kind'>

/** An execution as lines of text, and which events of it they show. */
interface ExecutionLines {
  readonly lines: readonly string[]
  readonly isShown: (event: number) => boolean
}

/** Returns an explanation as lines of text, without an empty line at the end: the reason, and then the repairs. */
export const explanationText = (program: Program, question: Asked, model: string, explanation: Explanation): string =>
  [
    ...reasonLines(program, question, model, explanation),
    ...(explanation.kind === 'allowed' ? repairsLines(program, question, explanation) : []),
  ].join('\n')

/** Returns the repairs of an allowed outcome, and how the search for them ended. */
export const repairsLines = (
  program: Program,
  question: Asked,
  { repairs, changes }: { readonly repairs: readonly Repaired[]; readonly changes?: Tried },
): readonly string[] => [
  ...repairs.flatMap((one, i) => repairedLines(program, question, one, i)),
  ...(changes === undefined ? [] : searchedLines(question, changes)),
]

/**
 * Returns the answer and its reason; for an allowed outcome, these lines about an execution that reaches it, and its
 * races.
 */
export function reasonLines(
  program: Program,
  question: Asked,
  model: string,
  explanation: Explanation,
  { lines: executionLines, isShown }: ExecutionLines = { lines: [], isShown: () => true },
): readonly string[] {
  const limits = explanation.kind === 'forbidden' ? explanation.verdict : {}
  const verdicts = knownOf(explanation)
  const answer = answerText(question.kind, { verdict: explanation.kind, ...limits, ...verdicts })
  const isKnown = explanation.kind !== 'undecided' && explanation.kind !== 'not covered'
  const besides = [
    ...(isKnown || verdicts.undefined !== null ? undefinedReportTexts(verdicts) : []),
    ...restTexts(verdicts),
    ...livenessTexts(verdicts),
    ...unknownTexts(verdicts),
  ]
  const beside = besides.map((text) => `  ${text}`)
  const title = `${printable([testName(program), question.name, model].join(' · '))}: ${answer}`
  const said = inAnswerTo[question.kind]
  return match(explanation)
    .returnType<readonly string[]>()
    .with({ kind: P.union('undecided', 'not covered') }, ({ reason }) => [title, ...beside, `  ${reason}`])
    .with({ kind: 'forbidden' }, ({ graph, verdict: { within }, sets, givenUp }) => [
      title,
      ...beside,
      ...(within === undefined ? [] : [`  ${loopsCut(within)}`]),
      ...sets.flatMap((set, i) => ['', ...setLines(graph, set, i, said, givenUp)]),
      ...inCudaLines(graph, chained(sets)),
      ...(givenUp === 0 ? [] : ['', givenUpText(givenUp)]),
    ])
    .with({ kind: 'allowed' }, ({ graph, execution, races, torn, idle }) => [
      title,
      ...beside,
      ...(executionLines.length === 0 ? [] : ['', `An execution that ${said.reaches}:`, '', ...executionLines]),
      '',
      ...raceLines(graph, execution, races),
      ...tornLines(graph, execution, torn),
      ...idleLines(graph, idle),
      ...inCudaLines(graph, namedEvents(graph, idle, isShown)),
    ])
    .exhaustive()
}

/** Returns the lines of one of the repairs, after an empty line. */
export const repairedLines = (
  program: Program,
  { kind }: { readonly kind: Sought },
  repair: Repaired,
  index: number,
): readonly string[] => ['', ...repairLines(program, kind, repair, index)]

/** Says why there are no repairs, or no more of them, what was left out, and how to get more. */
export function searchedLines(
  { kind }: { readonly kind: Sought },
  { result, judged, undecided, spent }: Tried,
): readonly string[] {
  const prevent = sense[kind]
  return [
    ...(result.kind === 'no repair' ? ['', `No change would ${prevent}: ${result.reason}.`] : []),
    ...(result.kind === 'undecided' && spent === undefined && undecided === 0
      ? ['', `No change was tried: ${result.reason}.`]
      : []),
    ...(spent === undefined ? [] : ['', `${spentTexts[spent](counted(judged, 'set'))} tries more.`]),
    ...(undecided === 0
      ? []
      : [
          '',
          `${counted(undecided, 'set')} of changes ${undecided === 1 ? 'is' : 'are'} undecided; a higher --effort, --bound or --timeout may decide more.`,
        ]),
  ]
}

const spentTexts = {
  budget: (sets: string) => `The budget was spent after ${sets} of changes; a higher --effort`,
  time: (sets: string) => `The time limit was reached after ${sets} of changes; a higher --timeout`,
}

const givenUpText = (count: number): string =>
  `The solver gave up on ${counted(count, 'question')} about the axioms, so fewer axioms may be enough; a higher --effort lets it continue.`

/** The words for the outcome; that of a claim is a violation. */
interface Said {
  readonly outcome: string
  readonly reached: string
  readonly reaches: string
}

const ofOutcome: Said = {
  outcome: 'it',
  reached: 'an execution could reach the outcome',
  reaches: 'reaches the outcome',
}
const ofViolation: Said = {
  outcome: 'a violation',
  reached: 'an execution could violate the claim',
  reaches: 'violates it',
}
const inAnswerTo: { readonly [K in Question['kind']]: Said } = {
  permit: ofOutcome,
  check: ofOutcome,
  assert: ofViolation,
}

function setLines(
  graph: EventGraph,
  set: ForbiddingSet,
  index: number,
  said: Said,
  givenUp: number,
): readonly string[] {
  const { axioms, objections } = set
  if (axioms.length === 0) return [ruledOut(set, said.outcome === 'it' ? 'the outcome' : said.outcome)]
  const names = withSections(set)
  const also = index === 0 ? '' : 'also '
  const needed = givenUp > 0 ? '' : axioms.length === 2 ? '; neither does alone' : '; none can be left out'
  const who =
    axioms.length === 1
      ? `${names.join()} ${also}forbids ${said.outcome}${inBound(set)}.`
      : `Together, ${list(names)} ${also}forbid ${said.outcome}${inBound(set)}${needed}.`
  return [who, ...objections.flatMap((one) => ['', ...objectionLines(graph, one, said)])]
}

/** Says that the outcome is forbidden. If executions go on beyond the bound, one of them may reach it. */
const ruledOut = (set: ForbiddingSet, what: string): string =>
  `No axiom is needed: the values that the threads compute${inBound(set)} rule out ${what}.`

const inBound = ({ within }: Pick<ForbiddingSet, 'within'>): string =>
  within === undefined ? '' : ` within bound ${within.bound}`

const withSections = ({ axioms, objections }: ForbiddingSet): readonly string[] =>
  axioms.map((name) => {
    const section = objections.find(({ axiom }) => axiom === name)?.section
    return section === undefined || section === '' ? name : `${name} (ISA ${section})`
  })

/** Returns a short form of what forbids an outcome: the axioms of each set, and the chains to which they object. */
export const forbiddingLines = ({ graph, sets }: Forbidding): readonly string[] =>
  sets.flatMap((set, i) => {
    if (set.axioms.length === 0) return [ruledOut(set, 'the outcome')]
    const together = set.axioms.length === 1 ? '' : ', together'
    const bounded = set.within === undefined ? '' : `,${inBound(set)}`
    return [
      `${i === 0 ? '' : 'also '}${list(withSections(set))}${together}${bounded}:`,
      ...set.objections.flatMap(({ axiom, chain, missing, execution }) => [
        ...(set.objections.length === 1 ? [] : [`  ${axiom}`]),
        ...chainLines(graph, execution, chain),
        ...lacking(missing, chain),
      ]),
    ]
  })

/** Returns what the ends of a chain lack. If they are one event, the sentence before it has said so. */
function lacking(missing: string | undefined, chain: Chain): readonly string[] {
  const [from, to] = [chain[0]?.from, chain.at(-1)?.to]
  if (missing === undefined || from === undefined || to === undefined || from === to) return []
  const words = Object.entries(baseReadings).find(([name]) => name === missing)?.[1].words
  const ends = [eventName(from), eventName(to)]
  return [
    words?.startsWith('is ') === true
      ? `      but ${ends.join(words.replace(/^is (.*)$/, ' is not $1 '))}  (not in ${missing})`
      : `      but ${ends.join(' and ')} are not in ${missing}`,
  ]
}

function objectionLines(
  graph: EventGraph,
  { axiom, demand, words, chain, missing, breaks, execution }: Objected,
  said: Said,
): readonly string[] {
  const beside = breaks.filter((name) => name !== axiom)
  const without = beside.length === 0 ? `Without ${axiom}` : `Without ${list([axiom, ...beside])}`
  return [
    `${without}, ${said.reached}. In it, ${words}:`,
    '',
    ...chainLines(graph, execution, chain),
    ...lacking(missing, chain),
    '',
    ...demand.split('\n').map((line) => `  ${line}`),
  ]
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

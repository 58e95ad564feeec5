/** Explanations as text: plain words first, then the terms of the ISA. */

import { match, P } from 'ts-pattern'
import { type EventGraph, isMemory } from '../encoder/events/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { asWritten, declaredName } from '../litmus/copies.js'
import type { Instruction } from '../litmus/instruction.js'
import { printInstruction } from '../litmus/instructions/print.js'
import { ctaTitle } from '../litmus/position.js'
import { type Program, type Thread, testName, writtenThreads } from '../litmus/program.js'
import { printable } from '../source/diagnostic.js'
import { inFile, position } from '../source/text.js'
import { taskText } from '../witness/tasks.js'
import type { Chain, Step } from './derive.js'
import type { Explanation, Forbidding, ForbiddingSet, Objected } from './explain.js'
import type { Lacks, Race } from './races.js'
import type { Repair } from './repair.js'

/** Several lines, without one at the end that is empty. */
export function explanationText(program: Program, question: string, model: string, explanation: Explanation): string {
  const title = printable([testName(program), question, model].join(' · '))
  return match(explanation)
    .with({ kind: P.union('undecided', 'not covered') }, ({ kind, reason }) => `${title}: ${kind}\n  ${reason}`)
    .with({ kind: 'forbidden' }, ({ graph, verdict, sets }) => {
      const within = verdict.within === undefined ? '' : ` within bound ${verdict.within.bound}`
      return [
        `${title}: forbidden${within}${verdict.vacuous ? ' (vacuous)' : ''}`,
        ...sets.flatMap((set, i) => ['', ...setLines(graph, set, i)]),
      ].join('\n')
    })
    .with({ kind: 'allowed' }, ({ graph, execution, races, repairs }) =>
      [
        `${title}: allowed`,
        '',
        ...raceLines(graph, execution, races),
        ...(repairs.length === 0 ? ['', 'No change of one or two instructions that was tried would forbid it.'] : []),
        ...repairs.flatMap((one) => ['', ...repairLines(program, one)]),
      ].join('\n'),
    )
    .exhaustive()
}

function setLines(graph: EventGraph, { axioms, objections }: ForbiddingSet, index: number): readonly string[] {
  if (axioms.length === 0) return [ruledOut]
  const names = withSections({ axioms, objections })
  const start = index === 0 ? '' : 'Apart from that, '
  const who =
    axioms.length === 1 ? `${names.join()} forbids it.` : `${list(names)} forbid it together: none alone does.`
  return [`${start}${who}`, ...objections.flatMap((one) => ['', ...objectionLines(graph, one)])]
}

const ruledOut = 'No candidate execution ends so, whatever the axioms: the values that threads compute rule it out.'

const withSections = ({ axioms, objections }: ForbiddingSet): readonly string[] =>
  axioms.map((name) => {
    const section = objections.find(({ axiom }) => axiom === name)?.section
    return section === undefined || section === '' ? name : `${name} (ISA ${section})`
  })

/** In short what forbids an outcome: the axioms of each set, and the chains that they object to. */
export const forbiddingLines = ({ graph, sets }: Forbidding): readonly string[] =>
  sets.flatMap((set, i) => {
    if (set.axioms.length === 0) return [ruledOut]
    const together = set.axioms.length === 1 ? '' : ', together'
    return [
      `${i === 0 ? '' : 'apart from that, '}${list(withSections(set))}${together}:`,
      ...set.objections.flatMap(({ axiom, chain, missing, execution }) => [
        ...(set.objections.length === 1 ? [] : [`  ${axiom}`]),
        ...chainLines(graph, execution, chain),
        ...(missing === undefined ? [] : [notIn(missing)]),
      ]),
    ]
  })

const notIn = (relation: string): string => `       and yet they are not in ${relation}`

function objectionLines(
  graph: EventGraph,
  { axiom, demand, chain, missing, breaks, execution }: Objected,
): readonly string[] {
  const beside = breaks.filter((name) => name !== axiom)
  const without = beside.length === 0 ? `Without ${axiom}` : `Without ${list([axiom, ...beside])}`
  return [
    `${without} it could end so; but then ${inPlainWords(axiom, chain)}:`,
    '',
    ...chainLines(graph, execution, chain),
    ...(missing === undefined ? [] : [notIn(missing)]),
    '',
    ...demand.split('\n').map((line) => `  ${line}`),
  ]
}

/** What an axiom objects to. */
function inPlainWords(axiom: string, chain: Chain): string {
  const relations = chain.map(({ relation }) => relation)
  return match(axiom)
    .with('Causality', () =>
      relations.includes('fr')
        ? 'a read would miss a write that comes before it in causality order'
        : relations.includes('rf')
          ? 'a read would return a value that is written only after it in causality order'
          : 'an access would come before itself in causality order',
    )
    .with('Coherence', () =>
      relations.includes('ms')
        ? 'two morally strong writes of one location would be in no coherence order'
        : 'a write that comes before another in causality order would not come before it in coherence order',
    )
    .with('Fence-SC', () => 'fences would be ordered one way, and what happens between them the other')
    .with('Atomicity', () => 'another write would come between the two halves of an atomic')
    .with('No-Thin-Air', () => 'a value would depend on itself')
    .with('SC-per-Location', () => 'the accesses to one location would follow no one order')
    .otherwise(() => 'it is not consistent')
}

/** Each event on a line, and between two of them how the one leads to the other. */
function chainLines(graph: EventGraph, execution: Execution, chain: Chain): readonly string[] {
  const [first] = chain
  if (first === undefined) return []
  return [
    `  ${eventText(graph, execution, first.from)}`,
    ...chain.flatMap((step) => [...stepLines(graph, step), `  ${eventText(graph, execution, step.to)}`]),
  ]
}

const stepLines = (graph: EventGraph, step: Step): readonly string[] => [
  `      ${meaning(step)}`,
  ...reasons(graph, step).map((line) => `        ${line}`),
]

/** `e3  P0, line 7: st.release.gpu flag, 1   W flag = 1` */
export function eventText({ program, events }: EventGraph, execution: Execution, id: number): string {
  const event = events[id]
  if (event === undefined) return `e${id}`
  const effect = isMemory(event)
    ? `${event.kind === 'read' ? 'R' : 'W'} ${program.locations[event.location]?.name} = ${execution.values[id]}`
    : ''
  if (event.kind === 'task') return printable(`e${id}  ${taskText(program.host?.tasks[event.task], event.phase)}`)
  const instruction = event.origin && program.threads[event.origin.thread]?.instructions[event.origin.instruction]
  if (event.origin === undefined || instruction === undefined) return printable(`e${id}  initially: ${effect}`)
  const isTransfer = program.host !== undefined && event.origin.thread >= writtenThreads(program).length
  const where = `${program.threads[event.origin.thread]?.name}, line ${position(inFile(instruction.span)).line}`
  return printable(
    `e${id}  ${where}${isTransfer ? '' : `: ${textOf(instruction, event.origin.thread, program)}`}${effect === '' ? '' : `   ${effect}`}`,
  )
}

/** The instruction as its thread writes it. */
function textOf(instruction: Instruction, thread: number, program: Program): string {
  const dialect = program.title === undefined ? 'nvlitmus' : 'herd'
  const isMemory = (name: string): boolean => program.variables.some((one) => declaredName(one) === name)
  return printInstruction(asWritten(instruction, thread, program, dialect), dialect, isMemory)
}

const meanings: ReadonlyMap<string, string> = new Map([
  ['po', 'comes before, in its thread'],
  ['rf', 'is read by'],
  ['co', 'is overwritten by'],
  ['fr', 'has read what is overwritten by'],
  ['sync', 'synchronises with'],
  ['sync_fence', 'comes before, in Fence-SC order'],
  ['api', 'is ordered by the runtime before'],
  ['to-own-end', 'is reconciled with the generic proxy by'],
  ['from-own-start', 'reconciles with its proxy'],
  ['preserved-api', 'has completed in an operation that ends before that of'],
  ['syncbar', 'arrives at the barrier that is waited for by'],
  ['cluster-sync', 'arrives at the barrier of the cluster that is waited for by'],
  ['clusterbar', 'arrives in the phase that is waited for by'],
  ['rmw', 'is one atomic with'],
  ['ms', 'is morally strong with'],
  ['data', 'gives the value for'],
  ['ctrl', 'decides about'],
  ['addr', 'gives the address for'],
])

function meaning({ relation, inverse }: Step): string {
  const name = `${relation}${inverse ? '^-1' : ''}`
  if (inverse && relation === 'rf') return `reads from  (${name})`
  if (inverse && relation === 'po') return `comes after, in its thread  (${name})`
  const words = inverse ? undefined : meanings.get(relation)
  return words === undefined ? `is in ${name} with` : `${words}  (${name})`
}

/** How synchronisation comes about; of other relations the steps. */
function reasons(graph: EventGraph, { relation, because }: Step): readonly string[] {
  if (relation === 'fr') return []
  if (relation !== 'sync')
    return because.length === 0 ? [] : [`by ${because.map((step) => shortStep(graph, step)).join(', ')}`]
  return because.map((step) => {
    if (step.relation === 'release-pattern') return `release pattern ${ends(step)}`
    if (step.relation === 'acquire-pattern') return `acquire pattern ${ends(step)}`
    return step.relation === 'rf'
      ? `observed: e${step.to} reads from e${step.from}`
      : `observed through the atomic ${ends(step)}`
  })
}

const ends = ({ from, to }: Step): string => (from === to ? `e${from}` : `e${from}, e${to}`)

/** `e3 po e4`; what a task does is told beside it: `e4 api e20 (foo1 ends)`. */
function shortStep({ program, events }: EventGraph, { from, to, relation, inverse }: Step): string {
  const event = events[to]
  const does = event?.kind === 'task' ? ` (${taskText(program.host?.tasks[event.task], event.phase)})` : ''
  return `e${from} ${relation}${inverse ? '^-1' : ''} e${to}${printable(does)}`
}

/** The races of an execution, each with why the two are not morally strong. */
export function raceLines(graph: EventGraph, execution: Execution, races: readonly Race[]): readonly string[] {
  if (races.length === 0) return ['No two accesses race in the execution that ends so (ISA 8.7.1).']
  return races.flatMap(({ events: [a, b], lacks, baseCause, intraThread, operations }) => [
    intraThread ? 'A mixed-proxy race within one thread (ISA 8.7.1):' : 'A data race (ISA 8.7.1):',
    `  ${eventText(graph, execution, a)}`,
    `  ${eventText(graph, execution, b)}`,
    `  not morally strong: ${lacks.map((one) => lackText(graph, one)).join('; ')}`,
    baseCause
      ? '  ordered by base causality, but not by the part of it that is preserved across proxies'
      : '  and in no causality order',
    ...(operations === undefined ? [] : [apartText(operations, baseCause)]),
  ])
}

/** The edge that the host's calls do not give. */
const apartText = ([one, other]: readonly [string, string], baseCause: boolean): string =>
  baseCause
    ? `  no call of the host waits for the end of one of them, ${one} and ${other}, before the other starts`
    : `  no call of the host orders ${one}, and ${other}, one after the other`

const lackText = ({ events }: EventGraph, lacks: Lacks): string =>
  match(lacks)
    .with(
      { kind: 'weak' },
      ({ events: weak }) => `${weak.map((id) => `e${id}`).join(' and ')} ${weak.length === 1 ? 'is' : 'are'} weak`,
    )
    .with({ kind: 'scope' }, ({ events: narrow }) =>
      narrow
        .map(
          (id) =>
            `the scope of e${id} (${events[id]?.sets.find((set) => ['CTA', 'CLUSTER', 'GPU'].includes(set))?.toLowerCase()}) leaves the other thread out`,
        )
        .join(', '),
    )
    .with({ kind: 'proxy' }, () => 'they go by different proxies')
    .with({ kind: 'address' }, () => 'they go by different virtual addresses')
    .exhaustive()

/** What would forbid the outcome. */
function repairLines(program: Program, repairs: readonly Repair[]): readonly string[] {
  return [
    `It would be forbidden ${repairs.length === 1 ? 'with' : 'with both of'}`,
    ...repairs.map((one) => `  ${repairText(program, one)}`),
  ]
}

const stronger = {
  scope: 'a wider scope',
  order: 'a synchronising order',
  path: 'not by the read-only path',
  stream: 'another stream',
} as const

/** `fence.proxy.alias in P0, CTA 0 of GPU 0, between line 3 and line 4` */
export function repairText(program: Program, { thread, at, change }: Repair): string {
  const {
    name,
    position: placed,
    instructions,
  }: Pick<Thread, 'name' | 'position' | 'instructions'> = program.threads[thread] ?? {
    name: '',
    position: undefined,
    instructions: [],
  }
  const line = (index: number): string => {
    const span = instructions[index]?.span
    return span === undefined ? 'the end' : `line ${position(inFile(span)).line}`
  }
  const shown = (index: number): string => {
    const one = instructions[index]
    return one === undefined ? '' : textOf(one, thread, program)
  }
  return printable(
    match(change)
      .with(
        { kind: 'insert' },
        ({ instruction }) =>
          `${textOf(instruction, thread, program)} in ${name}${placed === undefined ? '' : ` (${ctaTitle(placed)} of GPU ${placed.gpu})`}, between ${line(at - 1)}, ${shown(at - 1)}, and ${line(at)}, ${shown(at)}`,
      )
      .with(
        { kind: 'replace' },
        ({ instruction, what }) =>
          `${textOf(instruction, thread, program)} in place of ${shown(at)}, ${name}, ${line(at)}: ${stronger[what]}`,
      )
      .with(
        { kind: 'swap' },
        () =>
          `${shown(at + 1)} and ${shown(at)} exchanged, ${name}, ${line(at)}: ${placed === undefined ? 'the event is recorded too early' : 'the fence stands on the wrong side'}`,
      )
      .exhaustive(),
  )
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** What texts and pictures of a witness have in common: labels of events, and which pairs are shown. */

import type { Pair } from '../encoder/events/event.js'
import type { Witness, WitnessEvent } from '../report/witness.js'
import { printable } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { must } from '../source/must.js'
import { accessText, notExecuted } from './event.js'
import { accessRelations, reduced, reducedApi, reducedFr } from './relations.js'

/** Whether it is the initial write of a location. */
export const isInitial = ({ kind, thread }: WitnessEvent): boolean => kind === 'write' && thread === null

/** What an event did: `R x = 1`, `W x = 2`; nothing for what is no access. */
export function effectText({ kind, executed, location, value }: WitnessEvent): string {
  if (!executed) return notExecuted
  if (kind !== 'read' && kind !== 'write') return ''
  return printable(accessText(kind, must(location ?? undefined, 'the location of an access'), value ?? undefined))
}

/** The instruction of an event, as it may be printed. */
export const sourceText = ({ text }: WitnessEvent): string => printable(text)

/** What stands in one column: a thread, or a stream with what it executes. */
export interface Column {
  readonly name: string
  /** Undefined for streams. */
  readonly thread: Witness['threads'][number] | undefined
  readonly events: readonly WitnessEvent[]
}

/** The host and the streams, then the threads by GPU, kernel, cluster and CTA, each where it first appears. */
export function columnsOf({ threads, streams = [], events }: Witness): readonly Column[] {
  const inStreams = new Set(streams.flatMap((stream) => stream.events))
  const ofThreads = threads.flatMap((thread, index): readonly Column[] => {
    const own = events.filter((event) => event.thread === index)
    const isTransfer = own.some(({ id }) => inStreams.has(id))
    return isTransfer ? [] : [{ name: thread.name, thread, events: own }]
  })
  const ofStreams = streams.map(({ name, events: ids }) => ({
    name,
    thread: undefined,
    events: ids.flatMap((id) => events[id] ?? []),
  }))
  const [host, placed] = [true, false].map((wanted) =>
    ofThreads.filter(({ thread }) => (thread?.gpu === undefined) === wanted),
  )
  const keys = ['gpu', 'kernel', 'cluster', 'cta'] as const
  const grouped = keys.reduceRight<(columns: readonly Column[]) => readonly Column[]>(
    (inner, key) => (columns) => [...groupBy(columns, ({ thread }) => thread?.[key]).values()].flatMap(inner),
    (columns) => columns,
  )
  return [...(host ?? []), ...ofStreams, ...grouped(placed ?? [])]
}

export interface ShownRelation {
  readonly name: string
  /** Where the relation is a partial order, without what follows by transitivity; of `fr`, the next writes only. */
  readonly pairs: readonly Pair[]
}

/** The relations of a witness in the order in which it has them, those without pairs left out. */
export function shownRelations({ relations, events }: Witness): readonly ShownRelation[] {
  const order = ['rf', 'co', 'fr', ...Object.keys(relations).filter((name) => !['rf', 'co', 'fr'].includes(name))]
  return order.flatMap((name) => {
    const pairs: readonly Pair[] = relations[name] ?? []
    if (pairs.length === 0) return []
    if (name === 'fr') return [{ name, pairs: reducedFr(pairs, relations.co) }]
    return [{ name, pairs: name === 'api' ? reducedApi(pairs, inProgramOrder) : reduced(pairs) }]
  })

  function inProgramOrder(a: number, b: number): boolean {
    const [here, there] = [events[a]?.thread, events[b]?.thread]
    return typeof here === 'number' && here === there && a < b
  }
}

/** Relations that were asked for and relate nothing; that nothing synchronises is said otherwise. */
export const emptyRelations = ({ relations, synchronisation }: Witness): readonly string[] => {
  const isAsked = (name: string): boolean => ![...accessRelations, ...synchronisation].includes(name)
  return Object.keys(relations).filter((name) => isAsked(name) && relations[name]?.length === 0)
}

/** Those that a picture draws beside program order, which it always shows. */
export const drawnRelations = (witness: Witness): readonly ShownRelation[] =>
  shownRelations(witness).filter(({ name }) => name !== 'po')

/** `P0:r0 = 1` for each register, then `[x] = 2` for each location. */
export const finalTexts = ({ final, threads }: Witness): readonly string[] =>
  [
    ...final.registers.map(({ thread, register, value }) => `${threads[thread]?.name}:${register} = ${value}`),
    ...final.memory.map(({ location, value }) => `[${location}] = ${value}`),
  ].map(printable)

/** Which test and question, and under which model. */
export const titleText = ({ test, question, model }: Witness): string =>
  printable([test.name, ...(question === null ? [] : [question.name]), model].join(' · '))

/** The question as written, on one line; the outcome of an `assert` is that it is violated. */
export const questionText = ({ kind, text }: NonNullable<Witness['question']>): string =>
  `${printable(text).replace(/\s+/g, ' ').replace(/\( /g, '(')}${kind === 'assert' ? ': violated' : ''}`

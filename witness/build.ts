/** From an execution to its document. */

import type { BaseSet } from '../axioms/algebra/names.js'
import type { Model } from '../axioms/algebra/terms.js'
import { type Event, type EventGraph, isMemory } from '../encoder/events/event.js'
import { proxySet } from '../encoder/events/sets.js'
import type { Execution } from '../encoder/execution/execution.js'
import { interpretation, observedIn } from '../encoder/execution/replay.js'
import type { Observable } from '../litmus/condition.js'
import type { DataType, Instruction } from '../litmus/instruction.js'
import { allRegisters } from '../litmus/observe.js'
import { type Host, type Program, type Question, testName } from '../litmus/program.js'
import { proxyNames } from '../litmus/proxy.js'
import type { Witness, WitnessEvent } from '../report/witness.js'
import { groupBy } from '../source/group.js'
import type { SourceText, Span } from '../source/text.js'
import { guardText } from './guard.js'
import { alwaysShown, pairsOf, relationsOf } from './relations.js'
import { taskText } from './tasks.js'

export interface Witnessed {
  readonly graph: EventGraph
  readonly model: Model
  readonly execution: Execution
  /** Whose outcome is reached. */
  readonly question?: Question | undefined
  /** Names of relations beside those that are always shown; `relationsOf` the model has them all. */
  readonly show?: readonly string[]
  /** What was asked to be looked at besides what the test mentions, as it was named. */
  readonly observed?: readonly string[]
}

/** The document of an execution: its events with their source, its relations, and how it ends. */
export function witnessOf({ graph, model, execution, question, show = [], observed = [] }: Witnessed): Witness {
  const { program } = graph
  const { row } = program
  return {
    format: 'ptx-litmus witness',
    version: 1,
    model: model.name,
    test: {
      name: testName(program),
      file: program.file,
      ...(row === undefined ? {} : { row }),
      text: wholeText(program),
    },
    bound: graph.bound,
    observed: [...observed],
    question: question === undefined ? null : { kind: question.kind, name: question.name, text: textAt(question.span) },
    threads: program.threads.map(({ name, position, instructions }, thread) => ({
      name,
      ...position,
      instructions: instructions.map((one, instruction) => ({
        text: textAt(one.span),
        events: graph.events
          .filter(({ origin }) => origin?.thread === thread && origin.instruction === instruction)
          .map(({ id }) => id),
      })),
    })),
    ...(program.host === undefined ? {} : { streams: streamsOf(program.host, graph) }),
    events: graph.events.map((event) => eventOf(event, graph, execution)),
    relations: shownRelations(graph, model, execution, show),
    barriers: { passed: inAscending(execution.passed), arrived: inAscending(execution.arrived) },
    final: finalOf(graph, execution),
  }
}

/** Each stream with its tasks: their starts, the events of copies and sets, their ends. */
function streamsOf({ tasks }: Host, { events }: EventGraph): NonNullable<Witness['streams']> {
  const streams = groupBy(tasks.entries(), ([, { stream }]) => stream)
  return [...streams].map(([name, entries]) => ({
    name,
    events: entries.flatMap(([index, { work }]) => {
      const own = events.flatMap((event) => (event.kind === 'task' && event.task === index ? [event.id] : []))
      const threads = work.kind === 'copy' || work.kind === 'set' ? work.threads : []
      const within = events.flatMap(({ id, origin }) =>
        origin !== undefined && threads.includes(origin.thread) ? [id] : [],
      )
      return [...own.slice(0, 1), ...within, ...own.slice(1)]
    }),
  }))
}

function shownRelations(
  graph: EventGraph,
  model: Model,
  execution: Execution,
  show: readonly string[],
): Witness['relations'] {
  const interpreter = interpretation(graph, execution)
  const known = relationsOf(model)
  const shown = [...new Set([...alwaysShown, ...show])].flatMap((name) => {
    const term = known.get(name)
    return term === undefined ? [] : [[name, pairsOf(interpreter, term).map(([a, b]) => pair(a, b))] as const]
  })
  // What nobody asked for is there only where there is something to see.
  const kept = shown.filter(([name, pairs]) => pairs.length > 0 || show.includes(name))
  return { rf: [], co: [], fr: [], sync_fence: [], ...Object.fromEntries(kept) }
}

const inAscending = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

const pair = (a: number, b: number): [number, number] => [a, b]

const orders = namesOf({ RLX: 'relaxed', ACQ: 'acquire', REL: 'release', SC: 'sc', ACQ_REL: 'acq_rel' })
const scopes = namesOf({ CTA: 'cta', CLUSTER: 'cluster', GPU: 'gpu', SYS: 'sys' })
const proxies = namesOf(Object.fromEntries(proxyNames.map((name) => [proxySet(name), name])))

function namesOf(names: { readonly [S in BaseSet]?: string }): (sets: readonly BaseSet[]) => string | null {
  return (sets) => sets.map((set) => names[set]).find((name) => name !== undefined) ?? null
}

function eventOf(event: Event, graph: EventGraph, { executed, values }: Execution): WitnessEvent {
  const { program } = graph
  const { id, kind, origin, sets, guard } = event
  const instruction =
    origin === undefined ? undefined : program.threads[origin.thread]?.instructions[origin.instruction]
  const location = isMemory(event) ? program.locations[event.location] : undefined
  const type = typeOf(instruction) ?? location?.type
  const bits = values[id]
  const value = bits === undefined || type === undefined ? null : shownValue(bits, type)
  return {
    id,
    kind,
    thread: origin?.thread ?? null,
    instruction: origin?.instruction ?? null,
    text: textOf(event, instruction, program) ?? `${location?.name} = ${value}`,
    sets: [...sets],
    order: orders(sets),
    scope: scopes(sets),
    proxy: proxies(sets),
    address:
      instruction !== undefined && 'address' in instruction ? instruction.address.name : (location?.name ?? null),
    location: location?.name ?? null,
    guard: guardText(guard),
    executed: executed[id] === true,
    value,
  }
}

/** The instruction as written, or what a task does; undefined for initial writes. */
const textOf = (event: Event, instruction: Instruction | undefined, { host }: Program): string | undefined =>
  event.kind === 'task' ? taskText(host?.tasks[event.task], event.phase) : instruction && textAt(instruction.span)

const typeOf = (instruction: Instruction | undefined): DataType | undefined =>
  instruction !== undefined && 'type' in instruction ? instruction.type : undefined

/** Bits as the number they stand for. */
export const shownValue = (bits: bigint, { width, signed }: DataType): string =>
  `${signed ? BigInt.asIntN(width, bits) : bits}`

function finalOf(graph: EventGraph, execution: Execution): Witness['final'] {
  const { program } = graph
  const shown = (term: Observable): string => {
    const { value, type } = observedIn(term, graph, execution)
    return shownValue(value, type)
  }
  return {
    memory: program.locations.flatMap(({ name, type }, location) => {
      const write = execution.final[location] ?? -1
      const bits = execution.values[write]
      return bits === undefined ? [] : [{ location: name, write, value: shownValue(bits, type) }]
    }),
    registers: allRegisters(program).flatMap((term) =>
      term.kind === 'register' ? [{ thread: term.thread, register: term.name, value: shown(term) }] : [],
    ),
  }
}

/** The text on one line, without comments. */
const textAt = ({ source: { text }, start, end }: Span): string =>
  text
    .slice(start, end)
    .replace(/\/\/[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/;$/, '')
    .trim()

/** The text of the file that the program was read from: a template is one with all its rows. */
function wholeText({ questions, threads }: Program): string {
  const [place] = [...questions, ...threads.flatMap(({ instructions }) => instructions)].map(({ span }) => span)
  const source: SourceText | undefined = place?.source
  return (source?.expansion?.template ?? source)?.text ?? ''
}

/** Builds the document of an execution. */

import { raceRelations } from '../axioms/algebra/roles.js'
import type { Model } from '../axioms/algebra/terms.js'
import { undefinedIn } from '../encoder/decide/undefined.js'
import { type Cell, type Event, type EventGraph, isMemory } from '../encoder/events/graph/event.js'
import { cellName } from '../encoder/events/memory/names.js'
import type { Execution } from '../encoder/execution/execution.js'
import { bytesIn, hasEnded, interpretation, observedIn } from '../encoder/execution/replay.js'
import { mbarrierText } from '../encoder/values/mbarriers.js'
import type { Observable } from '../litmus/condition.js'
import type { Instruction } from '../litmus/instruction.js'
import { allRegisters } from '../litmus/observe.js'
import { threadPosition } from '../litmus/position.js'
import { type Host, isCompiled, type Program, type Question, testName } from '../litmus/program.js'
import type { Witness, WitnessEvent } from '../report/witness.js'
import { groupBy } from '../source/group.js'
import { must } from '../source/must.js'
import { type SourceText, writtenAt } from '../source/text.js'
import { accessedName, originOf, sourceOf, valueOf, valueText, wordsOf } from './event.js'
import { guardText } from './guard.js'
import { partsIn } from './parts.js'
import { orderOf, proxyOf, scopeOf } from './qualifiers.js'
import { racingIn } from './racing.js'
import { accessRelations, asynchronousRelations, pairsOf, relationsOf, synchronisationOf } from './relations.js'
import { sourceAt } from './source.js'
import { undefinedAt } from './undefined.js'
import { unknownOf } from './unknowns.js'
import { waitsIn } from './waits.js'

/** An execution to be shown, with what it refers to. */
export interface Witnessed {
  readonly graph: EventGraph
  readonly model: Model
  readonly execution: Execution
  /** The question whose outcome is reached. */
  readonly question?: Question | undefined
  /** Names of relations besides those that are always shown. `relationsOf` lists all of them for a model. */
  readonly show?: readonly string[]
  /** The terms that the user asked to observe besides those that the test mentions, as the user named them. */
  readonly observed?: readonly string[]
}

/** Returns the document of an execution: its events with their source, its relations, and its final state. */
export function witnessOf({ graph, model, execution, question, show = [], observed = [] }: Witnessed): Witness {
  const { program } = graph
  const { row, undeclared } = program
  const hang = waitsIn(graph, model, execution)
  const parts = partsIn(graph, execution)
  const reached = undefinedIn(graph, model, execution)
  const defining = raceRelations(model)
  const races = defining === undefined ? [] : racingIn(graph, execution, defining)
  return {
    format: 'ptx-litmus witness',
    version: 1,
    model: model.name,
    test: {
      name: testName(program),
      file: program.file,
      ...(row === undefined ? {} : { row }),
      ...(undeclared === undefined ? {} : { undeclared }),
      text: wholeSource(program)?.text ?? '',
      ...otherTexts(program),
    },
    bound: graph.bound,
    ...(graph.lookedAt === 'accesses' ? { lookedAt: graph.lookedAt } : {}),
    ...(graph.leftOut === 0 ? {} : { leftOut: graph.leftOut }),
    ...(program.partial === undefined ? {} : { partial: program.partial.map((one) => ({ ...one })) }),
    observed: [...observed],
    question:
      question === undefined ? null : { kind: question.kind, name: question.name, text: writtenAt(question.span) },
    threads: program.threads.map((one, thread) => ({
      name: one.name,
      ...threadPosition(one),
      ...(isCompiled(one) ? { compiled: true as const } : {}),
      instructions: one.instructions.map((written, instruction, { [instruction - 1]: before }) => {
        const { span } = written
        const events = graph.events
          .filter(({ origin }) => origin?.thread === thread && origin.instruction === instruction)
          .map(({ id }) => id)
        // A statement that is several instructions is written once.
        const text = events.length === 0 && span === before?.span ? '' : wordsOf(written)
        return { text, events, ...sourceAt(span) }
      }),
    })),
    ...(program.host === undefined ? {} : { streams: streamsOf(program.host, graph) }),
    events: graph.events.map((event) => eventOf(event, graph, execution)),
    relations: shownRelations(graph, model, execution, show),
    ...(races.length === 0 ? {} : { races: races.map(([a, b]) => pair(a, b)) }),
    synchronisation: [...synchronisationOf(model)],
    barriers: { passed: inAscending(execution.passed), arrived: inAscending(execution.arrived) },
    ...(parts.length === 0 ? {} : { parts: [...parts] }),
    ...(graph.unknowns.length === 0 ? {} : { unknown: unknownsOf(graph, execution) }),
    ...(hang === undefined ? {} : { hang }),
    ...(reached.length === 0 ? {} : { undefined: reached.map((one) => undefinedAt(graph, one)) }),
    final: finalOf(graph, execution),
  }
}

/** Returns the unknown values, each with its origin. */
const unknownsOf = (graph: EventGraph, { unknowns }: Execution): Witness['unknown'] =>
  graph.unknowns.map((value, id) => ({ id, ...unknownOf(graph, value), value: `${unknowns[id] ?? 0n}` }))

/** Returns each stream with its tasks: their starts, the events of copies and sets, their ends. */
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
  const relations = relationsOf(model)
  const always = [...accessRelations, ...synchronisationOf(model), ...asynchronousRelations]
  const shown = [...new Set([...always, ...show])].flatMap((name) => {
    const term = relations.get(name)
    return term === undefined ? [] : [[name, pairsOf(interpreter, term).map(([a, b]) => pair(a, b))] as const]
  })
  // Relations that were not requested are included only if they are not empty.
  const kept = shown.filter(([name, pairs]) => pairs.length > 0 || show.includes(name))
  return { rf: [], co: [], fr: [], sync_fence: [], ...Object.fromEntries(kept) }
}

const inAscending = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

const pair = (a: number, b: number): [number, number] => [a, b]

function eventOf(event: Event, graph: EventGraph, execution: Execution): WitnessEvent {
  const { program } = graph
  const { id, kind, origin, sets, guard } = event
  const instruction = originOf(event, program)?.instruction
  const location = isMemory(event) ? accessedName(event, graph, execution) : null
  return {
    id,
    kind,
    thread: origin?.thread ?? null,
    instruction: origin?.instruction ?? null,
    text: sourceOf(event, graph),
    sets: [...sets],
    order: orderOf(sets),
    scope: scopeOf(sets),
    proxy: proxyOf(sets),
    address: (instruction && namedBy(instruction)) ?? location,
    location,
    guard: guardText(guard, graph),
    executed: execution.executed[id] === true,
    ...(isMemory(event) && event.asynchronous ? { asynchronous: true as const } : {}),
    value: valueOf(event, graph, execution) ?? null,
  }
}

function finalOf(graph: EventGraph, execution: Execution): Witness['final'] {
  const { program } = graph
  const shown = (term: Observable): string => {
    const { value, type } = observedIn(term, graph, execution)
    return valueText(value, type, graph)
  }
  return {
    memory: finalMemory(graph, execution),
    registers: allRegisters(program).flatMap((term) =>
      term.kind === 'register' && hasEnded(graph, execution, term.thread)
        ? [{ thread: term.thread, register: term.name, value: shown(term) }]
        : [],
    ),
  }
}

/** Returns the bytes of memory with their last writes and the values that remain. */
export const finalMemory = (graph: EventGraph, execution: Execution): Witness['final']['memory'] =>
  graph.cells.map((cell, i) => {
    const write = must(execution.final[i], 'the last write of a cell')
    return { location: cellName(graph, i), write, value: finalText(graph, execution, cell) }
  })

/** Returns the name by which an instruction accesses memory, if it has one and no offset. */
function namedBy(instruction: Instruction): string | undefined {
  if (!('address' in instruction) || instruction.address.kind !== 'name') return undefined
  return instruction.address.offset === 0n ? instruction.address.name : undefined
}

/** Returns the final value of a cell, in the type of an element if that is as wide. */
function finalText(graph: EventGraph, execution: Execution, cell: Cell): string {
  const type = must(graph.program.locations[cell.location], 'the location of a cell').type
  const bits = bytesIn(graph, execution, cell)
  const holdsMbarrier = graph.events.some(
    (event) =>
      isMemory(event) && event.sets.includes('MBAR') && event.places.some(({ location }) => location === cell.location),
  )
  const object = holdsMbarrier ? mbarrierText(bits) : undefined
  if (object !== undefined) return object
  return valueText(bits, 8 * cell.bytes === type.width ? type : { width: 8 * cell.bytes, signed: false }, graph)
}

/** Returns the texts from which the test was read besides its file. */
function otherTexts(program: Program): Pick<Witness['test'], 'modules' | 'launching' | 'sources'> {
  const { modules = [], launching } = program.origin ?? {}
  return {
    ...(modules.length === 0
      ? {}
      : {
          modules: modules.map(({ path, source }) => ({
            path,
            file: source.name,
            text: source.text,
            ...sourcesOf(source),
          })),
        }),
    ...sourcesOf(wholeSource(program)),
    ...(launching === undefined
      ? {}
      : {
          launching: {
            launches: launching.launches.map(({ text }) => text),
            asked: launching.asked.map(({ question, source: { text } }) => ({ question, text })),
          },
        }),
  }
}

const sourcesOf = (module: SourceText | undefined): Pick<Witness['test'], 'sources'> =>
  module?.sources === undefined ? {} : { sources: module.sources.map(({ name, text }) => ({ file: name, text })) }

/**
 * Returns the file from which the program was read: a template is one file with all its rows. Undefined if there is
 * neither an instruction nor a question.
 */
function wholeSource({ origin, questions, threads }: Program): SourceText | undefined {
  // The questions about a launched module are not in its file.
  const own = origin?.launching === undefined ? questions : threads.filter(({ kind }) => kind === 'device')
  const [place] = [...own, ...threads.flatMap(({ instructions }) => instructions)].map(({ span }) => span)
  const source: SourceText | undefined = place?.source
  return source?.expansion?.template ?? source
}

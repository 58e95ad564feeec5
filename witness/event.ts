/**
 * Writes an event the same way everywhere: its name, its instruction as written, what it read or wrote, and its place
 * in the test.
 */

import { match, P } from 'ts-pattern'
import { awaitingCalls } from '../encoder/events/control/calls.js'
import {
  type CallEvent,
  type Event,
  type EventGraph,
  isMemory,
  type MemoryEvent,
  type TaskEvent,
} from '../encoder/events/graph/event.js'
import { addressNamed, bytesName } from '../encoder/events/memory/names.js'
import { bytesOf } from '../encoder/events/memory/places.js'
import type { Execution } from '../encoder/execution/execution.js'
import { placeIn, truthIn } from '../encoder/execution/replay.js'
import { numberOf } from '../encoder/values/arithmetic.js'
import { mbarrierBits, mbarrierText } from '../encoder/values/mbarriers.js'
import type { Instruction } from '../litmus/instruction.js'
import { isCuda } from '../litmus/instructions/cuda.js'
import { pointerText } from '../litmus/observe.js'
import { addressType } from '../litmus/operand.js'
import { isCompiled, type Program, type Thread } from '../litmus/program.js'
import { printable } from '../source/diagnostic.js'
import { lineText } from '../source/line.js'
import { must } from '../source/must.js'
import { writtenAt } from '../source/text.js'
import { partsIn, partsText } from './parts.js'
import { quotations, sourceAt } from './source.js'

/** Returns the name of an event: `e5`. */
export const eventName = (id: number): string => `e${id}`

/** Returns an event before another, in a relation: `e3 -> e4`. */
export const pairText = (from: number, to: number): string => `${eventName(from)} -> ${eventName(to)}`

/**
 * Returns bits as the number that they represent, such as `-1` for 32 ones of a signed type, or as an address, such as
 * `&a[1]`.
 */
export function valueText(
  bits: bigint,
  type: Parameters<typeof numberOf>[1],
  { program, layout }: Pick<EventGraph, 'program' | 'layout'>,
): string {
  const pointer = type.width === addressType.width ? layout.pointerAt(bits) : undefined
  return pointer === undefined ? `${numberOf(bits, type)}` : pointerText(pointer, program)
}

/**
 * Returns the bits of which `valueText` made that text; undefined if it is the address of something that the program
 * does not have.
 */
export const bitsOf = (
  text: string,
  width: number,
  graph: Pick<EventGraph, 'program' | 'layout'>,
): bigint | undefined =>
  mbarrierBits(text) ?? (text.startsWith('&') ? addressNamed(text, graph) : BigInt.asUintN(width, BigInt(text)))

/** Returns what an access does to its location: `R x = 1`, `W x = -1`; without a value `W x`. */
export const accessText = (kind: 'read' | 'write', location: string, value: string | undefined): string =>
  `${kind === 'read' ? 'R' : 'W'} ${location}${value === undefined ? '' : ` = ${value}`}`

/** Returns the thread and the instruction that an event comes from; initial writes and tasks have none. */
export function originOf(
  { origin }: Event,
  { threads }: Program,
): { readonly thread: Thread; readonly instruction: Instruction } | undefined {
  if (origin === undefined) return undefined
  const thread = must(threads[origin.thread], 'the thread of an event')
  return { thread, instruction: must(thread.instructions[origin.instruction], 'the instruction of an event') }
}

/**
 * Returns the type of the value of an access: that of the instruction, or for an initial write that of its location.
 */
export function typeOf(event: MemoryEvent, program: Program): Parameters<typeof numberOf>[1] {
  const instruction = originOf(event, program)?.instruction
  if (instruction !== undefined && 'address' in instruction) return instruction.type
  const [place] = event.places
  const { type } = must(program.locations[place?.location ?? -1], 'the location of an initial write')
  const { width } = event.value
  // An initial write has three bytes if an access begins at the fourth, and a copy may have many.
  return width === type.width ? type : { width, signed: false }
}

/** Returns what an access reaches: `x`, `a[1]`. Without an execution, it is everything that the access may reach. */
export function accessedName(
  event: MemoryEvent,
  { program }: Pick<EventGraph, 'program'>,
  execution?: Execution,
): string {
  const place = execution && placeIn(event, execution)
  const places = place === undefined ? event.places : [place]
  return places.map(({ location, offset }) => bytesName(program, { location, offset, bytes: bytesOf(event) })).join('|')
}

/**
 * Returns what an event read or wrote, or what a barrier returned; undefined for all others, and for what is not
 * executed.
 */
export function valueOf(event: Event, graph: EventGraph, execution: Execution): string | undefined {
  if (event.kind === 'call') return queryText(event, graph, execution)
  const { values } = execution
  const bits = values[event.id]
  const type =
    event.kind === 'barrier' ? event.returned?.type : isMemory(event) ? typeOf(event, graph.program) : undefined
  if (type === undefined || bits === undefined) return undefined
  return (event.sets.includes('MBAR') ? mbarrierText(bits) : undefined) ?? valueText(bits, type, graph)
}

/**
 * Returns the result of a query of the host as `cudaError_t`; undefined for other calls, and if the host does not make
 * it.
 */
function queryText(call: CallEvent, { program }: EventGraph, execution: Execution): string | undefined {
  const [awaiting] = program.host === undefined ? [] : awaitingCalls(program.host, [call])
  if (awaiting?.query !== true || !truthIn(execution)(call.made)) return undefined
  return execution.executed[call.id] === true ? '0' : '600'
}

/**
 * Returns the instruction of an event as written, or what a task does. For an initial write it is `x = 0`, or `x = ?`
 * if the value is unknown.
 */
export function sourceOf(event: Event, graph: EventGraph): string {
  const { program } = graph
  if (event.kind === 'task') return taskText(event, program)
  const { instruction } = originOf(event, program) ?? {}
  if (instruction !== undefined) return wordsOf(instruction)
  if (!isMemory(event)) throw new Error(`event ${event.id} is not an initial write`)
  const held = event.value.kind === 'constant' ? valueText(event.value.value, typeOf(event, program), graph) : '?'
  return `${accessedName(event, { program })} = ${held}`
}

/** Returns the instruction as written. The fence of a call of CUDA C++ that also makes an access is written as PTX. */
export function wordsOf(instruction: Instruction): string {
  const text = writtenAt(instruction.span)
  return instruction.kind === 'fence' && isCuda(text) && !text.includes('fence')
    ? `fence.${instruction.order}.${instruction.scope}`
    : text
}

/** Returns what a task does: `foo1 starts`, `cudaMemcpyAsync(b, a) ends`, `records done`, `waits for done`. */
export const taskText = ({ task, phase }: TaskEvent, { host }: Program): string =>
  match(must(host?.tasks[task], 'the task of an event').work)
    .with({ kind: 'record' }, ({ name }) => `records ${name}`)
    .with({ kind: 'wait' }, ({ name }) => `waits for ${name}`)
    .with({ kind: P.union('kernel', 'copy', 'set') }, ({ name }) => `${name} ${phase}s`)
    .exhaustive()

/**
 * Returns the line of an event: `e3 P0, line 7: st.release.gpu flag, 1 W flag = 1`. For a copy, the thread is the call,
 * which is written only once. Without an execution, accesses have no values.
 */
export function eventLine(graph: EventGraph, id: number, execution?: Execution): string {
  const { program, events } = graph
  const event = must(events[id], 'an event of that number')
  const name = eventName(id)
  if (event.kind === 'task') return printable(`${name}  ${taskText(event, program)}`)
  const origin = originOf(event, program)
  if (origin === undefined) return printable(`${name}  initially: W ${sourceOf(event, graph)}`)
  const { thread, instruction } = origin
  const where = `${thread.name}, ${lineText(instruction.span, isCompiled(thread))}`
  const source = thread.kind === 'transfer' ? '' : `: ${wordsOf(instruction)}`
  const effect = effectOf(event, graph, execution)
  return printable(`${name}  ${where}${source}${effect === undefined ? '' : `   ${effect}`}`)
}

/**
 * Returns the line of an event, and below it the source line from which its instruction was compiled, if the source is
 * at hand.
 */
export function eventLines(graph: EventGraph, id: number, execution?: Execution): readonly string[] {
  const origin = originOf(must(graph.events[id], 'an event of that number'), graph.program)
  const quoted = origin === undefined ? [] : quotations([sourceAt(origin.instruction.span)])
  return [eventLine(graph, id, execution), ...quoted.map((line) => `  ${line}`)]
}

function effectOf(event: Event, graph: EventGraph, execution: Execution | undefined): string | undefined {
  const query = event.kind === 'call' && execution !== undefined ? queryText(event, graph, execution) : undefined
  if (query !== undefined) return returnedText(query)
  if (execution?.executed[event.id] === false) return notExecuted
  if (!isMemory(event)) {
    const returned = execution && valueOf(event, graph, execution)
    return returned && returnedText(returned)
  }
  const access = accessText(
    event.kind,
    accessedName(event, graph, execution),
    execution && valueOf(event, graph, execution),
  )
  const parts = execution === undefined ? [] : partsIn(graph, execution).filter(({ read }) => read === event.id)
  return [access, ...partsText(parts)].join(', ')
}

/** Returns the words for what a barrier returns to its thread. */
export const returnedText = (value: string): string => `returns ${value}`

/** The text for an event that is not executed. */
export const notExecuted = 'not executed'

/** Returns whether an access is that of a copy to its tensor map. */
export const isOfMap = ({ sets }: Event): boolean => sets.includes('TMAP')

/** One text for an event, wherever it is printed: its name, its instruction as written, what it read or wrote, and where it is in the test. */

import { match, P } from 'ts-pattern'
import { type Event, type EventGraph, isMemory, type TaskEvent } from '../encoder/events/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { numberOf } from '../encoder/values/arithmetic.js'
import type { DataType, Instruction } from '../litmus/instruction.js'
import type { Location, Program, Thread } from '../litmus/program.js'
import { printable } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { inFile, position, type Span } from '../source/text.js'

/** The name of an event: `e5`. */
export const eventName = (id: number): string => `e${id}`

/** An event before another, in a relation: `e3 -> e4`. */
export const pairText = (from: number, to: number): string => `${eventName(from)} -> ${eventName(to)}`

/** Bits as the number that they represent: `-1` for 32 ones of a signed type. */
export const valueText = (bits: bigint, type: Parameters<typeof numberOf>[1]): string => `${numberOf(bits, type)}`

/** What an access does, by its location: `R x = 1`, `W x = -1`; without a value `W x`. */
export const accessText = (kind: 'read' | 'write', location: string, value: string | undefined): string =>
  `${kind === 'read' ? 'R' : 'W'} ${location}${value === undefined ? '' : ` = ${value}`}`

/** The text at a place, on one line, without comments and without the semicolon at its end. */
export const writtenAt = ({ source: { text }, start, end }: Span): string =>
  text
    .slice(start, end)
    .replace(/\/\/[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/;$/, '')
    .trim()

/** The thread and the instruction that an event comes from; initial writes and tasks have none. */
export function originOf(
  { origin }: Event,
  { threads }: Program,
): { readonly thread: Thread; readonly instruction: Instruction } | undefined {
  if (origin === undefined) return undefined
  const thread = must(threads[origin.thread], 'the thread of an event')
  return { thread, instruction: must(thread.instructions[origin.instruction], 'the instruction of an event') }
}

/** The location of an access, and the type by which its value reads: that of the instruction, or of an initial write that of the location. */
export function accessOf(
  event: Event,
  program: Program,
): { readonly location: Location; readonly type: DataType } | undefined {
  if (!isMemory(event)) return undefined
  const location = must(program.locations[event.location], 'the location of an access')
  const instruction = originOf(event, program)?.instruction
  return { location, type: instruction !== undefined && 'address' in instruction ? instruction.type : location.type }
}

/** What an event read or wrote; undefined for fences, barriers, calls and tasks, and for what is not executed. */
export function valueOf(event: Event, program: Program, { values }: Execution): string | undefined {
  const [access, bits] = [accessOf(event, program), values[event.id]]
  return access === undefined || bits === undefined ? undefined : valueText(bits, access.type)
}

/** The instruction of an event as written, what a task does, or for an initial write `x = 0`. */
export function sourceOf(event: Event, program: Program): string {
  if (event.kind === 'task') return taskText(event, program)
  const { instruction } = originOf(event, program) ?? {}
  if (instruction !== undefined) return writtenAt(instruction.span)
  const { location } = must(accessOf(event, program), 'an instruction, or the location of an initial write')
  return `${location.name} = ${valueText(location.initial, location.type)}`
}

/** What a task does: `foo1 starts`, `cudaMemcpyAsync(b, a) ends`, `records done`, `waits for done`. */
export const taskText = ({ task, phase }: TaskEvent, { host }: Program): string =>
  match(must(host?.tasks[task], 'the task of an event').work)
    .with({ kind: 'record' }, ({ name }) => `records ${name}`)
    .with({ kind: 'wait' }, ({ name }) => `waits for ${name}`)
    .with({ kind: P.union('kernel', 'copy', 'set') }, ({ name }) => `${name} ${phase}s`)
    .exhaustive()

/**
 * An event on a line of its own: `e3 P0, line 7: st.release.gpu flag, 1 W flag = 1`. For a copy, the thread is the call, which is not
 * written twice. Without an execution, accesses have no values.
 */
export function eventLine({ program, events }: EventGraph, id: number, execution?: Execution): string {
  const event = must(events[id], 'an event of that number')
  const name = eventName(id)
  if (event.kind === 'task') return printable(`${name}  ${taskText(event, program)}`)
  const origin = originOf(event, program)
  if (origin === undefined) return printable(`${name}  initially: W ${sourceOf(event, program)}`)
  const { thread, instruction } = origin
  const where = `${thread.name}, line ${position(inFile(instruction.span)).line}`
  const source = thread.kind === 'transfer' ? '' : `: ${writtenAt(instruction.span)}`
  const effect = effectOf(event, program, execution)
  return printable(`${name}  ${where}${source}${effect === undefined ? '' : `   ${effect}`}`)
}

function effectOf(event: Event, program: Program, execution: Execution | undefined): string | undefined {
  if (execution?.executed[event.id] === false) return notExecuted
  if (!isMemory(event)) return undefined
  const { location } = must(accessOf(event, program), 'the location of an access')
  return accessText(event.kind, location.name, execution && valueOf(event, program, execution))
}

/** The text for an event that is not executed. */
export const notExecuted = 'not executed'

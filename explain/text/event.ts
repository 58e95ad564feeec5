/** Events as text. */

import { type EventGraph, isMemory } from '../../encoder/events/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import { asWritten, declaredName } from '../../litmus/copies.js'
import type { Instruction } from '../../litmus/instruction.js'
import { printInstruction } from '../../litmus/instructions/print.js'
import { type Program, writtenThreads } from '../../litmus/program.js'
import { printable } from '../../source/diagnostic.js'
import { inFile, position } from '../../source/text.js'
import { taskText } from '../../witness/tasks.js'

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
export function textOf(instruction: Instruction, thread: number, program: Program): string {
  const dialect = program.title === undefined ? 'nvlitmus' : 'herd'
  const isMemory = (name: string): boolean => program.variables.some((one) => declaredName(one) === name)
  return printInstruction(asWritten(instruction, thread, program, dialect), dialect, isMemory)
}

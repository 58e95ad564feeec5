/** The texts that threads run, and the lines in which their instructions are written. */

import type { Instruction } from '../litmus/instruction.js'
import type { DeviceThread, Program, WrittenThread } from '../litmus/program.js'
import { isFirstOfText } from './same-text.js'

/** Returns the threads that run on a GPU, with their indices. */
export const deviceThreads = ({ threads }: Program): readonly (readonly [number, DeviceThread])[] =>
  threads.flatMap((thread, i) => (thread.kind === 'device' ? [[i, thread] as const] : []))

/** Returns the texts that run on a GPU, each by the first thread that runs it. */
export const deviceTexts = (program: Program): readonly (readonly [number, DeviceThread])[] =>
  deviceThreads(program).filter(([thread]) => isFirstOfText(program, thread))

/** Returns the texts that run on a GPU, and that of the host. */
export const textsOf = (program: Program): readonly (readonly [number, WrittenThread])[] =>
  program.threads.flatMap((thread, i) =>
    thread.kind !== 'transfer' && isFirstOfText(program, i) ? [[i, thread] as const] : [],
  )

/** Returns whether an instruction is a further element of a vector access, which the text writes as one. */
export const isFurtherElement = (instructions: readonly Instruction[], at: number): boolean => {
  const [before, one] = [instructions[at - 1], instructions[at]]
  return one !== undefined && isElement(one) && before?.span === one.span
}

export const isElement = (one: Instruction): boolean => 'element' in one && one.element !== undefined

/**
 * Returns the start of the line in which an instruction is written: at its guard, or at the first element of a vector
 * access.
 */
export function startOfLine(instructions: readonly Instruction[], at: number): number {
  const [before, one] = [instructions[at - 1], instructions[at]]
  const isGuard = before?.kind === 'branch' && before.guards === true
  const endsGuard =
    one?.kind === 'label' &&
    instructions.some((other) => other.kind === 'branch' && other.guards && other.target === one.name)
  return isGuard || endsGuard || isFurtherElement(instructions, at) ? startOfLine(instructions, at - 1) : at
}

/** Returns whether an instruction does not appear in the text: the ends of guards and of functions. */
export const isUnwritten = (one: Instruction): boolean =>
  one.kind === 'label' && !one.span.source.text.startsWith(one.name, one.span.start)

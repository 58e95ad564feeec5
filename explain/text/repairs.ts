/** Changes that would forbid an outcome, as text. */

import { match } from 'ts-pattern'
import { asWritten, declaredName } from '../../litmus/copies.js'
import type { Instruction } from '../../litmus/instruction.js'
import { printInstruction } from '../../litmus/instructions/print.js'
import { ctaTitle, threadPosition } from '../../litmus/position.js'
import type { Program } from '../../litmus/program.js'
import { printable } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { inFile, position } from '../../source/text.js'
import type { Repair } from '../repair.js'

/** What would forbid the outcome. */
export function repairLines(program: Program, repairs: readonly Repair[]): readonly string[] {
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
  const changedThread = must(program.threads[thread], 'the thread that a repair changes')
  const { name, instructions } = changedThread
  const placed = threadPosition(changedThread)
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

/** The instruction as its thread writes it. */
function textOf(instruction: Instruction, thread: number, program: Program): string {
  const { format } = program
  const isMemory = (name: string): boolean => program.variables.some((one) => declaredName(one) === name)
  return printInstruction(asWritten(instruction, thread, program, format), format, isMemory)
}

/** Changes that would forbid an outcome, as text. */

import { match } from 'ts-pattern'
import { asWritten, declaredName } from '../../litmus/copies.js'
import type { Instruction } from '../../litmus/instruction.js'
import { printInstruction } from '../../litmus/instructions/print.js'
import { ctaTitle } from '../../litmus/position.js'
import { type Program, type Question, type Thread, threadAt } from '../../litmus/program.js'
import { proxies } from '../../litmus/proxy.js'
import { printable } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { inFile, position } from '../../source/text.js'
import type { Mending, Repair } from '../repair.js'

/** What would forbid the outcome. */
export function repairLines(program: Program, kind: Question['kind'], { changes, within }: Mending): readonly string[] {
  const bounded = within === undefined ? '' : ` within bound ${within.bound}`
  return [
    `It would ${kind === 'assert' ? 'hold' : 'be forbidden'}${bounded} ${changes.length === 1 ? 'with' : 'with both of'}`,
    ...changes.flatMap((one) => [`  ${repairText(program, one)}`, ...(isModelOnly(one) ? [`    ${modelOnly}`] : [])]),
  ]
}

const modelOnly = 'model only: no assembler has it; end the kernel, or load by the generic proxy'

/** Whether it inserts a fence that the model has and no assembler accepts. */
export const isModelOnly = ({ change }: Repair): boolean =>
  change.kind === 'insert' &&
  change.instruction.kind === 'proxy-fence' &&
  proxies[change.instruction.proxy].fence === 'model only'

const stronger = {
  scope: 'a wider scope',
  order: 'a synchronising order',
  path: 'not by the read-only path',
  stream: 'another stream',
} as const

/** `fence.proxy.alias in P0, CTA 0 of GPU 0, between line 3 and line 4` */
export function repairText(program: Program, { thread, at, change }: Repair): string {
  const changed = threadAt(program.threads, thread)
  const { name, instructions } = changed
  const written = (instruction: Instruction): string => textOf(instruction, thread, program)
  const line = ({ span }: Instruction): string => `line ${position(inFile(span)).line}`
  const instructionAt = (index: number): Instruction => must(instructions[index], 'the instruction that is changed')
  const beside = (one: Instruction | undefined): string =>
    one === undefined ? 'the end, ' : `${line(one)}, ${written(one)}`
  return printable(
    match(change)
      .with({ kind: 'insert' }, ({ instruction }) => {
        const [before, behind] = [instructionAt(at - 1), instructions[at]]
        return `${written(instruction)} in ${name}${placeText(changed)}, between ${beside(before)}, and ${beside(behind)}`
      })
      .with({ kind: 'replace' }, ({ instruction, what }) => {
        const one = instructionAt(at)
        return `${written(instruction)} in place of ${written(one)}, ${name}, ${line(one)}: ${stronger[what]}`
      })
      .with({ kind: 'swap' }, () => {
        const [one, next] = [instructionAt(at), instructionAt(at + 1)]
        const wrong = changed.kind === 'host' ? 'the event is recorded too early' : 'the fence is on the wrong side'
        return `${written(next)} and ${written(one)} exchanged, ${name}, ${line(one)}: ${wrong}`
      })
      .exhaustive(),
  )
}

/** Where a thread of a GPU runs. */
const placeText = (thread: Thread): string =>
  thread.kind === 'device' ? ` (${ctaTitle(thread.position)} of GPU ${thread.position.gpu})` : ''

/** The instruction as its thread writes it. */
function textOf(instruction: Instruction, thread: number, program: Program): string {
  const { format } = program
  const isMemory = (name: string): boolean => program.variables.some((one) => declaredName(one) === name)
  return printInstruction(asWritten(instruction, thread, program, format), format, isMemory)
}

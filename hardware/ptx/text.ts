/** Writes the instructions of a thread as PTX that the assembler takes. What PTX has no instruction for has a reason instead. */

import type { DataType } from '../../litmus/operand.js'
import { destinationOf, operandsOf } from '../../litmus/operands.js'
import type { DeviceThread, Program } from '../../litmus/program.js'
import { isPredicate, registerType } from '../../litmus/registers.js'
import { must } from '../../source/must.js'
import { all, fail, ok, type Result, then } from '../../source/result.js'
import { distinct, identifier } from '../names.js'
import { leadsBack } from './branches.js'
import { type Mention, mentionKey, mentionsOf, unclearAddress, valueForm } from './mentions.js'
import { statementLines, statementsOf } from './statements.js'
import { containerBits, harnessRegisters, type Writing } from './writing.js'

export interface ThreadText {
  /** Each a line of PTX, with its semicolon or colon. */
  readonly lines: readonly string[]
  /** The indices of the thread's instructions for which each line is written; none for initial values. */
  readonly sources: readonly (readonly number[])[]
  readonly mentions: readonly Mention[]
  /** The name of a register in the test, and in the text. */
  readonly registers: ReadonlyMap<
    string,
    { readonly name: string; readonly type: DataType; readonly predicate: boolean }
  >
  /** True if a loop may wait, which then has a budget. */
  readonly loops: boolean
  /** True if a load must return a certain value for the instance to count. */
  readonly expects: boolean
}

/** Returns the text of a thread. Errors: the instructions that PTX does not have, or that this harness cannot place, each with its reason. */
export function threadText(thread: DeviceThread, program: Program): Result<ThreadText> {
  const { instructions } = thread
  const unclear = unclearAddress(thread, program)
  if (unclear !== undefined) return fail(unclear)
  const registers = registersOf(thread)
  const mentions = mentionsOf(thread, program)
  const ids = distinct(
    [
      ...Object.values(harnessRegisters),
      ...registers,
      ...mentions.map(({ variable, form }) => mentionKey(variable, form, mentions)),
      ...instructions.flatMap((one) => (one.kind === 'label' ? [`label ${one.name}`] : [])),
    ],
    (name) => name.replace(/^label /, ''),
  )
  const id = (name: string): string => ids.get(name) ?? identifier(name)
  const named = mentions.map(
    (mention): Mention => ({ ...mention, register: id(mentionKey(mention.variable, mention.form, mentions)) }),
  )
  const writing: Writing = {
    thread,
    program,
    register: id,
    label: (name) => id(`label ${name}`),
    at: (variable, form) =>
      must(
        named.find((one) => one.variable === variable && one.form === form),
        'an address of memory that a thread names',
      ).register,
  }
  const statements = statementsOf(instructions)
  const initial = initialLines(thread, writing)
  return then(all(statements.map((some) => statementLines(some, writing))), (lines) =>
    ok({
      lines: [...initial, ...lines.flat()],
      sources: [
        ...initial.map(() => []),
        ...lines.flatMap((some, i) => {
          const indices = (statements[i] ?? []).map((one) => instructions.indexOf(one))
          return some.map(() => indices)
        }),
      ],
      mentions: named,
      registers: new Map(
        registers.map((name) => [
          name,
          { name: id(name), type: registerType(thread, name), predicate: isPredicate(instructions, name) },
        ]),
      ),
      loops: instructions.some((one, i) => one.kind === 'branch' && leadsBack(one, i, instructions)),
      expects: instructions.some((one) => 'expected' in one && one.expected !== undefined),
    }),
  )
}

/**
 * Returns the registers that the text names. Those of the tool's own making, with a blank, are in statements that are
 * written as they are.
 */
const registersOf = ({ instructions, registers }: DeviceThread): readonly string[] =>
  [
    ...new Set([
      ...registers.map(({ name }) => name),
      ...instructions.flatMap((one) => [
        ...[destinationOf(one)].filter((name) => name !== undefined),
        ...operandsOf(one).flatMap((operand) => (operand.kind === 'register' ? [operand.name] : [])),
      ]),
    ]),
  ].filter((name) => !name.includes(' '))

/** Registers hold 0, or what the test says. */
function initialLines(thread: DeviceThread, writing: Writing): readonly string[] {
  return registersOf(thread).flatMap((name) => {
    const given = thread.registers.find((one) => one.name === name)?.value
    const register = writing.register(name)
    if (isPredicate(thread.instructions, name))
      return [`mov.pred ${register}, ${given?.kind === 'integer' ? given.value : 0};`]
    const bits = containerBits(registerType(thread, name))
    if (given?.kind === 'address') {
      const { form } = valueForm(given.name, writing.thread, writing.program)
      return [`add.u64 ${register}, ${writing.at(given.name, form)}, ${given.offset};`]
    }
    return bits === 128 ? [`mov.b128 ${register}, {0, 0};`] : [`mov.b${bits} ${register}, ${given?.value ?? 0};`]
  })
}

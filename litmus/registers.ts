/** Registers: which thread a name belongs to, and whether it has a value. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { didYouMean } from '../source/nearest.js'
import { fail, ok, type Result } from '../source/result.js'
import type { Span } from '../source/text.js'
import { type DataType, destinationOf, type Instruction, operandsOf } from './instruction.js'
import type { Thread } from './program.js'

/** Errors for registers that an instruction reads and no earlier one of the thread writes. */
export function checkReads({ instructions }: Thread, variables: ReadonlySet<string>): readonly Diagnostic[] {
  const written = new Set<string>()
  return instructions.flatMap((instruction) => {
    const diagnostics = operandsOf(instruction).flatMap((operand) => {
      if (operand.kind === 'integer' || written.has(operand.name)) return []
      const { name, span } = operand
      if (variables.has(name))
        return [diagnostic(`\`${name}\` is memory; an integer or a register is needed here`, span)]
      return [
        diagnostic(
          `register \`${name}\` has no value here: nothing before writes it${didYouMean(name, written)}`,
          span,
        ),
      ]
    })
    const destination = destinationOf(instruction)
    if (destination !== undefined) written.add(destination)
    return diagnostics
  })
}

/** The thread whose register a bare name is: the one that writes it. Errors: none does, or several do. */
export function ownerOf(
  name: string,
  at: Span,
  threads: readonly Thread[],
  variables: ReadonlySet<string>,
): Result<number> {
  const owners = threads.flatMap((thread, index) => {
    const writer = writerOf(thread, name)
    return writer === undefined ? [] : [{ index, thread, writer }]
  })
  const [owner, second] = owners
  if (owner === undefined) {
    if (variables.has(name))
      return fail(diagnostic(`\`${name}\` is memory; write \`[${name}]\` for its final value`, at))
    const known = threads.flatMap(({ instructions }) => instructions.flatMap((one) => destinationOf(one) ?? []))
    return fail(diagnostic(`no thread writes a register \`${name}\`${didYouMean(name, new Set(known))}`, at))
  }
  if (second === undefined) return ok(owner.index)
  const notes = owners.map(({ thread, writer }) => ({ message: `written by ${thread.name}`, place: writer.span }))
  const instead = `write \`${owner.thread.name}:${name}\` or \`P${owner.index}:${name}\` for the one, \`${second.thread.name}:${name}\` for the other`
  return fail(
    diagnostic(`register \`${name}\` is ambiguous: ${owners.length} threads write it; ${instead}`, at, ...notes),
  )
}

/** The last instruction of a thread that writes a register. */
export const writerOf = ({ instructions }: Thread, name: string): Instruction | undefined =>
  instructions.findLast((instruction) => destinationOf(instruction) === name)

/** The type of a register's final value: that of its last writer. */
export const registerType = (thread: Thread, name: string): DataType | undefined => {
  const writer = writerOf(thread, name)
  return writer !== undefined && 'type' in writer ? writer.type : undefined
}

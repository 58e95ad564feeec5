/**
 * The computations of descriptors of matrices. A descriptor holds some bits of an address, so what it is computed from
 * depends on where memory lies. It names the same memory wherever that is, as long as it is used for nothing else.
 */

import { termsOf } from '../../../litmus/condition.js'
import type { Instruction } from '../../../litmus/instruction.js'
import { destinationOf, operandsOf } from '../../../litmus/operands.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import { memoisedWeakly } from '../../../source/memoised-weakly.js'

const partsOf = memoisedWeakly((_: Program) => new Map<number, ReadonlySet<Instruction>>())

/**
 * Returns the computations of a thread whose results are used only to compute the descriptors of `wgmma.mma_async`, and
 * as these.
 */
export function descriptorParts(program: Program, thread: number): ReadonlySet<Instruction> {
  const known = partsOf(program)
  const parts = known.get(thread) ?? partsIn(program, thread)
  known.set(thread, parts)
  return parts
}

function partsIn(program: Program, thread: number): ReadonlySet<Instruction> {
  const { instructions } = threadAt(program.threads, thread)
  if (!instructions.some(({ kind }) => kind === 'wgmma')) return new Set()
  const { questions, filter } = program
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  const asked = conditions
    .flatMap(termsOf)
    .flatMap((term) => (term.kind === 'register' && term.thread === thread ? [term.name] : []))
  let parts = new Set(instructions.filter(({ kind }) => kind === 'arithmetic'))
  for (let size = -1; size !== parts.size; ) {
    size = parts.size
    const others = new Set([...asked, ...instructions.flatMap((one) => (parts.has(one) ? [] : usedAsValues(one)))])
    parts = new Set([...parts].filter((one) => !others.has(destinationOf(one) ?? '')))
  }
  return parts
}

/** Returns the registers that an instruction reads, except as descriptors. */
function usedAsValues(one: Instruction): readonly string[] {
  const descriptors =
    one.kind === 'wgmma' ? [one.b.descriptor, ...(one.a.in === 'memory' ? [one.a.descriptor] : [])] : []
  const isDescriptor = (name: string): boolean =>
    descriptors.some((descriptor) => descriptor.kind === 'register' && descriptor.name === name)
  return operandsOf(one).flatMap((given) =>
    given.kind === 'register' && !isDescriptor(given.name) ? [given.name] : [],
  )
}

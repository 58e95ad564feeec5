/**
 * The computations of descriptors of matrices. A descriptor holds some bits of an address, so what it is computed from
 * depends on where memory lies. It names the same memory wherever that is, as long as it is used for nothing else.
 */

import { termsOf } from '../../../litmus/condition.js'
import type { Instruction } from '../../../litmus/instruction.js'
import type { Operand } from '../../../litmus/operand.js'
import { destinationOf, operandsOf } from '../../../litmus/operands.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import { memoisedWeakly } from '../../../source/memoised-weakly.js'

const partsOf = memoisedWeakly((_: Program) => new Map<number, ReadonlySet<Instruction>>())

/**
 * Returns the computations of a thread whose results are used only to compute the descriptors of `wgmma.mma_async` and
 * `tcgen05`, and as these.
 */
export function descriptorParts(program: Program, thread: number): ReadonlySet<Instruction> {
  const known = partsOf(program)
  const parts = known.get(thread) ?? partsIn(program, thread)
  known.set(thread, parts)
  return parts
}

function partsIn(program: Program, thread: number): ReadonlySet<Instruction> {
  const { instructions } = threadAt(program.threads, thread)
  if (!instructions.some((one) => descriptorsOf(one).length > 0)) return new Set()
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
  const descriptors = descriptorsOf(one)
  const isDescriptor = (name: string): boolean =>
    descriptors.some((descriptor) => descriptor.kind === 'register' && descriptor.name === name)
  return operandsOf(one).flatMap((given) =>
    given.kind === 'register' && !isDescriptor(given.name) ? [given.name] : [],
  )
}

/** Returns the descriptors of matrices in shared memory. */
function descriptorsOf(one: Instruction): readonly Operand[] {
  if (one.kind === 'wgmma') return [one.b.descriptor, ...(one.a.in === 'memory' ? [one.a.descriptor] : [])]
  if (one.kind !== 'tcgen05') return []
  const { does } = one
  if (does.action === 'cp') return [does.descriptor]
  return does.action === 'mma' ? [does.b, ...(does.a.in === 'shared' ? [does.a.descriptor] : [])] : []
}

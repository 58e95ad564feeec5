/**
 * The memory that an address of compiled code is in: the object whose address a parameter holds, found by the computations
 * that lead to the address. Arithmetic on a pointer stays in its object.
 */

import { factsOf } from '../litmus/facts.js'
import type { Instruction } from '../litmus/instruction.js'
import { destinationOf, operandsOf, resultType } from '../litmus/operands.js'
import type { DeviceThread } from '../litmus/program.js'
import { memoisedWeakly } from '../source/memoised-weakly.js'

type Code = Pick<DeviceThread, 'instructions' | 'registers'>

/**
 * Returns the name of the memory that an instruction accesses; undefined if that is not known: a register on the way is
 * written twice, or loaded, or comes from two addresses.
 */
export function rootOf(code: Code, one: Instruction): string | undefined {
  if (!('address' in one)) return undefined
  if (one.address.kind === 'name') return one.address.name
  const names = rootsOf(code).get(one.address.register)
  const [only] = names ?? []
  return names?.size === 1 ? only : undefined
}

/** Returns the names from which each register comes; no entry for one of which that is not known. */
const rootsOf = memoisedWeakly((code: Code): ReadonlyMap<string, ReadonlySet<string>> => {
  const roots = new Map<string, ReadonlySet<string>>()
  for (const { name, value } of code.registers) roots.set(name, new Set(value.kind === 'address' ? [value.name] : []))
  const writers = new Map<string, number>()
  for (const one of code.instructions) {
    const name = destinationOf(one)
    if (name !== undefined) writers.set(name, (writers.get(name) ?? 0) + 1)
  }
  for (const one of code.instructions) {
    const name = destinationOf(one)
    if (name === undefined || writers.get(name) !== 1 || roots.has(name)) continue
    // No address has 32 bits, so an index that is loaded is none.
    if ((resultType(one)?.width ?? 64) <= 32) roots.set(name, new Set())
    if (factsOf(one).family !== 'computation') continue
    const from = operandsOf(one).map((operand) =>
      operand.kind === 'register' ? roots.get(operand.name) : new Set(operand.kind === 'address' ? [operand.name] : []),
    )
    const known = from.filter((names) => names !== undefined)
    if (known.length === from.length) roots.set(name, new Set(known.flatMap((names) => [...names])))
  }
  return roots
})

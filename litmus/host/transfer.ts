/** Copying and setting memory, as separate threads: a load and a store by the generic proxy, weak, on no GPU thread. */

import { type DataType, defaultType, type Instruction, type Named } from '../instruction.js'
import type { Thread, Transfer, Variable } from '../program.js'
import { printCall } from './print.js'
import type { Enqueued } from './tasks.js'

/** The register that a copy uses, with a name that no test can write. */
const copied = '(copied)'

/**
 * The threads of copies and sets. A location that nothing else accesses has the width of what is copied to or from it, by default 32 bits,
 * signed.
 */
export function transferThreads(
  tasks: readonly Enqueued[],
  threads: readonly Thread[],
  variables: readonly Variable[],
): ReadonlyMap<Enqueued, Transfer> {
  const locations = new Map(variables.map(({ name, location }) => [name, location]))
  const types = transferredTypes(tasks, threads, locations)
  const typeOf = ({ name }: Named): DataType => types.get(locations.get(name)) ?? defaultType
  const instructionsOf = ({ action, span }: Enqueued): readonly Instruction[] => {
    const access = (name: Named) => ({ ...weakly, address: { ...plain, ...name }, type: typeOf(name), span })
    if (action.kind === 'copy') {
      const { from, to } = action
      const value = { kind: 'register', name: copied, span } as const
      return [
        { kind: 'load', ...access(from), destination: copied },
        { kind: 'store', ...access(to), value },
      ]
    }
    if (action.kind !== 'set') return []
    const value = { ...action.value, value: everyByte(action.value.value, typeOf(action.to)) }
    return [{ kind: 'store', ...access(action.to), value }]
  }
  return new Map(
    tasks.flatMap((task): readonly (readonly [Enqueued, Transfer])[] => {
      const instructions = instructionsOf(task)
      if (instructions.length === 0) return []
      const { action, span } = task
      return [[task, { kind: 'transfer', name: printCall(unplaced(action)), registers: [], instructions, span }]]
    }),
  )
}

/** The call without its stream. */
const unplaced = (action: Enqueued['action']): Enqueued['action'] => ({
  ...action,
  stream: { ...action.stream, name: undefined },
})

const weakly = { order: 'weak', scope: undefined, proxy: 'generic' } as const
const plain = { space: undefined, owner: undefined, coordinate: undefined } as const

const everyByte = (value: bigint, { width }: DataType): bigint => {
  const byte = BigInt.asUintN(8, value)
  return Array.from({ length: width / 8 }).reduce<bigint>((bytes) => (bytes << 8n) | byte, 0n)
}

/** By location, the type of its first access; what is only copied takes the type of the other side; this repeats until nothing changes. */
function transferredTypes(
  tasks: readonly Enqueued[],
  threads: readonly Thread[],
  locations: ReadonlyMap<string, number>,
): ReadonlyMap<number | undefined, DataType> {
  const types = new Map<number | undefined, DataType>()
  const give = (location: number | undefined, type: DataType | undefined): boolean => {
    if (location === undefined || type === undefined || types.has(location)) return false
    types.set(location, type)
    return true
  }
  for (const { instructions } of threads)
    for (const one of instructions) if ('address' in one) give(locations.get(one.address.name), one.type)
  const sides = tasks.flatMap(({ action }) =>
    action.kind === 'copy' ? [[locations.get(action.to.name), locations.get(action.from.name)] as const] : [],
  )
  const spread = (): boolean => sides.some(([to, from]) => give(to, types.get(from)) || give(from, types.get(to)))
  while (spread());
  return types
}

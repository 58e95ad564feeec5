/** Copying and setting memory, as separate threads: a load and a store by the generic proxy, weak, on no GPU thread. */

import { counted } from '../../source/counted.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { bytesOf } from '../elements.js'
import type { Instruction } from '../instruction.js'
import { type DataType, defaultType, type Named } from '../operand.js'
import type { Location, Thread, Transfer, Variable } from '../program.js'
import { printCall } from './print.js'
import type { Enqueued } from './tasks.js'

/** The register that a copy uses, with a name that no test can write. */
const copied = '(copied)'

/** A piece of memory. A copy takes whole objects. */
export interface Objects {
  readonly variables: readonly Variable[]
  readonly locations: readonly Pick<Location, 'type' | 'length'>[]
}

/**
 * Returns the threads of copies and sets, which take the elements of an object one after the other. A copy has the
 * narrower elements of its two sides.
 */
export function transferThreads(
  tasks: readonly Enqueued[],
  { variables, locations }: Objects,
): ReadonlyMap<Enqueued, Transfer> {
  const objects = new Map(variables.map(({ name, location }) => [name, locations[location]]))
  const objectOf = ({ name }: Named): Objects['locations'][number] =>
    objects.get(name) ?? { type: defaultType, length: undefined }
  const instructionsOf = ({ action, span }: Enqueued): readonly Instruction[] => {
    const access = (name: Named, type: DataType, i: number) =>
      ({ ...weakly, address: { ...plain, ...name, offset: BigInt((i * type.width) / 8) }, type, span }) as const
    const each = (object: Objects['locations'][number], { width }: DataType): readonly number[] =>
      Array.from({ length: (bytesOf(object) * 8) / width }, (_, i) => i)
    if (action.kind === 'copy') {
      const { from, to } = action
      const sides = [objectOf(from), objectOf(to)] as const
      const type = sides[1].type.width < sides[0].type.width ? sides[1].type : sides[0].type
      const value = { kind: 'register', name: copied, span } as const
      return each(sides[0], type).flatMap((i): readonly Instruction[] => [
        { kind: 'load', ...access(from, type, i), destination: copied },
        { kind: 'store', ...access(to, type, i), value },
      ])
    }
    if (action.kind !== 'set') return []
    const object = objectOf(action.to)
    const value = { ...action.value, value: everyByte(action.value.value, object.type) }
    return each(object, object.type).map((i) => ({ kind: 'store', ...access(action.to, object.type, i), value }))
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

/** Reports copies between objects of different sizes. */
export const checkCopies = (threads: readonly Thread[], { variables, locations }: Objects): readonly Diagnostic[] => {
  const objects = new Map(variables.map(({ name, location }) => [name, locations[location]]))
  return threads.flatMap(({ instructions }) =>
    instructions.flatMap((one) => {
      if (one.kind !== 'call' || one.action.kind !== 'copy') return []
      const { from, to } = one.action
      const [source, target] = [objects.get(from.name), objects.get(to.name)]
      if (source === undefined || target === undefined || bytesOf(source) === bytesOf(target)) return []
      const message = `\`${from.name}\` has ${counted(bytesOf(source), 'byte')}, \`${to.name}\` has ${bytesOf(target)}; a copy here is of whole objects of one size`
      return [diagnostic(message, one.span)]
    }),
  )
}

/** Returns the call without its stream. */
const unplaced = (action: Enqueued['action']): Enqueued['action'] => ({
  ...action,
  stream: { ...action.stream, name: undefined },
})

const weakly = { order: 'weak', scope: undefined, proxy: 'generic' } as const
const plain = { kind: 'name', space: undefined, owner: undefined, coordinate: undefined, offset: 0n } as const

const everyByte = (value: bigint, { width }: DataType): bigint => {
  const byte = BigInt.asUintN(8, value)
  return Array.from({ length: width / 8 }).reduce<bigint>((bytes) => (bytes << 8n) | byte, 0n)
}

/**
 * Atomics in place of a load, a computation and a store of one location: several threads that execute these lose what
 * others have written in between, whatever orders them.
 */

import type { Instruction } from '../litmus/instruction.js'
import type { Atomic, AtomicOperation, Load, Store } from '../litmus/instructions/access-definitions.js'
import type { Arithmetic } from '../litmus/instructions/register-instructions.js'
import { registersReadBy } from '../litmus/module/idle-branches.js'
import type { Operand } from '../litmus/operand.js'
import { destinationOf } from '../litmus/operands.js'
import type { Program } from '../litmus/program.js'
import { deviceTexts } from './lines.js'
import { sharing } from './same-text.js'
import { scopesNeeded } from './scopes.js'
import { type Slot, single } from './slot.js'

/** Returns a slot for each load, computation and store of one location that several threads execute. */
export const readModifyWrites = (program: Program): readonly Slot[] => {
  const scope = scopesNeeded(program).includes('sys') ? 'sys' : 'gpu'
  return deviceTexts(program).flatMap(([thread, { instructions }]) =>
    sharing(program, thread).length < 2
      ? []
      : instructions.flatMap((store, to): readonly Slot[] => {
          const found = isPlain(store) && store.kind === 'store' ? readBefore(instructions, store, to) : undefined
          if (found === undefined) return []
          const { from, load, computed, operation, operand } = found
          const { address, type, destination, span } = load
          const instruction: Atomic = {
            ...{ kind: 'atomic', order: 'relaxed', proxy: 'generic', scope, address, type, destination, span },
            ...{ operation, operands: [operand] },
          }
          return [
            single(
              {
                kinds: ['orders'],
                edits: [
                  { thread, at: from, change: { kind: 'replace', instruction, what: 'atomicity' } },
                  ...(isReadElsewhere(instructions, computed, to)
                    ? []
                    : [{ thread, at: computed, change: { kind: 'remove' } } as const]),
                  { thread, at: to, change: { kind: 'remove' } },
                ],
                prices: [`atom.relaxed.${scope}`, 'read-modify-write'],
                counts: 2,
              },
              { like: `atomic ${thread}`, addsOrder: false, safe: false },
            ),
          ]
        }),
  )
}

interface Read {
  readonly from: number
  /** The index of the computation. */
  readonly computed: number
  readonly load: Load
  readonly operation: AtomicOperation
  readonly operand: Operand
}

/** Returns whether anything but a store reads the result of a computation: readers of texts drop one that nothing needs. */
const isReadElsewhere = (instructions: readonly Instruction[], computed: number, store: number): boolean => {
  const result = instructions[computed] && destinationOf(instructions[computed])
  return instructions.some((one, i) => i !== store && registersReadBy(one).some((name) => name === result))
}

/** Returns the load and the computation that give a store its value, if all are of one location. */
function readBefore(instructions: readonly Instruction[], store: Store, to: number): Read | undefined {
  const start = instructions.findLastIndex(({ kind }, i) => i < to && (kind === 'label' || kind === 'branch')) + 1
  const isWritten = (name: string, from: number): boolean =>
    instructions.slice(from + 1, to).some((one) => destinationOf(one) === name)
  const { value } = store
  const computed = instructions.findLastIndex(
    (one, i) => i >= start && i < to && value.kind === 'register' && destinationOf(one) === value.name,
  )
  const computation = instructions[computed]
  if (computation?.kind !== 'arithmetic' || computation.type.width !== store.type.width) return undefined
  for (let from = to - 1; from >= start; from--) {
    const load = instructions[from]
    if (load === undefined || !isPlain(load) || load.kind !== 'load' || !isSamePlace(load, store)) continue
    const found = operationOf(computation, load.destination)
    const isKept = [
      load.destination,
      ...registersOf(load),
      ...(found === undefined ? [] : registersIn(found.operand)),
    ].every((name) => !isWritten(name, from))
    return found === undefined || !isKept ? undefined : { from, load, computed, ...found }
  }
  return undefined
}

/** Returns whether it is an access of one scalar that orders nothing, of a width that atomics have (ISA, `atom`). */
const isPlain = (one: Instruction): one is Load | Store =>
  (one.kind === 'load' || one.kind === 'store') &&
  (one.order === 'weak' || one.order === 'volatile') &&
  one.proxy === 'generic' &&
  one.element === undefined &&
  (one.type.width === 32 || one.type.width === 64)

const registersOf = ({ address }: Load): readonly string[] => (address.kind === 'pointer' ? [address.register] : [])
const registersIn = (one: Operand): readonly string[] => (one.kind === 'register' ? [one.name] : [])

const isSamePlace = (load: Load, store: Store): boolean =>
  load.type.width === store.type.width && placeOf(load.address) === placeOf(store.address)

const placeOf = (address: Load['address']): string =>
  JSON.stringify(address, (key, value: unknown) =>
    /span$/i.test(key) ? undefined : typeof value === 'bigint' ? `${value}` : value,
  )

const atomics: ReadonlySet<string> = new Set<AtomicOperation>(['add', 'and', 'or', 'xor', 'min', 'max'])
const isAtomic = (operation: string): operation is AtomicOperation => atomics.has(operation)

/** Returns the operation of an atomic that computes the same from what was read. */
function operationOf(
  { operation, operands }: Arithmetic,
  read: string,
): Pick<Read, 'operation' | 'operand'> | undefined {
  const [first, second, ...others] = operands
  if (first === undefined || second === undefined || others.length > 0) return undefined
  const isRead = (one: Operand): boolean => one.kind === 'register' && one.name === read
  if (operation === 'sub')
    return isRead(first) && second.kind === 'integer'
      ? { operation: 'add', operand: { ...second, value: -second.value } }
      : undefined
  if (!isAtomic(operation) || isRead(first) === isRead(second)) return undefined
  return { operation, operand: isRead(first) ? second : first }
}

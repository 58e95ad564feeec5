/** Writes atomics and reductions. */

import type { Atomic } from '../../litmus/instructions/access-definitions.js'
import { type Operand, sink } from '../../litmus/operand.js'
import { registerType } from '../../litmus/registers.js'
import { all, ok, type Result, then } from '../../source/result.js'
import { noSurface } from './accesses.js'
import { expectedLines, operand, place, refuse, sized, type Writing, words } from './writing.js'

/** The letters of the types of an atomic (ISA, `atom`). */
const atomicTypes: Readonly<Record<string, readonly string[]>> = {
  add: ['u32', 's32', 'u64'],
  and: ['b32', 'b64'],
  or: ['b32', 'b64'],
  xor: ['b32', 'b64'],
  exch: ['b32', 'b64', 'b128'],
  cas: ['b16', 'b32', 'b64', 'b128'],
  min: ['u32', 's32', 'u64', 's64'],
  max: ['u32', 's32', 'u64', 's64'],
  inc: ['u32'],
  dec: ['u32'],
}

export function atomicLines(atomic: Atomic, writing: Writing): Result<readonly string[]> {
  const { proxy, destination, order, scope, address, operation, operands, type, expected, span } = atomic
  if (proxy === 'surface') return refuse(noSurface, span)
  const { width, signed } = type
  const wanted = [`${signed ? 's' : 'u'}${width}`, `u${width}`, `b${width}`]
  // Without a type, or if the sign makes no difference, another letter means the same.
  const letters = operation === 'min' || operation === 'max' ? wanted.slice(0, 1) : wanted
  const suffix = letters.find((one) => atomicTypes[operation]?.includes(one))
  const returns = destination !== undefined && destination !== sink
  const opcode = destination === undefined ? 'red' : 'atom'
  if (suffix === undefined)
    return refuse(
      atomicTypes[operation] === undefined
        ? `PTX has no \`${opcode}.${operation}\``
        : `PTX has no \`${opcode}.${operation}\` of ${width} bits`,
      span,
    )
  if (opcode === 'red' && (operation === 'exch' || operation === 'cas' || order === 'acquire' || order === 'acq_rel'))
    return refuse(`PTX has no \`red.${order}.${operation}\``, span)
  if (returns && registerType(writing.thread, destination).width !== width)
    return refuse(`\`${destination}\` has ${registerType(writing.thread, destination).width} bits, not ${width}`, span)
  const bounded: readonly Operand[] =
    (operation === 'inc' || operation === 'dec') && operands.length === 0
      ? [{ kind: 'integer', value: 0xffffffffn, span }]
      : operands
  return then(
    all([...bounded.map((one) => sized(one, type, writing)), ...bounded.map((one) => operand(one, writing))]),
    (given) =>
      ok([
        `${words(opcode, order, scope, address.space, operation, suffix)} ${[...(destination === undefined ? [] : [returns ? writing.register(destination) : sink]), place(atomic, writing), ...given.slice(bounded.length)].join(', ')};`,
        ...expectedLines(expected, returns ? destination : undefined, type, writing),
      ]),
  )
}

/**
 * Addresses of shared memory as a cluster shares it: the address of another CTA's instance has the CTA's rank in bits
 * that the thread's own addresses do not use (ISA, `mapa`, `getctarank`). Where memory is mirrored, these bits are all
 * set in its own.
 */

import type { Program } from '../../../litmus/program.js'
import { choice, compare, constant, type Expression, operation, resize } from '../../values/expression.js'

/**
 * The bit at which the rank begins. The field holds the rank plus one: 0 is the thread's own CTA, whichever that is.
 */
const shift = 27n
const bits = 31n
/** A rank that no CTA has, since a cluster has fewer. */
const none = bits - 1n

/** Returns whether threads compute addresses of the shared memory of other CTAs. */
export const mapsAddresses = ({ threads }: Pick<Program, 'threads'>): boolean =>
  threads.some(({ instructions }) => instructions.some((one) => one.kind === 'arithmetic' && one.operation === 'mapa'))

/** Returns the address of a thread's own memory, in the CTA of a rank. */
export const inCta = (address: bigint, rank: number): bigint => address ^ (BigInt(rank + 1) << shift)

/** Returns the same address in the CTA of a rank; for a rank that no CTA has, an address without memory. */
export function mapped(address: Expression, rank: Expression, mirrored: boolean): Expression {
  const { width } = address
  const there = choice(
    compare('less-unsigned', rank, constant(none, rank.width)),
    resize(rank, width, false),
    constant(none, width),
  )
  const own = mirrored
    ? operation('bit-or', address, constant(bits << shift, width))
    : operation('bit-and', address, constant(~(bits << shift), width))
  return operation(
    'bit-xor',
    own,
    operation('shift-left', operation('add', there, constant(1n, width)), constant(shift, width)),
  )
}

/** Returns the rank of the CTA that an address is in, for a thread of the CTA of the rank `own`; of 32 bits. */
export function rankAt(address: Expression, own: number, mirrored: boolean): Expression {
  const marked = resize(operation('shift-right-unsigned', address, constant(shift, address.width)), 32, false)
  const rank = operation('bit-and', marked, constant(bits, 32))
  const one = mirrored ? operation('bit-xor', rank, constant(bits, 32)) : rank
  return choice(
    compare('equal', one, constant(0n, 32)),
    constant(BigInt(own), 32),
    operation('sub', one, constant(1n, 32)),
  )
}

/**
 * The features that no other tool of either format reads: arrays, addresses, vectors, computations, PTX's own barriers
 * of a CTA.
 */

import type { Span } from '../source/text.js'
import { concernsAsynchrony, factsOf } from './facts.js'
import type { Instruction } from './instruction.js'
import { operandsOf } from './operands.js'
import type { Program } from './program.js'

/** A use, and the missing feature: `the … format of other tools has no arrays`. */
export interface Unportable {
  readonly what: string
  readonly place: Span
}

/**
 * Returns the uses of a program that are not portable, in this order: declarations, registers, instructions,
 * conditions.
 */
export function unportable({ variables, locations, threads }: Program): readonly Unportable[] {
  return [
    ...variables.flatMap(({ alias, location, span }): readonly Unportable[] => {
      const object = locations[location]
      if (alias !== undefined || object === undefined) return []
      if (object.alignment !== undefined) return [{ what: 'alignments', place: span }]
      if (object.length !== undefined) return [{ what: 'arrays', place: span }]
      if (object.initial.includes('unknown')) return [{ what: 'memory that is not initialised', place: span }]
      return object.initial.some((one) => typeof one !== 'bigint') ? [{ what: 'addresses in memory', place: span }] : []
    }),
    ...threads.flatMap(({ registers, instructions }) => [
      ...registers.flatMap(({ value, span }) =>
        value.kind === 'address' ? [{ what: 'addresses in registers', place: span }] : [],
      ),
      ...instructions.flatMap(unportableIn),
    ]),
  ]
}

const common: ReadonlySet<string> = new Set(['mov', 'add', 'sub', 'mul', 'div'])

function unportableIn(one: Instruction): readonly Unportable[] {
  if (concernsAsynchrony(one)) return [{ what: 'asynchronous operations', place: one.span }]
  if (operandsOf(one).some(({ kind }) => kind === 'address'))
    return [{ what: 'addresses in registers', place: one.span }]
  if (one.kind === 'unknown' || (one.kind === 'arithmetic' && !common.has(one.operation)))
    return [{ what: `computations beyond ${[...common].join(', ')}`, place: one.span }]
  if (one.kind === 'named-barrier') return [{ what: 'barriers with phases, as in `bar.sync`', place: one.span }]
  if (factsOf(one).family === 'warp') return [{ what: 'operations of a warp', place: one.span }]
  if (!('address' in one)) return []
  if (one.kind === 'atomic' && one.operation === 'function') return [{ what: 'floating-point values', place: one.span }]
  if (one.element !== undefined) return one.element === 0 ? [{ what: 'vectors', place: one.span }] : []
  if (one.address.kind === 'pointer') return [{ what: 'addresses in registers', place: one.address.span }]
  return one.address.offset === 0n ? [] : [{ what: 'accesses at an offset', place: one.address.span }]
}

/** The names of bytes of memory, and of their addresses. */

import { declaredName } from '../../../litmus/instances.js'
import type { Location, Program } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import type { Cell, EventGraph } from '../graph/event.js'

/** Writes `x`, `a[1]`, `a[0..1]` for two elements, or `x+2` for bytes that are not an element. */
export function bytesName({ locations }: Pick<Program, 'locations'>, { location, offset, bytes }: Cell): string {
  const { name, type, length } = must(locations[location], 'a location')
  const width = type.width / 8
  if (length === undefined && offset === 0) return name
  if (length === undefined || offset % width !== 0) return `${name}+${offset}`
  const [first, last] = [offset / width, Math.ceil((offset + bytes) / width) - 1]
  return `${name}[${first === last ? first : `${first}..${last}`}]`
}

/** Returns the name of a cell, by its index. */
export const cellName = ({ program, cells }: Pick<EventGraph, 'program' | 'cells'>, cell: number): string =>
  bytesName(program, must(cells[cell], 'a cell'))

/** Returns the address whose text `pointerText` returns; undefined if the text is not an address. */
export function addressNamed(
  text: string,
  { program, layout }: Pick<EventGraph, 'program' | 'layout'>,
): bigint | undefined {
  const [, name, index, offset = '0'] = /^&([^[+]+)(?:\[(\d+)\]|\+(\d+))?$/.exec(text) ?? []
  const variable = program.variables.find((one) => declaredName(one) === name)
  if (variable === undefined) return undefined
  const { type }: Location = must(program.locations[variable.location], 'the location of a variable')
  const bytes = index === undefined ? BigInt(offset) : BigInt(index) * BigInt(type.width / 8)
  return layout.addressOf({ variable: variable.name, offset: bytes })
}

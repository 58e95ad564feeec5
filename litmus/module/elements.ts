/** The elements of arrays and structures that a compiler declares as bytes: `.shared .align 4 .b8 buf[64]` for `int buf[16]`. */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import type { DataType, Width } from '../operand.js'
import type { Module } from './read.js'
import type { BodyItem } from './syntax.js'
import { typeNamed } from './types.js'

/**
 * Returns the type of an element of memory that a module declares as bytes: as wide as the declaration is aligned, but
 * no wider than 64 bits, or than the narrowest access of the module in that space. `bytes` is a multiple of its width.
 * Bytes stay bytes without an alignment, and where no instruction accesses the space.
 */
export function elementOfBytes(space: string, align: number, bytes: number, module: Module): DataType {
  const widths = accessWidths(module)
  const narrowest = Math.min(widths.get(space) ?? 64, widths.get('generic') ?? 64)
  const isAccessed = widths.has(space) || widths.has('generic')
  const width = isAccessed
    ? wholeWidths.find((one) => one <= Math.min(8 * align, narrowest) && bytes % (one / 8) === 0)
    : 8
  return { width: width ?? 8, signed: false }
}

const wholeWidths: readonly Width[] = [64, 32, 16]

/** Returns the width of the narrowest access of a module by an address in each state space. */
const accessWidths: (module: Module) => ReadonlyMap<string, number> = memoisedWeakly(({ functions }) => {
  const widths = new Map<string, number>()
  const walk = (items: readonly BodyItem[]): void => {
    for (const item of items)
      if (item.kind === 'block') walk(item.items)
      else if (item.kind === 'instruction') {
        const access = accessOf(item.mnemonic)
        if (access !== undefined) widths.set(access.space, Math.min(access.width, widths.get(access.space) ?? 64))
      }
  }
  for (const { body } of functions.values()) walk(body ?? [])
  return widths
})

/** Returns the state space and the width of a `ld`, `st`, `atom` or `red`; undefined for other instructions. */
function accessOf(mnemonic: string): { readonly space: string; readonly width: number } | undefined {
  const [opcode = '', ...qualifiers] = mnemonic.split('.')
  if (!accesses.has(opcode) || qualifiers.some((one) => one.startsWith('param'))) return undefined
  const type = typeNamed(qualifiers.at(-1) ?? '')
  const space = qualifiers.map((one) => one.replace(/::.*/s, '')).find((one) => spaces.has(one))
  return type && { space: space ?? 'generic', width: type.width }
}

const accesses: ReadonlySet<string> = new Set(['ld', 'ldu', 'st', 'atom', 'red'])
const spaces: ReadonlySet<string> = new Set(['global', 'shared', 'local', 'const'])

/** Reads what `nvdisasm -c -hex -g` prints: the machine instructions of each function, with their lines of PTX. */

import { type Control, controlOf } from './control.js'

/** A machine instruction. */
export interface MachineInstruction {
  /** The offset in bytes from the start of its function. */
  readonly offset: number
  /** The instruction as nvdisasm prints it, without a guard: `LDG.E.STRONG.GPU R6, desc[UR4][R2.64]`. */
  readonly text: string
  /** `LDG.E.STRONG.GPU` */
  readonly opcode: string
  /** The predicate that guards it: `@!P0`; undefined if there is none. */
  readonly guard: string | undefined
  /** The line of the PTX that it comes from, as a `.loc` there says. */
  readonly line: number | undefined
  /** The offset at which a branch continues; undefined if it names no label. */
  readonly target: number | undefined
  readonly control: Control
}

const section = /^\.text\.(\S+):$/
const label = /^(\.L\S*):$/
const place = /^\s*\/\/## File "[^"]*", line (\d+)/
const first = /^\s*\/\*([0-9a-f]{4,})\*\/\s+(@!?U?P\w+\s+)?(.*?)\s*;\s*\/\* 0x[0-9a-f]{16} \*\/$/
const second = /^\s*\/\* (0x[0-9a-f]{16}) \*\/$/

/**
 * Returns the instructions of each function of a listing, without the padding after the last. A line that it does not
 * know is skipped: nvdisasm prints directives, too.
 */
export function functionsOf(listing: string): ReadonlyMap<string, readonly MachineInstruction[]> {
  const functions = new Map<string, Omit<MachineInstruction, 'target'>[]>()
  const labels = new Map<string, number>()
  const waiting: string[] = []
  let current: Omit<MachineInstruction, 'target'>[] = []
  let line: number | undefined
  let begun: RegExpExecArray | undefined
  for (const text of listing.split('\n')) {
    const name = section.exec(text)?.[1]
    if (name !== undefined) {
      current = []
      line = undefined
      functions.set(name, current)
      continue
    }
    const named = label.exec(text)?.[1]
    if (named !== undefined) waiting.push(named)
    const at = place.exec(text)?.[1]
    if (at !== undefined) line = Number(at)
    const upper = second.exec(text)?.[1]
    if (upper !== undefined && begun !== undefined) {
      const [, offset = '', guard, written = ''] = begun
      const [opcode = ''] = written.split(' ')
      current.push({
        offset: Number.parseInt(offset, 16),
        text: written,
        opcode,
        guard: guard?.trim(),
        line,
        control: controlOf(BigInt(upper)),
      })
    }
    begun = first.exec(text) ?? undefined
    if (begun !== undefined) {
      const offset = Number.parseInt(begun[1] ?? '', 16)
      for (const one of waiting.splice(0)) labels.set(one, offset)
    }
  }
  return new Map(
    [...functions].map(([name, some]) => [
      name,
      withoutPadding(some.map((one) => ({ ...one, target: labels.get(/`\((\.L\S*)\)/.exec(one.text)?.[1] ?? '') }))),
    ]),
  )
}

/** Removes the loop after the last exit that only fills the function, and what fills the line of the cache. */
function withoutPadding(some: readonly MachineInstruction[]): readonly MachineInstruction[] {
  const end = some.findLastIndex((one) => one.opcode !== 'NOP' && !(one.opcode === 'BRA' && one.target === one.offset))
  return some.slice(0, end + 1)
}

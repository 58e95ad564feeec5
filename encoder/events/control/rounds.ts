/** The effects of a round of a loop that ends in the branch back. */

import { isBarrier } from '../../../litmus/instruction.js'
import type { Operand } from '../../../litmus/operand.js'
import { destinationOf, operandsOf } from '../../../litmus/operands.js'
import type { FlatLine } from './lines.js'

/** The target of a path from a line: to another line of the body, back to the head, or out of the loop. */
type Next = number | 'head' | 'out'

/** Returns the lines, each with those that may follow it. `head` is the loop's label. */
function waysThrough(body: readonly FlatLine[], head: string): readonly (readonly Next[])[] {
  const labels = new Map(body.flatMap((line, i) => (line.kind === 'label' ? [[line.name, i] as const] : [])))
  const after = (line: FlatLine, onward: Next): readonly Next[] => {
    if (line.kind !== 'jump') return [onward]
    const there = line.target === head ? 'head' : (labels.get(line.target) ?? 'out')
    return line.when === undefined ? [there] : [there, onward]
  }
  return body.map((line, i) => after(line, i + 1 < body.length ? i + 1 : 'out'))
}

/** Returns whether some path from a line reaches a wanted line. Paths end where `stops` holds. */
function reaches(
  ways: readonly (readonly Next[])[],
  from: Next,
  isWanted: (at: Next) => boolean,
  stops: (at: number) => boolean,
): boolean {
  const seen = new Set<Next>()
  const pending: Next[] = [from]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    if (isWanted(at)) return true
    if (typeof at === 'number' && !stops(at)) for (const next of ways[at] ?? []) pending.push(next)
  }
  return false
}

/**
 * Returns whether a round passes no barrier and leaves nothing in registers: on every path through the next round, each
 * register that the body writes is written before it is read and before the loop is left.
 */
export function leavesRegistersAlone(body: readonly FlatLine[], head: string): boolean {
  const instructions = body.flatMap((line) => (line.kind === 'perform' ? [line.instruction] : []))
  if (instructions.some(isBarrier)) return false
  const ways = waysThrough(body, head)
  const changed = new Set(instructions.flatMap((one) => destinationOf(one) ?? []))
  return [...changed].every((register) => {
    const isRead = (at: Next): boolean =>
      at === 'out' || (typeof at === 'number' && readBy(body[at]).includes(register))
    const isWritten = (at: number): boolean => writtenBy(body[at]) === register
    return !reaches(ways, 0, isRead, isWritten)
  })
}

const readBy = (line: FlatLine | undefined): readonly string[] =>
  operandsIn(line).flatMap((one) => (one.kind === 'register' ? [one.name] : []))

function operandsIn(line: FlatLine | undefined): readonly Operand[] {
  if (line?.kind === 'perform') return operandsOf(line.instruction)
  return line?.kind === 'jump' && line.when !== undefined ? [line.when.left, line.when.right] : []
}

const writtenBy = (line: FlatLine | undefined): string | undefined =>
  line?.kind === 'perform' ? destinationOf(line.instruction) : undefined

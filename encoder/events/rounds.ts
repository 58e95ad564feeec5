/** What a round of a loop that ends in the branch back leaves behind. */

import { type Branch, destinationOf, type Instruction, type Operand, operandsOf } from '../../litmus/instruction.js'

/** A line of a loop's body. A body ends with a branch back, and only inner loops branch back in front of it. */
export type Line =
  | { readonly kind: 'label'; readonly name: string }
  | { readonly kind: 'instruction'; readonly instruction: Exclude<Instruction, { kind: 'label' | 'branch' }> }
  | { readonly kind: 'branch'; readonly branch: Pick<Branch, 'when' | 'target'> }
  /** A branch back of a loop around this one, which the bound cuts. */
  | { readonly kind: 'cut'; readonly when: Branch['when'] }

/** Where a way leads from a line: to another line of the body, back to the head, or out of the loop. */
type Next = number | 'head' | 'out'

/** The lines, each with the ones that may follow it. `head` is the loop's label. */
function waysThrough(body: readonly Line[], head: string): readonly (readonly Next[])[] {
  const labels = new Map(body.flatMap((line, i) => (line.kind === 'label' ? [[line.name, i] as const] : [])))
  const after = (line: Line, onward: Next): readonly Next[] => {
    switch (line.kind) {
      case 'label':
      case 'instruction':
        return [onward]
      case 'cut':
        return line.when === undefined ? ['out'] : ['out', onward]
      case 'branch': {
        const { when, target } = line.branch
        const there = target === head ? 'head' : (labels.get(target) ?? 'out')
        return when === undefined ? [there] : [there, onward]
      }
    }
  }
  return body.map((line, i) => after(line, i + 1 < body.length ? i + 1 : 'out'))
}

/** Whether some way from a line reaches what is looked for. Ways end at lines where `stops` says so. */
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
 * Whether a round passes no barrier and leaves nothing in registers: on every way through the next round, each register that the body
 * writes is written before it is read and before the loop is left.
 */
export function leavesRegistersAlone(body: readonly Line[], head: string): boolean {
  const instructions = body.flatMap((line) => (line.kind === 'instruction' ? [line.instruction] : []))
  if (instructions.some(({ kind }) => kind === 'barrier' || kind === 'cluster-barrier')) return false
  const ways = waysThrough(body, head)
  const changed = new Set(instructions.flatMap((one) => destinationOf(one) ?? []))
  return [...changed].every((register) => {
    const isRead = (at: Next): boolean =>
      at === 'out' || (typeof at === 'number' && readBy(body[at]).includes(register))
    const isWritten = (at: number): boolean => writtenBy(body[at]) === register
    return !reaches(ways, 0, isRead, isWritten)
  })
}

/**
 * Whether a round that has written memory never comes to the branch back: the loop is left with the first round that writes. `widthOf` says
 * how many bits a register has at most.
 */
export function isLeftOnceItWrites(
  body: readonly Line[],
  head: string,
  widthOf: (register: string) => number,
): boolean {
  const ways = waysThrough(body, head)
  const isBack = (at: Next): boolean => at === 'head'
  return body.every((line, i) => {
    if (line.kind !== 'instruction' || !['store', 'atomic'].includes(line.instruction.kind)) return true
    // One that fails has written nothing.
    const from = goesBackIfItFails(line.instruction, body[i + 1], head, widthOf) ? i + 2 : i + 1
    return from >= body.length || !reaches(ways, from, isBack, () => false)
  })
}

/** Whether the line is the branch back of a compare-and-swap in front of it, taken if that has failed: `bne r, a, L` after `cas r, [x], a, b`. */
function goesBackIfItFails(
  instruction: Instruction,
  line: Line | undefined,
  head: string,
  widthOf: (register: string) => number,
): boolean {
  if (instruction.kind !== 'atomic' || instruction.operation !== 'cas') return false
  if (line?.kind !== 'branch' || line.branch.target !== head || line.branch.when?.operator !== '!=') return false
  const { left, right } = line.branch.when
  const isReturned = (one: Operand): boolean => one.kind === 'register' && one.name === instruction.destination
  // Of a wider register the compare-and-swap compares less than the branch does.
  const isExpected = (one: Operand): boolean => {
    const [expected] = instruction.operands
    if (one.kind === 'integer') return expected?.kind === 'integer' && expected.value === one.value
    if (one.kind !== 'register' || expected?.kind !== 'register') return false
    return one.name === expected.name && widthOf(one.name) <= instruction.type.width
  }
  return (isReturned(left) && isExpected(right)) || (isReturned(right) && isExpected(left))
}

const readBy = (line: Line | undefined): readonly string[] => {
  const operands = line === undefined ? [] : operandsIn(line)
  return operands.flatMap((one) => (one.kind === 'register' ? [one.name] : []))
}

function operandsIn(line: Line): readonly Operand[] {
  switch (line.kind) {
    case 'label':
      return []
    case 'instruction':
      return operandsOf(line.instruction)
    case 'branch':
      return compared(line.branch.when)
    case 'cut':
      return compared(line.when)
  }
}

const compared = (when: Branch['when']): readonly Operand[] => (when === undefined ? [] : [when.left, when.right])

const writtenBy = (line: Line | undefined): string | undefined =>
  line?.kind === 'instruction' ? destinationOf(line.instruction) : undefined

/**
 * Rolls up waits whose first rounds are written out: libcu++ polls sixteen times before its loop begins, and polls once
 * more where it leaves the loop. Each poll would be a read of each round of the loops around.
 *
 * The instructions between the first poll P and the place E to which the wait leads do nothing but poll: each reads the
 * same location by the same strong load that acquires nothing, each way to E is a poll that came out as P does when it
 * leads there, and no register is read behind E. They become `W: P; goto W`, where P leads to E.
 *
 * An execution that comes to E has a last poll. Without its other polls, it is one of the shorter code: relations have
 * fewer pairs, so that nothing that was consistent is forbidden (as with the rounds of any wait, `encoder/events/control/
 * walk.ts`). An execution of the shorter code that comes to E in its first round is one of the whole, in which P leads to
 * E at once. A thread that waits for ever polls one location for ever in either. A data race of a poll is one of the last
 * poll, since what is ordered with one of them is ordered with all: between them there is no fence, no barrier and no
 * other access.
 */

import type { Comparison } from '../condition.js'
import type { Instruction } from '../instruction.js'
import type { Load } from '../instructions/access-definitions.js'
import type { Branch, Label } from '../instructions/control.js'
import type { DataType, Operand } from '../operand.js'
import { destinationOf } from '../operands.js'
import { computesOnly, registersReadBy } from './idle-branches.js'
import { after, reachableIn } from './text-loops.js'

/** A load, and a branch that compares what it returned with a number. */
interface Poll {
  readonly load: Load
  readonly branch: Branch
  /** The index after the branch. */
  readonly end: number
  /** What is compared, and how for the branch to be taken. */
  readonly compared: string
  readonly taken: Comparison
}

/** A wait that can be rolled up, with the indices of its instructions. */
interface Wait {
  readonly first: Poll
  readonly at: number
  readonly inside: ReadonlySet<number>
  /** The label to which the wait leads back, which is inside it. */
  readonly head: Label
}

/** Returns compiled code in which each wait is a loop of one poll. */
export function withWaitsRolledUp(instructions: readonly Instruction[]): readonly Instruction[] {
  for (let at = 0; at < instructions.length; at++) {
    const wait = waitAt(instructions, at)
    if (wait !== undefined) return withWaitsRolledUp(rolledUp(instructions, wait))
  }
  return instructions
}

function rolledUp(instructions: readonly Instruction[], { first, at, inside, head }: Wait): readonly Instruction[] {
  const { name: target, span: targetSpan } = head
  const back: Branch = { kind: 'branch', target, targetSpan, when: undefined, span: first.branch.span }
  const loop = [head, ...instructions.slice(at, first.end), back]
  const reached = reachableIn(instructions)
  return instructions.flatMap((one, i) => (i === at ? loop : inside.has(i) || !reached.has(i) ? [] : [one]))
}

/** Returns the wait whose first poll is there, if it has more polls than one. */
function waitAt(instructions: readonly Instruction[], at: number): Wait | undefined {
  const first = pollAt(instructions, at)
  if (first === undefined || pollBehind(instructions, first.end) === undefined) return undefined
  const labels = new Map(instructions.flatMap((one, i) => (one.kind === 'label' ? [[one.name, i] as const] : [])))
  const exit = labels.get(first.branch.target)
  const ways = exit === undefined ? undefined : waysFrom(instructions, labels, at, exit, first)
  if (exit === undefined || ways === undefined || !comesOut(ways, exit)) return undefined
  const inside = new Set(ways.keys())
  const heads = [...inside].flatMap((i) => {
    const one = instructions[i]
    const target = one?.kind === 'branch' ? labels.get(one.target) : undefined
    const label = target !== undefined && target <= i && inside.has(target) ? instructions[target] : undefined
    return label?.kind === 'label' ? [label] : []
  })
  const [head] = heads
  if (head === undefined || !isEnteredAt(instructions, inside, at)) return undefined
  return leavesNothing(instructions, inside, first.load) ? { first, at, inside, head } : undefined
}

/** The indices of the instructions that may follow one, and whether only a poll that fails leads there. */
type Ways = ReadonlyMap<number, readonly { readonly to: number; readonly fails: boolean }[]>

/**
 * Returns the instructions that the thread may execute from the first poll until it comes to the exit; undefined if they do
 * anything else than poll, or if anything else decides that it comes there.
 */
function waysFrom(
  instructions: readonly Instruction[],
  labels: ReadonlyMap<string, number>,
  at: number,
  exit: number,
  first: Poll,
): Ways | undefined {
  const ways = new Map<number, readonly { readonly to: number; readonly fails: boolean }[]>()
  const pending = [at]
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    if (i === exit || ways.has(i)) continue
    const one = instructions[i]
    if (one === undefined) return undefined
    if (one.kind === 'branch') {
      const poll = decidingAt(instructions, i)
      const target = labels.get(one.target)
      if (target === undefined) return undefined
      const fails = (isTaken: boolean): boolean => poll !== undefined && wayOf(poll, isTaken) !== first.taken
      const next = [
        { to: target, fails: fails(true) },
        ...(one.when === undefined ? [] : [{ to: i + 1, fails: fails(false) }]),
      ]
      if (next.some(({ to, fails }) => to === exit && (poll === undefined || fails))) return undefined
      ways.set(i, next)
    } else {
      const poll = one.kind === 'load' ? pollAt(instructions, i) : undefined
      const polls = poll !== undefined && isLike(poll, first)
      if ((one.kind !== 'label' && !computesOnly(one) && !polls) || i + 1 === exit) return undefined
      ways.set(i, [{ to: i + 1, fails: false }])
    }
    for (const { to } of ways.get(i) ?? []) pending.push(to)
  }
  return ways
}

/** Returns whether a thread comes to the exit if no poll fails, whatever else decides on its way. */
function comesOut(ways: Ways, exit: number): boolean {
  const left = new Map([...ways].map(([from, all]) => [from, all.filter(({ fails }) => !fails)]))
  const out = new Set([exit])
  for (let size = 0; size !== out.size; ) {
    size = out.size
    for (const [from, next] of left) if (next.every(({ to }) => out.has(to))) out.add(from)
  }
  return [...left.keys()].every((from) => out.has(from))
}

/** Returns the poll that begins at an instruction. */
function pollAt(instructions: readonly Instruction[], at: number): Poll | undefined {
  const [load, next, another] = [instructions[at], instructions[at + 1], instructions[at + 2]]
  if (load?.kind !== 'load' || !isPolling(load)) return undefined
  if (next?.kind === 'branch') return decidedBy(load, next, next, at + 2)
  if (next?.kind !== 'set-predicate' || another?.kind !== 'branch' || another.when === undefined) return undefined
  const { left, right, operator } = another.when
  const isOf = left.kind === 'register' && left.name === next.destination
  if (!isOf || right.kind !== 'integer' || right.value !== 0n || next.floating || next.combined) return undefined
  if (next.operator === 'num' || next.operator === 'nan' || (operator !== '==' && operator !== '!=')) return undefined
  const when = { operator: next.operator, left: next.operands[0], right: next.operands[1] }
  const poll = decidedBy(load, { ...another, when }, another, at + 3)
  const compared = `${poll?.compared} ${textOf(next.compared)}`
  return poll && { ...poll, compared, taken: operator === '!=' ? poll.taken : opposite[poll.taken] }
}

/** Returns the poll of a load, if the comparison is one of what it returned with a number. */
function decidedBy(load: Load, { when }: Branch, branch: Branch, end: number): Poll | undefined {
  if (when === undefined || branch.guards === true) return undefined
  const { left, right, operator } = when
  if (left.kind !== 'register' || left.name !== load.destination || right.kind !== 'integer') return undefined
  return { load, branch, end, compared: textOf(right), taken: operator }
}

/** Returns the poll whose branch this is. */
function decidingAt(instructions: readonly Instruction[], at: number): Poll | undefined {
  const [near, far] = [pollAt(instructions, at - 1), pollAt(instructions, at - 2)]
  return near?.end === at + 1 ? near : far?.end === at + 1 ? far : undefined
}

/** Returns the next poll, behind labels. */
function pollBehind(instructions: readonly Instruction[], from: number): Poll | undefined {
  const at = instructions.findIndex((one, i) => i >= from && one.kind !== 'label')
  return pollAt(instructions, at)
}

/** Returns whether a load is strong and acquires nothing, so that a fence is needed to order anything by it. */
const isPolling = ({ order, proxy, expected, ...load }: Load): boolean =>
  (order === 'relaxed' || order === 'volatile') &&
  proxy === 'generic' &&
  expected === undefined &&
  !('element' in load && load.element !== undefined)

const isAlike = (one: Load, other: Load): boolean =>
  textOf({ ...one, destination: '' }) === textOf({ ...other, destination: '' })

const isLike = (one: Poll, other: Poll): boolean => isAlike(one.load, other.load) && one.compared === other.compared

const wayOf = ({ taken }: Poll, isTaken: boolean): Comparison => (isTaken ? taken : opposite[taken])

const opposite: { readonly [C in Comparison]: Comparison } = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}

/** Returns a text of data that is the same wherever it is written. */
const textOf = (data: Load | Operand | DataType): string =>
  JSON.stringify(data, (key, value: unknown) => {
    if (key === 'span') return undefined
    return typeof value === 'bigint' ? `${value}` : value
  })

/** Returns whether a thread enters these instructions at this one only. */
function isEnteredAt(instructions: readonly Instruction[], inside: ReadonlySet<number>, at: number): boolean {
  const isElsewhere = (from: number): boolean => from !== at && inside.has(from)
  return [...reachableIn(instructions)].every((i) => inside.has(i) || !after(instructions, i).some(isElsewhere))
}

/** Returns whether nothing else reads what these instructions write into registers, and the address stays as it is. */
function leavesNothing(instructions: readonly Instruction[], inside: ReadonlySet<number>, load: Load): boolean {
  const written = new Set(instructions.flatMap((one, i) => (inside.has(i) ? (destinationOf(one) ?? []) : [])))
  const readElsewhere = instructions.flatMap((one, i) => (inside.has(i) ? [] : registersReadBy(one)))
  return [...readElsewhere, ...registersReadBy(load)].every((name) => !written.has(name))
}

/** Says what machine code must wait for, from the instructions of PTX that a thread executes. */

import type { Instruction } from '../../litmus/instruction.js'
import { liveBefore } from '../../litmus/live-at-entry.js'
import type { Scope } from '../../litmus/operand.js'
import { destinationOf, operandsOf } from '../../litmus/operands.js'

/** The rules by which an instruction must not begin before another one has done something. */
export type RuleName = 'synchronising-read' | 'fresh-read' | 'release' | 'copies' | 'dependency'

/** What must have happened to the first instruction before the second one begins. */
export type Need =
  /** Its result has come back. Within a CTA, its place in the order of the SM is enough. */
  | { readonly kind: 'returned'; readonly scope: Scope }
  /** Its result has come back, and then the L1 cache was emptied. */
  | { readonly kind: 'fresh' }
  /** A fence of at least that scope came after it. */
  | { readonly kind: 'fenced'; readonly scope: Scope }
  /** A wait for groups came after it. */
  | { readonly kind: 'drained' }

/** A pair of instructions of PTX whose order the machine code must keep, as indices of the thread's instructions. */
export interface Obligation {
  readonly rule: RuleName
  readonly need: Need
  readonly from: number
  readonly to: number
}

/**
 * Returns the obligations of a thread. `observed` are the registers that are read after it. A pair that a path may
 * leave unordered, around the fence between the two, has none.
 */
export function obligationsOf(
  instructions: readonly Instruction[],
  observed: ReadonlySet<string>,
): readonly Obligation[] {
  const ways = reachability(instructions)
  const pairs = instructions.flatMap((one, from) => [
    ...synchronisations(one, from, instructions, ways, observed),
    ...releases(one, from, instructions, ways),
    ...waitsForCopies(one, from, instructions, ways),
    ...dependents(one, from, instructions, ways),
  ])
  return pairs.filter(({ from, to }) => from !== to)
}

/** The instructions that paths from each one reach; `around` leaves one out. */
type Ways = (from: number, around?: number) => ReadonlySet<number>

function reachability(instructions: readonly Instruction[]): Ways {
  const labels = new Map(instructions.flatMap((one, i) => (one.kind === 'label' ? [[one.name, i] as const] : [])))
  const known = new Map<string, ReadonlySet<number>>()
  return (from, around) => {
    const key = `${from} ${around}`
    const before = known.get(key)
    if (before !== undefined) return before
    const seen = new Set<number>()
    const open = [from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const one = instructions[at]
      if (one === undefined || one.kind === 'trap' || one.kind === 'refused') continue
      const next = [
        ...(one.kind !== 'branch' || one.when !== undefined ? [at + 1] : []),
        ...(one.kind === 'branch' ? [labels.get(one.target) ?? instructions.length] : []),
      ]
      for (const index of next) {
        if (seen.has(index) || index === around || index >= instructions.length) continue
        seen.add(index)
        open.push(index)
      }
    }
    known.set(key, seen)
    return seen
  }
}

/** Returns the accesses that come after a fence on each path from an instruction to them. */
const behind = (from: number, fence: number, instructions: readonly Instruction[], ways: Ways): readonly number[] =>
  ways(from).has(fence)
    ? [...ways(fence)].filter((to) => {
        const one = instructions[to]
        return one !== undefined && isAccess(one) && !ways(from, fence).has(to)
      })
    : []

/** A read that acquires, or that a fence after it makes part of an acquire pattern (ISA 8.7). */
function synchronisations(
  one: Instruction,
  from: number,
  instructions: readonly Instruction[],
  ways: Ways,
  observed: ReadonlySet<string>,
): readonly Obligation[] {
  if (!isStrongRead(one)) return []
  if (one.kind === 'mbarrier' && !isUsed(destinationOf(one), from, instructions, observed)) return []
  const own = acquireScope(one)
  const direct =
    own === undefined
      ? []
      : [...ways(from)].flatMap((to) => {
          const later = instructions[to]
          return later !== undefined && isAccess(later) ? orderedReads(from, to, own, later) : []
        })
  const fenced = instructions.flatMap((fence, at) => {
    const scope = acquiringFence(fence)
    if (scope === undefined) return []
    return behind(from, at, instructions, ways).flatMap((to) => {
      const later = instructions[to]
      return later === undefined ? [] : orderedReads(from, to, scope, later)
    })
  })
  return [...direct, ...fenced]
}

const orderedReads = (from: number, to: number, scope: Scope, later: Instruction): readonly Obligation[] => [
  { rule: 'synchronising-read', need: { kind: 'returned', scope }, from, to },
  ...(scope !== 'cta' && later.kind === 'load' && later.order === 'weak' && later.proxy === 'generic'
    ? [{ rule: 'fresh-read' as const, need: { kind: 'fresh' as const }, from, to }]
    : []),
]

/** A write that releases, or that a fence before it makes part of a release pattern (ISA 8.7). */
function releases(
  one: Instruction,
  from: number,
  instructions: readonly Instruction[],
  ways: Ways,
): readonly Obligation[] {
  if (!isAccess(one)) return []
  const after = (to: number, scope: Scope): Obligation => ({
    rule: 'release',
    need: { kind: 'fenced', scope },
    from,
    to,
  })
  const direct = [...ways(from)].flatMap((to) => {
    const scope = releaseScope(instructions[to])
    return scope === undefined ? [] : [after(to, scope)]
  })
  const fenced = instructions.flatMap((fence, at) =>
    fence.kind === 'fence' && fence.order !== 'acquire'
      ? behind(from, at, instructions, ways).flatMap((to) =>
          isStrongWrite(instructions[to]) ? [after(to, fence.scope)] : [],
        )
      : [],
  )
  return [...direct, ...fenced]
}

/** An asynchronous copy that a thread waits for, and what comes after the wait (ISA, async-group mechanism). */
function waitsForCopies(
  one: Instruction,
  from: number,
  instructions: readonly Instruction[],
  ways: Ways,
): readonly Obligation[] {
  if (one.kind !== 'async-copy' || one.bulk) return []
  return instructions.flatMap((wait, at) =>
    wait.kind === 'async-group' && wait.of === 'cp.async' && wait.action !== 'commit' && (wait.pending ?? 0n) === 0n
      ? behind(from, at, instructions, ways).map(
          (to): Obligation => ({ rule: 'copies', need: { kind: 'drained' }, from, to }),
        )
      : [],
  )
}

/** A write whose value, address or execution depends on what was read (ISA 8.9.4). */
function dependents(
  one: Instruction,
  from: number,
  instructions: readonly Instruction[],
  ways: Ways,
): readonly Obligation[] {
  const register = destinationOf(one)
  if (register === undefined || !isRead(one)) return []
  const reached = ways(from)
  const tainted = new Set([register])
  const controlled = new Set<number>()
  for (let size = -1; size !== tainted.size + controlled.size; ) {
    size = tainted.size + controlled.size
    for (const [at, next] of instructions.entries()) {
      if (!reached.has(at)) continue
      if (next.kind === 'branch' && reads(next, tainted)) for (const to of ways(at)) controlled.add(to)
      const result = destinationOf(next)
      if (result !== undefined && !isRead(next) && reads(next, tainted)) tainted.add(result)
    }
  }
  return [...reached].flatMap((to): readonly Obligation[] => {
    const later = instructions[to]
    return later?.kind === 'store' && (reads(later, tainted) || controlled.has(to))
      ? [{ rule: 'dependency', need: { kind: 'returned', scope: 'sys' }, from, to }]
      : []
  })
}

const reads = (one: Instruction, registers: ReadonlySet<string>): boolean =>
  one.kind === 'branch'
    ? [one.when?.left, one.when?.right].some((operand) => operand?.kind === 'register' && registers.has(operand.name))
    : operandsOf(one).some((operand) => operand.kind === 'register' && registers.has(operand.name))

/** Returns whether anything reads the result of an instruction. */
const isUsed = (
  register: string | undefined,
  at: number,
  instructions: readonly Instruction[],
  observed: ReadonlySet<string>,
): boolean =>
  register !== undefined && (observed.has(register) || liveBefore(instructions)[at + 1]?.has(register) === true)

const isRead = (one: Instruction): boolean =>
  one.kind === 'load' || one.kind === 'atomic' || (one.kind === 'mbarrier' && one.waitsFor !== undefined)

/** Returns whether it accesses memory by the generic proxy: fences order no others. */
const isAccess = (one: Instruction): boolean =>
  (one.kind === 'load' || one.kind === 'store' || one.kind === 'atomic' || one.kind === 'mbarrier') &&
  one.proxy === 'generic'

/** Returns whether it reads, strongly. A `red` acquires nothing (ISA 8.11.1). */
function isStrongRead(one: Instruction): boolean {
  if (one.kind === 'load') return one.order !== 'weak' && one.proxy === 'generic'
  if (one.kind === 'atomic') return one.destination !== undefined
  return one.kind === 'mbarrier' && one.waitsFor !== undefined
}

const isStrongWrite = (one: Instruction | undefined): boolean =>
  (one?.kind === 'store' && one.order !== 'weak') ||
  one?.kind === 'atomic' ||
  (one?.kind === 'mbarrier' && (one.action === 'arrive' || one.action === 'arrive_drop'))

function acquireScope(one: Instruction): Scope | undefined {
  if (one.kind === 'load') return one.order === 'acquire' ? one.scope : undefined
  if (one.kind === 'atomic') return one.order === 'acquire' || one.order === 'acq_rel' ? one.scope : undefined
  return one.kind === 'mbarrier' && one.order === 'acquire' ? one.scope : undefined
}

function releaseScope(one: Instruction | undefined): Scope | undefined {
  if (one?.kind === 'store') return one.order === 'release' ? one.scope : undefined
  if (one?.kind === 'atomic') return one.order === 'release' || one.order === 'acq_rel' ? one.scope : undefined
  return one?.kind === 'mbarrier' && one.order === 'release' ? one.scope : undefined
}

/** Returns the scope of a fence that acquires; that of alias fences is the whole system. */
function acquiringFence(one: Instruction): Scope | undefined {
  if (one.kind === 'fence') return one.order === 'release' ? undefined : one.scope
  return one.kind === 'async-fence' && one.what.kind === 'alias' && one.what.order === 'acquire' ? 'sys' : undefined
}

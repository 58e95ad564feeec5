/**
 * Time-outs: the ways out of a loop that waits for what another thread writes, which depend only on the time that has
 * passed, or on how many rounds there have been.
 *
 * Code without its time-outs has the executions of the whole code in which no wait times out. None of these is lost: in
 * each the branch went the way that stays, and the code that is left takes that way. What the comparison decides
 * besides remains, with the clock. Reads of a clock are no events. `%clock64` and `%globaltimer` never go back within a
 * thread, and nothing says how fast they run (the latter is our choice), so that of two reads the second may be equal
 * to the first. So each execution of the code that is left is one of the whole code in which the clock does not advance
 * while the thread waits. A branch that leaves the loop with such a clock is no time-out. A count is a time-out if it
 * leaves only after more rounds than an execution needs: the rounds of a loop that only waits change nothing, so one is
 * enough (`encoder/events/control/walk.ts`).
 */

import type { Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import type { Branch } from '../instructions/control.js'
import type { SetPredicate } from '../instructions/register-instructions.js'
import { liveBefore } from '../live-at-entry.js'
import { destinationOf } from '../operands.js'
import { computesOnly, fedByOthers, registersReadBy } from './idle-branches.js'
import { neededOf } from './needed.js'
import { type Known, resultOf } from './timed-values.js'

/** Loops that end within this count are executed: leaving one is not a time-out. */
const mostCounted = 16

/**
 * Returns compiled code without its time-outs, and the places of the comparisons that decide about them. `known` holds
 * the initial values of registers. A loop has no time-outs if its rounds leave anything except counts and times that
 * nothing else needs, since it then does more than wait.
 */
export function withoutTimeouts(
  instructions: readonly Instruction[],
  known: Known,
): { readonly instructions: readonly Instruction[]; readonly timeouts: readonly Span[] } {
  let code = instructions
  const timeouts: Span[] = []
  const refused = new Set<Span>()
  for (;;) {
    const found = firstTimeout(code, known, refused)
    if (found === undefined) return { instructions: code, timeouts }
    refused.add(found.branch.span)
    const rest = neededOf(withoutUnreachable(stayingAt(code, found)))
    if (!onlyWaits(rest, found.head)) continue
    code = rest
    timeouts.push(found.comparison.span)
  }
}

interface Timeout {
  /** The label of the loop. */
  readonly head: string
  readonly comparison: SetPredicate
  readonly branch: Branch
  /** True if the thread takes the branch as long as it stays in the loop. */
  readonly taken: boolean
}

/** Returns the first branch that may be a time-out and has not been examined yet. */
function firstTimeout(code: readonly Instruction[], known: Known, seen: ReadonlySet<Span>): Timeout | undefined {
  const fed = fedByOthers(code)
  for (const loop of loopsOf(code)) {
    const back = leadingBack(code, loop)
    for (let at = loop.from; at <= loop.to; at++) {
      const branch = code[at]
      if (branch?.kind !== 'branch' || branch.when === undefined || seen.has(branch.span)) continue
      const registers = registersReadBy(branch)
      const comparison = code.find((one) => one.kind === 'set-predicate' && registers.includes(one.destination))
      if (comparison?.kind !== 'set-predicate' || registers.some((name) => fed.has(name))) continue
      const [there, onward] = [back.has(indexOf(code, branch.target)), back.has(at + 1)]
      if (there === onward) continue
      const stays = decisions(code, loop, branch, comparison, known)
      if (stays === there) return { head: loop.head, comparison, branch, taken: there }
    }
  }
  return undefined
}

/** A loop in the text of compiled code: from its label to the last branch back. */
interface TextLoop {
  readonly head: string
  readonly from: number
  readonly to: number
}

/** Returns the loops, inner ones first. */
function loopsOf(code: readonly Instruction[]): readonly TextLoop[] {
  const loops = code.flatMap((one, from): readonly TextLoop[] => {
    if (one.kind !== 'label') return []
    const to = code.findLastIndex((other, at) => at > from && other.kind === 'branch' && other.target === one.name)
    return to === -1 ? [] : [{ head: one.name, from, to }]
  })
  return loops.toSorted((a, b) => a.to - a.from - (b.to - b.from))
}

const indexOf = (code: readonly Instruction[], label: string): number =>
  code.findIndex((one) => one.kind === 'label' && one.name === label)

/** Returns the instructions that may come after one. */
function after(code: readonly Instruction[], at: number): readonly number[] {
  const one = code[at]
  if (one === undefined || one.kind === 'trap' || one.kind === 'refused') return []
  if (one.kind !== 'branch') return [at + 1]
  const there = indexOf(code, one.target)
  return one.when === undefined ? [there] : [there, at + 1]
}

/** Returns the instructions of a loop from which some path leads back to its label. */
function leadingBack(code: readonly Instruction[], { from, to }: TextLoop): ReadonlySet<number> {
  const back = new Set([from])
  for (let size = 0; size !== back.size; ) {
    size = back.size
    for (let at = to; at > from; at--) if (after(code, at).some((next) => back.has(next))) back.add(at)
  }
  return back
}

/**
 * Returns whether the branch is taken in each of the first rounds, while the clock does not advance; undefined if this
 * is unknown, or not the same in all of them.
 */
function decisions(
  code: readonly Instruction[],
  { from, to }: TextLoop,
  branch: Branch,
  comparison: SetPredicate,
  known: Known,
): boolean | undefined {
  const fed = fedByOthers(code)
  const values = new Map(known)
  const execute = (some: readonly Instruction[]): void => {
    for (const one of some) {
      const written = destinationOf(one)
      if (written === undefined || fed.has(written) || !computesOnly(one)) continue
      const value = resultOf(one, values)
      if (value === undefined) values.delete(written)
      else values.set(written, value)
    }
  }
  // The code before the loop in the text counts as executed.
  execute(code.slice(0, from))
  const at = code.indexOf(branch)
  const results = new Set<boolean | undefined>()
  for (let round = 0; round <= mostCounted; round++) {
    execute(code.slice(from, at))
    results.add(values.has(comparison.destination) ? isTaken(branch, values) : undefined)
    execute(code.slice(at, to + 1))
  }
  const [first] = results
  return results.size === 1 ? first : undefined
}

function isTaken({ when }: Branch, values: Known): boolean | undefined {
  if (when === undefined) return true
  const [left, right] = [when.left, when.right].map((one) =>
    one.kind === 'integer' ? one.value : one.kind === 'register' ? values.get(one.name) : undefined,
  )
  if (left === undefined || right === undefined) return undefined
  // Guards compare a predicate with 0.
  return when.operator === '==' ? left === right : when.operator === '!=' ? left !== right : undefined
}

/** Returns the code in which the thread stays at the branch. */
const stayingAt = (code: readonly Instruction[], { branch, taken }: Timeout): readonly Instruction[] =>
  code.flatMap((one): readonly Instruction[] => {
    if (one !== branch) return [one]
    const { when: _, guards: __, ...always } = branch
    return taken ? [{ ...always, when: undefined }] : []
  })

function withoutUnreachable(code: readonly Instruction[]): readonly Instruction[] {
  const reached = new Set([0])
  // Iteration also reaches what is added meanwhile.
  for (const at of reached) for (const next of after(code, at)) reached.add(next)
  return code.filter((one, at) => reached.has(at) || one.kind === 'label')
}

/**
 * Returns whether the rounds of a loop only read, leave nothing in registers, and end depending on what they read. True
 * also if the loop is gone, as if it continues only after a wait inside it has timed out.
 */
function onlyWaits(code: readonly Instruction[], head: string): boolean {
  const loop = loopsOf(code).find((one) => one.head === head)
  if (loop === undefined) return true
  const back = leadingBack(code, loop)
  const inside = code.flatMap((one, at) => (back.has(at) ? [{ one, at }] : []))
  const live = liveBefore(code)[loop.from] ?? new Set()
  const leaves = inside.some(({ one }) => live.has(destinationOf(one) ?? ''))
  const fed = fedByOthers(code)
  const ends = inside.some(
    ({ one, at }) =>
      one.kind === 'branch' &&
      registersReadBy(one).some((name) => fed.has(name)) &&
      after(code, at).some((next) => !back.has(next)),
  )
  return ends && !leaves && inside.every(({ one }) => mayWait(one))
}

const mayWait = (one: Instruction): boolean =>
  computesOnly(one) || (one.kind === 'mbarrier' ? one.waitsFor !== undefined : waitingKinds.has(one.kind))

/** The instructions besides computations of a loop that only waits. */
const waitingKinds: ReadonlySet<Instruction['kind']> = new Set(['label', 'branch', 'load', 'atomic', 'fence'])

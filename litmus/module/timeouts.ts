/**
 * Time-outs: the ways out of a loop that waits for what another thread writes, which depend only on the time that has
 * passed, or on how many rounds there have been.
 *
 * Code without its time-outs has the executions of the whole code in which no wait times out. None of these is lost: in
 * each the comparison had the result that stays, and the code that is left takes that way. What the comparison decides
 * besides remains, with the clock. Reads of a clock are no events. `%clock64` and `%globaltimer` never go back within a
 * thread, and nothing says how fast they run (the latter is our choice), so that of two reads the second may be equal
 * to the first. So each execution of the code that is left is one of the whole code in which the clock does not advance
 * while the thread waits. A branch that leaves the loop with such a clock is no time-out. A count is a time-out if it
 * leaves only after more rounds than an execution needs: the rounds of a loop that only waits change nothing, so one is
 * enough (`encoder/events/control/walk.ts`). A limit may be a value in memory; its initial value counts.
 *
 * If waits may time out, clocks have unknown values, and so has what the rounds of such a loop leave in registers: how
 * many there are is not bounded.
 */

import type { Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import type { SetPredicate } from '../instructions/register-instructions.js'
import { liveBefore } from '../live-at-entry.js'
import { type Integer, predicateType } from '../operand.js'
import { destinationOf, resultType } from '../operands.js'
import { computesOnly, fedByOthers, registersReadBy } from './idle-branches.js'
import { neededOf } from './needed.js'
import { after, leadingBack, loopsOf, reachableIn, type TextLoop, textOf } from './text-loops.js'
import { type InitialMemory, isPredicate, type Known, resultOf } from './timed-values.js'
import { comparisonsAt, isTimed, separated, stayingRounds, truthAt } from './waits.js'

/** Loops that end within this count are executed: leaving one is not a time-out. */
const mostCounted = 16

/** What a launch determines: the initial values of registers, and of memory. */
export interface Initially {
  readonly registers: Known
  readonly memory: InitialMemory
}

/**
 * Returns compiled code without its time-outs, and the places of the comparisons that decide about them. A loop has no
 * time-outs if its rounds leave anything except counts and times that nothing else needs, since it then does more than
 * wait.
 */
export function withoutTimeouts(
  instructions: readonly Instruction[],
  initially: Initially,
): { readonly instructions: readonly Instruction[]; readonly timeouts: readonly Span[] } {
  const { code, found } = removed(instructions, initially, onlyWaits)
  return found.length === 0
    ? { instructions, timeouts: [] }
    : { instructions: code, timeouts: found.map(({ comparison }) => comparison.span) }
}

/** Returns compiled code in which a wait that has time-outs may time out in any round. */
export function withTimeouts(instructions: readonly Instruction[], initially: Initially): readonly Instruction[] {
  const { found } = removed(instructions, initially, (code, head) => {
    const loop = loopsOf(code).find((one) => one.head === head)
    return loop === undefined || onlyWaits(neededOf(textOf(code, loop)), head)
  })
  const heads = new Set(found.map(({ head }) => head))
  return loopsOf(instructions).reduce(
    (code, loop) => (heads.has(loop.head) ? withUnknownRounds(code, loop) : code),
    instructions,
  )
}

/** A comparison that keeps a thread in a loop, although no time has passed, or few rounds. */
interface Timeout {
  /** The label of the loop. */
  readonly head: string
  readonly comparison: SetPredicate
  /** The result with which the thread stays in the loop. */
  readonly stays: bigint
}

/** Removes the time-outs of loops that pass the test without them. */
function removed(
  instructions: readonly Instruction[],
  initially: Initially,
  test: (code: readonly Instruction[], head: string) => boolean,
): { readonly code: readonly Instruction[]; readonly found: readonly Timeout[] } {
  let code = separated(instructions)
  const found: Timeout[] = []
  const seen = new Set<string>()
  for (;;) {
    const one = firstTimeout(code, initially, seen)
    if (one === undefined) return { code, found }
    seen.add(keyOf(one))
    const rest = neededOf(withoutUnreachable(stayingAt(code, one)))
    if (!test(rest, one.head)) continue
    code = rest
    found.push(one)
  }
}

/** An inlined function has other names of labels and registers wherever it is called. */
const keyOf = ({ head, comparison: { destination, span } }: Timeout): string => `${head} ${destination} ${span.start}`

/** Returns the first comparison that may be a time-out and has not been examined yet. */
function firstTimeout(
  code: readonly Instruction[],
  initially: Initially,
  seen: ReadonlySet<string>,
): Timeout | undefined {
  for (const loop of loopsOf(code)) {
    const staying = stayingRounds(code, loop)
    const results = resultsIn(code, loop, staying.assumed, initially)
    for (const { at, stays } of staying.branches) {
      for (const index of comparisonsAt(code, at)) {
        const comparison = code[index]
        const values = results.get(index)
        const [value] = values ?? []
        if (comparison?.kind !== 'set-predicate' || values?.size !== 1 || value === undefined) continue
        const timeout = { head: loop.head, comparison, stays: value }
        const leaves = truthAt(code, at, new Map([[index, value === 0n ? 1n : 0n]]))
        if (!seen.has(keyOf(timeout)) && leaves === !stays && isTimed(code, loop, index, staying.assumed))
          return timeout
      }
    }
  }
  return undefined
}

/**
 * Returns the results of each comparison of a loop in the first rounds, while the clock does not advance and the thread
 * stays; undefined among them if it is unknown.
 */
function resultsIn(
  code: readonly Instruction[],
  { from, to }: TextLoop,
  assumed: ReadonlyMap<number, bigint>,
  { registers, memory }: Initially,
): ReadonlyMap<number, ReadonlySet<bigint | undefined>> {
  const values = new Map(registers)
  const results = new Map<number, Set<bigint | undefined>>()
  const execute = (start: number, end: number): void => {
    for (let at = start; at < end; at++) {
      const one = code[at]
      const written = one && destinationOf(one)
      if (one === undefined || written === undefined) continue
      const value = resultOf(one, values, memory)
      if (one.kind === 'set-predicate' && start === from)
        results.set(at, (results.get(at) ?? new Set()).add(typeof value === 'bigint' ? value : undefined))
      const held = value ?? assumed.get(at)
      if (held === undefined) values.delete(written)
      else values.set(written, held)
    }
  }
  // The code before the loop in the text counts as executed.
  execute(0, from)
  for (let round = 0; round <= mostCounted; round++) execute(from, to + 1)
  return results
}

/** Returns the code in which the comparison always has the result that stays. */
function stayingAt(code: readonly Instruction[], { comparison, stays }: Timeout): readonly Instruction[] {
  const index = code.indexOf(comparison)
  const results = new Map([[index, stays]])
  return code.flatMap((one, at): readonly Instruction[] => {
    if (at === index) {
      const { destination, span } = comparison
      const value: Integer = { kind: 'integer', value: stays, span }
      return [{ kind: 'arithmetic', operation: 'mov', destination, operands: [value], type: predicateType, span }]
    }
    const taken = one.kind === 'branch' && one.when !== undefined ? truthAt(code, at, results) : undefined
    if (one.kind !== 'branch' || taken === undefined) return [one]
    const { when: _, guards: __, ...always } = one
    return taken ? [{ ...always, when: undefined }] : []
  })
}

function withoutUnreachable(code: readonly Instruction[]): readonly Instruction[] {
  const reached = reachableIn(code)
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

/** Returns the code in which the numbers that a round of a loop leaves to the next are unknown. */
function withUnknownRounds(code: readonly Instruction[], loop: TextLoop): readonly Instruction[] {
  const live = liveBefore(textOf(code, loop))[0] ?? new Set()
  return code.map((one, at): Instruction => {
    const destination = destinationOf(one)
    const type = resultType(one)
    if (at < loop.from || at > loop.to || !computesOnly(one) || type === undefined) return one
    if (destination === undefined || !live.has(destination)) return one
    const result = { kind: 'unknown', destination, type, operands: [], counts: true, span: one.span } as const
    return isPredicate(type) ? { ...result, predicate: true } : result
  })
}

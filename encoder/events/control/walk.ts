/**
 * Walks the paths of a thread through its lines, with loops executed round by round: a round follows while a path leads
 * back. A loop whose end is computed from constants is executed to its end, one that only waits for as many rounds as
 * matter, any other up to the bound.
 */

import { both, never, type Predicate } from '../../values/expression.js'
import type { LookedAt } from '../graph/bound.js'
import type { Event } from '../graph/event.js'
import type { Loop } from '../graph/loop.js'
import type { Sources } from '../graph/register-value.js'
import { alsoFrom, branch, type Flow, heldIn, join } from './flow.js'
import type { Jump, Line, LoopLine, Perform } from './lines.js'
import { isSlot } from './private.js'

/** The number of rounds that only wait and are examined for each loop, besides the others. */
const waitingRounds = { 'final states': 0, accesses: 1 } as const

/** An instruction that is performed, and what surrounds it. */
export interface PerformedStep extends Perform {
  /** The numbers of earlier rounds of the loops around it, from the outermost. */
  readonly iterations: readonly number[]
  /** The reads that decide whether it is performed, besides those of `decisions`: those of its guard. */
  readonly guardedBy: Sources | undefined
  /** The number of earlier steps of the thread. */
  readonly at: number
}

/** A jump that is taken or not. */
interface Conditional extends Jump {
  readonly when: NonNullable<Jump['when']>
}

/** An arrival of a thread at such a jump: the rounds of the loops around it, and the condition. */
export interface Choice {
  readonly thread: number
  readonly jump: Jump
  readonly iterations: readonly number[]
  readonly guard: Predicate
}

const isConditional = (jump: Jump): jump is Conditional => jump.when !== undefined

/** A jump back that is not followed. */
export interface CutRound {
  readonly loop: Loop
  readonly taken: Flow
  /** The thread at the beginning of that round. */
  readonly begin: Begun
  /**
   * The start of the rounds beyond the waiting rounds. If they all only waited, another execution does without them.
   */
  readonly since: Moment
  readonly end: Moment
  /** True if the next round may have another outcome, although nothing that this one has read changes. */
  readonly varies: boolean
}

/** The number of events, and of writes to private memory, which are not events. */
interface Moment {
  readonly events: number
  readonly kept: number
}

/** The state before a step: the records so far, and the values of registers. */
interface Begun extends Moment {
  readonly flow: Flow | undefined
}

/** A write to private memory, and the condition under which it is executed. */
export interface Kept extends Pick<Event, 'guard'> {
  readonly kind: 'write'
}

export interface Walker {
  readonly bound: number
  readonly lookedAt: LookedAt
  /** Loops that have too many rounds for being executed to their end. */
  readonly endless: ReadonlySet<LoopLine>
  /** All events so far. */
  readonly events: readonly Event[]
  /** All writes to private memory so far. */
  readonly kept: readonly Kept[]
  /** Performs an instruction. The flow is undefined where no path leads to it. Returns the flow after it. */
  readonly perform: (step: PerformedStep, flow: Flow | undefined) => Flow | undefined
  /** Records the comparison at a jump, and the rounds of the loops around it. */
  readonly compares: (jump: Conditional, flow: Flow, iterations: readonly number[]) => void
  /** Records the reads that decide whether a jump is taken. */
  readonly decides: (by: Sources) => void
  readonly cut: (round: CutRound) => void
  /** Returns whether the run is given up: nothing that follows matters. */
  readonly isOver: () => boolean
  /**
   * Counts a step, which performs an instruction or jumps; `counting` is the innermost loop around it that is executed
   * to its end, if any.
   */
  readonly count: (step: Perform | Jump, counting: LoopLine | undefined) => void
}

interface Back {
  readonly jump: Jump
  readonly flow: Flow
  readonly end: Moment
}

/** Walks through the lines of a thread. Returns the flow at its end; undefined if no path leads there. */
export function walk(lines: readonly Line[], start: Flow, walker: Walker): Flow | undefined {
  const { bound, events, kept } = walker
  const waiting = waitingRounds[walker.lookedAt]
  /** Paths to labels further on, in the order in which they were taken. */
  let pending: readonly { readonly label: string; readonly flow: Flow }[] = []
  /** Labels since the last step. */
  let passed: readonly string[] = []
  /** Paths back to the heads of the loops around. */
  const backs = new Map<string, Back[]>()
  /** The jumps of this round of each loop around that constants decide. */
  const counting: LoopLine[] = []
  let decided = new Set<Jump>()
  let guard: { readonly decidedBy: Sources; readonly until: string } | undefined
  let flow: Flow | undefined = start
  let at = 0
  run(lines, [])
  arrive()
  return flow

  /** Joins the paths that lead here. */
  function arrive(): void {
    if (passed.length === 0) return
    const here = pending.filter(({ label }) => passed.includes(label))
    if (here.length > 0) {
      pending = pending.filter(({ label }) => !passed.includes(label))
      flow = join([...here.map((way) => way.flow), ...(flow === undefined ? [] : [flow])])
    }
    passed = []
  }

  function run(some: readonly Line[], iterations: readonly number[]): void {
    for (const line of some) {
      if (walker.isOver()) return
      switch (line.kind) {
        case 'label':
          if (guard?.until === line.name) guard = undefined
          passed = [...passed, line.name]
          break
        case 'perform':
          arrive()
          count(line)
          if (walker.isOver()) return
          perform({ ...line, iterations, guardedBy: guard?.decidedBy, at: at++ })
          break
        case 'jump':
          arrive()
          count(line)
          at++
          if (flow !== undefined) flow = jump(line, flow, iterations)
          break
        case 'loop':
          rounds(line, iterations)
      }
    }
  }

  function count(step: Perform | Jump): void {
    if (flow !== undefined) walker.count(step, counting.at(-1))
  }

  function perform(step: PerformedStep): void {
    const before = flow
    flow = walker.perform(step, before)
    if (guard === undefined || before === undefined || flow === undefined) return
    // The contents of private memory depend on the guard either way, as the value of a register does. Its stores are
    // known only now.
    const { decidedBy, until } = guard
    const also = (way: Flow, slot: string): Flow => (way.registers.has(slot) ? alsoFrom(way, slot, decidedBy) : way)
    for (const [name, held] of flow.registers) {
      if (!isSlot(name) || before.registers.get(name) === held) continue
      flow = also(flow, name)
      pending = pending.map((one) => (one.label === until ? { ...one, flow: also(one.flow, name) } : one))
    }
  }

  function jump(line: Jump, here: Flow, iterations: readonly number[]): Flow | undefined {
    if (isConditional(line)) walker.compares(line, here, iterations)
    const { taken, onward, decidedBy } = branch(line.when, here)
    if (line.when !== undefined && (taken.guard === never || onward.guard === never)) decided.add(line)
    if (line.guards === undefined) walker.decides(decidedBy)
    else guard = { decidedBy, until: line.target }
    if (taken.guard !== never) {
      // The value of a register depends on the guard either way; nothing else after the guarded instructions does.
      const way = (line.guards ?? []).reduce((way, register) => alsoFrom(way, register, decidedBy), taken)
      const back = backs.get(line.target)
      if (back === undefined) pending = [...pending, { label: line.target, flow: way }]
      else back.push({ jump: line, flow: way, end: now() })
    }
    return onward.guard === never ? undefined : onward
  }

  /** Executes a loop, whose label comes first. */
  function rounds(line: LoopLine, iterations: readonly number[]): void {
    const { loop, body } = line
    /** The starts of the last rounds, as many as a cut looks back. */
    let begun: readonly Begun[] = []
    const exit = `${loop.name} exit ${at}`
    /** The rounds whose end is known, which the bound does not count. */
    let countedRounds = 0
    /** True if no round that has written memory leads back. */
    let quiet = loop.mayWait
    passed = [...passed, loop.name]
    for (let round = 0; ; round++) {
      arrive()
      const begin = { ...now(), flow }
      begun = [...begun, begin].slice(-(waiting + 1))
      const ways: Back[] = []
      const around = backs.get(loop.name)
      backs.set(loop.name, ways)
      const outer = decided
      decided = new Set()
      if (countedRounds > 0) counting.push(line)
      run(body, [...iterations, round])
      if (walker.isOver()) return
      if (countedRounds > 0) counting.pop()
      const ofRound = decided
      decided = new Set([...outer, ...ofRound])
      if (around === undefined) backs.delete(loop.name)
      else backs.set(loop.name, around)
      const next = ways.length === 0 ? undefined : join(ways.map((way) => way.flow))
      quiet &&= ways.every((way) => leavesMemoryAlone(way, begin))
      if (next !== undefined && !walker.endless.has(line) && isCounted(line, ofRound, begin.flow, next)) countedRounds++
      const most = countedRounds + (quiet ? 1 : bound) + (loop.mayWait ? waiting : 0)
      const isLast = round + 1 >= most
      if (isLast || (next === undefined && !line.hasBarriers)) {
        const [since = begin] = begun
        for (const { jump, flow: taken, end } of ways)
          walker.cut({ loop, taken, begin, since, end, varies: mayComeOutOtherwise(line, jump) })
        break
      }
      arrive()
      if (flow !== undefined) pending = [...pending, { label: exit, flow }]
      flow = next
    }
    passed = [...passed, exit]
  }

  /** Returns whether the round has written no memory when this path leads back. */
  function leavesMemoryAlone({ flow, end }: Back, from: Moment): boolean {
    const written = [...events.slice(from.events, end.events), ...kept.slice(from.kept, end.kept)]
    return written.every(({ kind, guard }) => kind !== 'write' || excludes(flow.guard, guard))
  }

  function now(): Moment {
    return { events: events.length, kept: kept.length }
  }
}

/** Returns whether a value that differs in each round decides about this path back, or about a path out of the loop. */
const mayComeOutOtherwise = ({ loop, tests }: LoopLine, back: Jump): boolean =>
  tests.some(({ jump, varies }) => varies && (jump === back || jump.target !== loop.name))

const excludes = (one: Predicate, other: Predicate): boolean => both(one, other) === never

/**
 * Returns whether constants decide that another round follows, and no two rounds are alike: then the loop has an end,
 * which it comes to.
 */
const isCounted = ({ tests }: LoopLine, decided: ReadonlySet<Jump>, before: Flow | undefined, after: Flow): boolean =>
  before !== undefined &&
  tests.some(
    ({ jump, registers }) =>
      decided.has(jump) &&
      // The value in a slot of private memory may also decide.
      [...registers, ...[...after.registers.keys()].filter(isSlot)].some((name) => counts(name, before, after)),
  )

/** Returns whether the register holds a constant, and another one than before. */
function counts(name: string, before: Flow, after: Flow): boolean {
  if (!before.registers.has(name)) return false
  const [one, other] = [heldIn(before, name).value, heldIn(after, name).value]
  return one.kind === 'constant' && other.kind === 'constant' && one.value !== other.value
}

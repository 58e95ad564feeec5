/** Decides whether executions reach undefined behaviour, at accesses and at barriers, or a trap. */

import { raceRelations } from '../../axioms/algebra/roles.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { threadAt } from '../../litmus/program.js'
import { once } from '../../source/once.js'
import type { EventGraph, Undefined } from '../events/graph/event.js'
import type { Execution } from '../execution/execution.js'
import { concreteValue, isReachedIn } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import type { Goal } from '../formula/smtlib.js'
import { both } from '../values/bits.js'
import { compare, constant, type Expression } from '../values/expression.js'
import { firstReads } from './first-reads.js'
import type { Alternatives } from './first-solution.js'
import { reachedIn, undefinedByInstruction } from './problem.js'
import { shortfallsIn } from './shortfalls.js'
import { type UndefinedBehaviour, type UndefinedIn, type Unknown, undecided } from './verdict.js'
import type { Asking } from './with-problem.js'

/** Returns the undefined behaviour of an execution, instruction by instruction. */
export function undefinedIn(graph: EventGraph, model: Model, execution: Execution): readonly UndefinedIn[] {
  const isReached = isReachedIn(graph, model, execution)
  return undefinedByInstruction(graph).flatMap((group) => {
    const reached = group.find(isReached)
    return reached === undefined ? [] : [shownIn(graph, model, reached, execution)]
  })
}

function shownIn(graph: EventGraph, model: Model, reached: Undefined, execution: Execution): UndefinedIn {
  const { thread, instruction } = reached
  const at = { thread, instruction, execution }
  switch (reached.reason) {
    case 'trap':
      return { ...at, reason: 'trap' }
    case 'barrier': {
      const { problem, other, otherAt } = reached
      return { ...at, reason: 'barrier', problem, other, ...(otherAt === undefined ? {} : { otherAt }) }
    }
    case 'access':
      return { ...at, reason: 'access', address: concreteValue(execution)(reached.address), copied: reached.copied }
    case 'mbarrier':
      return { ...at, reason: 'mbarrier', problem: reached.problem, ...endedIn(graph, reached, execution) }
    case 'tensor memory':
      return { ...at, reason: 'tensor memory', problem: reached.problem }
    case 'launch':
      return { ...at, reason: 'launch', problem: reached.problem }
    case 'warpgroup':
      return { ...at, reason: 'warpgroup', problem: reached.problem, other: reached.other }
    case 'asynchronous': {
      const { access } = reached
      if (reached.problem === 'exited') return { ...at, reason: 'asynchronous', problem: reached.problem, access }
      const { problem, operation, issue } = reached
      const relations = raceRelations(model)
      const shortfalls = relations === undefined ? [] : shortfallsIn(graph, execution, relations)(operation, access)
      return { ...at, reason: 'asynchronous', problem, access, operation, issue, shortfalls }
    }
  }
}

/**
 * Returns the write of `mbarrier.inval` from which an operation takes that the mbarrier is invalid. Operations on an
 * invalid mbarrier leave it invalid, and are passed over. Empty if it has not been initialised yet.
 */
function endedIn(
  { events, rmw, program }: EventGraph,
  reached: Undefined & { readonly reason: 'mbarrier' },
  { rf }: Execution,
): { readonly endedBy?: number } {
  const writeOf = new Map(rf.map(([write, read]) => [read, write]))
  const readOf = new Map(rmw.map(([read, write]) => [write, read]))
  let read = 'state' in reached ? reached.state : undefined
  while (read !== undefined) {
    const write = writeOf.get(read)
    if (write === undefined) return {}
    const origin = events[write]?.origin
    const instruction = origin && threadAt(program.threads, origin.thread).instructions[origin.instruction]
    if (instruction?.kind === 'mbarrier' && instruction.action === 'inval') return { endedBy: write }
    read = readOf.get(write)
  }
  return {}
}

/**
 * Returns what the executions that `asking` considers reach: an execution for each instruction, always the same. It is
 * found when first needed.
 */
export const undefinedOf = (encoding: Encoding, goals: readonly Goal[], asking: Asking): (() => UndefinedBehaviour) =>
  once(
    (): UndefinedBehaviour => {
      const { graph, model } = encoding
      const places: UndefinedIn[] = []
      let unknown: Unknown | undefined
      for (const [i, group] of undefinedByInstruction(graph).entries()) {
        const goal = goals[i]
        if (goal === undefined || goal.formula.kind === 'false') continue
        const result = asking.findFirst(goal, alternativesOf(encoding, group))
        if (result.kind === 'unknown') unknown = result
        if (result.kind !== 'sat') continue
        const reached = group.find(isReachedIn(graph, model, result.execution))
        if (reached !== undefined) places.push(shownIn(graph, model, reached, result.execution))
      }
      return places.length === 0 && unknown !== undefined ? undecided(unknown) : { kind: 'known', found: places }
    },
    ({ kind }) => kind !== 'undecided',
  )

/**
 * Returns the alternatives that choose an undefined behaviour among several: the first of its instruction, the lowest
 * address, the first writes that reads read.
 */
const alternativesOf = (encoding: Encoding, group: readonly Undefined[]): Alternatives =>
  function* (holds) {
    const reached = reachedIn(encoding)
    yield group.map(reached)
    const one = group.find((each) => holds(reached(each)))
    if (one?.reason === 'access') yield* lowest(encoding, one.address)
    if (one?.reason === 'asynchronous') yield* firstReads(encoding)
  }

/** Yields the alternatives that make a number as small as possible: bits are 0, from the highest down. */
function* lowest({ truth }: Encoding, number: Expression): Iterable<readonly Formula[]> {
  if (number.kind === 'constant') return
  for (let bit = number.width - 1; bit >= 0; bit--)
    yield [truth(compare('equal', both(number, constant(1n << BigInt(bit), number.width)), constant(0n, number.width)))]
}

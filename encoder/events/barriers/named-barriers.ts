/**
 * Threads that meet at the barriers 0 to 15 of their CTA (ISA, `bar`). A barrier is used again once it is complete: the
 * uses by a thread are in one phase after the other.
 */

import { type NamedBarrier, namedBarriers, reductionType } from '../../../litmus/instructions/named-barriers.js'
import type { Operand } from '../../../litmus/operand.js'
import { warpSize } from '../../../litmus/warp-size.js'
import { withEntry } from '../../../source/overlaid.js'
import {
  both,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  operation,
  type Predicate,
  passing,
  readsOf,
} from '../../values/expression.js'
import { type Flow, feeding, nextPhase, phaseOf, valueIn } from '../control/flow.js'
import type { BarrierEvent } from '../graph/event.js'
import type { RegisterValue, Sources } from '../graph/register-value.js'
import { mayHoldUp } from './barriers.js'
import type { Brought } from './recording.js'

interface Meeting {
  /** The id of the event to make. */
  readonly id: number
  readonly origin: BarrierEvent['origin']
  /** The name of the thread's CTA. */
  readonly cta: string
  readonly flow: Flow
  /** The threads of its warp for which an arrival waits. */
  readonly mates: readonly number[]
}

/**
 * Returns the event of a thread that comes to a named barrier, the reads on which it depends, and the flow after it.
 */
export function meetAt(
  { action, aligned, id: barrier, threads, reduction }: NamedBarrier,
  { id, origin, cta, flow, mates }: Meeting,
): {
  readonly event: BarrierEvent
  readonly brought: Brought | undefined
  readonly sources: Sources
  readonly after: Flow
} {
  const word = (one: Operand) => valueIn(flow, one, 32)
  const number = word(barrier)
  const count = threads && word(threads)
  const vote = reduction && valueIn(flow, reduction.predicate, 64)
  const phase = phaseIn(flow, number.value)
  const resource = phaseResource(number.value, phase)
  const brought = reduction &&
    vote && {
      event: id,
      lane: 0,
      value: choice(holds(vote.value, reduction.negated), constant(1n, 1), constant(0n, 1)),
      sources: none,
      by: reduction.operation,
      type: reductionType(reduction),
      from: constant(0n, 32),
      otherwise: constant(0n, 32),
    }
  const event: BarrierEvent = {
    id,
    kind: 'barrier',
    sets: ['B'],
    origin,
    guard: flow.guard,
    rule: 'named',
    action,
    instance: `named ${cta}`,
    resource: { value: resource, reads: readsOf(resource) },
    quorum: count?.value,
    mates,
    aligned,
    named: { number: number.value, use: phase, phase, reduction: reduction?.operation },
  }
  const passed = mayHoldUp(event) ? { ...flow, guard: both(flow.guard, passing(id)) } : flow
  const met = usedAgain(passed, number.value)
  return {
    event,
    brought,
    sources: feeding([number.sources, count?.sources ?? none, vote?.sources ?? none]),
    after:
      reduction === undefined || brought === undefined
        ? met
        : withRegister(met, reduction.destination, {
            value: { kind: 'read', width: brought.type.width, event: id },
            type: brought.type,
            // The reads on which the votes of others depend come before everything that follows.
            sources: none,
          }),
  }
}

const withRegister = (flow: Flow, name: string, held: RegisterValue): Flow => ({
  ...flow,
  registers: withEntry(flow.registers, name, held),
})

const none: Sources = new Map()

/** A limit that exceeds the number of phases of any thread. */
const widest = 1n << 20n

/** Returns the resource of a barrier in one of its phases. */
export const phaseResource = (number: Expression, phase: Expression): Expression =>
  operation('add', operation('mul', number, constant(widest, 32)), phase)

/**
 * Returns whether an execution chooses in which phase the use of a named barrier is (`restarts.ts`): the uses of its
 * thread do not determine it.
 */
export const isChosenPhase = ({ named }: Pick<BarrierEvent, 'named'>): boolean =>
  named !== undefined && named.phase !== named.use

/** Returns whether a count is of whole warps: a multiple of the size of a warp, and not 0. */
export function isWholeCount(count: Expression): Predicate {
  const rest = operation('rem-unsigned', count, constant(BigInt(warpSize), 32))
  const isZero = (one: Expression): Predicate => compare('equal', one, constant(0n, 32))
  return both(isZero(rest), negation(isZero(count)))
}

const holds = (vote: Expression, negated: boolean): Predicate => {
  const isZero = compare('equal', vote, constant(0n, vote.width))
  return negated ? isZero : negation(isZero)
}

const names: readonly (readonly [string, bigint])[] = Array.from({ length: namedBarriers }, (_, i) => [
  `${i}`,
  BigInt(i),
])

const is = (number: Expression, one: bigint): Predicate => compare('equal', number, constant(one, 32))

/** Returns how often the thread has used a barrier, whose number may be unknown. */
const phaseIn = (flow: Flow, number: Expression): Expression =>
  names.reduceRight<Expression>(
    (rest, [name, one]) => choice(is(number, one), phaseOf(flow, name), rest),
    constant(0n, 32),
  )

const usedAgain = (flow: Flow, number: Expression): Flow =>
  number.kind === 'constant'
    ? nextPhase(flow, `${number.value}`)
    : names.reduce((after, [name, one]) => nextPhase(after, name, is(number, one)), flow)

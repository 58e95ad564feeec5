/**
 * Operations on mbarriers: atomics that count (ISA, `mbarrier`). Counting does not depend on scopes; what follows from
 * it does.
 */

import type { BaseSet } from '../../../axioms/algebra/names.js'
import type { AsyncArrive } from '../../../litmus/instructions/async-groups.js'
import type { Mbarrier } from '../../../litmus/instructions/mbarriers.js'
import {
  always,
  both,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  type Predicate,
} from '../../values/expression.js'
import {
  type Counting,
  counted,
  hasEnded,
  initialised,
  invalidated,
  isCount,
  isOld,
  isValid,
} from '../../values/mbarriers.js'
import { type Flow, feeding, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { MbarrierProblem } from '../graph/event.js'
import type { Sources } from '../graph/register-value.js'
import { scopeSets } from '../graph/sets.js'
import { access, addRead, addWrite, type Where } from '../memory/accesses.js'
import type { AsyncRecording } from './recording.js'

const object = { width: 64, signed: false } as const
const generic = { proxy: 'generic' } as const

/** The value that an operation on an mbarrier leaves in a register of its thread. */
interface Returned {
  readonly value: Expression
  readonly sources: Sources
}

/** Adds the events of an operation in program order. Returns the flow after it, and what it returns, if it does. */
export function operateMbarrier(
  one: Mbarrier,
  performed: Performed,
  recording: AsyncRecording,
): { readonly after: Flow; readonly returned: Returned | undefined } {
  let returned: Returned | undefined
  const add = (where: Where): readonly number[] => {
    if (one.action === 'init' || one.action === 'inval') return [initialise(one, where, performed, recording)]
    if (one.waitsFor !== undefined) {
      const { read, waited } = wait(one, one.waitsFor, where, performed, recording)
      returned = waited
      return [read]
    }
    const number = operandIn(performed)
    const strength = one.scope === undefined ? [] : [scopeSets[one.scope]]
    const arrives = one.action === 'arrive' || one.action === 'arrive_drop'
    const [count, tx] = [one.count, one.tx].map((operand) => operand && number(operand))
    if (count !== undefined) problem('count', negation(isCount(count.value)), where, performed, recording)
    const { events, old } = countAt(
      {
        read: ['RLX', ...strength, ...(one.destination === undefined ? (['RED'] as const) : [])],
        write: [one.order === 'release' ? 'REL' : 'RLX', ...strength],
        does: {
          ...(arrives ? { arrivals: count?.value ?? constant(1n, 32) } : {}),
          ...(one.action === 'arrive_drop' ? { drops: true } : {}),
          ...(tx === undefined ? {} : one.action === 'complete_tx' ? { completes: tx.value } : { expects: tx.value }),
        },
        sources: feeding([count, tx].flatMap((given) => (given === undefined ? [] : [given.sources]))),
        mustNotEnd: one.noComplete === true,
      },
      where,
      performed,
      recording,
    )
    returned = { value: old, sources: new Map([[old.event, always]]) }
    return events
  }
  const after = access(one, { add }, performed, recording)
  return { after, returned }
}

const operandIn =
  ({ flow }: Performed) =>
  (operand: Parameters<typeof valueIn>[1]): ReturnType<typeof valueIn> =>
    valueIn(flow, operand, 32)

function initialise(one: Mbarrier, where: Where, performed: Performed, recording: AsyncRecording): number {
  if (one.action === 'inval') {
    const written = { value: invalidated, when: always, sources: new Map() }
    const write = addWrite(generic, ['MBAR'], written, where, performed, recording)
    recording.mbarriers.push({ does: 'inval', write, performed })
    return write
  }
  const { value, sources } = operandIn(performed)(one.count ?? { kind: 'integer', value: 1n, span: one.span })
  problem('count', negation(isCount(value)), where, performed, recording)
  const written = { value: initialised(value), when: always, sources }
  const write = addWrite(generic, ['MBAR', 'INIT'], written, where, performed, recording)
  recording.mbarriers.push({ does: 'init', write, performed })
  return write
}

/** Performs a wait, which acquires only if it returns true. A `try_wait` may give up before that. */
function wait(
  one: Mbarrier,
  { parity, value: parityOperand }: NonNullable<Mbarrier['waitsFor']>,
  where: Where,
  performed: Performed,
  recording: AsyncRecording,
): { readonly read: number; readonly waited: Returned } {
  const { unknowns, failing } = recording
  const origin = originOf(performed)
  const { value, sources } = valueIn(performed.flow, parityOperand, parity ? 32 : object.width)
  const scope = one.scope === undefined ? [] : [scopeSets[one.scope]]
  const id = recording.events.length
  const state = { kind: 'read', width: object.width, event: id } as const
  const ended = hasEnded(state, { parity, value })
  const patient = one.action === 'try_wait' ? isPatient() : always
  const done = both(ended, patient)
  addRead(
    { ...generic, type: object, span: one.span },
    ['RLX', ...scope, 'MBAR'],
    { ...where, ...(one.order === 'acquire' ? { also: { set: 'ACQ', when: done } } : {}) },
    performed,
    recording,
  )
  misused(state, where, performed, recording)
  if (!parity) problem('old state', both(isValid(state), isOld(state, value)), where, performed, recording)
  return {
    read: id,
    waited: {
      value: choice(done, constant(1n, 8), constant(0n, 8)),
      sources: feeding([sources, new Map([[id, always]])]),
    },
  }

  function isPatient(): Predicate {
    const { thread, instruction } = origin
    const chosen = unknowns.fresh({ from: 'patience', thread, instruction, width: 1 })
    const patient = compare('equal', chosen, constant(1n, 1))
    failing.push({ event: id, patient })
    return patient
  }
}

interface Operation {
  /** Orders and scopes of its read and its write. */
  readonly read: readonly BaseSet[]
  readonly write: readonly BaseSet[]
  readonly does: Counting
  /** The values from which the numbers are computed. */
  readonly sources: Sources
  readonly mustNotEnd?: boolean
}

/**
 * Adds a counting operation of a thread or of the system. Returns its read and its write, and the value that it found.
 */
export function countAt(
  { read, write, does, sources, mustNotEnd = false }: Operation,
  where: Where,
  performed: Performed,
  recording: AsyncRecording,
): { readonly events: readonly [number, number]; readonly old: Expression & { readonly kind: 'read' } } {
  const { span } = performed.step.instruction
  const old = addRead({ ...generic, type: object, span }, [...read, 'MBAR'], where, performed, recording)
  const { value, ends, tooMany, noneLeft, uncountable } = counted(old, does)
  misused(old, where, performed, recording)
  const valid = isValid(old)
  problem('pending count', both(valid, tooMany), where, performed, recording)
  problem('expected count', both(valid, noneLeft), where, performed, recording)
  problem('tx-count', both(valid, uncountable), where, performed, recording)
  if (mustNotEnd) problem('completes', both(valid, ends), where, performed, recording)
  const own = feeding([sources, new Map([[old.event, always]])])
  const written = addWrite(
    generic,
    [...write, 'MBAR'],
    { value, when: always, sources: own },
    where,
    performed,
    recording,
  )
  recording.rmw.push([old.event, written, always])
  recording.mbarriers.push({ does: 'count', write: written, performed })
  return { events: [old.event, written], old }
}

/** Records that an operation finds no valid mbarrier. */
function misused(
  state: Expression & { readonly kind: 'read' },
  { guard }: Where,
  performed: Performed,
  recording: AsyncRecording,
): void {
  const when = both(guard, negation(isValid(state)))
  const problem = 'not initialised'
  recording.undefined.push({ ...originOf(performed), reason: 'mbarrier', problem, state: state.event, when })
}

function problem(
  name: MbarrierProblem,
  when: Predicate,
  { guard }: Where,
  performed: Performed,
  recording: AsyncRecording,
): void {
  recording.undefined.push({ ...originOf(performed), reason: 'mbarrier', problem: name, when: both(guard, when) })
}

/**
 * Performs `cp.async.mbarrier.arrive` without `.noinc`, which raises the pending count at once. The arrival itself
 * comes later.
 */
export function raisePending(one: AsyncArrive, performed: Performed, recording: AsyncRecording): Flow {
  const add = (where: Where): readonly number[] =>
    countAt(
      {
        read: ['RLX', 'CTA', 'RED'],
        write: ['RLX', 'CTA'],
        does: { more: constant(1n, 32) },
        sources: new Map(),
      },
      where,
      performed,
      recording,
    ).events
  return access(one, { add }, performed, recording)
}

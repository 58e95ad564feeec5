/** `st.async` and `red.async`: the issue in program order, the writes outside of it, and the complete-tx (ISA). */

import type { BaseSet } from '../../../axioms/algebra/names.js'
import type { AsyncStore } from '../../../litmus/instructions/async-stores.js'
import type { Operand, Scope, Target } from '../../../litmus/operand.js'
import { sameCta, threadPosition } from '../../../litmus/position.js'
import { threadAt, variableAt } from '../../../litmus/program.js'
import { always, constant, never } from '../../values/expression.js'
import { type Flow, heldIn, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { AccessPlace } from '../graph/event.js'
import { ownerOf } from '../graph/scopes.js'
import { scopeSets } from '../graph/sets.js'
import { addWrite, nothing, type Where } from '../memory/accesses.js'
import { shifted } from '../memory/pieces.js'
import { isPlace, type Placed, placeOf, whyUnknown } from '../memory/targets.js'
import { addIssue, changeAt, completeAt } from './asynchronous.js'
import type { AsyncRecording } from './recording.js'

/** Adds the events of an asynchronous store: what issues it, its writes by the generic proxy, and its complete-tx. */
export function issueStore(store: AsyncStore, performed: Performed, recording: AsyncRecording): Flow {
  const { to, completes, values, type, operation } = store
  if (completes.by === 'release') return issueRelease(store, completes.scope, performed, recording)
  const { flow } = performed
  const { guard } = flow
  const { issue, program, undefined: undefineds, unmodelled } = recording
  const origin = originOf(performed)
  const stopped = { ...flow, guard: never }
  const bytes = type.width / 8
  const all = values.length * bytes
  const stored = sharedAt(to, all, performed, recording)
  const mbarrier = sharedAt(completes.at, 8, performed, recording)
  for (const place of [stored, mbarrier]) {
    if (isPlace(place)) continue
    if (typeof place === 'string') unmodelled.push({ ...origin, why: whyUnknown(place), when: guard })
    else undefineds.push({ ...origin, reason: 'access', when: guard, address: place.outside, copied: place.copied })
    return stopped
  }
  if (!isPlace(stored) || !isPlace(mbarrier)) return stopped
  const [owner, other] = [stored, mbarrier].map((place) => ownerOf(program, { places: [place] }))
  if (owner !== undefined && other !== undefined && !sameCta(owner, other)) {
    undefineds.push({ ...origin, reason: 'mbarrier', problem: 'other CTA', when: guard })
    return stopped
  }
  // Reductions are for other CTAs; stores may be into the thread's own.
  const own = threadPosition(threadAt(program.threads, performed.thread))
  if (operation !== undefined && owner !== undefined && sameCta(owner, own)) {
    undefineds.push({ ...origin, reason: 'mbarrier', problem: 'own CTA', when: guard })
    return stopped
  }
  const issued = addIssue(performed, recording)
  const where = (place: AccessPlace): Where => ({ places: [place], sources: nothing, guard, asynchronous: true })
  const relaxed = ['RLX', 'CLUSTER'] as const
  const strength = operation === undefined ? { read: [], write: [] } : { read: relaxed, write: relaxed }
  const operations = values.flatMap((given, i) =>
    operate(given, store, strength, where({ ...stored, ...shifted(stored, i * bytes) }), performed, recording),
  )
  for (const one of operations) issue.push([issued, one, always])
  completeAt(where(mbarrier), { bytes: all, operations, issued }, performed, recording)
  return flow
}

/** Adds the events of a release in global memory: what issues it, and its write or atomic. */
function issueRelease(store: AsyncStore, scope: Scope, performed: Performed, recording: AsyncRecording): Flow {
  const { to, values, type } = store
  const { flow } = performed
  const { guard } = flow
  const { issue, undefined: undefineds, unmodelled } = recording
  const origin = originOf(performed)
  const bytes = type.width / 8
  const place = placeOf(to, { bytes, aligned: bytes }, performed, recording)
  if (!isPlace(place)) {
    if (typeof place === 'string') unmodelled.push({ ...origin, why: whyUnknown(place), when: guard })
    else undefineds.push({ ...origin, reason: 'access', when: guard, address: place.outside, copied: place.copied })
    return { ...flow, guard: never }
  }
  const issued = addIssue(performed, recording)
  const where: Where = { places: [place], sources: nothing, guard, asynchronous: true }
  const strength = { read: ['RLX', scopeSets[scope]], write: ['REL', scopeSets[scope]] } as const
  for (const given of values)
    for (const one of operate(given, store, strength, where, performed, recording)) issue.push([issued, one, always])
  return flow
}

/** Adds the write of a value, or the atomic that changes the memory. Returns their ids. */
function operate(
  given: Operand,
  { type, operation, span }: AsyncStore,
  strength: { readonly read: readonly BaseSet[]; readonly write: readonly BaseSet[] },
  where: Where,
  performed: Performed,
  recording: AsyncRecording,
): readonly number[] {
  const { flow } = performed
  const { computes } = recording
  const { value, sources } = valueIn(flow, given, type.width)
  if (type.width < 64 && given.kind === 'register')
    computes({ does: 'narrow', operands: [heldIn(flow, given.name).value], when: flow.guard, span })
  if (operation === undefined)
    return [
      addWrite({ proxy: 'generic' }, strength.write, { value, when: always, sources }, where, performed, recording),
    ]
  computes({ does: operation, operands: [value], when: flow.guard, span })
  const change = { operation, type, strength, proxy: 'generic', span } as const
  return changeAt(change, { value, sources }, where, performed, recording)
}

/** Returns a place that must be in shared memory, aligned to its size. */
function sharedAt(target: Target, bytes: number, performed: Performed, recording: AsyncRecording): Placed {
  const { program, running } = recording
  const placed = placeOf(target, { bytes, aligned: bytes }, performed, recording)
  if (!isPlace(placed)) return placed
  const { name, space } = variableAt(program, placed.address)
  if (space === 'shared') return placed
  const address = running.layout.addressOf({ variable: name, offset: BigInt(placed.offset) })
  return { outside: constant(address, 64), copied: { bytes, aligned: bytes, space: 'shared::cluster' } }
}

/** `st.async` and `red.async`: what is issued in program order, the writes outside of it, and the complete-tx (ISA). */

import type { AsyncStore } from '../../../litmus/instructions/async-stores.js'
import type { Target } from '../../../litmus/operand.js'
import { sameCta, threadPosition } from '../../../litmus/position.js'
import { threadAt, variableAt } from '../../../litmus/program.js'
import { always, constant, never } from '../../values/expression.js'
import { type Flow, heldIn, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { AccessPlace } from '../graph/event.js'
import { ownerOf } from '../graph/scopes.js'
import { addWrite, nothing, type Where } from '../memory/accesses.js'
import { shifted } from '../memory/pieces.js'
import { isPlace, type Placed, placeOf, whyUnknown } from '../memory/targets.js'
import { addIssue, changeAt, completeAt } from './asynchronous.js'
import type { AsyncRecording } from './recording.js'

/** Adds the events of an asynchronous store: what issues it, its writes by the generic proxy, and its complete-tx. */
export function issueStore(store: AsyncStore, performed: Performed, recording: AsyncRecording): Flow {
  const { to, at, values, type, operation, span } = store
  const { flow } = performed
  const { guard } = flow
  const { computations, issue, program, undefined: undefineds, unmodelled } = recording
  const origin = originOf(performed)
  const stopped = { ...flow, guard: never }
  const bytes = type.width / 8
  const all = values.length * bytes
  const stored = sharedAt(to, all, performed, recording)
  const mbarrier = sharedAt(at, 8, performed, recording)
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
  const operations = values.flatMap((given, i): readonly number[] => {
    const { value, sources } = valueIn(flow, given, type.width)
    if (type.width < 64 && given.kind === 'register')
      computations.push({ does: 'narrow', operands: [heldIn(flow, given.name).value], span })
    const target = where({ ...stored, ...shifted(stored, i * bytes) })
    if (operation === undefined)
      return [addWrite({ proxy: 'generic' }, [], { value, when: always, sources }, target, performed, recording)]
    computations.push({ does: operation, operands: [value], span })
    const change = { operation, type, strength: ['RLX', 'CLUSTER'], proxy: 'generic', span } as const
    return changeAt(change, { value, sources }, target, performed, recording)
  })
  for (const one of operations) issue.push([issued, one, always])
  completeAt(where(mbarrier), { bytes: all, operations, issued }, performed, recording)
  return flow
}

/** A place that must be in shared memory, aligned to its size. */
function sharedAt(target: Target, bytes: number, performed: Performed, recording: AsyncRecording): Placed {
  const { program, running } = recording
  const placed = placeOf(target, { bytes, aligned: bytes }, performed, recording)
  if (!isPlace(placed)) return placed
  const { name, space } = variableAt(program, placed.address)
  if (space === 'shared') return placed
  const address = running.layout.addressOf({ variable: name, offset: BigInt(placed.offset) })
  return { outside: constant(address, 64), copied: { bytes, aligned: bytes, space: 'shared::cluster' } }
}

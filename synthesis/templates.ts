/** The events of one instruction, as the encoder creates them, whatever its thread and location. */

import { type BaseSet, baseSets } from '../axioms/algebra/names.js'
import { buildEvents } from '../encoder/events/events.js'
import { memoisedWeakly } from '../source/memoised-weakly.js'
import { must } from '../source/must.js'
import { programOf } from './program.js'
import { isAccess, isCopy, letterOf, type Sketch, type Slot } from './sketch.js'
import { type Strength, strengthOf } from './vocabulary.js'

export interface Template {
  readonly kind: 'read' | 'write' | 'fence' | 'issue' | 'wait'
  /** The sets that the event is in, by their indices in `baseSets`. */
  readonly sets: readonly number[]
  readonly isSc: boolean
}

const indices = new Map<BaseSet, number>(baseSets.map((name, i) => [name, i]))

const templates = memoisedWeakly((_: Strength) => new Map<string, readonly Template[]>())

/**
 * Returns the events of a slot. An atomic has two, a read and a write. A copy has three: what issues it, its read and
 * its write; a load has its wait as a fourth. An asynchronous write has two: what issues it, and the write. All others
 * have one.
 */
export function templatesOf(slot: Slot, strength: Strength): readonly Template[] {
  const key = isAccess(slot) || isCopy(slot) ? `${slot.kind} ${slot.path}` : letterOf(slot)
  const cached = templates(strength).get(key)
  if (cached !== undefined) return cached
  const alone: Slot = isAccess(slot)
    ? { kind: slot.kind, path: slot.path, location: 0 }
    : isCopy(slot)
      ? { ...slot, location: 0, from: 1 }
      : slot
  // A commit of what was issued precedes a wait. The initialisation of its mbarrier, and what it expects, precede a
  // load.
  const made = templatesIn([alone], [strength], slot.kind === 'wait' ? 1 : slot.kind === 'load' ? 2 : 0)
  const all = slot.kind === 'load' ? [...made, loadWaitTemplate()] : made
  templates(strength).set(key, all)
  return all
}

/**
 * Returns the wait of a load. It waits at an mbarrier that nothing else uses, so only the order after the load counts.
 */
const loadWaitTemplate = (): Template =>
  must(templatesOf({ kind: 'wait' }, strengthOf('complete'))[0], 'the event of a wait')

/** Returns the wait at the end of a thread with copies. */
export const endWaitTemplate = (): Template =>
  must(templatesOf({ kind: 'wait' }, strengthOf('read'))[0], 'the event of a wait')

/** Returns the initial write of a location. */
export const initialTemplate = (): Template => {
  initial ??= must(templatesIn([], [], undefined)[0], 'an initial write')
  return initial
}
let initial: Template | undefined

function templatesIn(
  slots: readonly Slot[],
  strengths: readonly Strength[],
  instruction: number | undefined,
): readonly Template[] {
  const sketch: Sketch = {
    threads: [[...slots, { kind: 'write', location: 0, path: 'generic' }]],
    places: [{ gpu: 0, cta: 0 }],
  }
  const labelled = { sketch, strengths: [...strengths, strengthOf('weak')] }
  const { events } = buildEvents(programOf(labelled, { sources: [], last: [] }))
  return events
    .filter(({ origin, sets }) => origin?.instruction === instruction && !sets.includes('MBAR'))
    .map(({ kind, sets }) => {
      if (kind !== 'read' && kind !== 'write' && kind !== 'fence' && kind !== 'issue' && kind !== 'wait')
        throw new Error(`no ${kind} is expected here`)
      return {
        kind,
        sets: sets.map((name) => must(indices.get(name), 'the index of a set')),
        isSc: kind === 'fence' && sets.includes('SC'),
      }
    })
}

/** The events of one instruction, as the encoder makes them, whatever its thread and its location. */

import { type BaseSet, baseSets } from '../axioms/algebra/names.js'
import { buildEvents } from '../encoder/events/events.js'
import { kept } from '../source/kept.js'
import { must } from '../source/must.js'
import { programOf } from './program.js'
import { isAccess, type Sketch, type Slot } from './sketch.js'
import { type Strength, strengthOf } from './vocabulary.js'

export interface Template {
  readonly kind: 'read' | 'write' | 'fence'
  /** The sets that the event is in, by their indices in `baseSets`. */
  readonly sets: readonly number[]
  readonly isSc: boolean
}

const indices = new Map<BaseSet, number>(baseSets.map((name, i) => [name, i]))

const templates = kept((_: Strength) => new Map<string, readonly Template[]>())

/** An atomic has two events, its read and its write; all others have one. */
export function templatesOf(slot: Slot, strength: Strength): readonly Template[] {
  const key = slot.kind === 'fence' ? slot.kind : slot.kind === 'proxy fence' ? slot.proxy : `${slot.kind} ${slot.path}`
  const known = templates(strength).get(key)
  if (known !== undefined) return known
  const made = templatesIn([isAccess(slot) ? { kind: slot.kind, path: slot.path, location: 0 } : slot], [strength], 0)
  templates(strength).set(key, made)
  return made
}

/** The initial write of a location. */
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
    .filter(({ origin }) => origin?.instruction === instruction)
    .map(({ kind, sets }) => {
      if (kind !== 'read' && kind !== 'write' && kind !== 'fence') throw new Error(`no ${kind} is expected here`)
      return {
        kind,
        sets: sets.map((name) => must(indices.get(name), 'the index of a set')),
        isSc: kind === 'fence' && sets.includes('SC'),
      }
    })
}

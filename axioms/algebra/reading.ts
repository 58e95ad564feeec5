/**
 * The English words for relations and axioms. A model describes its own definitions and axioms. This file describes the
 * relations that every execution has.
 */

import type { BaseRelation } from './names.js'

/** The words for a relation in the chain of steps by which one event leads to another. */
export interface Reading {
  /** The words from the first event of a pair to the second: `e1 is read by e2`. */
  readonly words?: string
  /** The words from the second event to the first: `e2 reads from e1`. */
  readonly backwards?: string
  /** The words for it as a part of a relation that is spelt out: `release pattern e3`. */
  readonly called?: string
  /** The manner in which the relation is shown; `mannerOf` decides if the model does not. */
  readonly shown?: Manner
  /** It states a condition for a step to count, not how one event leads to another. */
  readonly condition?: true
  /** It is synchronisation, which every witness shows. */
  readonly synchronisation?: true
  /** A chain uses it only if there is no other: the execution chooses it, and no thread can observe it. */
  readonly lastResort?: true
  readonly role?: Role
  /**
   * It is an extension point: one file leaves it to another, and the model in one piece has its meaning in its place.
   */
  readonly extension?: true
}

/**
 * The manner in which a chain shows a relation. `opened`: the steps of which it is made are in its place. `named`: it
 * is a step, and those steps follow below it on one line. `spelt out`: they follow below it, a line for each. `whole`:
 * it is a step that needs no reason.
 */
export type Manner = 'opened' | 'named' | 'spelt out' | 'whole'

/**
 * Returns how a chain shows a relation with this reading: as the model says; otherwise `named` if the reading has words
 * for a step, or `opened`.
 */
export function mannerOf({ shown, role: _, extension: __, ...step }: Reading = {}): Manner {
  return shown ?? (Object.keys(step).length > 0 ? 'named' : 'opened')
}

/**
 * The roles of relations that define data races (ISA 8.7.1): conflicting accesses race if they are neither morally
 * strong nor in causality order. Base causality shows whether only the proxies are at fault. Hangs are defined by
 * progress, which leads from writes to the reads that eventually see them, if their thread keeps reading. Accesses to
 * Tensor Memory race if they are not in tensor order.
 */
export const roles = ['moral strength', 'causality order', 'base causality', 'progress', 'tensor order'] as const
export type Role = (typeof roles)[number]

/** The names that models give to these. A definition with such a name has the role unless the model says otherwise. */
export const usualNames: { readonly [name: string]: Role } = {
  ms: 'moral strength',
  cause: 'causality order',
  'base-cause': 'base causality',
  promised: 'progress',
}

/** The behaviour of an execution to which an axiom objects. */
export interface Sentence {
  /** Applies if the chain has a step of this relation; without one, always. */
  readonly by?: string
  /** True if the chain ends where it begins. */
  readonly circle?: true
  /** The words, with names of events in braces, which a chain provides. */
  readonly words: string
}

/**
 * The words that may be in braces in a sentence: the first event of the chain, its second, its last, and the location
 * that they access.
 */
export const sentenceParts = ['first', 'second', 'last', 'location'] as const
export type SentencePart = (typeof sentenceParts)[number]

/** Returns the names in braces, in order. */
export const partsIn = (words: string): readonly string[] =>
  [...words.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)

/** Returns the sentence with each word in braces replaced by its meaning. */
export const filledIn = (words: string, parts: { readonly [P in SentencePart]: string }): string =>
  words.replace(/\{([^}]*)\}/g, (whole, name: string) => {
    const part = sentenceParts.find((one) => one === name)
    return part === undefined ? whole : parts[part]
  })

const condition: Reading = { condition: true }

/** The words for the relations that every execution has. */
export const baseReadings: { readonly [R in BaseRelation]: Reading } = {
  id: condition,
  po: { words: 'comes before, in its thread', backwards: 'comes after, in its thread' },
  loc: condition,
  vloc: condition,
  complete: condition,
  other_bytes: condition,
  rmw: { words: 'belongs to one atomic with', called: 'observed through the atomic' },
  data: { words: 'gives the value for' },
  ctrl: { words: 'controls' },
  addr: { words: 'gives the address for' },
  scta: condition,
  sr: condition,
  scta_memory: condition,
  sr_memory: condition,
  scluster: condition,
  swarp: condition,
  tensor_loc: condition,
  tensor_within: condition,
  tensor_address: condition,
  tensor_shape: condition,
  sgpu: condition,
  issue: { words: 'issues', backwards: 'is issued by' },
  async_order: { words: 'comes before, in its operation' },
  completed: { words: 'is complete when this wait, or this arrival, is over:' },
  one_operation: { words: 'belongs to one operation of the warpgroup with' },
  fenced: condition,
  syncbar: { words: 'arrives at the barrier, and is waited for by' },
  api: { words: 'is ordered by the runtime before' },
  trigger: { words: 'lets the dependent kernel start, in which comes' },
  trigger_order: { words: 'triggers the dependent kernel before' },
  phase_order: { words: 'arrives at the barrier not later than in the phase of' },
  clusterbar: { words: 'arrives in the phase, and is waited for by' },
  rf: { words: 'is read by', backwards: 'reads from' },
  co: { words: 'is overwritten by' },
  sync_fence: { words: 'comes before, in Fence-SC order', lastResort: true },
}

/** The ones that are synchronisation. */
export const baseSynchronisation = ['sync_fence', 'syncbar', 'api'] satisfies readonly BaseRelation[]

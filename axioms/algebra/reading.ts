/**
 * How relations and axioms read in English. A model says it of its own definitions and axioms; of the relations that every execution has it is
 * said here.
 */

import type { BaseRelation } from './names.js'

/** How a relation reads in the chain of steps by which one event leads to another. */
export interface Reading {
  /** From the first event of a pair to the second: `e1 is read by e2`. */
  readonly words?: string
  /** From the second to the first: `e2 reads from e1`. */
  readonly backwards?: string
  /** As a part of a relation that is spelt out: `release pattern e3`. */
  readonly called?: string
  /**
   * `opened`: a chain has its steps in its place. `spelt out`: its steps stand below it, a line for each. `whole`: it needs no reason. Without, its
   * steps stand below it on one line.
   */
  readonly shown?: Shown
  /** It says under which condition a step counts, and not how one event leads to another. */
  readonly condition?: true
  /** It is synchronisation: every witness shows it. */
  readonly synchronisation?: true
  /** A chain goes by it only where there is no other: the execution chooses it, and nothing that a thread sees shows it. */
  readonly lastResort?: true
  readonly role?: Role
}

const manners = ['opened', 'spelt out', 'whole'] as const
export type Shown = (typeof manners)[number]

/**
 * What data races are defined by (ISA 8.7.1): conflicting accesses are one if they are neither morally strong nor in causality order. Base
 * causality tells whether only the proxies are at fault.
 */
export const roles = ['moral strength', 'causality order', 'base causality'] as const
export type Role = (typeof roles)[number]

/** The names by which models call these; a definition of that name has the role unless the model says otherwise. */
export const usualNames: { readonly [name: string]: Role } = {
  ms: 'moral strength',
  cause: 'causality order',
  'base-cause': 'base causality',
}

/** What an execution to which an axiom objects would do. */
export interface Sentence {
  /** Where the chain has a step of this relation; without, always. */
  readonly by?: string
  readonly words: string
}

const condition: Reading = { condition: true }

/** How the relations that every execution has read. */
export const baseReadings: { readonly [R in BaseRelation]: Reading } = {
  id: condition,
  po: { words: 'comes before, in its thread', backwards: 'comes after, in its thread' },
  loc: condition,
  vloc: condition,
  rmw: { words: 'is one atomic with', called: 'observed through the atomic' },
  data: { words: 'gives the value for' },
  ctrl: { words: 'decides about' },
  addr: { words: 'gives the address for' },
  scta: condition,
  sr: condition,
  syncbar: { words: 'arrives at the barrier that is waited for by' },
  api: { words: 'is ordered by the runtime before' },
  clusterbar: { words: 'arrives in the phase that is waited for by' },
  rf: { words: 'is read by', backwards: 'reads from' },
  co: { words: 'is overwritten by' },
  sync_fence: { words: 'comes before, in Fence-SC order', lastResort: true },
}

/** Those that are synchronisation. */
export const baseSynchronisation = ['sync_fence', 'syncbar', 'api'] satisfies readonly BaseRelation[]

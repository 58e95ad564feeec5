/**
 * The relational language in which models are written: sets of events and binary relations between them. The two sorts
 * are separate types, so that a term of the wrong sort does not compile. Terms are plain data. An interpreter gives
 * them a meaning, over formulas or over booleans.
 */

import type { BaseRelation, BaseSet, Feature } from './names.js'
import type { Reading, Role, Sentence } from './reading.js'

/** A set of events, as a term over the base sets. Named sets carry their definitions. */
export type EventSet =
  | { readonly kind: 'base-set'; readonly name: BaseSet }
  | { readonly kind: 'set-union' | 'set-intersection'; readonly of: readonly EventSet[] }
  | { readonly kind: 'set-difference'; readonly left: EventSet; readonly right: EventSet }
  /** The events that a relation leads from, or to. */
  | { readonly kind: 'domain' | 'range'; readonly of: Rel }
  | { readonly kind: 'named-set'; readonly name: string; readonly section: string; readonly body: EventSet }

/** A relation between events, as a term over the base relations. Named relations carry their definitions. */
export type Rel =
  | { readonly kind: 'base'; readonly name: BaseRelation }
  | { readonly kind: 'union' | 'intersection' | 'sequence'; readonly of: readonly Rel[] }
  | { readonly kind: 'difference'; readonly left: Rel; readonly right: Rel }
  | { readonly kind: 'inverse' | 'closure' | 'optional'; readonly of: Rel }
  /** `[S]`: each event of the set to itself. */
  | { readonly kind: 'identity'; readonly of: EventSet }
  /** `S * T`: each event of the one set to each of the other. */
  | { readonly kind: 'product'; readonly from: EventSet; readonly to: EventSet }
  | {
      readonly kind: 'named'
      readonly name: string
      readonly section: string
      readonly body: Rel
      /** The words for it in explanations. Without them, it is a relation of no particular meaning. */
      readonly reading?: Reading
    }
  /**
   * The relation of that name in the least solution of the equations. No unknown may occur to the right of a
   * difference.
   */
  | { readonly kind: 'recursive'; readonly name: string; readonly equations: readonly Equation[] }
  /** The relation of that name in the solution, in the body of an equation. */
  | { readonly kind: 'unknown'; readonly name: string }

/** `let rec name = body`; the equations of one definition may use each other. */
export interface Equation {
  readonly name: string
  readonly body: Rel
}

/** The requirement of an axiom on a relation. */
export interface Requirement {
  readonly kind: 'acyclic' | 'irreflexive' | 'empty'
  readonly of: Rel
  /** True if the requirement is negated, as in `~acyclic`. */
  readonly negated?: true
  /** Descriptions of what would be true of an execution to which the axiom objects; the first that applies counts. */
  readonly sentences?: readonly Sentence[]
}

/** An axiom of a model. The name is that in reports, such as `Causality`. */
export interface Axiom {
  readonly name: string
  /** The section of the PTX ISA that states it; empty where no ISA does. */
  readonly section: string
  /** All of them must hold. */
  readonly requirements: readonly Requirement[]
}

/** A memory model: which candidate executions are consistent. */
export interface Model {
  readonly name: string
  /** One line that says what it is. */
  readonly summary: string
  /** The features that it does not cover. A program that uses one of these is not decided. */
  readonly excludes: readonly Feature[]
  readonly axioms: readonly Axiom[]
  /** The relations that define data races and hangs. They constrain nothing, and no axiom needs to depend on them. */
  readonly roles: ReadonlyMap<Role, Rel>
  /** Checks that deserve a remark if they hold, but constrain nothing: cat's `flag`. */
  readonly flags?: readonly Axiom[]
}

/** Returns an event set of that name; the section is where the spec defines it. */
export const defineSet = (name: string, section: string, body: EventSet): EventSet => ({
  kind: 'named-set',
  name,
  section,
  body,
})

/** Returns a relation of that name; the section is where the spec defines it. */
export const define = (name: string, section: string, body: Rel, reading?: Reading): Rel => ({
  kind: 'named',
  name,
  section,
  body,
  ...(reading === undefined ? {} : { reading }),
})

/** Returns events in all of the sets. */
export const and = (...of: readonly EventSet[]): EventSet => ({ kind: 'set-intersection', of })

/** Returns events in any of the sets; of none, the empty set. */
export const or = (...of: readonly EventSet[]): EventSet => ({ kind: 'set-union', of })

/** Returns events in the first set and not in the second. */
export const except = (left: EventSet, right: EventSet): EventSet => ({ kind: 'set-difference', left, right })

/** Returns pairs in any of the relations; of none, the empty relation. */
export const union = (...of: readonly Rel[]): Rel => ({ kind: 'union', of })

/** Returns pairs in all of the relations. */
export const intersection = (...of: readonly Rel[]): Rel => ({ kind: 'intersection', of })

/** Returns pairs in the first relation and not in the second. */
export const difference = (left: Rel, right: Rel): Rel => ({ kind: 'difference', left, right })

/** Returns `a ; b`: a step of each relation, one after the other. */
export const seq = (...of: readonly Rel[]): Rel => ({ kind: 'sequence', of })

/** Returns `r^-1`, the converse. */
export const inverse = (of: Rel): Rel => ({ kind: 'inverse', of })

/** Returns `r+`: the least transitive relation that contains it. */
export const closure = (of: Rel): Rel => ({ kind: 'closure', of })

/** Returns `r?`: a step of the relation, or none. */
export const optional = (of: Rel): Rel => ({ kind: 'optional', of })

/** Returns the events that the relation leads from. */
export const domain = (of: Rel): EventSet => ({ kind: 'domain', of })

/** Returns the events that the relation leads to. */
export const range = (of: Rel): EventSet => ({ kind: 'range', of })

/** Returns the relation of that name in the least solution of the equations. */
export const recursive = (name: string, equations: readonly Equation[]): Rel => ({ kind: 'recursive', name, equations })

/** Returns the unknown of that name, for use within equations. */
export const unknown = (name: string): Rel => ({ kind: 'unknown', name })

/** Returns `[S]`, the identity on the set. */
export const on = (of: EventSet): Rel => ({ kind: 'identity', of })

/** Returns `S * T`, the product. */
export const product = (from: EventSet, to: EventSet): Rel => ({ kind: 'product', from, to })

/** Requires that no event reaches itself. */
export const acyclic = (of: Rel): Requirement => ({ kind: 'acyclic', of })

/** Requires that no event is related to itself. */
export const irreflexive = (of: Rel): Requirement => ({ kind: 'irreflexive', of })

/** Requires that no two events are related. */
export const empty = (of: Rel): Requirement => ({ kind: 'empty', of })

/** Requires that every pair of the one relation is in the other. */
export const contained = (inner: Rel, outer: Rel): Requirement => empty(difference(inner, outer))

/** Returns an axiom of the spec. */
export const axiom = (name: string, section: string, ...requirements: readonly Requirement[]): Axiom => ({
  name,
  section,
  requirements,
})

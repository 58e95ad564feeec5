/** The relations of a model that define data races (ISA 8.7.1). */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { mentions } from './mentions.js'
import type { Model, Rel } from './terms.js'

/** Moral strength and causality order; base causality, if the model has it. */
export interface RaceRelations {
  readonly ms: Rel
  readonly cause: Rel
  readonly baseCause: Rel | undefined
  /** The order of accesses to Tensor Memory, if the model has it. */
  readonly tensorOrder: Rel | undefined
  /** True if scopes count an asynchronous operation on shared memory as in the CTA that owns it. */
  readonly countsAtOwner: boolean
}

/** Returns the relations that define races; undefined if the model lacks one of the two that are needed. */
export const raceRelations: (model: Model) => RaceRelations | undefined = memoisedWeakly((model) => {
  const [ms, cause] = [model.roles.get('moral strength'), model.roles.get('causality order')]
  if (ms === undefined || cause === undefined) return undefined
  return {
    ms,
    cause,
    baseCause: model.roles.get('base causality'),
    tensorOrder: model.roles.get('tensor order'),
    countsAtOwner: mentions(model, 'sr_memory'),
  }
})

/** Returns the roles of a model with each relation changed. */
export const changeRoles = ({ roles }: Pick<Model, 'roles'>, change: (relation: Rel) => Rel): Model['roles'] =>
  new Map([...roles].map(([role, relation]) => [role, change(relation)]))

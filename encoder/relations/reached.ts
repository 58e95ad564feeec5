/** Decides whether executions reach undefined behaviour. */

import type { RaceRelations } from '../../axioms/algebra/roles.js'
import type { Rel } from '../../axioms/algebra/terms.js'
import { co, inTime, rf, seen } from '../../axioms/algebra/vocabulary.js'
import type { EventGraph, Undefined } from '../events/graph/event.js'
import type { Predicate } from '../values/expression.js'
import type { Logic } from '../values/logic.js'

/** The parts that decide whether it is reached: conditions over what reads return, and the order of events. */
export interface ReachedDomain<B> {
  readonly logic: Logic<B>
  readonly truth: (predicate: Predicate) => B
  /** Returns whether a relation leads from one event to another. */
  readonly holds: (term: Rel, from: number, to: number) => B
  /** The base causality of the model, if it has one. */
  readonly baseCause: RaceRelations['baseCause']
  /** Its causality order, if that may lead from one operation through another. */
  readonly causality: Rel | undefined
  /** Its order of accesses to Tensor Memory, if it has one. */
  readonly tensorOrder: RaceRelations['tensorOrder']
}

/**
 * Returns the relations of a model that decide about undefined behaviour. Causality order leads further than base
 * causality only through the reads of shared memory by `tcgen05`.
 */
export function reachedBy(
  { events }: Pick<EventGraph, 'events'>,
  relations: RaceRelations | undefined,
): Pick<ReachedDomain<unknown>, 'baseCause' | 'causality' | 'tensorOrder'> {
  const leadsThrough = events.some(({ sets }) => sets.includes('TSHARED'))
  return {
    baseCause: relations?.baseCause,
    causality: leadsThrough ? relations?.cause : undefined,
    tensorOrder: relations?.tensorOrder,
  }
}

/** Returns whether undefined behaviour is reached. */
export const reachedUndefined = <B>({
  logic,
  truth,
  holds: holdsOf,
  baseCause,
  causality,
  tensorOrder,
}: ReachedDomain<B>): ((one: Undefined) => B) => {
  const { and, not, any, ff } = logic
  const holds = (term: Rel | undefined, from: number, to: number): B =>
    term === undefined ? ff : holdsOf(term, from, to)
  return (one) => {
    const when = truth(one.when)
    if (when === ff) return ff
    if ((one.reason === 'barrier' || one.reason === 'warpgroup') && one.unlessBefore !== undefined)
      return and(when, not(holds(inTime, ...one.unlessBefore)))
    if (one.reason === 'launch' && one.unlessBefore !== undefined) {
      const { issue, operation, read } = one.unlessBefore
      return and(when, not(any([holds(inTime, issue, read), holds(baseCause, operation, read)])))
    }
    if (one.reason === 'tensor memory' && one.unlessBefore !== undefined)
      // What orders an access before the cells are freed is what orders it before another access to them.
      return and(when, not(holds(one.problem === 'freed' ? tensorOrder : baseCause, ...one.unlessBefore)))
    if (one.reason === 'mbarrier' && 'writes' in one) {
      const [before, later] = one.writes
      const isInvalid = any(one.invalidations.map((end) => and(holds(co, before, end), holds(co, end, later))))
      return and(when, and(holds(co, before, later), not(isInvalid)))
    }
    if (one.reason === 'tensor memory' && one.ifBefore !== undefined) return and(when, holds(inTime, ...one.ifBefore))
    if (one.reason === 'mbarrier' && 'reads' in one) return and(when, holds(rf, ...one.reads))
    if (one.reason !== 'asynchronous') return when
    if (one.problem === 'exited') {
      const comesBefore = [baseCause, seen].flatMap((term) => one.own.map((own) => holds(term, one.access, own)))
      return and(when, not(any(comesBefore)))
    }
    const isIssued = holds(baseCause, one.issue, one.access)
    const isComplete = any([baseCause, causality].map((order) => holds(order, one.operation, one.access)))
    return and(when, and(isIssued, not(isComplete)))
  }
}

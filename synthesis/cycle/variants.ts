/** The family of a cycle: all ways to fill in what it leaves open. */

import { product } from '../product.js'
import { isGeneric } from '../sketch.js'
import { type Scope, type Strength, strengthOf } from '../vocabulary.js'
import type { Cycle, CycleEvent, FenceStep, Leg } from './cycle.js'

/** Something that the cycle leaves open: an event or a step of a leg. */
type Choice =
  | { readonly leg: number; readonly event: number; readonly strength: Strength }
  | { readonly leg: number; readonly step: number; readonly fences: readonly FenceStep[] }

/**
 * Yields the cycle with every strength for each event that has none given, and with every fence or none wherever
 * program order has no fence. In each variant, everything that was open has one scope.
 */
export function* variantsOf(cycle: Cycle, scopes: readonly Scope[]): Generator<Cycle> {
  for (const scope of scopes)
    for (const choices of product(openIn(cycle, scope)))
      yield {
        legs: cycle.legs.map((leg, i) =>
          chosen(
            leg,
            choices.filter((one) => one.leg === i),
          ),
        ),
      }
}

/**
 * Returns the maximum number of variants. Variants without anything that has a scope are the same for each scope, and
 * are counted each time.
 */
export const countVariants = (cycle: Cycle, scopes: readonly Scope[]): number =>
  scopes.reduce((sum, scope) => sum + openIn(cycle, scope).reduce((all, { length }) => all * length, 1), 0)

/** Returns the choices for each open position. */
const openIn = ({ legs }: Cycle, scope: Scope): readonly (readonly Choice[])[] =>
  legs.flatMap(({ events, steps }, leg) => [
    ...events.flatMap((event, i) =>
      // The second half of an atomic has the properties of the first.
      event.strength !== undefined || steps[i - 1]?.kind === 'atomic'
        ? []
        : [strengthsOf(event, scope).map((strength) => ({ leg, event: i, strength }))],
    ),
    ...steps.flatMap((step, i) =>
      step.kind === 'order' && step.fences.length === 0 && !step.isData
        ? [fencesWith(scope).map((fences) => ({ leg, step: i, fences }))]
        : [],
    ),
  ])

function strengthsOf({ direction, isAtomic, path }: CycleEvent, scope: Scope): readonly Strength[] {
  if (isAtomic) return (['relaxed', 'acquire', 'release', 'acq_rel'] as const).map((order) => strengthOf(order, scope))
  if (!isGeneric(path)) return [strengthOf('weak')]
  const fitting = direction === 'R' ? 'acquire' : 'release'
  return [strengthOf('weak'), strengthOf('relaxed', scope), strengthOf(fitting, scope)]
}

const fencesWith = (scope: Scope): readonly (readonly FenceStep[])[] => [
  [],
  [{ kind: 'fence', strength: strengthOf('acq_rel', scope) }],
  [{ kind: 'fence', strength: strengthOf('sc', scope) }],
]

const chosen = (leg: Leg, choices: readonly Choice[]): Leg => ({
  ...leg,
  events: leg.events.map((event, i) => {
    const half = leg.steps[i - 1]?.kind === 'atomic' ? i - 1 : i
    const choice = choices.find((one) => 'event' in one && one.event === half)
    return choice === undefined || !('event' in choice) ? event : { ...event, strength: choice.strength }
  }),
  steps: leg.steps.map((step, i) => {
    const choice = choices.find((one) => 'step' in one && one.step === i)
    return choice === undefined || !('step' in choice) || step.kind !== 'order'
      ? step
      : { ...step, fences: choice.fences }
  }),
})

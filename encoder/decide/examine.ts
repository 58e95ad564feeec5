/** Goes through the consistent executions of a program one by one, and looks for the events that a question asks about. */

import { match } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import type { EventGraph } from '../events/graph/event.js'
import { candidates, counting, type Extent, finalChoices } from '../execution/candidates.js'
import type { Execution } from '../execution/execution.js'
import { endsIn, hangIn, isConsistent, loopsCut } from '../execution/replay.js'
import type { NotCovered } from './mixed-sizes.js'
import { mayBeUncovered, uncoveredIn } from './uncovered.js'
import { undefinedIn } from './undefined.js'
import {
  type Liveness,
  loopsWithin,
  noUndefined,
  type UndefinedBehaviour,
  type UndefinedIn,
  type Within,
} from './verdict.js'

/**
 * Looks for something in executions, one after the other. `finals` are those that differ only in the choice of final
 * writes.
 */
export interface Watch {
  /** Returns whether a candidate would show something new if it were consistent. */
  readonly isNews: (candidate: Execution, finals: readonly Execution[]) => boolean
  /** Takes note of a consistent execution. */
  readonly see: (consistent: Execution, finals: readonly Execution[]) => void
}

/** The results for a program, besides what the watches saw. If the program is not covered, hangs and undefined behaviour are not known. */
export type Examined = {
  /** The loops that were cut at the bound. */
  readonly within: Within | undefined
  readonly listed: Extent
  /** The reason why there is no answer that needs all candidates. */
  readonly reason: string | undefined
} & (
  | { readonly uncovered: NotCovered; readonly liveness: undefined; readonly reached: UndefinedBehaviour }
  | { readonly uncovered: undefined; readonly liveness: Liveness; readonly reached: UndefinedBehaviour }
)

/** Shows the consistent executions to the watches until it is over, or there are no more, or more than `most` candidates. */
export function examine(
  graph: EventGraph,
  model: Model,
  most: number,
  {
    watches,
    isOver = () => false,
  }: { readonly watches: readonly Watch[]; readonly isOver?: (isUncovered: boolean) => boolean },
): Examined {
  const uncovered = watchUncovered(graph, model)
  const loops = watchLoops(graph)
  const hangs = watchLiveness(graph, model)
  const undefinedBehaviour = undefinedSeen(graph, model)
  const all: readonly Watch[] = [...watches, loops, hangs, undefinedBehaviour, uncovered]
  const { listing, listed } = counting(most)
  for (const candidate of candidates(graph, model, listing)) {
    const finals = endings(graph, candidate)
    // The model judges only where its answer can matter; it does not depend on the choice of final writes.
    if (!all.some(({ isNews }) => isNews(candidate, finals)) || !isConsistent(graph, model, candidate)) continue
    for (const { see } of all) see(candidate, finals)
    if (isOver(uncovered.result() !== undefined)) break
  }
  const reason = unlisted(listed(), most)
  const within = loopsWithin(graph, loops.result())
  const extent = { within, listed: listed(), reason }
  const notCovered = uncovered.result()
  return notCovered === undefined
    ? {
        ...extent,
        uncovered: undefined,
        liveness: hangs.result(within, reason),
        reached: undefinedBehaviour.result(reason),
      }
    : { ...extent, uncovered: notCovered, liveness: undefined, reached: noUndefined }
}

/** Returns the reason why brute force gives no answer if it did not see all candidates. */
export const unlisted = (listed: Extent, most: number): string | undefined =>
  match(listed)
    .with('all', () => undefined)
    .with('too many', () => `there are more than ${most} candidate executions; brute force stops there`)
    .with('thin air', () => 'values may come out of thin air, and brute force cannot try them all')
    .with('unknown values', () => 'some values are unknown, and brute force cannot try them all')
    .exhaustive()

/** Returns the executions that differ from one only in the choice of final writes, itself included. */
export const endings = (graph: EventGraph, candidate: Execution): readonly Execution[] =>
  finalChoices(graph, candidate).map((final) => ({ ...candidate, final }))

/** Watches consistent executions, one after the other, for undefined behaviour. */
export function undefinedSeen(graph: EventGraph, model: Model) {
  const places = new Map<string, UndefinedIn>()
  const key = ({ thread, instruction }: UndefinedIn): string => `${thread} ${instruction}`
  const fresh = (execution: Execution): readonly UndefinedIn[] =>
    graph.undefined.length === 0 ? [] : undefinedIn(graph, model, execution).filter((one) => !places.has(key(one)))
  return {
    isNews: (candidate: Execution): boolean => fresh(candidate).length > 0,
    see: (consistent: Execution): void => {
      for (const one of fresh(consistent)) places.set(key(one), one)
    },
    result: (reason: string | undefined): UndefinedBehaviour => {
      if (places.size === 0 && reason !== undefined && graph.undefined.length > 0) return { kind: 'undecided', reason }
      const byText = (one: UndefinedIn, other: UndefinedIn) =>
        one.thread - other.thread || one.instruction - other.instruction
      return { kind: 'known', found: [...places.values()].toSorted(byText) }
    },
  }
}

/** Watches consistent executions, one after the other, for hangs. */
function watchLiveness(graph: EventGraph, model: Model) {
  let ends = false
  let hang: Execution | undefined
  return {
    isNews: (candidate: Execution): boolean =>
      (!ends && endsIn(graph, candidate)) || (hang === undefined && hangIn(graph, model, candidate) !== undefined),
    see: (consistent: Execution): void => {
      ends ||= endsIn(graph, consistent)
      if (hang === undefined && hangIn(graph, model, consistent) !== undefined) hang = consistent
    },
    /** Returns the result, given which loops were cut and why not all executions were examined. */
    result: (within: Within | undefined, reason: string | undefined): Liveness => {
      // Only after all executions are examined is it known that none ends.
      if (hang !== undefined && (ends || reason === undefined))
        return {
          ...{ kind: 'hangs', always: !ends && within === undefined, execution: hang, model },
          ...(within === undefined ? {} : { within }),
        }
      if (reason !== undefined) return { kind: 'undecided', reason }
      return { kind: 'ends', ...(within === undefined ? {} : { within }) }
    },
  }
}

function watchLoops(graph: EventGraph) {
  const cut = new Set<string>()
  return {
    isNews: (candidate: Execution): boolean => loopsCut(graph, candidate).some((loop) => !cut.has(loop)),
    see: (consistent: Execution): void => {
      for (const loop of loopsCut(graph, consistent)) cut.add(loop)
    },
    /** Returns the loops that an execution cuts. */
    result: (): ReadonlySet<string> => cut,
  }
}

function watchUncovered(graph: EventGraph, model: Model) {
  let reason: NotCovered | undefined
  return {
    isNews: (): boolean => reason === undefined && mayBeUncovered(graph),
    see: (consistent: Execution): void => {
      reason ??= uncoveredIn(graph, model, consistent)
    },
    /** Returns the reason why the program is not covered. */
    result: (): NotCovered | undefined => reason,
  }
}

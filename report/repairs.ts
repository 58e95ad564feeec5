/** The schemas of the documents of `fix` and `weaken`. */

import * as z from 'zod'
import { count, exitStatus, foundWith, livenessReport, restsReport, undefinedStop, within } from './parts.js'
import { witness } from './witness.js'

/** What answers rest on; `endsGiven` for the answer that no thread waits for ever. */
const rests = {
  ...restsReport.shape,
  endsGiven: livenessReport.shape.endsGiven,
  /** The reason why the answer may rest on more; usually that time ran out. */
  restsUnknown: z.string().optional(),
}

/** The cost of changes, compared by their number and then by the sum of their prices. */
const cost = z.strictObject({ changes: count, sum: count })

/** Changes that were made together, and the results for the changed test. */
export const changesDocument = z.strictObject({
  cost,
  changes: z.array(
    z.strictObject({
      kinds: z.array(z.string()),
      /** The items of its price, as `--costs` names them. */
      prices: z.array(z.string()),
      /** The changes in words and in CUDA C++: the nearest first and then stronger ones, or nothing. */
      edits: z.array(z.strictObject({ text: z.string(), cuda: z.array(z.string()) })),
    }),
  ),
  /** True if they end races by strong accesses alone, which order nothing. */
  ordersNothing: z.boolean().optional(),
  /** True if one of them is a fence that the model has and no assembler accepts. */
  modelOnly: z.boolean().optional(),
  /** Present if the answers for the changed test hold only within a bound. */
  within: within.optional(),
  ...rests,
  /** True if something cheaper may be enough: time ran out, or it was found with some lanes of each warp. */
  mayBeCheaper: z.boolean().optional(),
  /** Present if it was found with only these lanes of each warp, as `lanes 0, 31`. */
  foundWith: foundWith.optional(),
  /** The lines of the test could not be edited so: it is printed afresh, without its comments. */
  printed: z.boolean().optional(),
  /** A unified diff of the texts of the test; absent if they cannot express the changes. */
  diff: z.string().optional(),
  /** The same changes as a unified diff of the CUDA sources, where they are calls; what compilers make of it is open. */
  sourceDiff: z.string().optional(),
})

const about = {
  test: z.string(),
  model: z.string(),
  /** The questions whose outcomes must not be reachable. */
  claims: z.array(z.string()),
  reason: z.string().optional(),
  /** How to make the test smaller, if that may help. */
  advice: z.string().optional(),
  /** The number of sets of changes that were tried but not decided. */
  undecided: count.optional(),
  /** What it rests on that there is nothing to do. */
  within: within.optional(),
  ...rests,
  /** The files that `--output` wrote. */
  written: z.array(z.string()),
  exitStatus,
}

export const fixDocument = z.strictObject({
  ...about,
  goal: z.enum(['claims', 'race-free']),
  /** True if the goal is that there is no data race, alone or besides the claims. */
  raceFree: z.boolean(),
  /** True if the goal is also that no thread waits for ever. */
  hangs: z.boolean(),
  result: z.enum(['nothing to do', 'repaired', 'no repair', 'undecided', 'not covered']),
  /**
   * The reason why the search ended: there were as many repairs as `--all` wants, any other repair contains one of these, the time limit was
   * reached, there are no others with the lanes with which they were found, or another launch is enough and nothing else was tried.
   */
  ended: z.enum(['enough', 'exhausted', 'spent', 'lanes', 'launch']).optional(),
  /** Claims that the goal leaves out or rules out, and that `check` does not find met after the cheapest repair. */
  unmet: z.array(z.string()).optional(),
  /** If races were removed: the outcomes outside the goal, other than claims, that are still reachable. */
  reachable: z.array(z.string()).optional(),
  /** If races were removed: those that are out of reach now. */
  gone: z.array(z.string()).optional(),
  /** If the goal is only that there are no data races: where undefined behaviour or a trap is reachable, if it is. */
  undefined: z.array(undefinedStop).optional(),
  /** True if the goal leaves out that a thread may wait for ever, and one may after the cheapest repair. */
  canHang: z.boolean().optional(),
  /** Whether there are data races after the cheapest repair, or as it is; absent if their absence is the goal. */
  races: z.enum(['absent', 'present', 'unknown']).optional(),
  /** The reason why `unmet`, `canHang` or `races` may be incomplete. */
  besidesUnknown: z.string().optional(),
  /** The repairs, the cheapest first. */
  repairs: z.array(changesDocument),
  /** A run in which threads take turns and do what they must not; only for `no repair`. */
  inTurn: witness.optional(),
})

export const weakenDocument = z.strictObject({
  ...about,
  result: z.enum(['nothing to do', 'weakened', 'no claims', 'undecided', 'not covered']),
  /** True if it has no data races, and has none after the changes. */
  raceFree: z.boolean().optional(),
  /** The parts that may each be weakened or removed alone. */
  alone: z.array(changesDocument),
  /** The cheapest program of all of them together. */
  best: changesDocument.optional(),
  /** The cost of its fences, orders and scopes before the changes. */
  before: cost.optional(),
})

export type ChangesDocument = z.infer<typeof changesDocument>
export type FixDocument = z.infer<typeof fixDocument>
export type WeakenDocument = z.infer<typeof weakenDocument>

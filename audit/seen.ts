/** What a GPU showed of a program without a piece, and whether that agrees with its audit. */

import { match } from 'ts-pattern'
import type { Options } from '../encoder/decide/decide.js'
import type { Solver } from '../encoder/solver/solver.js'
import { holds } from '../hardware/judge.js'
import type { HardwareLog } from '../hardware/log.js'
import { loggedOf } from '../hardware/logged.js'
import { termsOf } from '../litmus/condition.js'
import type { Program } from '../litmus/program.js'
import { applied } from '../repair/apply.js'
import { claimsOf } from '../repair/demands.js'
import { type Rests, restsOn } from '../repair/rests.js'
import { must } from '../source/must.js'
import type { Audited, Need } from './audit.js'
import { type Variant, variantsOf } from './variants.js'

export type Seen =
  | {
      readonly kind: 'ran'
      readonly times: number
      /** The instances in which some claim is violated. */
      readonly violated: number
      /** The instances in which a loop was given up. */
      readonly gaveUp: number
    }
  /** The GPU or its driver ended it, or it did not end. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'not runnable'; readonly reason: string }
  | { readonly kind: 'not in the log' }

/** Returns what the logs say of a variant of the program. */
export function seenOf(program: Program, { planned }: Variant, logs: readonly HardwareLog[]): Seen {
  if (planned.kind === 'not runnable') {
    const [first] = planned.reasons
    return { kind: 'not runnable', reason: first?.message ?? '' }
  }
  const logged = loggedOf(planned, logs)
  if (logged === undefined) return { kind: 'not in the log' }
  if ('failed' in logged) return { kind: 'failed', reason: logged.failed }
  if ('notRunnable' in logged) return { kind: 'not runnable', reason: logged.notRunnable }
  const { filter } = program
  // The values of addresses are those of one run.
  const claims = claimsOf(program).filter(({ condition }) => termsOf(condition).every(({ kind }) => kind !== 'address'))
  const violated = logged.states.filter(
    ({ values }) =>
      (filter === undefined || holds(filter, values, program)) &&
      claims.some(({ condition }) => !holds(condition, values, program)),
  )
  return {
    kind: 'ran',
    times: logged.times,
    violated: violated.reduce((sum, { count }) => sum + count, 0),
    gaveUp: logged.gaveUp,
  }
}

/**
 * Returns whether the loss of a piece shows: a claim is violated, or no run ends, where that does not happen with the
 * piece. A race alone does not show.
 */
export const isLossSeen = (without: Seen, asItIs: Seen): boolean => isBroken(without) && !isBroken(asItIs)

const isBroken = (seen: Seen): boolean =>
  match(seen)
    .with({ kind: 'ran' }, ({ times, violated, gaveUp }) => violated > 0 || gaveUp === times)
    .with({ kind: 'failed' }, () => true)
    .with({ kind: 'not runnable' }, { kind: 'not in the log' }, () => false)
    .exhaustive()

/**
 * Returns whether something may break without a piece, or with its weakest form where it cannot be left out, as far as
 * its audit knows.
 */
export const mayBreak = (need: Need, { piece }: Variant): boolean =>
  match(need)
    .with({ kind: 'needed' }, { kind: 'undecided' }, () => true)
    .with({ kind: 'may be weaker' }, ({ to }) => to !== piece?.alternatives[0])
    .with({ kind: 'not needed' }, { kind: 'not reached' }, () => false)
    .exhaustive()

/** What logs say of a piece that is taken out. */
export interface SeenWithout {
  readonly seen: Seen
  readonly isLoss: boolean
  /** False if the loss shows, but cannot by the audit. */
  readonly agrees: boolean
  /** The guarantees that compilers and GPUs are known to break, if these explain the loss. */
  readonly deviations?: Rests['deviations']
}

/**
 * Returns what the logs say of the program as it is, and without each piece of its audit, in their order. Where a loss
 * shows that cannot be, the changed program is decided again, to find out whether its claims rest on a guarantee that
 * GPUs are known to break.
 */
export function heldAgainst(
  program: Program,
  audited: readonly Audited[],
  logs: readonly HardwareLog[],
  solver: Solver,
  options: Pick<Options, 'model' | 'bound' | 'timeout'>,
): { readonly asItIs: Seen; readonly without: readonly SeenWithout[] } {
  const [now, ...variants] = variantsOf(
    program,
    audited.map(({ piece }) => piece),
  )
  const asItIs = seenOf(program, must(now, 'the program as it is'), logs)
  const without = audited.map(({ need }, i): SeenWithout => {
    const variant = must(variants[i], 'the program without a piece')
    const seen = seenOf(program, variant, logs)
    const isLoss = isLossSeen(seen, asItIs)
    if (!isLoss || mayBreak(need, variant)) return { seen, isLoss, agrees: true }
    const changed = applied(program, variant.piece?.alternatives[0]?.edits ?? [])
    const { deviations } = restsOn(changed, { questions: claimsOf(program) }, solver, options)
    return { seen, isLoss, ...(deviations === undefined ? { agrees: false } : { agrees: true, deviations }) }
  })
  return { asItIs, without }
}

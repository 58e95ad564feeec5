/** Decides of each synchronising piece of a program whether it is needed: it is left out or made weaker, and everything is decided again. */

import { match } from 'ts-pattern'
import { decide } from '../encoder/decide/decide.js'
import { timeLimit } from '../encoder/decide/time-limit.js'
import type { Within } from '../encoder/decide/verdict.js'
import { defaultBound } from '../encoder/events/graph/bound.js'
import type { Solver } from '../encoder/solver/smt.js'
import type { Program } from '../litmus/program.js'
import { findRace, type RaceVerdict } from '../races/find-races.js'
import { applied } from '../repair/apply.js'
import type { Reached } from '../repair/carry.js'
import { type Counterexample, surviving } from '../repair/counterexample.js'
import { claimsOf, demandsOf } from '../repair/demands.js'
import { anything, type Demands, type Fault, judge } from '../repair/judge.js'
import { type Costs, defaultCosts } from '../repair/prices.js'
import type { ChangeKind } from '../repair/repair.js'
import { type Rests, restsOn } from '../repair/rests.js'
import type { SearchOptions } from '../repair/result.js'
import { alternatives, changesOf, editsOf, type Selection, type Slot } from '../repair/slot.js'
import { timeReason } from '../source/limited.js'
import { type Alternative, type Numbered, type Piece, piecesOf } from './pieces.js'

export interface AuditOptions extends SearchOptions {
  /** True if only the claims count: a new race, a new hang or a permitted outcome out of reach is no loss. */
  readonly claimsOnly?: boolean
  /** The kinds of pieces to decide; all if absent. */
  readonly only?: readonly ChangeKind[] | undefined
  /** The numbers of the pieces to decide, from 1; all if absent. */
  readonly pieces?: readonly number[] | undefined
  readonly costs?: Costs | undefined
  /** Called with each piece when it is decided. */
  readonly found?: (audited: Audited) => void
}

/** What becomes of a program without a piece. */
export type Need =
  /** Without it, or with anything weaker there, something breaks. `reached` shows it, if an execution does. */
  | { readonly kind: 'needed'; readonly fault: Fault; readonly reached: Reached | undefined }
  | { readonly kind: 'may be weaker'; readonly to: Alternative; readonly within: Within | undefined }
  | { readonly kind: 'not needed'; readonly without: Alternative; readonly within: Within | undefined }
  | { readonly kind: 'undecided'; readonly reason: string }

export interface Audited {
  readonly piece: Numbered
  readonly need: Need
}

export type Audit =
  | {
      readonly kind: 'audited'
      readonly audited: readonly Audited[]
      /** The number of pieces of the kinds in question. */
      readonly count: number
      /** The pieces that can go together: no other piece that is not needed can go besides. */
      readonly together: readonly Numbered[]
      /** Whether races count: not if it has some as it is, if they are not known, or if only claims count. */
      readonly races: 'absent' | 'present' | 'unknown' | 'left out'
      /** What it rests on that nothing breaks. */
      readonly rests: Rests
    }
  /** Something is broken as it is. */
  | { readonly kind: 'broken'; readonly fault: Fault }
  | { readonly kind: 'undecided' | 'not covered'; readonly reason: string }

/**
 * Returns the need of each piece. What must stay as it is: the claims hold, permitted outcomes are reachable, a program
 * without races has none, nothing hangs that did not, and no behaviour becomes undefined. `timeout` is for each piece,
 * in milliseconds, and again for the set that can go together. Throws `InternalError` where `decide` does.
 */
export function audit(program: Program, solver: Solver, options: AuditOptions): Audit {
  const { model, bound = defaultBound, costs = defaultCosts, only, timeout, claimsOnly = false } = options
  const { progress = () => undefined, found = () => undefined } = options
  const questions = claimsOf(program)
  const permits = claimsOnly ? [] : program.questions.filter(({ kind }) => kind === 'permit')
  const asked = [...questions, ...permits]
  /** The limit of each step, and of each piece. */
  const limit = timeLimit(timeout)
  const { goesOn } = limit
  const afresh = () => {
    limit.restart()
    return { model, bound, timeout, goesOn }
  }
  const before = decide({ ...program, questions: asked.length > 0 ? asked : [anything(program)] }, solver, {
    ...afresh(),
    liveness: !claimsOnly,
  })
  const demanded = demandsOf({ kind: 'claims', questions }, before)
  if ('kind' in demanded) return demanded
  const races = claimsOnly ? undefined : findRace(program, solver, afresh())
  if (races?.kind === 'undecided') return { ...races, reason: `whether it has data races: ${races.reason}` }
  const demands: Demands = { ...demanded, raceFree: races?.kind === 'race-free' }
  const now = judge(program, { program, edits: [], unsafe: !claimsOnly }, demands, solver, afresh())
  if (now.kind === 'undecided') return { kind: 'undecided', reason: now.reason }
  if (now.kind !== 'good') return { kind: 'broken', fault: now.fault }

  const all = piecesOf(program, costs, only)
  const pieces = all.filter(({ number }) => options.pieces?.includes(number) ?? true)
  const slots = pieces.map(slotOf)
  const whole: Selection = slots.map(() => 0)
  const losses: Counterexample[] = []
  const { survives } = surviving(program, slots, { model, bound }, { goesOn, spend: goesOn })

  /** Judges the program with some pieces changed. */
  const tried = (selection: Selection, left: number | undefined): Tried => {
    if (left === 0) return { kind: 'undecided', reason: timeReason }
    const edits = editsOf(changesOf(slots, selection))
    const changed = { program: applied(program, edits), edits, unsafe: !claimsOnly }
    const verdict = judge(program, changed, demands, solver, { model, bound, timeout: left })
    if (verdict.kind === 'breaks') return { ...verdict, reached: undefined }
    if (verdict.kind !== 'offends') return verdict
    losses.push(verdict.counterexample)
    return { kind: 'breaks', fault: verdict.fault, reached: verdict.counterexample.reached }
  }
  /** Returns whether an execution that broke some program breaks this one, too. */
  const isKnown = (selection: Selection): boolean => losses.some((one) => survives(one, selection))

  const audited = pieces.map((piece, i): Audited => {
    progress(`${i + 1} of ${pieces.length} pieces`)
    limit.restart()
    const one = {
      piece,
      need: needOf(
        piece,
        (level) => tried(whole.with(i, level), limit.left()),
        (level) => isKnown(whole.with(i, level)),
      ),
    }
    found(one)
    return one
  })
  const unneeded = audited.flatMap(({ need }, i) => (need.kind === 'not needed' ? [i] : []))
  progress(`which of ${unneeded.length} pieces can go together`)
  limit.restart()
  const together = largestSet(unneeded, (some) => {
    const selection = whole.map((level, i) => (some.includes(i) ? 1 : level))
    return !isKnown(selection) && tried(selection, limit.left()).kind === 'good'
  })
  const rests = restsOn(program, asked.length > 0 ? { questions } : { kind: 'race-free' }, solver, afresh())
  return {
    kind: 'audited',
    audited,
    count: all.length,
    together: together.flatMap((i) => pieces[i] ?? []),
    races: racesWord(races?.kind),
    rests,
  }
}

const racesWord = (kind: RaceVerdict['kind'] | undefined) =>
  match(kind)
    .returnType<Extract<Audit, { kind: 'audited' }>['races']>()
    .with(undefined, () => 'left out')
    .with('race-free', () => 'absent')
    .with('racy', () => 'present')
    .with('vacuous', 'undecided', 'not covered', () => 'unknown')
    .exhaustive()

/** The program with some pieces changed. */
type Tried =
  | { readonly kind: 'good'; readonly within: Within | undefined }
  | { readonly kind: 'breaks'; readonly fault: Fault; readonly reached: Reached | undefined }
  | { readonly kind: 'undecided'; readonly reason: string }

/** Returns the piece as a place of which level 0 is the text as it is, and level `n` its alternative `n - 1`. */
const slotOf = ({ thread, at, kind, alternatives: weaker }: Piece): Slot => ({
  rank: 0,
  like: `${thread} ${at}`,
  addsOrder: false,
  levels: alternatives<Alternative | undefined>(
    [undefined, ...weaker],
    () => false,
    (one) => ({
      change: one === undefined ? undefined : { kinds: [kind], edits: one.edits, prices: [] },
      safe: one === undefined,
    }),
  ),
})

/**
 * Tries the alternatives, the weakest first. What the weakest breaks is why the piece is needed; of the others it is
 * enough to know that they break something.
 */
function needOf({ alternatives }: Piece, tried: (level: number) => Tried, isKnown: (level: number) => boolean): Need {
  let first: Extract<Tried, { kind: 'breaks' }> | undefined
  let open: Extract<Tried, { kind: 'undecided' }> | undefined
  for (const [i, alternative] of alternatives.entries()) {
    if (first !== undefined && isKnown(i + 1)) continue
    const one = tried(i + 1)
    if (one.kind === 'breaks') first ??= one
    else if (one.kind === 'undecided') open ??= one
    else
      return alternative.kind === 'removed'
        ? { kind: 'not needed', without: alternative, within: one.within }
        : { kind: 'may be weaker', to: alternative, within: one.within }
  }
  if (open !== undefined || first === undefined) return { kind: 'undecided', reason: open?.reason ?? timeReason }
  return { kind: 'needed', fault: first.fault, reached: first.reached }
}

/**
 * Returns a set of pieces without all of which the program is good, to which none of the others can be added. Adding
 * goes on until nothing changes, since two barriers may be missing together where one may not.
 */
function largestSet(pieces: readonly number[], isGood: (some: readonly number[]) => boolean): readonly number[] {
  if (pieces.length < 2 || isGood(pieces)) return pieces
  let set: readonly number[] = []
  for (;;) {
    const next = pieces.find((one) => !set.includes(one) && isGood([...set, one]))
    if (next === undefined) return set
    set = [...set, next]
  }
}

/** Decides of each synchronising piece of a program whether it is needed: it is left out or made weaker, and everything is decided again. */

import { match } from 'ts-pattern'
import type { Model } from '../axioms/algebra/terms.js'
import { decide } from '../encoder/decide/decide.js'
import { type TimeLimit, timeLimit } from '../encoder/decide/time-limit.js'
import type { Within } from '../encoder/decide/verdict.js'
import { defaultBound } from '../encoder/events/graph/bound.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Program, Question } from '../litmus/program.js'
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
import type { LossDocument } from '../report/audit.js'
import { timeReason } from '../source/limited.js'
import { lossOf } from './loss.js'
import { type Alternative, type Numbered, type Piece, piecesOf } from './pieces.js'
import { type Reaching, reaching } from './reached.js'

export interface AuditOptions extends SearchOptions {
  /** True if only the claims count: a new race, a new hang or a permitted outcome out of reach is no loss. */
  readonly claimsOnly?: boolean
  /** The kinds of pieces to decide; all if absent. */
  readonly only?: readonly ChangeKind[] | undefined
  /** The numbers of the pieces to decide, from 1; all if absent. */
  readonly pieces?: readonly number[] | undefined
  readonly costs?: Costs | undefined
}

/** What becomes of a program without a piece. */
export type Need =
  /**
   * Without it, or with anything weaker there, something breaks: this with the strongest of the weaker forms, which says
   * why the piece is as it is. `reached` shows it, if an execution does.
   */
  | {
      readonly kind: 'needed'
      readonly fault: LossDocument
      readonly by: Alternative
      readonly reached: Reached | undefined
    }
  | { readonly kind: 'may be weaker'; readonly to: Alternative; readonly within: Within | undefined }
  | { readonly kind: 'not needed'; readonly without: Alternative; readonly within: Within | undefined }
  /** Nothing changes without it, or with something weaker there, since no execution comes to it. */
  | { readonly kind: 'not reached'; readonly within: Within | undefined }
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

/** A program in which nothing is broken, with what must stay as it is. */
export interface Ready {
  readonly kind: 'ready'
  readonly program: Program
  readonly solver: Solver
  readonly options: AuditOptions
  /** The limit of each step, and of each piece. */
  readonly limit: TimeLimit
  readonly demands: Demands
  /** The questions that count. */
  readonly asked: readonly Question[]
  readonly races: Extract<Audit, { kind: 'audited' }>['races']
}

/**
 * Returns the need of each piece. What must stay as it is: the claims hold, permitted outcomes are reachable, a program
 * without races has none, nothing hangs that did not, and no behaviour becomes undefined. `timeout` is for each piece,
 * in milliseconds, and again for the set that can go together. Throws `InternalError` where `decide` does.
 */
export function audit(program: Program, solver: Solver, options: AuditOptions): Audit {
  const ready = prepare(program, solver, options)
  if (ready.kind !== 'ready') return ready
  const trials = trialsOf(ready, chosenPieces(ready).chosen)
  return completed(ready, needsOf(ready, trials, {}), trials)
}

/** Decides the program as it is. It is the same for all pieces. */
export function prepare(
  program: Program,
  solver: Solver,
  options: AuditOptions,
): Ready | Exclude<Audit, { kind: 'audited' }> {
  const { timeout, claimsOnly = false } = options
  const questions = claimsOf(program)
  const permits = claimsOnly ? [] : program.questions.filter(({ kind }) => kind === 'permit')
  const asked = [...questions, ...permits]
  const limit = timeLimit(timeout)
  const before = decide({ ...program, questions: asked.length > 0 ? asked : [anything(program)] }, solver, {
    ...afresh(options, limit),
    liveness: !claimsOnly,
  })
  const demanded = demandsOf({ kind: 'claims', questions }, before)
  if ('kind' in demanded) return demanded
  const races = claimsOnly ? undefined : findRace(program, solver, afresh(options, limit))
  if (races?.kind === 'undecided') return { ...races, reason: `whether it has data races: ${races.reason}` }
  const demands: Demands = { ...demanded, raceFree: races?.kind === 'race-free' }
  const now = judge(program, { program, edits: [], unsafe: !claimsOnly }, demands, solver, afresh(options, limit))
  if (now.kind === 'undecided') return { kind: 'undecided', reason: now.reason }
  if (now.kind !== 'good') return { kind: 'broken', fault: now.fault }
  return { kind: 'ready', program, solver, options, limit, demands, asked, races: racesWord(races?.kind) }
}

const limitsOf = ({ model, bound = defaultBound }: AuditOptions) => ({ model, bound })

/** Returns the limits of a step that begins. */
function afresh(options: AuditOptions, limit: TimeLimit) {
  limit.restart()
  return { ...limitsOf(options), timeout: options.timeout, goesOn: limit.goesOn }
}

/** Returns the pieces of the kinds in question, and those that are to be decided. */
export function chosenPieces({ program, options }: Pick<Ready, 'program' | 'options'>) {
  const { costs = defaultCosts, only, pieces } = options
  const all = piecesOf(program, costs, only)
  return { all, chosen: all.filter(({ number }) => pieces?.includes(number) ?? true) }
}

/** What happens to a program if some of its pieces are changed. */
interface Trials {
  readonly pieces: readonly Numbered[]
  /** The program as it is. */
  readonly whole: Selection
  /** Judges the program with some pieces changed; `left` is the time for it, in milliseconds. */
  readonly tried: (selection: Selection, left: number | undefined) => Tried
  /** Returns whether an execution that broke some program breaks this one, too. */
  readonly isKnown: (selection: Selection) => boolean
  /** Returns whether an execution comes to a piece. */
  readonly reached: (piece: Piece, left: number | undefined) => Reaching
}

export function trialsOf(
  { program, solver, options, limit: { goesOn }, demands }: Ready,
  pieces: readonly Numbered[],
): Trials {
  const slots = pieces.map(slotOf)
  const limits = limitsOf(options)
  const losses: Counterexample[] = []
  const { survives } = surviving(program, slots, limits, { goesOn, spend: goesOn })
  return {
    pieces,
    whole: slots.map(() => 0),
    tried: (selection, left) => {
      if (left === 0) return { kind: 'undecided', reason: timeReason }
      const edits = editsOf(changesOf(slots, selection))
      const changed = { program: applied(program, edits), edits, unsafe: options.claimsOnly !== true }
      const verdict = judge(program, changed, demands, solver, { ...limits, timeout: left })
      if (verdict.kind === 'breaks') return { ...verdict, reached: undefined }
      if (verdict.kind !== 'offends') return verdict
      losses.push(verdict.counterexample)
      return { kind: 'breaks', fault: verdict.fault, reached: verdict.counterexample.reached }
    },
    isKnown: (selection) => losses.some((one) => survives(one, selection)),
    reached: ({ copies }, left) =>
      left === 0
        ? { kind: 'undecided', reason: timeReason }
        : reaching(program, copies, solver, { ...limits, timeout: left }),
  }
}

interface Deciding {
  /** Returns the need of a piece that is decided already. */
  readonly known?: (piece: Numbered) => Audited | undefined
  /** Called with each piece that is decided. */
  readonly found?: (audited: Audited) => void
}

/** Decides the pieces of the trials one after the other. */
export function needsOf(
  { options, limit }: Ready,
  { pieces, whole, tried, isKnown, reached }: Trials,
  { known = () => undefined, found = () => undefined }: Deciding,
): readonly Audited[] {
  const { model, progress = () => undefined } = options
  return pieces.map((piece, i): Audited => {
    const before = known(piece)
    if (before !== undefined) return before
    progress(`${i + 1} of ${pieces.length} pieces`)
    limit.restart()
    const audited = {
      piece,
      need: needOf(
        piece,
        model,
        (level) => tried(whole.with(i, level), limit.left()),
        (level) => isKnown(whole.with(i, level)),
        () => reached(piece, limit.left()),
      ),
    }
    found(audited)
    return audited
  })
}

/** Returns the audit in which the pieces of the trials are decided: with what can go together, and what it rests on. */
export function completed(ready: Ready, audited: readonly Audited[], trials: Trials): Audit {
  const { program, solver, options, limit, asked, races } = ready
  const { progress = () => undefined } = options
  const { whole, tried, isKnown } = trials
  const unneeded = audited.flatMap(({ need }, i) => (need.kind === 'not needed' ? [i] : []))
  progress(`which of ${unneeded.length} pieces can go together`)
  limit.restart()
  const together = largestSet(unneeded, (some) => {
    const selection = whole.map((level, i) => (some.includes(i) ? 1 : level))
    return !isKnown(selection) && tried(selection, limit.left()).kind === 'good'
  })
  const goal = asked.length > 0 ? { questions: claimsOf(program) } : ({ kind: 'race-free' } as const)
  return {
    kind: 'audited',
    audited,
    count: chosenPieces(ready).all.length,
    together: together.flatMap((i) => audited[i]?.piece ?? []),
    races,
    rests: restsOn(program, goal, solver, afresh(options, limit)),
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
 * Tries the alternatives, the weakest first. Of those but for the strongest it is enough to know that they break
 * something. That nothing breaks says something of a piece only if an execution comes to
 * it.
 */
function needOf(
  { alternatives }: Piece,
  model: Model,
  tried: (level: number) => Tried,
  isKnown: (level: number) => boolean,
  reached: () => Reaching,
): Need {
  let broken: (Extract<Tried, { kind: 'breaks' }> & { readonly by: Alternative }) | undefined
  let open: Extract<Tried, { kind: 'undecided' }> | undefined
  for (const [i, alternative] of alternatives.entries()) {
    if (broken !== undefined && i + 1 < alternatives.length && isKnown(i + 1)) continue
    const one = tried(i + 1)
    if (one.kind === 'breaks') broken = { ...one, by: alternative }
    else if (one.kind === 'undecided') open ??= one
    else {
      const { within } = one
      // An execution comes to a piece without which something breaks.
      const comes = broken === undefined ? reached() : 'reached'
      if (comes === 'not reached') return { kind: comes, within }
      if (comes !== 'reached') return { ...comes, reason: `whether an execution comes to it: ${comes.reason}` }
      return alternative.kind === 'removed'
        ? { kind: 'not needed', without: alternative, within }
        : { kind: 'may be weaker', to: alternative, within }
    }
  }
  if (open !== undefined || broken === undefined) return { kind: 'undecided', reason: open?.reason ?? timeReason }
  const { fault, by, reached: shown } = broken
  return { kind: 'needed', fault: lossOf(fault, shown, model), by, reached: shown }
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

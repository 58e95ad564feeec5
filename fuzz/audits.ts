/** Audits of small random programs against each piece left out or weakened, decided by brute force. */

import fc from 'fast-check'
import { type Audited, audit } from '../audit/audit.js'
import type { Piece } from '../audit/pieces.js'
import { trapped } from '../audit/reached.js'
import { observedIn, type Suggestions, suggestClaims } from '../audit/suggest.js'
import type { Model } from '../axioms/algebra/terms.js'
import { bruteForce, bruteOutcomes } from '../encoder/decide/brute.js'
import { buildEvents } from '../encoder/events/events.js'
import { countCandidates } from '../encoder/execution/candidates.js'
import type { Solver } from '../encoder/solver/solver.js'
import { conditionText } from '../litmus/print.js'
import type { Program } from '../litmus/program.js'
import { bruteRace } from '../races/find-races.js'
import { applied } from '../repair/apply.js'
import { anything } from '../repair/judge.js'
import type { Repair } from '../repair/repair.js'
import { repairText } from '../repair/text.js'
import { must } from '../source/must.js'
import { asynchronousPrograms } from './asynchronous.js'
import { barrierPrograms } from './barriers.js'
import { brokenPrograms } from './broken.js'
import { counterexampleTo, type Draw } from './draw.js'
import { only } from './programs.js'

export const auditStyles = ['orders', 'barriers', 'asynchronous'] as const
export type AuditStyle = (typeof auditStyles)[number]

export interface AuditAgreement {
  readonly programs: number
  readonly pieces: number
  readonly needed: number
  readonly weaker: number
  readonly unneeded: number
  readonly unreached: number
  /** The sets of several pieces that can go together. */
  readonly sets: number
  /** The claims that are suggested, and the pieces that no claim would notice. */
  readonly claims: number
  readonly unobservable: number
  /** The report on the smallest program found on which the two disagree. */
  readonly counterexample: string | undefined
}

/** Where each need is counted that is not undecided. */
const counts = {
  needed: 'needed',
  'may be weaker': 'weaker',
  'not needed': 'unneeded',
  'not reached': 'unreached',
} as const

/** Draws programs in which nothing is broken, audits them, and stops at the first need that brute force does not see. */
export function compareAudits(model: Model, solver: Solver, style: AuditStyle, draw: Draw): AuditAgreement {
  const tally = {
    programs: 0,
    pieces: 0,
    needed: 0,
    weaker: 0,
    unneeded: 0,
    unreached: 0,
    sets: 0,
    claims: 0,
    unobservable: 0,
  }
  const property = fc.property(programsIn(style, model), (text) => {
    const drawn = only(text)
    // What a test asks, without a claim, does not count.
    const program = { ...drawn, questions: drawn.questions.filter(({ kind }) => kind !== 'check') }
    fc.pre(countCandidates(buildEvents(program)) <= draw.mostCandidates)
    const result = audit(program, solver, { model })
    const before = bruteStateOf(program, model, draw)
    fc.pre(before !== undefined)
    if (result.kind !== 'audited') {
      fc.pre(result.kind !== 'not covered')
      if (result.kind === 'undecided' || isSound(before)) throw new Error(`${result.kind}, of a sound program`)
      fc.pre(false)
      return
    }
    if (!isSound(before)) throw new Error('it is audited, but something is broken as it is')
    const isGood = (edits: readonly Repair[]): boolean => {
      const changed = applied(program, edits)
      fc.pre(countCandidates(buildEvents(changed)) <= draw.mostCandidates)
      const after = bruteStateOf(changed, model, draw)
      fc.pre(after !== undefined)
      return isNoWorse(before, after)
    }
    const described = (edits: readonly Repair[]): string => edits.map((one) => repairText(program, one)).join('; ')
    const isReached = ({ copies }: Piece): boolean => {
      const { asking, reachingIn } = trapped(program, copies)
      const { answers } = bruteForce(asking, model, { most: draw.mostCandidates })
      const found = reachingIn(must(answers[0], 'an answer').undefined)
      fc.pre(typeof found === 'string')
      return found === 'reached'
    }
    for (const { piece, need } of result.audited) {
      const first = piece.alternatives.find(({ edits }) => isGood(edits))
      const right = first === undefined ? 'needed' : first.kind === 'removed' ? 'not needed' : 'may be weaker'
      const at = described(must(piece.alternatives[0], 'an alternative').edits)
      const comes = right === 'needed' || isReached(piece)
      const kind = comes ? right : 'not reached'
      if (need.kind !== kind) throw new Error(`${need.kind}, by brute force ${kind}: ${at}`)
      if (need.kind === 'may be weaker' && need.to !== first) throw new Error(`another one is weaker: ${at}`)
      tally.pieces++
      tally[counts[kind]]++
    }
    const without = (pieces: readonly Piece[]): readonly Repair[] =>
      pieces.flatMap(({ alternatives: [one] }) => one?.edits ?? [])
    const { together } = result
    if (together.length > 0 && !isGood(without(together)))
      throw new Error(`these cannot go together:\n${described(without(together))}`)
    for (const { piece, need } of result.audited)
      if (need.kind === 'not needed' && !together.includes(piece) && isGood(without([...together, piece])))
        throw new Error(`this can go besides: ${described(without([piece]))}`)
    checkSuggestions(program, result.audited, suggestClaims(program, result.audited, solver, { model }))
    tally.programs++
    if (together.length > 1) tally.sets++
  })
  const counterexample = counterexampleTo(property, draw)
  return { ...tally, counterexample }

  /** Decides claims, and that there are none, by brute force. */
  function checkSuggestions(program: Program, audited: readonly Audited[], suggestions: Suggestions): void {
    const withoutPiece = (number: number): Program => {
      const { need } = must(
        audited.find(({ piece }) => piece.number === number),
        'the audit of a piece',
      )
      const by = need.kind === 'not needed' ? need.without : need.kind === 'may be weaker' ? need.to : undefined
      return applied(program, must(by, 'a weaker form').edits)
    }
    for (const { condition, notices } of suggestions.claims) {
      const asking = (one: Program) =>
        verdictOf({ ...one, questions: [{ ...anything(one), kind: 'assert', condition }] })
      const said = conditionText(program, condition)
      if (asking(program) !== 'forbidden') throw new Error(`it does not hold: ${said}`)
      for (const number of notices)
        if (asking(withoutPiece(number)) !== 'allowed') throw new Error(`it does not notice piece ${number}: ${said}`)
      tally.claims++
    }
    const known = statesOf(program)
    for (const number of suggestions.unobservable) {
      if (statesOf(withoutPiece(number)).some((one) => !known.includes(one)))
        throw new Error(`a final state is new without piece ${number}`)
      tally.unobservable++
    }
  }

  function verdictOf(program: Program): string {
    const { answers } = bruteForce(program, model, { most: draw.mostCandidates })
    const { kind } = must(answers[0], 'an answer').verdict
    fc.pre(kind !== 'undecided')
    return kind
  }

  /** Returns the final states as texts. */
  function statesOf(program: Program): readonly string[] {
    const options = { model, besides: observedIn(program), limit: 10_000, most: draw.mostCandidates }
    const { found, ending } = bruteOutcomes({ ...program, questions: [] }, options)
    fc.pre(ending.kind === 'complete')
    return found.map(({ values }) => values.join())
  }
}

const programsIn = (style: AuditStyle, model: Model): fc.Arbitrary<string> =>
  style === 'orders'
    ? brokenPrograms('strong').map(({ text }) => text)
    : must(
        style === 'barriers' ? barrierPrograms(model) : asynchronousPrograms(model),
        'programs that the model covers',
      )

interface State {
  readonly isRaceFree: boolean
  readonly isEnding: boolean
  readonly isDefined: boolean
  /** False if no execution ends. */
  readonly canEnd: boolean
  readonly holds: readonly boolean[]
  readonly reaches: readonly boolean[]
}

/** Returns what brute force finds; undefined if it does not decide all of it. */
function bruteStateOf(program: Program, model: Model, { mostCandidates: most }: Draw): State | undefined {
  const races = bruteRace(program, { model, most })
  if (races.kind === 'undecided' || races.kind === 'not covered' || races.kind === 'vacuous') return undefined
  const questions = program.questions.length > 0 ? program.questions : [anything(program)]
  const { answers } = bruteForce({ ...program, questions }, model, { most })
  const { undefined: reached, liveness } = must(answers[0], 'an answer')
  const verdicts = answers.map(({ verdict }) => verdict)
  if (reached.kind === 'undecided' || liveness === undefined || liveness.kind === 'undecided') return undefined
  if (verdicts.some(({ kind }) => kind === 'undecided' || kind === 'not covered')) return undefined
  const ofKind = (kind: string) => answers.filter(({ question }) => question.kind === kind)
  return {
    isRaceFree: races.kind === 'race-free',
    isEnding: liveness.kind === 'ends',
    isDefined: reached.found.length === 0,
    canEnd: !(liveness.kind === 'hangs' && liveness.always),
    holds: ofKind('assert').map(({ verdict }) => verdict.kind === 'forbidden' && !verdict.vacuous),
    reaches: ofKind('permit').map(({ verdict }) => verdict.kind === 'allowed'),
  }
}

/** Returns whether there is nothing broken that an audit would find broken. */
const isSound = ({ isDefined, canEnd, holds }: State): boolean => isDefined && canEnd && holds.every((one) => one)

const isNoWorse = (before: State, after: State): boolean =>
  isSound(after) &&
  (after.isRaceFree || !before.isRaceFree) &&
  (after.isEnding || !before.isEnding) &&
  before.reaches.every((was, i) => !was || after.reaches[i] === true)

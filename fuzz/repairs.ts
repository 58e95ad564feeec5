/** The cheapest repairs of small random programs against every cheaper set of changes, each decided by itself. */

import fc from 'fast-check'
import { match } from 'ts-pattern'
import type { Model } from '../axioms/algebra/terms.js'
import { bruteForce } from '../encoder/decide/brute.js'
import { decide } from '../encoder/decide/decide.js'
import { outcomes } from '../encoder/decide/outcomes.js'
import type { Answered, Decision } from '../encoder/decide/verdict.js'
import { buildEvents } from '../encoder/events/events.js'
import { countCandidates } from '../encoder/execution/candidates.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Condition } from '../litmus/condition.js'
import type { Program } from '../litmus/program.js'
import { applied } from '../repair/apply.js'
import { slotsOf } from '../repair/changes.js'
import { compareCosts, costOf } from '../repair/costs.js'
import { fix } from '../repair/fix.js'
import { defaultCosts } from '../repair/prices.js'
import type { Change, ChangeKind, Cost } from '../repair/repair.js'
import { sequential } from '../repair/sequential.js'
import { editsOf } from '../repair/slot.js'
import { repairText } from '../repair/text.js'
import { must } from '../source/must.js'
import { asynchronousPrograms } from './asynchronous.js'
import { barrierPrograms } from './barriers.js'
import { brokenPrograms, brokenStyles } from './broken.js'
import { counterexampleTo, type Draw } from './draw.js'
import { only } from './programs.js'
import { type Alternatives, type Choice, cheaper } from './selections.js'

export interface RepairAgreement {
  readonly programs: number
  readonly repaired: number
  /** Repairs of more than one change. */
  readonly several: number
  readonly notRepaired: number
  /** The programs among them that violate their claim when threads take turns. */
  readonly inTurn: number
  /** The sets of changes that were decided, none of which is a cheaper repair. */
  readonly sets: number
  /** Programs that were drawn with too many sets to decide. */
  readonly tooMany: number
  /** The report on the smallest program found on which the two disagree. */
  readonly counterexample: string | undefined
}

/** The kinds of changes to consider, which are drawn along with a program. */
const kinds: fc.Arbitrary<readonly ChangeKind[] | undefined> = fc.constantFrom(
  undefined,
  ['fences'],
  ['orders', 'scopes'],
  ['orders', 'scopes', 'swaps'],
  ['fences', 'barriers', 'swaps'],
)

const consideredIn = (style: RepairStyle): fc.Arbitrary<readonly ChangeKind[] | undefined> =>
  match(style)
    .returnType<fc.Arbitrary<readonly ChangeKind[] | undefined>>()
    .with('proxies', () => fc.constantFrom(undefined, ['proxy-fences', 'paths']))
    .with('dependents', () => fc.constantFrom(undefined, ['dependents'], ['dependents', 'fences']))
    .with('asynchronous', () => fc.constantFrom(undefined, ['async'], ['async', 'proxy-fences'], ['barriers', 'async']))
    .with('barriers', () => fc.constantFrom(undefined, ['barriers'], ['barriers', 'orders']))
    .otherwise(() => kinds)

/** The styles of programs to draw: with a claim that in turn is sound, or in which threads wait for what may not come. */
export const repairStyles = [...brokenStyles, 'asynchronous', 'barriers'] as const
export type RepairStyle = (typeof repairStyles)[number]

/** A program, and whether threads that take turns violate its claim; undefined if that was not found out. */
interface Drawn {
  readonly text: string
  readonly inTurn: boolean | undefined
}

function programsIn(style: RepairStyle, model: Model): fc.Arbitrary<Drawn> {
  if (style !== 'asynchronous' && style !== 'barriers') return brokenPrograms(style)
  const texts = style === 'asynchronous' ? asynchronousPrograms(model) : barrierPrograms(model)
  return must(texts, 'programs that the model covers').map((text) => ({ text, inTurn: undefined }))
}

/** The most final states that are listed to find a claim. */
const mostStates = 40

/**
 * Returns a program that claims that one of its final states is out of reach, if there is one that threads do not reach
 * in turn, and no undefined behaviour, either. Otherwise undefined, or if `alsoInTurn` says so one that asks the first of its questions whose outcome is
 * allowed.
 */
function claiming(program: Program, model: Model, solver: Solver, alsoInTurn: boolean): Program | undefined {
  const listed = { besides: [], limit: mostStates, timeout: mostMilliseconds }
  const { found, observed } = outcomes(program, solver, { ...listed, model })
  const turns = outcomes(program, solver, { ...listed, model: sequential(model) })
  const inTurn = new Set(turns.found.map(({ values }) => values.join()))
  const isDefined = turns.undefined.kind === 'known' && turns.undefined.found.length === 0
  const state =
    turns.ending.kind === 'complete' && isDefined ? found.find(({ values }) => !inTurn.has(values.join())) : undefined
  const [question] = program.questions
  if (question !== undefined && state !== undefined && observed.length > 0) {
    const conditions = observed.flatMap((left, i): readonly Condition[] => {
      const value = state.values[i]
      const right = { kind: 'integer' as const, value: value ?? 0n, span: left.span }
      return value === undefined ? [] : [{ kind: 'compare', operator: '==', left, right }]
    })
    return {
      ...program,
      questions: [{ ...question, kind: 'check', name: 'state', condition: { kind: 'and', conditions } }],
    }
  }
  if (!alsoInTurn) return undefined
  const asked = decide(program, solver, { model }).answers.find(({ verdict }) => verdict.kind === 'allowed')
  return asked && { ...program, questions: [asked.question] }
}

/** The time for a program with waits; what is not decided in it is not counted. */
const mostMilliseconds = 10_000

/** Sets of fewer changes than this are decided if no repair is found; of programs with waits, single changes. */
const mostChanges = 3

/**
 * Draws programs, repairs them, and stops at the first for which a cheaper set of changes, out of at most
 * `draw.mostSets`, does.
 */
export function compareRepairs(model: Model, solver: Solver, style: RepairStyle, draw: Draw): RepairAgreement {
  const tally = { programs: 0, repaired: 0, several: 0, notRepaired: 0, inTurn: 0, sets: 0, tooMany: 0 }
  const drawn = fc.record({
    broken: programsIn(style, model),
    considered: consideredIn(style),
    alsoInTurn: fc.nat(9).map((one) => one === 7),
  })
  const property = fc.property(
    drawn.map(({ broken, ...besides }) => ({ ...broken, ...besides })),
    ({ text, inTurn, considered, alsoInTurn }) => {
      const written = only(text)
      const waits = inTurn === undefined
      fc.pre(!waits || countCandidates(buildEvents(written)) <= draw.mostCandidates)
      const program = waits ? claiming(written, model, solver, alsoInTurn) : written
      fc.pre(program !== undefined)
      const claim = must(program.questions[0], 'a claim')
      const before = decide(program, solver, { model })
      fc.pre(before.answers[0]?.verdict.kind === 'allowed')
      const fixed = fix(program, solver, {
        model,
        only: considered,
        goal: { kind: 'claims', questions: [claim] },
        // Few of these programs have many places that all matter.
        ...(waits ? { timeout: mostMilliseconds } : {}),
      })
      const complain = (what: string): never => {
        throw new Error(`${what}\nconsidered: ${considered?.join(', ') ?? 'everything'}`)
      }
      const isGood = (changed: Program): boolean =>
        holds(decide({ ...changed, questions: [claim] }, solver, { model, liveness: false }).answers[0]) &&
        isRepair(before, decide(changed, solver, { model })) &&
        // Only those of brute force are sure to be listed: that decides what else hangs.
        (!waits || isRepairByBruteForce(before, changed, model, draw))
      const slots = slotsOf(program, considered)
      const decideCheaper = (cost: Cost): void => {
        const sets = cheaper(slots.map(alternativesOf), cost, draw.mostSets)
        if (sets === 'too many') {
          tally.tooMany++
          fc.pre(false)
          return
        }
        for (const changes of sets.map((set) => changesIn(slots, set))) {
          tally.sets++
          if (isGood(applied(program, editsOf(changes))))
            complain(
              `what is found costs ${costText(cost)}; these changes cost ${costText(costOf(changes, defaultCosts))}:\n${described(program, changes)}`,
            )
        }
      }
      switch (fixed.kind) {
        case 'repaired': {
          const [repair] = fixed.repairs
          if (repair === undefined) return complain('there is no repair among the repairs')
          const { changes, cost } = repair
          const changed = applied(program, editsOf(changes))
          if (JSON.stringify(changed, plain) !== JSON.stringify(repair.program, plain))
            complain(`the changed program is not the program with the changes:\n${described(program, changes)}`)
          if (compareCosts(cost, costOf(changes, defaultCosts)) !== 0) complain(`the cost is not ${costText(cost)}`)
          if (!isGood(changed)) complain(`these changes are not a repair:\n${described(program, changes)}`)
          if (!isRepairByBruteForce(before, changed, model, draw))
            complain(`by brute force, these changes are not a repair:\n${described(program, changes)}`)
          decideCheaper(cost)
          tally.repaired++
          if (changes.length > 1) tally.several++
          break
        }
        case 'no repair':
          if (inTurn !== undefined && (fixed.inTurn !== undefined) !== inTurn)
            complain(
              `it is ${inTurn ? '' : 'not '}violated in turn; the reason why there is no repair: ${fixed.reason}`,
            )
          decideCheaper({ changes: waits ? 2 : mostChanges, sum: 0 })
          tally.notRepaired++
          if (fixed.inTurn !== undefined) tally.inTurn++
          break
        default:
          // Whether a thread that is left waiting could go on may be open where loops are cut.
          fc.pre(!waits)
          complain(`${fixed.kind}, of a claim that fails`)
      }
      tally.programs++
      return undefined
    },
  )
  const counterexample = counterexampleTo(property, draw)
  return { ...tally, counterexample }
}

/** Returns whether the outcome of the claim is out of reach, although there are executions. */
export const holds = (answered: Answered | undefined): boolean =>
  answered?.verdict.kind === 'forbidden' && !answered.verdict.vacuous && answered.verdict.within === undefined

/**
 * Returns whether the claim, which is the first question, holds, claims that held still do, permitted outcomes still
 * are, nothing is undefined, and no thread hangs if none did before.
 */
export const isRepair = (before: Pick<Decision, 'answers'>, { answers }: Pick<Decision, 'answers'>): boolean =>
  answers.every((answer, i) => {
    const was = must(before.answers[i], 'an answer of each question')
    const { undefined: reached } = answer
    if (reached.kind === 'undecided' || reached.found.length > 0) return false
    if (was.liveness?.kind === 'ends' && answer.liveness !== undefined && answer.liveness.kind !== 'ends') return false
    if (i === 0) return holds(answer)
    if (answer.question.kind === 'permit') return was.verdict.kind !== 'allowed' || answer.verdict.kind === 'allowed'
    return !holds(was) || holds(answer)
  })

/** Returns whether brute force confirms a repair; true if there are too many executions to list. */
export const isRepairByBruteForce = (
  before: Decision,
  changed: Program,
  model: Model,
  { mostCandidates }: Draw,
): boolean => countCandidates(buildEvents(changed)) > mostCandidates || isRepair(before, bruteForce(changed, model))

type Slots = ReturnType<typeof slotsOf>

const alternativesOf = ({ levels, addsOrder, isMove }: Slots[number]): Alternatives => ({
  costs: levels.map(({ change }) => (change === undefined ? undefined : costOf([change], defaultCosts))),
  isOther: !addsOrder,
  isMove: isMove === true,
})

const changesIn = (slots: Slots, set: readonly Choice[]): readonly Change[] =>
  set
    .map(({ slot, level }) => {
      const { rank, levels } = must(slots[slot], 'a slot')
      return { rank, change: must(levels[level]?.change, 'a change') }
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ change }) => change)

const costText = ({ changes, sum }: Cost): string => `${changes} changes, ${sum}`

export const described = (program: Program, changes: readonly Change[]): string =>
  editsOf(changes)
    .map((edit) => `  ${repairText(program, edit)}`)
    .join('\n')

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)

/** Claims about final states that would notice the loss of pieces that nothing notices. */

import { decide } from '../encoder/decide/decide.js'
import { outcomes } from '../encoder/decide/outcomes.js'
import type { Within } from '../encoder/decide/verdict.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Condition, Observable } from '../litmus/condition.js'
import { allRegisters, globalMemory, observableName } from '../litmus/observe.js'
import type { Program, Question } from '../litmus/program.js'
import { applied } from '../repair/apply.js'
import { must } from '../source/must.js'
import type { Audited } from './audit.js'
import type { Alternative } from './pieces.js'

interface SuggestedClaim {
  readonly condition: Condition
  /** The numbers of the pieces whose loss it notices, in ascending order. */
  readonly notices: readonly number[]
  /** Present if it holds only as far as a bound lets executions go. */
  readonly within?: Within
}

export interface Suggestions {
  readonly claims: readonly SuggestedClaim[]
  /** The pieces whose loss brings no final state that the program does not have: no claim about final states notices it. */
  readonly unobservable: readonly number[]
  /** The pieces of which neither is known, and why. */
  readonly open: readonly { readonly piece: number; readonly reason: string }[]
}

interface Options {
  readonly model: Parameters<typeof outcomes>[2]['model']
  readonly bound?: number | undefined
  /** Milliseconds for each list of final states and each question. */
  readonly timeout?: number | undefined
}

/** The most final states of a program from which claims are made. */
const mostStates = 64

type Values = readonly (bigint | undefined)[]

/**
 * Suggests claims for the pieces of an audit whose loss, or whose weaker form, breaks nothing. A claim is about the fewest
 * registers and elements of global memory that tell a new final state from all those of the program, and says all that
 * holds of them. Each holds in the program and is violated without the pieces that it notices: the solver has decided
 * both.
 */
export function suggestClaims(
  program: Program,
  audited: readonly Audited[],
  solver: Solver,
  options: Options,
): Suggestions {
  const survivors = audited.flatMap(({ piece: { number }, need }) =>
    need.kind === 'not needed'
      ? [{ number, by: need.without }]
      : need.kind === 'may be weaker'
        ? [{ number, by: need.to }]
        : [],
  )
  const observed = observedIn(program)
  const now = survivors.length === 0 ? [] : statesOf(program, observed, mostStates, solver, options)
  if (typeof now === 'string')
    return { claims: [], unobservable: [], open: survivors.map(({ number }) => ({ piece: number, reason: now })) }

  const claims: SuggestedClaim[] = []
  const unobservable: number[] = []
  const open: { readonly piece: number; readonly reason: string }[] = []
  for (const { number, by } of survivors) {
    const changed = without(program, by)
    const known = claims.findIndex(({ condition }) => isViolated(changed, condition, solver, options))
    const one = claims[known]
    if (one !== undefined) {
      claims[known] = { ...one, notices: [...one.notices, number] }
      continue
    }
    const found = newState(changed, observed, now, solver, options)
    if (typeof found === 'string') open.push({ piece: number, reason: found })
    else if (found === undefined) unobservable.push(number)
    else {
      const condition = claimAgainst(found, now, observed)
      const holds = condition === undefined ? undefined : heldBy(program, condition, solver, options)
      if (condition !== undefined && holds !== undefined && isViolated(changed, condition, solver, options))
        claims.push({ condition, notices: [number], ...holds })
      else open.push({ piece: number, reason: 'the claim that would notice it is undecided' })
    }
  }
  return { claims, unobservable, open }
}

const without = (program: Program, { edits }: Alternative): Program => applied(program, edits)

/** The registers of the test and global memory, without what holds addresses: their values are those of a memory layout. */
export const observedIn = (program: Program): readonly Observable[] => {
  const pointers = new Set(
    program.variables.flatMap(({ name, location }) => {
      const { initial, tensor, maps } = must(program.locations[location], 'the location of a variable')
      const isPointer = tensor !== undefined || maps !== undefined || initial.some((one) => typeof one === 'object')
      return isPointer ? [name] : []
    }),
  )
  return [...allRegisters(program), ...globalMemory(program)].filter(
    (one) => one.kind === 'register' || !pointers.has(one.variable),
  )
}

/** Returns the final states of a program, or why they are not known. */
function statesOf(
  program: Program,
  observed: readonly Observable[],
  limit: number,
  solver: Solver,
  options: Options,
): readonly Values[] | string {
  // What the questions mention is observed first, in another order.
  const asked = { ...program, questions: [], observed: [...observed] }
  const listed = outcomes(asked, solver, { ...options, besides: observed, limit })
  if (listed.undefined.kind === 'undecided') return listed.undefined.reason
  if (listed.ending.kind === 'limited') return `it has more than ${limit} final states`
  if (listed.ending.kind !== 'complete') return listed.ending.reason
  return inOrder(listed, observed)
}

/** Returns the values of final states in the order of the observables. */
const inOrder = (
  { found, observed: order }: Pick<ReturnType<typeof outcomes>, 'found' | 'observed'>,
  observed: readonly Observable[],
): readonly Values[] => {
  const places = observed.map((one) => order.findIndex((other) => observableName(other) === observableName(one)))
  return found.map(({ values }) => places.map((place) => values[place]))
}

/** Returns a final state that none of the known ones is; undefined if there is none; or why that is not known. */
function newState(
  program: Program,
  observed: readonly Observable[],
  known: readonly Values[],
  solver: Solver,
  options: Options,
): Values | string | undefined {
  const others: Condition = { kind: 'not', condition: isOneOf(known, observed) }
  const { filter } = program
  const asked: Program = {
    ...program,
    questions: [],
    observed: [...observed],
    filter: filter === undefined ? others : { kind: 'and', conditions: [filter, others] },
  }
  const listed = outcomes(asked, solver, { ...options, besides: observed, limit: 1 })
  const [first] = inOrder(listed, observed)
  if (first !== undefined) return first
  return listed.ending.kind === 'undecided' || listed.ending.kind === 'not covered' ? listed.ending.reason : undefined
}

const isValue = (term: Observable, value: bigint, operator: '==' | '!=' = '=='): Condition => ({
  kind: 'compare',
  operator,
  left: term,
  right: { kind: 'integer', value, span: term.span },
})

/** The condition that the values of some terms are those of one of the states. */
const isOneOf = (states: readonly Values[], terms: readonly Observable[]): Condition => ({
  kind: 'or',
  conditions: states.map((values) => ({
    kind: 'and',
    conditions: terms.flatMap((term, i) => {
      const value = values[i]
      return value === undefined ? [] : [isValue(term, value)]
    }),
  })),
})

/** More values of one term, or pairs of two, than this are not listed. */
const mostListed = 4

/**
 * Returns the strongest claim over the fewest terms by which a state differs from all known ones; undefined if values
 * that are not known are all that tells them apart. Registers are given up before memory.
 */
export function claimAgainst(
  state: Values,
  known: readonly Values[],
  observed: readonly Observable[],
): Condition | undefined {
  const differs = (terms: readonly number[]): boolean =>
    known.every((one) => terms.some((i) => one[i] !== undefined && state[i] !== undefined && one[i] !== state[i]))
  const all = observed.flatMap((_, i) => (state[i] === undefined ? [] : [i]))
  if (!differs(all)) return undefined
  const alone = all.filter((i) => differs([i]))
  if (alone.length > 0) return joined(alone.map((i) => valuesOf(i, state, known, observed)))
  const few = all.reduce((kept, i) => {
    const others = kept.filter((one) => one !== i)
    return differs(others) ? others : kept
  }, all)
  const terms = few.flatMap((i) => observed[i] ?? [])
  const reached = distinct(known.map((one) => few.map((i) => one[i])))
  const ranges = few.map((i) => new Set(known.map((one) => one[i])).size)
  const isOnlyGap = reached.length === ranges.reduce((product, size) => product * size, 1) - 1
  return reached.length <= mostListed && !isOnlyGap && few.length === 2
    ? isOneOf(reached, terms)
    : { kind: 'not', condition: joined(few.flatMap((i) => termIs(i, state, observed))) }
}

const joined = (conditions: readonly Condition[]): Condition => {
  const [only, ...others] = conditions
  return only !== undefined && others.length === 0 ? only : { kind: 'and', conditions }
}

/** Says which values a term has, or if there are many, that it does not have the new one. */
function valuesOf(i: number, state: Values, known: readonly Values[], observed: readonly Observable[]): Condition {
  const term = must(observed[i], 'a term')
  const values = [...new Set(known.flatMap((one) => one[i] ?? []))]
  if (values.length > mostListed) return isValue(term, must(state[i], 'a value that is known'), '!=')
  const conditions = values.map((value) => isValue(term, value))
  const [only, ...others] = conditions
  return only !== undefined && others.length === 0 ? only : { kind: 'or', conditions }
}

const termIs = (i: number, state: Values, observed: readonly Observable[]): readonly Condition[] => {
  const [term, value] = [observed[i], state[i]]
  return term === undefined || value === undefined ? [] : [isValue(term, value)]
}

const distinct = (some: readonly Values[]): readonly Values[] => [
  ...new Map(some.map((one) => [one.map(String).join(), one])).values(),
]

const claim = (program: Program, condition: Condition): Question => ({
  kind: 'assert',
  name: 'suggested',
  condition,
  span: must(program.threads[0], 'a thread').span,
})

/** Returns as far as what the claim holds; undefined if it does not, or that is not known. */
function heldBy(
  program: Program,
  condition: Condition,
  solver: Solver,
  options: Options,
): { within?: Within } | undefined {
  const { answers } = decide({ ...program, questions: [claim(program, condition)] }, solver, options)
  const { verdict } = must(answers[0], 'an answer')
  if (verdict.kind !== 'forbidden' || verdict.vacuous) return undefined
  return verdict.within === undefined ? {} : { within: verdict.within }
}

function isViolated(program: Program, condition: Condition, solver: Solver, options: Options): boolean {
  const { answers } = decide({ ...program, questions: [claim(program, condition)] }, solver, options)
  return must(answers[0], 'an answer').verdict.kind === 'allowed'
}

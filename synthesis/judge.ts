/** Decides whether a model forbids outcomes of a sketch, for any strengths of its instructions. */

import { type BaseRelation, type BaseSet, baseSets } from '../axioms/algebra/names.js'
import { partialOrders } from '../encoder/relations/orders.js'
import { must } from '../source/must.js'
import { type BitBase, type Compiled, isMetByFewer, machine } from './compiled.js'
import { endsWithWait, hasCopies } from './copies.js'
import { interleavings } from './interleaving.js'
import type { Labelled } from './program.js'
import { isCopy, type Outcome, type Sketch, slotsOf, textOf } from './sketch.js'
import { type Chosen, reachingAmong, type Space, spaceOf } from './space.js'
import { endWaitTemplate, initialTemplate, type Template, templatesOf } from './templates.js'
import type { Scope, Strength, Vocabulary } from './vocabulary.js'
import { type Ladder, laddersOf, lowest, type Rungs, strengthsAt, weakest } from './weakest.js'

type Pair = readonly [from: number, to: number]

/** A test: a sketch with strengths. */
interface Test extends BitBase {
  /**
   * The orders of `fence.sc`. They relate those whose scopes include each other, and perhaps others; those that relate
   * the fewest come first.
   */
  readonly fenceOrders: readonly Uint32Array[]
}

/** Returns the base of a test: the part that depends on strengths, and the rest from its sketch. */
export function testOf(space: Space, strengths: readonly Strength[]): Test {
  const { sketch, size, locations, threads, relations, waits } = space
  const slots = slotsOf(sketch)
  const parts: readonly {
    readonly template: Template
    readonly scope: Scope | undefined
    readonly isWhole: boolean
  }[] = [
    ...Array.from({ length: locations }, () => ({ template: initialTemplate(), scope: undefined, isWhole: false })),
    ...slots.flatMap((placed) => {
      const strength = must(strengths[placed.position], 'a strength')
      // The element of a relaxed copy is everything that it moves; all other accesses are of the observed word.
      const isWhole = isCopy(placed.slot) && strength.order !== 'weak'
      const own = templatesOf(placed.slot, strength).map((template) => ({
        template,
        scope: template.kind === 'issue' || template.kind === 'wait' ? undefined : strength.scope,
        isWhole,
      }))
      return endsWithWait(sketch, placed)
        ? [...own, { template: endWaitTemplate(), scope: undefined, isWhole: false }]
        : own
    }),
  ]
  const templates = parts.map(({ template }) => template)
  const scopes = parts.map(({ scope }) => scope)
  const sets = new Uint32Array(baseSets.length)
  templates.forEach((template, event) => {
    for (const name of template.sets) sets[name] = (sets[name] ?? 0) | (1 << event)
  })
  const includes = (a: number, b: number): boolean => {
    const [scope, here, there] = [scopes[a], threads[a], threads[b]]
    if (scope === undefined || here === undefined || there === undefined) return false
    const [from, to] = [sketch.places[here], sketch.places[there]]
    if (scope === 'sys') return true
    return from?.gpu === to?.gpu && (scope === 'gpu' || from?.cta === to?.cta)
  }
  const sr = new Uint32Array(size)
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++) if (includes(a, b) && includes(b, a)) sr[a] = (sr[a] ?? 0) | (1 << b)
  const loc = must(relations.get('loc'), 'the relation loc')
  const complete = parts.some(({ isWhole }) => isWhole)
    ? loc.map((row, a) =>
        parts.reduce((bits, { isWhole }, b) => (isWhole === parts[a]?.isWhole ? bits : bits & ~(1 << b)), row),
      )
    : loc
  const fences = templates.flatMap(({ isSc }, event) => (isSc ? [event] : []))
  const related = fences.flatMap((a) =>
    fences.flatMap((b): readonly Pair[] => (a < b && (((sr[a] ?? 0) >>> b) & 1) === 1 ? [[a, b]] : [])),
  )
  const completed = new Uint32Array(size)
  for (const { event, position, copies } of waits)
    for (const { reads, writes } of copies) {
      completed[reads] = (completed[reads] ?? 0) | (1 << event)
      if (position === undefined || strengths[position]?.order !== 'complete') continue
      completed[writes] = (completed[writes] ?? 0) | (1 << event)
    }
  return {
    size,
    fenceOrders: fenceOrders(size, fences, related),
    set: (name: BaseSet) => sets[baseSets.indexOf(name)] ?? 0,
    relation: (name: BaseRelation) =>
      name === 'sr' || name === 'sr_memory'
        ? sr
        : name === 'completed'
          ? completed
          : name === 'complete'
            ? complete
            : must(relations.get(name), `the relation ${name}`),
  }
}

/**
 * Returns the orders of fences that relate each of these pairs, one way or the other. Other fences may then be related,
 * too.
 */
const fenceOrders = (size: number, fences: readonly number[], related: readonly Pair[]): readonly Uint32Array[] =>
  partialOrders(fences, [], related)
    .toSorted((a, b) => a.length - b.length)
    .map((pairs) => {
      const bits = new Uint32Array(size)
      for (const [a, b] of pairs) bits[a] = (bits[a] ?? 0) | (1 << b)
      return bits
    })

/** A question about an outcome of a sketch, for any strengths of its instructions. */
export interface Question {
  /** True if the outcome is allowed with any strengths, since it is allowed with the strongest. */
  readonly isAlwaysAllowed: boolean
  /** Returns whether it is forbidden with any strengths. */
  readonly isNever: () => boolean
  /** Returns whether no execution that reaches the outcome is consistent, at these rungs of the ladders. */
  readonly isForbidden: (at: Rungs) => boolean
  /** Returns the weakest strengths with which the outcome is forbidden. */
  readonly weakest: () => readonly Rungs[]
}

/** The verdicts of a model on a sketch. */
export interface Judge {
  readonly ladders: readonly Ladder[]
  readonly ask: (outcome: Outcome) => Question
  /**
   * Returns whether some execution is undefined or not covered, at these rungs: memory of a copy is accessed before the
   * copy is over, or a part of what a relaxed copy accesses.
   */
  readonly isUndefined: (at: Rungs) => boolean
}

/**
 * Returns judges by a model, for sketches that are judged repeatedly. Their results are dropped when they become too
 * large.
 */
export function judges(model: Compiled, vocabulary: Vocabulary): (sketch: Sketch) => Judge {
  const byModel = new Map<string, Judge>()
  let questions = 0
  return (sketch) => {
    const key = textOf(sketch)
    const judge = byModel.get(key)
    if (judge !== undefined) return judge
    if (questions > mostQuestions) {
      byModel.clear()
      questions = 0
    }
    const made = judgeOf(model, vocabulary, sketch, () => {
      questions += 1
    })
    byModel.set(key, made)
    return made
  }
}

/** Returns the judge of one sketch by a model. `count` is called for each question and each ruling that is kept. */
export function judgeOf(
  model: Compiled,
  vocabulary: Vocabulary,
  sketch: Sketch,
  count: () => void = () => undefined,
): Judge {
  const space = spaceOf(sketch)
  const ladders = laddersOf(sketch, vocabulary)
  const { reaching } = space
  const turns = interleavings(sketch)
  const inTurn = reachingAmong(turns)
  const rulings = new Map<string, Ruling>()
  const deciding = (at: Rungs): Decider => lateDecider(space, strengthsAt(ladders, at), model)
  const ruling = (at: Rungs, allows?: Decider): Ruling => {
    const key = at.join()
    const before = rulings.get(key)
    if (before !== undefined) return before
    count()
    const made = rulingOf(space, allows ?? deciding(at))
    rulings.set(key, made)
    return made
  }
  const strongest = ladders.map(() => 0)
  const allowsAtMost = deciding(strongest)
  const forbidsAtMost = ruling(strongest, allowsAtMost)
  // Few models forbid what threads reach when they take turns, so this is decided first.
  const allowedTurns = new Map<number, boolean>()
  const isAllowedInTurn = (one: number): boolean => {
    const cached = allowedTurns.get(one)
    if (cached !== undefined) return cached
    const isAllowed = allowsAtMost(space.inTurn(must(turns[one], 'an execution')))
    allowedTurns.set(one, isAllowed)
    return isAllowed
  }
  const atLeast = lowest(ladders).map((at) => ruling(at))
  const questions = new Map<string, Question>()
  const ask = (outcome: Outcome): Question => {
    const key = `${outcome.sources.join()};${outcome.last.join()}`
    const before = questions.get(key)
    if (before !== undefined) return before
    count()
    const isInTurn = inTurn(outcome).some(isAllowedInTurn)
    const all = isInTurn ? [] : reaching(outcome)
    const isAlwaysAllowed = isInTurn || !all.every(forbidsAtMost)
    // All others are forbidden with each of the weakest strengths, and so with all strengths.
    let cached: readonly number[] | undefined
    const open = (): readonly number[] => {
      cached ??= all.filter((one) => !atLeast.every((forbids) => forbids(one)))
      return cached
    }
    let weakestRungs: readonly Rungs[] | undefined
    const isForbidden = (at: Rungs): boolean => !isAlwaysAllowed && open().every(ruling(at))
    const made: Question = {
      isAlwaysAllowed,
      isNever: () => !isAlwaysAllowed && open().length === 0,
      isForbidden,
      weakest: () => {
        weakestRungs ??= isAlwaysAllowed ? [] : weakest(ladders, isForbidden)
        return weakestRungs
      },
    }
    questions.set(key, made)
    return made
  }
  const misuses = new Map<string, boolean>()
  const isUndefined = (at: Rungs): boolean => {
    const key = at.join()
    const misuse = misuses.get(key) ?? mayBeUndefined(model, space, strengthsAt(ladders, at))
    misuses.set(key, misuse)
    return misuse
  }
  return { ladders, ask, isUndefined }
}

/** Returns whether the model allows some execution in which an access comes too early for a copy. */
function mayBeUndefined(model: Compiled, space: Space, strengths: readonly Strength[]): boolean {
  const { tooEarly } = model
  if (tooEarly === undefined || !hasCopies(space.sketch)) return false
  const allows = decider(testOf(space, strengths), { ...model, demands: [...model.demands, tooEarly] })
  return space.candidates().some(allows)
}

/** Says whether a model forbids an execution, given by its index. Each is decided at most once. */
type Ruling = (candidate: number) => boolean

function rulingOf(space: Space, isAllowed: Decider): Ruling {
  const rulings = new Int8Array(space.candidates().length)
  return (at) => {
    const cached = rulings[at]
    if (cached !== 0) return cached === 1
    const isForbidden = !isAllowed(must(space.candidates()[at], 'an execution'))
    rulings[at] = isForbidden ? 1 : -1
    return isForbidden
  }
}

type Decider = (one: Chosen) => boolean

/** Returns a decider that is created when it is first asked. */
function lateDecider(space: Space, strengths: readonly Strength[], model: Compiled): Decider {
  let made: Decider | undefined
  return (one) => {
    made ??= decider(testOf(space, strengths), model)
    return made(one)
  }
}

/** Returns a function that decides whether executions are allowed, each with some order of its `fence.sc`. */
export function decider(test: Test, model: Compiled): Decider {
  const { allows } = machine(model, test)
  return ({ rf, co }) => test.fenceOrders.some((order) => allows(rf, co, order))
}

/**
 * Returns whether some execution that reaches an outcome of a sketch does not meet a model's demands with the strongest
 * strengths. If none does, none does with weaker ones.
 */
export const objections =
  (model: Compiled, vocabulary: Vocabulary) =>
  (sketch: Sketch): ((outcome: Outcome) => boolean) => {
    if (model.demands.length === 0) return () => false
    const ladders = laddersOf(sketch, vocabulary)
    const strongest = strengthsAt(
      ladders,
      ladders.map(() => 0),
    )
    const space = spaceOf(sketch)
    const test = testOf(space, strongest)
    if (isMetByFewer(model) && allowsAllAtOnce(model, test)) return () => false
    const { allows } = machine(model, test)
    const against = space.candidates().filter(({ rf, co }) => test.fenceOrders.some((order) => !allows(rf, co, order)))
    const reaching = reachingAmong(against)
    return (outcome) => reaching(outcome).length > 0
  }

/**
 * Returns whether the demands are met when each read returns, and each write precedes, everything that it may, and
 * fences are in all orders.
 */
function allowsAllAtOnce(model: Compiled, test: Test): boolean {
  const { size } = test
  const [loc, reads, writes] = [test.relation('loc'), test.set('R'), test.set('W')]
  const all = (from: number, to: number, among: Uint32Array): Uint32Array =>
    among.map((row, i) => ((from >>> i) & 1 ? row & to & ~(1 << i) : 0))
  const fences = new Uint32Array(size)
  for (const order of test.fenceOrders)
    order.forEach((row, i) => {
      fences[i] = (fences[i] ?? 0) | row
    })
  return machine(model, test).allows(all(writes, reads, loc), all(writes, writes, loc), fences)
}

/** Returns whether a model forbids an outcome of one test. */
export function isForbidden(model: Compiled, { sketch, strengths }: Labelled, outcome: Outcome): boolean {
  const space = spaceOf(sketch)
  return space.reaching(outcome).every(rulingOf(space, lateDecider(space, strengths, model)))
}

/** Returns whether some execution of one test is undefined. */
export const isUndefined = (model: Compiled, { sketch, strengths }: Labelled): boolean =>
  mayBeUndefined(model, spaceOf(sketch), strengths)

/** A ruling or a question takes some kilobytes. */
const mostQuestions = 60_000

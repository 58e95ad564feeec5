/** Whether a model forbids outcomes of a sketch, for any strengths of its instructions. */

import { type BaseRelation, type BaseSet, baseSets } from '../axioms/algebra/names.js'
import { must } from '../source/must.js'
import { type BitBase, type Compiled, machine } from './compiled.js'
import { interleaving } from './interleaving.js'
import { product } from './product.js'
import { type Outcome, type Sketch, slotsOf, textOf } from './sketch.js'
import { type Candidate, isTransitive, reaches, type Space, spaceOf } from './space.js'
import { initialTemplate, type Template, templatesOf } from './templates.js'
import type { Scope, Strength, Vocabulary } from './vocabulary.js'
import { strengthsAtLeast } from './weakest.js'

type Pair = readonly [from: number, to: number]

/** A test: a sketch with strengths. */
interface Test extends BitBase {
  /** The orders of `fence.sc`, of which those are related whose scopes include each other. */
  readonly fenceOrders: readonly Uint32Array[]
}

/** The base of a test: what of it depends on strengths, and the rest from its sketch. */
export function testOf(space: Space, strengths: readonly Strength[]): Test {
  const { sketch, size, locations, threads, relations } = space
  const slots = slotsOf(sketch)
  const templates: readonly Template[] = [
    ...Array.from({ length: locations }, initialTemplate),
    ...slots.flatMap(({ slot, position }) => templatesOf(slot, must(strengths[position], 'a strength'))),
  ]
  const scopes: readonly (Scope | undefined)[] = [
    ...Array.from({ length: locations }, () => undefined),
    ...slots.flatMap(({ slot, position }) => {
      const { scope } = must(strengths[position], 'a strength')
      return slot.kind === 'atomic' ? [scope, scope] : [scope]
    }),
  ]
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
  const fences = templates.flatMap(({ isSc }, event) => (isSc ? [event] : []))
  const related = fences.flatMap((a) =>
    fences.flatMap((b): readonly Pair[] => (a < b && (((sr[a] ?? 0) >>> b) & 1) === 1 ? [[a, b]] : [])),
  )
  return {
    size,
    fenceOrders: fenceOrders(size, related),
    set: (name: BaseSet) => sets[baseSets.indexOf(name)] ?? 0,
    relation: (name: BaseRelation) =>
      name === 'sr' || name === 'sr_memory' ? sr : must(relations.get(name), `the relation ${name}`),
  }
}

/** The transitive orders in which each of these pairs is related, one way or the other. */
function fenceOrders(size: number, pairs: readonly Pair[]): readonly Uint32Array[] {
  const ways = pairs.map(([a, b]): readonly Pair[] => [
    [a, b],
    [b, a],
  ])
  return [...product(ways)].filter(isTransitive).map((chosen) => {
    const bits = new Uint32Array(size)
    for (const [a, b] of chosen) bits[a] = (bits[a] ?? 0) | (1 << b)
    return bits
  })
}

/** Which contested executions of a sketch a model forbids with some strengths, by their indices. Each is decided at most once. */
export type Ruling = (contested: number) => boolean

/** What a model says of a sketch. */
export interface Judge {
  /** The executions in which threads take turns: they are allowed with any strengths. */
  readonly inTurn: readonly Candidate[]
  /** Those that strengths decide: none of the others is allowed with any. */
  readonly contested: readonly Candidate[]
  readonly ruling: (strengths: readonly Strength[]) => Ruling
  /** Whether no execution that reaches the outcome is consistent. */
  readonly forbids: (strengths: readonly Strength[], outcome: Outcome) => boolean
  /** Whether that is so with any strengths. */
  readonly isNever: (outcome: Outcome) => boolean
}

/** Judges by a model. What they know is forgotten when it is too much. */
export function judges(model: Compiled, vocabulary: Vocabulary): (sketch: Sketch) => Judge {
  const known = new Map<string, Judge>()
  let rulings = 0
  return (sketch) => {
    const key = textOf(sketch)
    const found = known.get(key)
    if (found !== undefined) return found
    if (rulings > mostRulings) {
      known.clear()
      rulings = 0
    }
    const space = spaceOf(sketch)
    const least = strengthsAtLeast(sketch, vocabulary)
    const isInTurn = decider(space, least, interleaving)
    const inTurn = space.candidates.filter(isInTurn)
    const isAllowed = decider(space, least, model)
    const contested = space.candidates.filter((one) => !isInTurn(one) && isAllowed(one))
    const byStrengths = new Map<string, Ruling>()
    const ruling = (strengths: readonly Strength[]): Ruling => {
      const letters = strengths.map(({ letter }) => letter).join('')
      const before = byStrengths.get(letters)
      if (before !== undefined) return before
      rulings += 1
      const made = rulingOf(space, contested, strengths, model)
      byStrengths.set(letters, made)
      return made
    }
    const judge: Judge = {
      inTurn,
      contested,
      ruling,
      forbids: (strengths, outcome) => {
        if (inTurn.some((one) => reaches(one, outcome))) return false
        const forbids = ruling(strengths)
        return contested.every((one, i) => !reaches(one, outcome) || forbids(i))
      },
      isNever: (outcome) => ![...inTurn, ...contested].some((one) => reaches(one, outcome)),
    }
    known.set(key, judge)
    return judge
  }
}

/** Whether executions are allowed. */
function decider(space: Space, strengths: readonly Strength[], model: Compiled): (one: Candidate) => boolean {
  const test = testOf(space, strengths)
  const { allows } = machine(model, test)
  return ({ rf, co }) => test.fenceOrders.some((order) => allows(rf, co, order))
}

function rulingOf(
  space: Space,
  contested: readonly Candidate[],
  strengths: readonly Strength[],
  model: Compiled,
): Ruling {
  let isAllowed: ((one: Candidate) => boolean) | undefined
  const known = new Int8Array(contested.length)
  return (at) => {
    const found = known[at]
    if (found !== 0) return found === 1
    isAllowed ??= decider(space, strengths, model)
    const isForbidden = !isAllowed(must(contested[at], 'an execution'))
    known[at] = isForbidden ? 1 : -1
    return isForbidden
  }
}

/** A ruling takes some ten kilobytes. */
const mostRulings = 20_000

/**
 * Derives why a relation holds between two events: the shortest chain of steps, down to what the execution chose and
 * the text fixes.
 */

import { baseReadings, mannerOf, type Reading } from '../axioms/algebra/reading.js'
import type { Rel } from '../axioms/algebra/terms.js'
import type { Interpreter } from '../encoder/relations/interpret.js'
import { memoised } from '../source/memoised.js'

export interface ChainStep {
  readonly from: number
  readonly to: number
  /** A base relation, or one defined by the model, with its reading. */
  readonly relation: string
  readonly reading: Reading
  /** True if the pair is the other way round in the relation. */
  readonly inverse: boolean
  /** Derives why a defined relation holds. */
  readonly because: Chain
}

/** Each step begins where the previous one ends. */
export type Chain = readonly ChainStep[]

export interface Derivation {
  /** Returns the pairs of a relation. */
  readonly pairs: (term: Rel) => readonly (readonly [number, number])[]
  /** Returns the shortest chain by which the relation leads from one event to the other, which it must. */
  readonly chain: (term: Rel, from: number, to: number) => Chain
}

/** Derivations in one execution with this many events. */
export function derivation({ relation }: Interpreter<boolean>, size: number): Derivation {
  const holds = (term: Rel, a: number, b: number): boolean => relation(term)[a]?.get(b) === true
  const successors = (term: Rel, a: number): readonly number[] =>
    [...(relation(term)[a] ?? [])].flatMap(([b, related]) => (related ? [b] : []))
  const chainsOf = memoised((_: Rel) => new Map<number, Chain>())

  const chain = (term: Rel, from: number, to: number): Chain => {
    const key = from * size + to
    const cached = chainsOf(term).get(key)
    if (cached !== undefined) return cached
    const derived = derive(term, from, to)
    chainsOf(term).set(key, derived)
    return derived
  }

  function derive(term: Rel, from: number, to: number): Chain {
    switch (term.kind) {
      case 'base':
        return [step(term, from, to)]
      case 'named': {
        const because = chain(term.body, from, to)
        return mannerOf(term.reading) === 'opened' ? because : [{ ...step(term, from, to), because }]
      }
      case 'union':
        return shortest(term.of.flatMap((one) => (holds(one, from, to) ? [chain(one, from, to)] : [])))
      case 'intersection': {
        const leading = term.of.find((one) => !isCondition(one))
        if (leading !== undefined) return chain(leading, from, to)
        const condition = term.of.find(isNamed)
        return condition === undefined ? [] : [step(condition, from, to)]
      }
      case 'sequence':
        return inSequence(term.of, from, to)
      case 'difference':
        return chain(term.left, from, to)
      case 'inverse':
        return chain(term.of, to, from)
          .toReversed()
          .map((step) => ({ ...step, from: step.to, to: step.from, inverse: !step.inverse }))
      case 'closure':
        return path(term.of, from, to)
      case 'optional':
        return from === to ? [] : chain(term.of, from, to)
      case 'identity':
      case 'product':
        return []
      case 'recursive':
      case 'unknown':
        return [step(term, from, to)]
    }
  }

  /** Returns one step of each relation, by the shortest path through the events between them. */
  function inSequence(terms: readonly Rel[], from: number, to: number): Chain {
    const leadsOn: ReadonlySet<number>[] = [new Set([to])]
    for (const term of terms.toReversed()) {
      const [next = new Set()] = leadsOn
      const before = Array.from({ length: size }, (_, a) => a).filter((a) =>
        successors(term, a).some((b) => next.has(b)),
      )
      leadsOn.unshift(new Set(before))
    }
    let ways = new Map<number, Chain>([[from, []]])
    for (const [i, term] of terms.entries()) {
      const further = new Map<number, Chain>()
      for (const [a, way] of ways) {
        for (const b of successors(term, a)) {
          if (leadsOn[i + 1]?.has(b) !== true) continue
          const longer = [...way, ...chain(term, a, b)]
          const other = further.get(b)
          if (other === undefined || cost(longer) < cost(other)) further.set(b, longer)
        }
      }
      ways = further
    }
    return ways.get(to) ?? []
  }

  /** Returns the shortest path of one or more steps of a relation. */
  function path(term: Rel, from: number, to: number): Chain {
    const done = new Set<number>()
    const open = new Map<number, Chain>()
    const reach = (a: number, way: Chain) => {
      for (const b of successors(term, a)) {
        if (done.has(b)) continue
        const longer = [...way, ...chain(term, a, b)]
        const other = open.get(b)
        if (other === undefined || cost(longer) < cost(other)) open.set(b, longer)
      }
    }
    reach(from, [])
    for (;;) {
      const [nearest] = [...open].sort(([, a], [, b]) => cost(a) - cost(b))
      if (nearest === undefined) return []
      const [event, way] = nearest
      if (event === to) return way
      open.delete(event)
      done.add(event)
      reach(event, way)
    }
  }

  return {
    pairs: (term) =>
      relation(term).flatMap((row, a) => [...row].flatMap(([b, related]) => (related ? [[a, b] as const] : []))),
    chain,
  }
}

type NamedRel = Extract<Rel, { kind: 'base' | 'named' }>

const isNamed = (term: Rel): term is NamedRel => term.kind === 'named' || (term.kind === 'base' && term.name !== 'id')

const readingOf = (term: Extract<Rel, { name: string }>): Reading => {
  if (term.kind === 'base') return baseReadings[term.name]
  return (term.kind === 'named' ? term.reading : undefined) ?? {}
}

/** Returns one step of a relation, without reasons. */
const step = (term: Extract<Rel, { name: string }>, from: number, to: number): ChainStep => ({
  from,
  to,
  relation: term.name,
  reading: readingOf(term),
  inverse: false,
  because: [],
})

function isCondition(term: Rel): boolean {
  switch (term.kind) {
    case 'base':
      return readingOf(term).condition === true
    case 'named':
      return mannerOf(term.reading) === 'opened' ? isCondition(term.body) : readingOf(term).condition === true
    case 'product':
      return true
    case 'union':
    case 'intersection':
      return term.of.every(isCondition)
    case 'inverse':
      return isCondition(term.of)
    default:
      return false
  }
}

/** Returns the cost of a chain: a last resort costs more than any number of other steps. */
export const cost = (chain: Chain): number => lastResorts(chain) * 1e6 + length(chain)

/** Returns the number of steps that are a last resort, including the reasons of other steps. */
export const lastResorts = (chain: Chain): number =>
  chain.reduce((sum, { reading, because }) => sum + (reading.lastResort === true ? 1 : 0) + lastResorts(because), 0)

/** Returns the number of steps, plus a little for their reasons. */
const length = (chain: Chain): number => chain.reduce((sum, { because }) => sum + 1 + length(because) / 100, 0)

const shortest = (chains: readonly Chain[]): Chain =>
  chains.reduce<Chain | undefined>(
    (best, one) => (best === undefined || cost(one) < cost(best) ? one : best),
    undefined,
  ) ?? []

/**
 * Decides which tests with dependencies may be minimal, under a model that uses dependencies only to forbid cycles of
 * dependencies and reads-from. Most are not, which this shows faster than their steps would.
 */

import { must } from '../source/must.js'
import { type Compiled, close } from './compiled.js'
import { hasCopies } from './copies.js'
import { decider, testOf } from './judge.js'
import { isAccess, type Outcome, type Sketch, slotsOf } from './sketch.js'
import { type Chosen, spaceOf } from './space.js'
import type { Vocabulary } from './vocabulary.js'
import { laddersOf, lowest, strengthsAt } from './weakest.js'

/** A read and a write that depends on it, by their positions. */
interface Dependency {
  readonly reads: number
  readonly writes: number
}

const dependenciesOf = (sketch: Sketch): readonly Dependency[] =>
  slotsOf(sketch).flatMap(({ slot, position, index }) =>
    isAccess(slot) && slot.data !== undefined ? [{ reads: position - index + slot.data, writes: position }] : [],
  )

/**
 * Returns a function that says, for a sketch, whether its dependencies allow an outcome to be that of a minimal test;
 * undefined if no outcome may be.
 */
export function needingDependencies(
  model: Compiled,
  vocabulary: Vocabulary,
): (sketch: Sketch) => ((outcome: Outcome) => boolean) | undefined {
  const deciding = decidingIn(model, vocabulary)
  return (sketch) => {
    // Copies are also in such cycles, but are not considered here.
    if (dependenciesOf(sketch).length === 0 || hasCopies(sketch)) return () => true
    const needs = needing(sketch)
    const decides = needs === undefined ? undefined : deciding(sketch)
    return needs === undefined || decides === undefined ? undefined : (outcome) => needs(outcome) && decides(outcome)
  }
}

/**
 * Returns a function that says, for an outcome of a sketch, whether each dependency may be in a cycle. A cycle that the
 * outcome fixes is in all executions that reach it. The test is then minimal only if it has nothing else, and no atomic
 * that could be split in two.
 */
function needing(sketch: Sketch): ((outcome: Outcome) => boolean) | undefined {
  const dependencies = dependenciesOf(sketch)
  const slots = slotsOf(sketch).map(({ slot }) => slot)
  const isCycle =
    slots.length === 2 * dependencies.length && slots.every(({ kind }) => kind === 'read' || kind === 'write')
  if (!isCycle && dependencies.every((one) => slots[one.reads]?.kind === 'read')) return undefined
  const locations = slots.map((slot) => (isAccess(slot) ? slot.location : undefined))
  return ({ sources }) => {
    const isRead = (by: Dependency, { writes }: Dependency): boolean => sources[by.reads] === writes
    // No atomic returns what it stores.
    const mayBeRead = (by: Dependency, one: Dependency): boolean =>
      sources[by.reads] === undefined
        ? by.reads !== one.writes && locations[by.reads] === locations[one.writes]
        : isRead(by, one)
    const fixed = dependencies.map((one) => cycleFrom(one, dependencies, isRead)).find((cycle) => cycle !== undefined)
    return fixed === undefined
      ? dependencies.every((one) => cycleFrom(one, dependencies, mayBeRead) !== undefined)
      : isCycle && fixed.length === dependencies.length
  }
}

/** Returns a path from a dependency back to itself, along `follows`. */
function cycleFrom(
  start: Dependency,
  dependencies: readonly Dependency[],
  follows: (next: Dependency, one: Dependency) => boolean,
): readonly Dependency[] | undefined {
  const ways: (readonly Dependency[])[] = [[start]]
  for (const way of ways)
    for (const next of dependencies) {
      if (!follows(next, way.at(-1) ?? start)) continue
      if (next === start) return way
      if (!way.includes(next)) ways.push([...way, next])
    }
  return undefined
}

/**
 * Returns a function that says, for an outcome of a sketch, whether each dependency is in a cycle of some execution
 * that reaches the outcome and that would be allowed without dependencies, with the weakest strengths. If there is no
 * such execution, the dependency forbids nothing, and no test with it is minimal. Undefined if that holds for all
 * outcomes.
 */
const decidingIn =
  (model: Compiled, vocabulary: Vocabulary) =>
  (sketch: Sketch): ((outcome: Outcome) => boolean) | undefined => {
    const space = spaceOf(sketch)
    const data = must(space.relations.get('data'), 'a relation')
    const none = new Uint32Array(space.size)
    const ladders = laddersOf(sketch, vocabulary)
    const deciders = lowest(ladders).map((rungs) => {
      const test = testOf(space, strengthsAt(ladders, rungs))
      return decider({ ...test, relation: (name) => (name === 'data' ? none : test.relation(name)) }, model)
    })
    const candidates = space.candidates()
    const cycles = cyclesIn(data)
    const decisions = new Int8Array(candidates.length)
    const isAllowed = (at: number, one: Chosen): boolean => {
      if (decisions[at] === 0) decisions[at] = deciders.some((allows) => allows(one)) ? 1 : -1
      return decisions[at] === 1
    }
    const areDecided = (among: Iterable<number>): boolean => {
      const open = Uint32Array.from(data)
      for (const at of among) {
        const one = must(candidates[at], 'an execution')
        const cyclic = cycles(one.rf)
        if (!cyclic.some((row, i) => (row & (open[i] ?? 0)) !== 0) || !isAllowed(at, one)) continue
        open.forEach((row, i) => {
          open[i] = row & ~(cyclic[i] ?? 0)
        })
        if (open.every((row) => row === 0)) return true
      }
      return false
    }
    return areDecided(candidates.keys()) ? (outcome) => areDecided(space.reaching(outcome)) : undefined
  }

/** Returns a function that maps reads-from to the dependencies that are in a cycle with it, as rows of bits. */
function cyclesIn(data: Uint32Array): (rf: Uint32Array) => Uint32Array {
  let cached: Uint32Array | undefined
  let rows = data
  return (rf) => {
    // Executions with the same reads follow one another.
    if (rf !== cached) {
      cached = rf
      rows = inCycles(data, rf)
    }
    return rows
  }
}

function inCycles(data: Uint32Array, rf: Uint32Array): Uint32Array {
  const reached = data.map((row, i) => row | (rf[i] ?? 0))
  close(reached, 0, reached.length)
  return data.map((row, from) => {
    let cyclic = 0
    for (let left = row; left !== 0; left &= left - 1) {
      const to = 31 - Math.clz32(left & -left)
      if (((reached[to] ?? 0) >>> from) & 1) cyclic |= 1 << to
    }
    return cyclic
  })
}

/** Events that no execution performs together, since tickets differ: by example, and against all executions of small programs. */

import fc from 'fast-check'
import { withoutAxiom } from '../../../axioms/algebra/edit.js'
import type { Model } from '../../../axioms/algebra/terms.js'
import { defaultModel, ptx75 } from '../../../axioms/models.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { type EventGraph, isMemory } from '../../../encoder/events/graph/event.js'
import { candidates, counting } from '../../../encoder/execution/candidates.js'
import { isConsistent } from '../../../encoder/execution/replay.js'
import { upperBounds } from '../../../encoder/relations/bounds.js'
import { deduced } from '../../../encoder/relations/deduced.js'
import { always } from '../../../encoder/values/expression.js'
import { compareSolvers } from '../../../fuzz/agree.js'
import { compareEncodings } from '../../../fuzz/encodings.js'
import { only } from '../../../fuzz/programs.js'
import { ticketPrograms } from '../../../fuzz/tickets.js'
import { holds, randomly } from '../../extent.js'
import { solver, solvers, testIn } from '../../support.js'

/** Returns the events of three blocks of one text, each with a thread or more. */
const blocks = (body: string, threads = 't0'): EventGraph =>
  buildEvents(
    testIn(
      `.global .u32 x; .global .u32 y; .global .u32 a[4]; .shared .u32 s;
       ${[0, 1, 2].map((i) => `d0.b${i}.${threads} { ${body} }`).join(' ')} check (y == 0) as q;`,
    ),
  )

/** Returns whether the writes of different threads to the memory of this name are exclusive, and ordered in no execution. */
function apart(
  graph: EventGraph,
  name: string,
  model: Model = ptx75,
): { readonly exclusive: boolean; readonly unordered: boolean } {
  const location = graph.program.locations.findIndex((one) => one.name === name)
  const writes = graph.events.filter(
    (one) =>
      one.kind === 'write' && one.origin !== undefined && one.places.some((place) => place.location === location),
  )
  const pairs = writes.flatMap((one) =>
    writes.flatMap((other) => (one.origin?.thread === other.origin?.thread ? [] : [[one.id, other.id] as const])),
  )
  const { areExclusive, isImpossible } = deduced(graph, model, upperBounds(graph), 3)
  expect(pairs.length).toBeGreaterThan(0)
  return { exclusive: pairs.every(areExclusive), unordered: pairs.every((pair) => isImpossible('co', pair)) }
}

const neither = { exclusive: false, unordered: false }
const both = { exclusive: true, unordered: true }
const take = 'atom.add.relaxed.gpu.u32 r, [x], 1;'

describe('threads of which only one has a ticket', () => {
  test.each([
    ['the last one', `${take} bne r, 2, L; st.weak.u32 [y], 1; L:`, both],
    ['the first one', `${take} bne r, 0, L; st.weak.u32 [y], 1; L:`, both],
    ['of those but the last', `${take} beq r, 2, L; st.weak.u32 [y], 1; L:`, neither],
    [
      'that is found first, where the others find the same',
      'atom.exch.relaxed.gpu.u32 r, [x], 1; bne r, 0, L; st.weak.u32 [y], 1; L:',
      both,
    ],
    ['of the others', 'atom.exch.relaxed.gpu.u32 r, [x], 1; bne r, 1, L; st.weak.u32 [y], 1; L:', neither],
    ['that returns after a round', 'atom.inc.relaxed.gpu.u32 r, [x], 1; bne r, 0, L; st.weak.u32 [y], 1; L:', neither],
    [
      'of a counter that another write may reset',
      `${take} bne r, 2, L; st.weak.u32 [y], 1; st.relaxed.gpu.u32 [x], 0; L:`,
      neither,
    ],
    [
      'or is asked something else',
      `ld.relaxed.gpu.u32 r, [x]; bne r, 2, L; st.weak.u32 [y], 1; L: ${take.replace('r,', 'q,')}`,
      neither,
    ],
  ])('%s', (_, body, expected) => {
    expect(apart(blocks(body), 'y')).toEqual(expected)
  })
  test('not if they add different numbers', () => {
    const body = `mov.u32 me, %ctaid.x; add.u32 me, me, 1; ${take.replace('1;', 'me;')} bne r, 2, L; st.weak.u32 [y], 1; L:`
    expect(apart(blocks(body), 'y')).toEqual(neither)
  })
  test('do all that depends on it', () => {
    const graph = blocks(`${take} bne r, 2, L; st.weak.u32 [y], 1; st.weak.u32 [a], 1; L:`)
    const own = graph.events.filter(({ guard, origin }) => origin?.thread === 0 && guard !== always)
    expect(own.length).toBe(2)
    const { areExclusive } = deduced(graph, ptx75, upperBounds(graph), 3)
    expect(own.some((one) => own.some((other) => areExclusive([one.id, other.id])))).toBe(false)
  })
  test('say so to others of their block', () => {
    const body = `mov.u32 me, %tid.x; bne me, 0, B; ${take} st.weak.u32 [s], r; B: bar.sync 0;
      ld.weak.u32 q, [s]; bne q, 2, L; bne me, 1, L; st.weak.u32 [y], 1; L:`
    expect(apart(blocks(body, 't0..1'), 'y')).toEqual(both)
    expect(apart(blocks(body.replace('bar.sync 0;', ''), 't0..1'), 'y')).toEqual(neither)
  })
  test('where they only choose an element', () => {
    const at = (index: string) =>
      `${take} ${index} mul.wide.u32 o, r, 4; mov.u64 t, a; add.u64 t, t, o; st.weak.u32 [t], 1;`
    expect(apart(blocks(at('')), 'a')).toEqual({ exclusive: false, unordered: true })
    expect(apart(blocks(at('and.b32 r, r, 1;')), 'a')).toEqual(neither)
  })
  test.each(['Coherence', 'Atomicity'])('not without %s', (name) => {
    const body = `${take} bne r, 2, L; st.weak.u32 [y], 1; L:`
    expect(apart(blocks(body), 'y', withoutAxiom(ptx75, name)).exclusive).toBe(false)
  })
})

/** The candidate executions of three atomics that read each other, and of what their threads do besides. */
const enough = 20_000

describe('what is exclusive on random programs that take tickets', () => {
  randomly('is executed together in no execution', { runs: 8, seed: 48_001, least: { pairs: 4 } }, async (draw) => {
    let pairs = 0
    const property = fc.property(ticketPrograms(), (text) => {
      const graph = buildEvents(only(text))
      if (graph.mixed) return
      const { listing, listed } = counting(enough)
      const found = [...candidates(graph, ptx75, listing)].filter((one) => isConsistent(graph, ptx75, one))
      if (listed() !== 'all') return
      const { areExclusive } = deduced(graph, ptx75, upperBounds(graph), 1)
      const memory = graph.events.filter(isMemory)
      for (const one of memory)
        for (const other of memory)
          if (one.id < other.id && areExclusive([one.id, other.id])) {
            pairs++
            expect(found.some(({ executed }) => executed[one.id] === true && executed[other.id] === true)).toBe(false)
          }
    })
    return { programs: await holds(property, draw), pairs }
  })
  const least = { programs: 10, allowed: 3, forbidden: 3 }
  randomly('z3, SAT and brute force agree', { runs: 10, seed: 48_002, least }, async (draw) => ({
    ...compareSolvers(defaultModel, await solvers(), ticketPrograms(), { ...draw, mostCandidates: enough }),
  }))
  randomly('the encodings agree', { runs: 15, seed: 48_003, least }, async (draw) => ({
    ...compareEncodings(defaultModel, await solver(), draw, { texts: ticketPrograms() }),
  }))
})

import { withoutAxiom } from '../../../axioms/algebra/edit.js'
import type { Model } from '../../../axioms/algebra/terms.js'
import { defaultModel, nvlitmus, ptx60, ptx75 } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { upperBounds } from '../../../encoder/relations/bounds.js'
import { counters, mayCount } from '../../../encoder/relations/counters.js'
import { deduced } from '../../../encoder/relations/deduced.js'
import { solver, testIn, verdicts } from '../../support.js'

const add = 'atom.add.relaxed.gpu r, [x], 1;'
const text = (bodies: readonly string[], question = 'check ([x] == 0) as q;'): string =>
  `.global x; .global .u32 a[2]; ${bodies.map((body, i) => `d0.b${i}.t0 { ${body} }`).join(' ')} ${question}`

/** Returns how many steps each counter has. */
function counted(bodies: readonly string[], model: Model = ptx75): readonly number[] {
  const graph = buildEvents(testIn(text(bodies)))
  return counters(graph, model, deduced(graph, model, upperBounds(graph), 3), 3).map(({ steps }) => steps.length)
}

describe('a location counts', () => {
  test.each([
    ['if all writes to it are atomic steps', [add, add, add]],
    ['of any amount', [add, add.replace('1;', '5;'), add]],
    ['of nothing', [add, add.replace('1;', '0;'), add]],
    ['of what was read', [add, add, `ld.weak k, [a]; ${add.replace('1;', 'k;')}`]],
    ['if all do the same', Array.from({ length: 3 }, () => 'atom.inc.relaxed.gpu.u32 r, [x], 1;')],
    ['if they exchange one value', Array.from({ length: 3 }, () => 'atom.exch.relaxed.gpu r, [x], 1;')],
    ['of what another of them returned', [`${add} ${add.replace('1;', 'r;')}`, add]],
    ['two of one thread', [`${add} ${add.replace(' r,', ' s,')}`, add]],
    ['also if some are not always executed', [`ld.weak p, [a]; bne p, 0, L; ${add} L:`, add, add]],
  ])('%s', (_, bodies) => {
    expect(counted(bodies)).toEqual([3])
    expect(counted(bodies, ptx60)).toEqual([3])
    expect(counted(bodies, defaultModel)).toEqual([3])
  })

  test.each([
    ['if another write goes there', [add, add, add, 'st.relaxed.gpu [x], 7;']],
    ['if another atomic does', [add, add, add, 'atom.exch.relaxed.gpu r, [x], 7;']],
    ['if they do different things', [add, add, 'atom.inc.relaxed.gpu.u32 r, [x], 1;']],
    [
      'if they depend on what else is read',
      Array.from({ length: 3 }, () => 'ld.weak k, [a]; atom.exch.relaxed.gpu r, [x], k;'),
    ],
    ['if a scope is too narrow', [add, add, add.replace('gpu', 'cta')]],
    ['if there are two', [add, add]],
  ])('but not %s', (_, bodies) => {
    expect(counted(bodies)).toEqual([])
  })

  test.each(['Coherence', 'Atomicity', 'SC-per-Location'])('but not without %s', (name) => {
    expect(counted([add, add, add], withoutAxiom(ptx75, name))).toEqual([])
  })
  test('but not a single one either that may read what it writes', () => {
    const graph = buildEvents(testIn(text([add.replace('1;', '0;')])))
    const alone = (model: Model) => counters(graph, model, deduced(graph, model, upperBounds(graph), 1), 1).length
    expect(alone(ptx75)).toBe(1)
    expect(alone(['No-Thin-Air', 'SC-per-Location'].reduce(withoutAxiom, ptx75))).toBe(0)
  })
  test('but not if an address that is computed may be outside of memory', () => {
    const indexed = (index: number) =>
      `.global .u32 f; .global .u32 x; d0.b0.t0 { ld.weak.u32 i, [f]; mul.wide.u32 o, i, 4; mov.u64 t, x;
       add.u64 t, t, o; atom.add.relaxed.gpu.u32 r, [t], 1; } d0.b1.t0 { st.weak.u32 [f], ${index}; } check (x == 0) as q;`
    expect([0, 1_000_000].map((index) => mayCount(buildEvents(testIn(indexed(index))), 1).length)).toEqual([1, 0])
  })
  test('also under a copy of a model, as other threads have it', () => {
    expect(counted([add, add, add], structuredClone(ptx75))).toEqual([3])
  })
  test('but not under a model that keeps no order of accesses to one location', () => {
    expect(counted([add, add, add], nvlitmus)).toEqual([])
  })
  test('element by element', () => {
    const at = (index: number) => add.replace('[x]', `[a+${4 * index}]`)
    const graph = buildEvents(testIn(text([at(0), at(1), at(1), at(1)])))
    expect(mayCount(graph, 1).map(({ offset, steps }) => [offset, steps.length])).toEqual([
      [0, 1],
      [4, 3],
    ])
  })
})

describe('the values that steps return, and the final one', () => {
  const four = [add, add, add, add]
  test.each([
    ['assert ([x] == 4) as q;', 'forbidden'],
    ['assert (P0:r < 4) as q;', 'forbidden'],
    ['assert (P0:r < 3) as q;', 'allowed'],
    ['exists (P0:r == 3 && P1:r == 0 && P2:r == 2) as q;', 'allowed'],
    ['exists (P0:r == 1 && P1:r == 1) as q;', 'forbidden'],
    ['exists (P0:r == 1 && P1:r == 2 && P2:r == 3 && P3:r == 1) as q;', 'forbidden'],
  ])('%s %s', async (question, expected) => {
    expect(await verdicts(testIn(text(four, question)))).toEqual([expected])
  })
  test('of elements of an array, each its own', async () => {
    const at = (index: number) => add.replace('[x]', `[a+${4 * index}]`)
    const question = 'assert (a[0] == 1 && a[1] == 3) as q;'
    expect(await verdicts(testIn(text([at(0), at(1), at(1), at(1)], question)))).toEqual(['forbidden'])
  })
  test('also of more steps than a value has cases', async () => {
    const bodies = Array.from({ length: 34 }, () => 'atom.inc.relaxed.gpu.u32 r, [c], 1000;')
    const threads = bodies.map((body, i) => `d0.b${i}.t0 { ${body} }`).join(' ')
    const asked = 'assert (c == 34) as all; check (P0:r == 33) as last; check (P0:r == 34) as none;'
    expect(await verdicts(testIn(`.global .u32 c; ${threads} ${asked}`))).toEqual(['forbidden', 'allowed', 'forbidden'])
  })
  test('without an axiom on which that rests, as brute force has it', async () => {
    const program = testIn(text(four, 'assert ([x] == 4) as q;'))
    const { answers } = decide(program, await solver(), { model: withoutAxiom(ptx75, 'Atomicity'), liveness: false })
    expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['allowed'])
  })
})

import fc from 'fast-check'
import { must } from '../../../source/must.js'
import { cycleOf } from '../../../synthesis/cycle/find.js'
import { cycleText } from '../../../synthesis/cycle/print.js'
import type { CycleTest } from '../../../synthesis/cycle/test.js'
import { isAccess, locationsOf, type Outcome, reads, type Source, slotsOf, writes } from '../../../synthesis/sketch.js'
import { always } from '../../extent.js'
import { cycleIn, errorsIn, keyOf, sketchIn } from '../support.js'

describe('the cycle of the test of a cycle', () => {
  test.each([
    'PodWW Rfe+rel+acq.gpu PodRR Fre',
    'PodWR+fence.sc.gpu Fre PodWR+fence.sc.cta Fre',
    'DpDatadW Rfe DpDatadW Rfe',
    'PosRW Rfi',
    'PosWR Fri',
    'PosWW Coi+rlx.cta',
    'Rfe PosRR+fence.sc.gpu Fre',
    'PosRW Coe Rfe',
    'PodWW Rfe+weak+amo.ar.gpu Amo+amo.ar.gpu Rfe+amo.ar.gpu+weak PodRR Fre',
    'PodWW Rfe+weak+amo.acq.gpu PodRR Fre',
    'PodWR Fre+weak+amo.rel.gpu PodWR Fre+weak+amo.rel.gpu',
    'PodWW Rfi PodRR Fre PodWR Fre',
    'PodWW Rfe PodRR Fri PodWR Fre PodWR Fre',
    'PodWW+fence.proxy.surface Rfe+surf PodRR+fence.proxy.surface Fre',
    'PodWW Rfe+alias+nc PodRR Fre+const+weak',
    'Rfe@d0.b0+rlx.gpu PodRR Fre@d0.b1 Rfe@d1.b0 PodRR Fre@d0.b0',
    'PodWW PodWW+rlx.gpu+weak Rfe PodRR Fre',
  ])('%s', (text) => {
    const { test: made } = cycleIn(text)
    const found = cycleText(must(cycleOf(made.labelled, made.outcome), 'a cycle'))
    expect(keyOf(cycleIn(found).test)).toBe(keyOf(made))
    expect(
      found
        .replaceAll(/[+@]\S*/g, '')
        .split(' ')
        .toSorted(),
    ).toEqual(
      text
        .replaceAll(/[+@]\S*/g, '')
        .split(' ')
        .toSorted(),
    )
  })
})

/** Edges in a row, each of which begins where the one before it ends. */
const inARow = fc.array(fc.nat(1_000), { minLength: 2, maxLength: 8 }).map((choices) => {
  const from = {
    R: ['PodRR', 'PodRW', 'PosRR', 'PosRW', 'DpDatadW', 'Fre', 'Fre', 'Fri', 'Fre@d1.b0', 'Amo', 'PodRR+fence.sc.gpu'],
    W: [
      'PodWR',
      'PodWW',
      'PosWR',
      'PosWW',
      'Rfe',
      'Rfe',
      'Coe',
      'Rfi',
      'Coi',
      'Rfe+rel+acq.gpu',
      'Rfe+weak+amo.acq.gpu',
    ],
  } as const
  let at: 'R' | 'W' = choices[0] === undefined || choices[0] % 2 === 0 ? 'W' : 'R'
  return choices
    .map((choice) => {
      const edge = must(from[at][choice % from[at].length], 'an edge')
      at = /^(Fr|Co|DpData|Amo|Po.[RW]W)/.test(edge) ? 'W' : 'R'
      return edge
    })
    .join(' ')
})

/** Returns the results of slots in an interleaving: the value of each read, and the last writes. */
function* interleavings({ labelled: { sketch } }: CycleTest): Generator<Outcome> {
  const placed = slotsOf(sketch)
  function* from(
    next: readonly number[],
    memory: ReadonlyMap<number, number>,
    sources: ReadonlyMap<number, Source>,
  ): Generator<Outcome> {
    const ready = placed.filter(({ thread, index }) => next[thread] === index)
    if (ready.length === 0)
      yield {
        sources: placed.map(({ position }) => sources.get(position)),
        last: Array.from({ length: locationsOf(sketch) }, (_, location) => memory.get(location)),
      }
    for (const { thread, position, slot } of ready) {
      const after = next.with(thread, must(next[thread], 'a place') + 1)
      const read = isAccess(slot) && reads(slot) ? [[position, memory.get(slot.location) ?? 'initial'] as const] : []
      const written = isAccess(slot) && writes(slot) ? [[slot.location, position] as const] : []
      yield* from(after, new Map([...memory, ...written]), new Map([...sources, ...read]))
    }
  }
  yield* from(
    sketch.threads.map(() => 0),
    new Map(),
    new Map(),
  )
}

describe('any cycle', () => {
  const cycles = inARow.filter((text) => errorsIn(text).length === 0)
  always('is the cycle of its test', { runs: 50, seed: 1 }, () =>
    fc.property(cycles, (text) => {
      const { test: made } = cycleIn(text)
      const found = must(cycleOf(made.labelled, made.outcome), 'a cycle')
      expect(keyOf(cycleIn(cycleText(found)).test)).toBe(keyOf(made))
    }),
  )
  always('has an outcome that no interleaving reaches', { runs: 50, seed: 2 }, () =>
    fc.property(cycles, (text) => {
      const { test: made } = cycleIn(text)
      const { sources, last } = made.outcome
      for (const one of interleavings(made))
        expect(
          sources.every((source, i) => source === undefined || source === one.sources[i]) &&
            last.every((write, i) => write === undefined || write === one.last[i]),
        ).toBe(false)
    }),
  )
})

describe('no cycle', () => {
  test.each([
    [
      'two reads of the initial value',
      '.global x; d0.b0.t0 { ld r0, [x]; ld r1, [x]; } d0.b1.t0 { ld r2, [x]; st [x], 1; } exists (r0 == 0 && r1 == 0 && r2 == 0)',
    ],
    ['a thread that only reads', '.global x; d0.b0.t0 { ld r0, [x]; ld r1, [x]; } exists (r0 == 0 && r1 == 0)'],
    [
      'data from the whole of an atomic',
      '.global x; .global y; d0.b0.t0 { atom.relaxed.gpu.exch r0, [x], 2; xor r9, r0, r0; add r9, r9, 1; st [y], r9; } d0.b1.t0 { ld r1, [y]; st [x], 1; } exists (r1 == 1 && [x] == 1)',
    ],
    [
      'two reads of one write',
      '.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ld r0, [x]; } d0.b2.t0 { ld r1, [x]; } exists (r0 == 1 && r1 == 1)',
    ],
    [
      'an outcome that is the usual one',
      '.global x; .global y; d0.b0.t0 { st [x], 1; st [y], 1; } d0.b1.t0 { ld r0, [y]; ld r1, [x]; } exists (r0 == 1 && r1 == 1)',
    ],
    [
      'a write of another thread that comes before',
      '.global x; d0.b0.t0 { st [x], 2; ld r0, [x]; } d0.b1.t0 { st [x], 1; } exists (r0 == 1 && [x] == 2)',
    ],
    [
      'a fence at the end',
      '.global x; .global y; d0.b0.t0 { st [x], 1; st [y], 1; fence.sc.gpu; } d0.b1.t0 { ld r0, [y]; ld r1, [x]; } exists (r0 == 1 && r1 == 0)',
    ],
    [
      'more in the outcome',
      '.global x; .global y; d0.b0.t0 { st [x], 1; st [y], 1; } d0.b1.t0 { ld r0, [y]; st [x], 2; } exists (r0 == 1 && [x] == 2)',
    ],
    [
      'less in the outcome',
      '.global x; .global y; d0.b0.t0 { st [x], 1; st [y], 1; } d0.b1.t0 { ld r0, [y]; ld r1, [x]; } exists (r0 == 1)',
    ],
  ])('%s', (_, text) => {
    const { labelled, outcome } = sketchIn(text)
    expect(cycleOf(labelled, outcome)).toBeUndefined()
  })
})

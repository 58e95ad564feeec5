import type { Model } from '../../../axioms/algebra/terms.js'
import { defaultModel } from '../../../axioms/models.js'
import { buildEvents } from '../../../encoder/events/events.js'
import type { Asked } from '../../../encoder/formula/exchange.js'
import { alikeThreads } from '../../../encoder/formula/symmetry.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'

/** Returns how many threads are in each class, if the question, hangs and undefined behaviour are asked about. */
const classes = (
  declared: string,
  threads: string,
  asked = 'c == 0',
  model: Model = defaultModel,
): readonly number[] => {
  const program = testIn(`.global .u32 c; ${declared} ${threads} check (${asked}) as q;`)
  const { condition } = must(program.questions[0], 'a question')
  const all: readonly Asked[] = [{ kind: 'condition', condition }, { kind: 'hang' }, { kind: 'undefined', model }]
  return alikeThreads(buildEvents(program), model, all).map(({ length }) => length)
}

const own = 'mov.u32 me, %tid.x; mul.wide.u32 a, me, 4; add.u64 a, a, &w;'
const adds = 'atom.add.relaxed.gpu.u32 r, [c], 1;'
const w = '.global .u32 w[4] = {0, 0, 0, 0};'

describe('threads are exchanged with the memory that only they access', () => {
  test.each([
    ['if each writes to a place of its own', w, `d0.b0.t0..3 { ${own} st.weak.u32 [a], 7; ${adds} }`, 'c == 4', [4]],
    [
      'in memory that is not initialised',
      '.global .u32 w[4];',
      `d0.b0.t0..3 { ${own} ld.weak.u32 r, [a]; ${adds} }`,
      'c == 4',
      [4],
    ],
    [
      'but not one whose place a question names',
      w,
      `d0.b0.t0..3 { ${own} st.weak.u32 [a], 7; ${adds} }`,
      'w[2] == 7',
      [3],
    ],
    [
      'but not one whose place has another initial value',
      '.global .u32 w[4] = {0, 0, 5, 0};',
      `d0.b0.t0..3 { ${own} ld.weak.u32 r, [a]; ${adds} }`,
      'c == 4',
      [3],
    ],
    [
      'but not one whose place another thread reads',
      w,
      `d0.b0.t0..2 { ${own} st.weak.u32 [a], 7; ${adds} } d0.b0.t3 { ld.weak.u32 r, [w]; }`,
      'c == 3',
      [2],
    ],
    [
      'but not if all of them read the place of one',
      w,
      `d0.b0.t0..2 { ${own} st.weak.u32 [a], 7; ld.weak.u32 r, [w]; }`,
      'c == 0',
      [2],
    ],
    ['but not if what they write differs', w, `d0.b0.t0..2 { ${own} st.weak.u32 [a], me; ${adds} }`, 'c == 3', []],
  ] as const)('%s', (_, declared, threads, asked, expected) => {
    expect(classes(declared, threads, asked)).toEqual(expected)
  })
})

describe('threads that meet at barriers are exchanged', () => {
  test.each([
    ['within a warp', '', `d0.b0.t0..2 { ${adds} bar.sync 0; }`, [3]],
    ['in several warps', '', `d0.b0.t0 { ${adds} bar.sync 0; } d0.b0.t32..33 { ${adds} bar.sync 0; }`, [3]],
    [
      'but not with one of another warp if a thread may not come to the barrier',
      '.global y;',
      `d0.b0.t0 { ${adds} bar.sync 0; } d0.b0.t32..33 { ${adds} bar.sync 0; }
       d0.b0.t1 { ld.relaxed.gpu k, [y]; bne k, 0, S; bar.sync 0; S: }`,
      [2],
    ],
    ['but not CTA by CTA', '', `d0.b0.t0..1 { ${adds} bar.sync 0; } d0.b1.t0..1 { ${adds} bar.sync 0; }`, [2, 2]],
    [
      'but not with one at another barrier',
      '',
      `d0.b0.t0..1 { ${adds} bar.sync 0; } d0.b0.t2 { ${adds} bar.sync 1; }`,
      [2],
    ],
    [
      'but not if a barrier returns a value',
      '',
      `d0.b0.t0..1 { ${adds} setp.eq.u32 p, r, 0; bar.red.or.pred q, 0, p; }`,
      [],
    ],
    ['but not if it counts', '', `d0.b0.t0..1 { ${adds} bar.sync 0, 32; }`, []],
  ] as const)('%s', (_, declared, threads, expected) => {
    expect(classes(declared, threads)).toEqual(expected)
  })
})

test('threads are exchanged only if both may wait, and both may do what is undefined', () => {
  const waiting = (place: string, until: number) =>
    `${place} { ${adds} W: ld.relaxed.gpu.u32 s, [c]; bne s, ${until}, W; }`
  expect(classes('', `${waiting('d0.b0.t0..1', 3)} ${waiting('d0.b0.t2', 3)}`)).toEqual([3])
  expect(classes('', `${waiting('d0.b0.t0..1', 3)} ${waiting('d0.b0.t2', 2)}`)).toEqual([2])
  const trapping = (place: string, when: number) => `${place} { ${adds} bne r, ${when}, S; trap; S: }`
  expect(classes('', `${trapping('d0.b0.t0..1', 0)} ${trapping('d0.b0.t2', 0)}`)).toEqual([3])
  expect(classes('', `${trapping('d0.b0.t0..1', 0)} ${trapping('d0.b0.t2', 1)}`)).toEqual([2])
})

describe('threads are not exchanged if only', () => {
  const alike = (threads: string, asked: readonly Asked[]): readonly number[] => {
    const program = testIn(`.global .u32 c; .global .u32 y; ${threads} check (P2:i == 0) as q;`)
    return alikeThreads(buildEvents(program), defaultModel, asked).map(({ length }) => length)
  }
  const stopping = (when: number) => `${adds} mov.u32 i, 0; bne r, ${when}, E; trap; E:`
  const cut = `${adds} mov.u32 i, 0; W: add.u32 i, i, 1; beq r, 1, W;`
  test('one of them waits in a loop', () => {
    const reading = (then: string) => `${adds} mov.u32 i, 0; W: ld.relaxed.gpu.u32 s, [c]; ${then}`
    const stops = reading('beq s, 3, E; trap; E:')
    const threads = `d0.b0.t0..1 { ${stops} } d0.b0.t2 { ${reading('bne s, 3, W;')} }`
    expect(alike(threads, [{ kind: 'hang' }])).toEqual([2])
  })
  test('the bound cuts a loop of one', () => {
    expect(alike(`d0.b0.t0..1 { ${stopping(1)} } d0.b0.t2 { ${cut} }`, [{ kind: 'cut' }])).toEqual([2])
  })
  test('one of them does what is undefined', () => {
    const threads = `d0.b0.t0..1 { ${stopping(1)} } d0.b0.t2 { ${cut} }`
    expect(alike(threads, [{ kind: 'undefined', model: defaultModel }])).toEqual([2])
  })
  test('one of them ends where others do not', () => {
    const threads = `d0.b0.t0..1 { ${stopping(1)} } d0.b0.t2 { ${stopping(0)} } d0.b0.t3 { trap; }`
    expect(alike(threads, [{ kind: 'hang' }])).toEqual([2])
  })
})

test('threads are not exchanged where some thread accesses Tensor Memory', () => {
  const adding = `d0.b0.t32..33 { ${adds} }`
  expect(classes('', adding)).toEqual([2])
  expect(classes('', `d0.b0.t0 { mov.u32 t, 0; tcgen05.shift.cta_group::1.down [t]; } ${adding}`)).toEqual([])
})

test('an axiom that speaks of warps keeps threads within theirs, and CTAs', () => {
  const warps: Model = {
    ...defaultModel,
    axioms: [
      ...defaultModel.axioms,
      {
        name: 'Warps',
        section: '',
        requirements: [
          {
            kind: 'irreflexive',
            of: { kind: 'difference', left: { kind: 'base', name: 'po' }, right: { kind: 'base', name: 'swarp' } },
          },
        ],
      },
    ],
  }
  const twoWarps = `d0.b0.t0..1 { ${adds} } d0.b0.t32..34 { ${adds} }`
  const twoCtas = `d0.b0.t0..1 { ${adds} } d0.b1.t0..1 { ${adds} }`
  expect(classes('', twoWarps)).toEqual([5])
  expect(classes('', twoWarps, 'c == 0', warps)).toEqual([2, 3])
  expect(classes('', twoCtas, 'c == 0', warps)).toEqual([2, 2])
})

/**
 * Small random programs of blocks that count themselves when they are done. One thread of a block passes on what it finds to
 * the others, and the block that finds a certain number goes on.
 */

import fc from 'fast-check'

const fence = fc.constantFrom('', '', 'fence.acq_rel.gpu;', 'fence.acq_rel.gpu;', 'fence.sc.gpu;')

/** What the thread that counts does before and after. */
const count = fc.constantFrom(
  'atom.inc.relaxed.gpu.u32 r1, [c], 2;',
  'atom.add.relaxed.gpu.u32 r1, [c], 1;',
  'atom.add.acq_rel.gpu.u32 r1, [c], 1;',
  'atom.add.relaxed.gpu.u32 r1, [c], 2;',
  'atom.exch.relaxed.gpu.u32 r1, [c], 1;',
  'ld.relaxed.gpu.u32 r1, [c];',
)

const action = fc.constantFrom(
  'ld.weak.u32 r3, [p]; st.weak.u32 [x], r3;',
  'ld.weak.u32 r3, [p+4]; red.relaxed.gpu.add.u32 [x], r3;',
  'red.relaxed.gpu.add.u32 [x], 1;',
  'st.weak.u32 [x], 2;',
  'st.weak.u32 [p], 2;',
  'atom.cas.relaxed.gpu.u32 r3, [x], 0, 1;',
  'ld.weak.u32 r3, [x]; beq r3, 0, T#; st.weak.u32 [y], 1; T#:',
)

const passing = fc.constantFrom(
  { lanes: 't0', passed: '', found: 'r1' },
  { lanes: 't0..1', passed: 'st.weak.u32 [s], r1;', found: 'r2' },
  { lanes: 't0..1', passed: 'st.weak.u32 [s], r1;', found: 'r2' },
)

/** Draws programs with three blocks of one text. */
export const lastBlocks = (): fc.Arbitrary<string> =>
  fc
    .record({
      passing,
      part: fc.constantFrom('', 'st.weak.u32 [at], id;', 'st.relaxed.gpu.u32 [at], id;'),
      fences: fc.tuple(fence, fence),
      count,
      compared: fc.tuple(fc.constantFrom('bne', 'bne', 'bne', 'beq', 'blt'), fc.constantFrom(2, 2, 2, 1, 0)),
      actions: fc.array(action, { minLength: 1, maxLength: 2 }),
      after: fc.constantFrom(
        '',
        '',
        '',
        '',
        'red.relaxed.gpu.add.u32 [y], 1;',
        'ld.weak.u32 r4, [x]; st.weak.u32 [y], r4;',
      ),
      asked: fc.tuple(fc.constantFrom('x', 'x', 'y', 'p[0]', 'c'), fc.nat(4)),
    })
    .map(
      ({
        passing: { lanes, passed, found },
        part,
        fences,
        count,
        compared: [branch, number],
        actions,
        after,
        asked,
      }) => {
        const own = `${part} ${fences[0]} ${count} ${passed} ${fences[1]}`
        const meeting = passed === '' ? own : `bne me, 0, B; ${own} B: bar.sync 0; ld.weak.u32 r2, [s];`
        const goes = actions.map((one, i) => one.replaceAll('#', String(i))).join(' ')
        const body = `mov.u32 me, %tid.x; mov.u32 id, %ctaid.x; mul.wide.u32 o, id, 4; mov.u64 at, p; add.u64 at, at, o;
  mov.u32 r3, 0; ${meeting} ${branch} ${found}, ${number}, L; ${goes} L: ${after}`
        return `.global .u32 c; .global .u32 x; .global .u32 y; .global .u32 p[3]; .shared .u32 s;
${[0, 1, 2].map((block) => `d0.b${block}.${lanes} {\n  ${body}\n}`).join('\n')}
check (${asked[0]} == ${asked[1]}) as q;
`
      },
    )

import { buildEvents } from '../../../../encoder/events/events.js'
import { only } from '../../../../fuzz/programs.js'

/** Returns how many events are left out of those of the threads 1 to 4 of a warp, which have the same text. */
const leftOut = (
  body: string,
  {
    asked = 'x == 0',
    first = '',
    at = (i: number) => `d0.b0.t${i}`,
  }: {
    asked?: string
    first?: string
    at?: (i: number) => string
  } = {},
): number => {
  const text = `.global .u32 x; .global .u32 y; .global .u32 own[8];
    d0.b0.t0 { st.weak.u32 [y], 1; ${first} }
    ${[1, 2, 3, 4].map((i) => `${at(i)} { ${body.replaceAll('#', `${4 * i}`)} }`).join('\n')}
    check (${asked}) as q;`
  return buildEvents(only(text), 2, 'final states', 0, { mostShown: 0, overwritten: true }).leftOut
}
const again = { first: 'st.weak.u32 [y], 2;' }
const meet = { first: 'bar.sync 0;' }

describe('threads that no axiom can tell from others of their warp', () => {
  test.each<[string, number, number]>([
    ['they read, and one represents all', leftOut('ld.weak.u32 r, [y];'), 3],
    ['they meet at barriers', leftOut('bar.sync 0; ld.weak.u32 r, [y];', meet), 6],
    ['they write where nothing else does', leftOut('st.weak.u32 [own+#], 1;', again), 3],
    [
      'they are several warps, of which two represent all',
      leftOut('ld.weak.u32 r, [y];', { at: (i) => `d0.b0.t${32 * i}` }),
      2,
    ],
    ['not those of which a question reads a register', leftOut('ld.weak.u32 r, [y];', { asked: 'P4:r == 0' }), 2],
    [
      'not those that write what another reads',
      leftOut('st.weak.u32 [own+#], 1;', { first: 'ld.weak.u32 r, [own+12];' }),
      2,
    ],
    [
      'not those that write what a question reads',
      leftOut('st.weak.u32 [own+#], 1;', { ...again, asked: 'own[2] == 0' }),
      2,
    ],
    [
      'not those that read different memory',
      leftOut('ld.weak.u32 r, [y]; ld.weak.u32 r, [own+#];', {
        first: 'st.weak.v4.u32 [own], {1, 1, 1, 1}; st.weak.u32 [own+16], 1;',
      }),
      0,
    ],
    ['not those that read strongly', leftOut('ld.relaxed.gpu.u32 r, [y];'), 0],
    ['not those with fences', leftOut('fence.acq_rel.gpu; ld.weak.u32 r, [y];'), 0],
    ['not those with atomics', leftOut('red.relaxed.gpu.add.u32 [x], 1;'), 0],
    ['not those that use what they read', leftOut('ld.weak.u32 r, [y]; st.weak.u32 [x], r;'), 0],
    [
      'not those whose path depends on what they read',
      leftOut('ld.weak.u32 r, [y]; beq r, 0, E; ld.weak.u32 r, [x]; E:'),
      0,
    ],
    ['not those that wait in loops', leftOut('L: ld.weak.u32 r, [y]; bne r, 1, L;'), 0],
    [
      'not those at barriers with a count',
      leftOut('bar.sync 0, 32; ld.weak.u32 r, [y];', { first: 'bar.sync 0, 32;' }),
      0,
    ],
    ['not those that vote', leftOut('vote.sync.any.pred p, 1, 0x1e; ld.weak.u32 r, [y];'), 0],
  ])('%s', (_, found, right) => expect(found).toBe(right))
})

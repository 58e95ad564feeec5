import { buildEvents } from '../../../../encoder/events/events.js'
import { isMemory } from '../../../../encoder/events/graph/event.js'
import { bytesOf } from '../../../../encoder/events/memory/places.js'
import { compiledTest, moduleOf } from '../../../litmus/module/modules.js'

/** A kernel whose first warp accesses rows at addresses that `address` computes into %r4; the second one stores words. */
const kernel = (access: string, address: string): string => `.visible .entry k(.param .u64 p) {
  .reg .pred %p<9>; .reg .b32 %r<19>; .reg .b64 %rd<2>;
  .shared .align 16 .b8 x[2048];
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %laneid;
  mov.u32 %r3, x;
  setp.gt.u32 %p1, %r1, 31;
  @%p1 bra second;
  ${address}
  ${access}
  ret;
second:
  st.shared.u32 [x], 1;
  st.shared.u32 [x+20], 1;
  st.shared.u32 [x+124], 1;
  st.shared.u32 [x+128], 1;
  ret;
}`

/** Returns the accesses of the first warp, and whether it may access the whole object. */
const accesses = (access: string, address: string, lanes = 'lanes 0') => {
  const text = `module "k.ptx"; .global .u32 out[8]; host { k<<<1, 64, ${lanes}>>>(out); cudaDeviceSynchronize(); } assert (true) as q;`
  const program = compiledTest(text, { 'k.ptx': moduleOf(kernel(access, address)) })
  const { events, assumed } = buildEvents(program)
  const own = events.filter(isMemory).flatMap((event) => {
    const thread = event.origin && program.threads[event.origin.thread]?.name
    if (thread === undefined || !/t\d$/.test(thread)) return []
    return event.places.flatMap(({ location, offset }) =>
      program.locations[location]?.name.endsWith('x') ? [`${event.kind} ${offset}..${offset + bytesOf(event)}`] : [],
    )
  })
  return { own: own.toSorted(), whole: assumed.some(({ what }) => what === 'whole object') }
}

const load = 'ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r9}, [%r4];'
const rows = ['read 0..4', 'read 124..128', 'read 20..24']

describe('the rows of lanes that a launch leaves out', () => {
  test.each([
    ['at addresses that their numbers decide', 'mad.lo.u32 %r4, %r2, 16, %r3;'],
    ['in another order', 'sub.u32 %r5, 7, %r2; mad.lo.u32 %r4, %r5, 16, %r3;'],
    [
      'on paths of their own',
      'mov.u32 %r5, 0; setp.eq.u32 %p2, %r2, 0; @%p2 bra same; shl.b32 %r5, %r2, 4; same: add.u32 %r4, %r3, %r5;',
    ],
    ['with what another lane tells them', 'shfl.sync.idx.b32 %r5, %r3, 0, 31, -1; mad.lo.u32 %r4, %r2, 16, %r5;'],
  ])('are read %s', (_, address) => {
    expect(accesses(load, address)).toEqual({ own: rows, whole: false })
  })
  test('are stored', () => {
    const store = 'stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r4], {%r1};'
    const own = rows.map((row) => row.replace('read', 'write'))
    expect(accesses(store, 'mad.lo.u32 %r4, %r2, 16, %r3;')).toEqual({ own, whole: false })
  })
  test('lie where they do in the whole program, in which descriptors name shared memory', () => {
    const address = 'tcgen05.fence::before_thread_sync; mad.lo.u32 %r4, %r2, 16, %r3;'
    expect(accesses(load, address)).toEqual({ own: rows, whole: false })
  })
  test('are those of the other lanes, if the launch has some', () => {
    const { own, whole } = accesses(load, 'mad.lo.u32 %r4, %r2, 16, %r3;', 'lanes 0, 7')
    expect(own).toEqual(rows)
    expect(whole).toBe(false)
  })
  test('may be any bytes of the object, if their addresses depend on what is read', () => {
    const address =
      'ld.global.u32 %r5, [%rd1]; and.b32 %r5, %r5, 16; mad.lo.u32 %r4, %r2, 16, %r3; add.u32 %r4, %r4, %r5;'
    expect(accesses(load, address).whole).toBe(true)
  })
})

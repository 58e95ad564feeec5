import { buildEvents } from '../../../../encoder/events/events.js'
import { isMemory } from '../../../../encoder/events/graph/event.js'
import { bytesName } from '../../../../encoder/events/memory/names.js'
import { bytesOf } from '../../../../encoder/events/memory/places.js'
import type { Program } from '../../../../litmus/program.js'
import { compiledTest, moduleOf } from '../../../litmus/module/modules.js'
import { testIn } from '../../../support.js'

const placesOf = (text: string) => placesIn(testIn(`${text} check (0 == 0) as any;`), 0)

/** Returns the places of the last access of a thread, or of all, and whether it may be outside of memory. */
function placesIn(program: Program, thread?: number) {
  const graph = buildEvents(program)
  const event = graph.events
    .filter(isMemory)
    .findLast(({ origin }) => origin !== undefined && origin.thread === (thread ?? origin.thread))
  if (event === undefined) throw new Error('no access')
  return {
    places: event.places
      .map(({ location, offset }) => bytesName(program, { location, offset, bytes: bytesOf(event) }))
      .toSorted(),
    outside: graph.undefined.length > 0,
  }
}

const memory = '.global .u32 a[4]; .global .u32 i; .global .u64 p;'
const at = (...lines: readonly string[]) => `${memory} d0.b0.t0 { ${lines.join(' ')} }`
const element = 'mul.wide.u32 o, r, 4; mov.u64 q, a; add.u64 q, q, o; ld.weak.u32 v, [q];'

describe('an address that is computed from reads has the places that can flow there', () => {
  test('one, if it is constant', () => {
    expect(placesOf(at('mov.u32 r, 3;', element))).toEqual({ places: ['a[3]'], outside: false })
  })

  test('those of the values that are written', () => {
    const text = `${at('ld.relaxed.gpu.u32 r, [i];', element)} d0.b1.t0 { st.relaxed.gpu.u32 [i], 2; }`
    expect(placesOf(text)).toEqual({ places: ['a[0]', 'a[2]'], outside: false })
  })

  test('and beyond, if one of them is outside of memory', () => {
    const text = `${at('ld.relaxed.gpu.u32 r, [i];', element)} d0.b1.t0 { st.relaxed.gpu.u32 [i], 4; }`
    expect(placesOf(text)).toEqual({ places: ['a[0]'], outside: true })
  })

  /** More values than this count as unconstrained. */
  const stores = Array.from({ length: 70 }, (_, i) => `st.relaxed.gpu.u32 [i], ${i};`)
  const anything = (...lines: readonly string[]) =>
    `${at('ld.relaxed.gpu.u32 r, [i];', ...lines)} d0.b1.t0 { ${stores.join(' ')} }`

  test('a mask of any value', () => {
    expect(placesOf(anything('and.b32 r, r, 1;', element))).toEqual({ places: ['a[0]', 'a[1]'], outside: false })
    expect(placesOf(anything('rem.u32 r, r, 3;', element))).toEqual({
      places: ['a[0]', 'a[1]', 'a[2]'],
      outside: false,
    })
  })

  test('all places, if nothing is known', () => {
    const { places, outside } = placesOf(anything(element))
    expect(places).toEqual(expect.arrayContaining(['a[0]', 'a[1]', 'a[2]', 'a[3]', 'i']))
    expect(outside).toBe(true)
  })

  test('the result of a reduction at a barrier', () => {
    const read = ['ld.relaxed.gpu.u32 r, [i];', 'setp.eq.u32 is, r, 0;'] as const
    const popc = at(...read, 'bar.red.popc.u32 r, 0, is;', element)
    expect(placesOf(popc)).toEqual({ places: ['a[0]', 'a[1]'], outside: false })
    const or = at(...read, 'bar.red.or.pred any, 0, is;', 'selp.u32 r, 3, 1, any;', element)
    expect(placesOf(or)).toEqual({ places: ['a[1]', 'a[3]'], outside: false })
  })

  test('of a counter no more than there are reads that count', () => {
    const counting = 'atom.add.relaxed.gpu.u32 r, [i], 1;'
    const all = ['a[0]', 'a[1]', 'a[2]', 'a[3]']
    const counted = (times: number) => placesOf(`${at(counting, element)} d0.b1.t0 { ${counting.repeat(times)} }`)
    expect(counted(2)).toEqual({ places: all, outside: false })
    expect(counted(3)).toEqual({ places: all, outside: true })
  })

  test('of a counter no more, however many reads copy what it counts', () => {
    const counting = 'atom.add.relaxed.gpu.u32 r, [i], 1;'
    const copying = 'ld.relaxed.gpu.u32 r, [i]; st.relaxed.gpu.u32 [j], r; ld.relaxed.gpu.u32 r, [j];'
    const text = `.global .u32 j; ${at(counting, element)} d0.b1.t0 { ${counting} } d0.b2.t0 { ${copying.repeat(5)} }`
    expect(placesOf(text)).toEqual({ places: ['a[0]', 'a[1]', 'a[2]'], outside: false })
  })

  describe('only where the thread gets to the access', () => {
    const stored = [0, 1, 2, 3, 4, 70].map((value) => `st.relaxed.gpu.u32 [i], ${value};`)
    const below = (limit: number, ...more: readonly string[]) =>
      `${at('ld.relaxed.gpu.u32 r, [i];', `setp.ge.s32 large, r, ${limit}; @large goto END;`, ...more, element, 'END:')}
       d0.b1.t0 { ${stored.join(' ')} }`

    test('if the index is compared with a limit', () => {
      expect(placesOf(below(2))).toEqual({ places: ['a[0]', 'a[1]'], outside: false })
      expect(placesOf(below(5)).outside).toBe(true)
    })

    test('and not if another one is', () => {
      expect(placesOf(below(2, 'ld.relaxed.gpu.u32 r, [i];')).outside).toBe(true)
    })
  })

  describe('an index that is read before it is stored is outside of memory', () => {
    /** A kernel that reads an index from shared memory, and with it an element of `p`, unless it is at its end. */
    const kernel = (...lines: readonly string[]) =>
      moduleOf(`.visible .entry k(.param .u64 p) { .reg .b64 %rd<6>; .reg .b32 %r<4>; .reg .pred %p<2>;
        .shared .align 4 .b32 i[2]; ld.param.u64 %rd1, [p]; ${lines.join(' ')}
        mul.wide.s32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r2, [%rd3]; END: ret; }`)
    const indexed = (...lines: readonly string[]) =>
      placesIn(
        compiledTest(
          `module "k.ptx"; .global .u32 a[4]; host { k<<<1, 2>>>(a); cudaDeviceSynchronize(); } check (0 == 0) as any;`,
          { 'k.ptx': kernel(...lines) },
        ),
      )
    const read = 'ld.shared.u32 %r1, [i];'

    test('and has no other places than what is stored', () => {
      const stored = { places: ['a[0]', 'a[2]'], outside: true }
      expect(indexed('mov.u32 %r3, 2; st.shared.u32 [i], %r3;', read)).toEqual(stored)
    })

    test('also below a limit, if its sign lets it be', () => {
      const limited = 'setp.ge.s32 %p1, %r1, 2; @%p1 bra END;'
      const stored = { places: ['a[0]', 'a[1]'], outside: true }
      expect(indexed('mov.u32 %r3, 1; st.shared.u32 [i], %r3;', read, limited)).toEqual(stored)
    })

    test('unless a limit keeps it inside', () => {
      const limited = 'setp.ge.u32 %p1, %r1, 2; @%p1 bra END;'
      expect(indexed(read, limited).places).toEqual(expect.arrayContaining(['a[1]', 'a[2]']))
    })

    test('or another read decides whether the thread gets there', () => {
      const limited = 'ld.shared.u32 %r3, [i+4]; setp.ge.s32 %p1, %r1, %r3; @%p1 bra END;'
      expect(indexed(read, limited).places).toEqual(expect.arrayContaining(['a[1]', 'a[3]']))
    })
  })

  test('those of the pointers in memory, also of pointers that were copied', () => {
    const text = `${memory} .global .u64 q; d0.b0.t0 { ld.weak.u64 r, [q]; ld.weak.u32 v, [r]; }
      d0.b1.t0 { st.weak.u64 [p], &a[1]; } d0.b2.t0 { ld.weak.u64 r, [p]; st.weak.u64 [q], r; }`
    expect(placesOf(text)).toEqual({ places: ['a[1]'], outside: true })
  })

  test('only aligned ones', () => {
    const text = `${at('ld.relaxed.gpu.u32 r, [i]; mul.wide.u32 o, r, 1; mov.u64 q, a; add.u64 q, q, o; ld.weak.u32 v, [q];')}
      d0.b1.t0 { st.relaxed.gpu.u32 [i], 2; }`
    expect(placesOf(text)).toEqual({ places: ['a[0]'], outside: true })
  })

  describe('bytes of several writes', () => {
    const follow = 'ld.weak.u64 r, [p]; ld.weak.u32 v, [r];'

    test('if another access splits the bytes that are read', () => {
      const published = 'd0.b1.t0 { st.weak.u64 [p], &a[1]; } d0.b2.t0 { st.weak.u64 [p], &a; }'
      expect(placesOf(`${at(follow)} ${published} d0.b3.t0 { ld.weak.u8 b, [p]; }`)).toEqual({
        places: ['a[0]', 'a[1]'],
        outside: true,
      })
      const initial = '.global .u32 a[4]; .global .u64 p = &a; .global .u32 x;'
      const text = `${initial} d0.b0.t0 { ${follow} } d0.b1.t0 { st.weak.u64 [p], 8; }`
      expect(placesOf(text).places).toEqual(['a[0]'])
      expect(placesOf(`${text} d0.b2.t0 { ld.weak.u8 b, [p]; }`).places).toEqual(['a[0]', 'a[2]'])
    })

    test('if halves of a pointer are written', () => {
      const text = `${at(follow)} d0.b1.t0 { mov.u64 q, &a[1]; shr.u64 h, q, 32; st.weak.u32 [p], q; st.weak.u32 [p+4], h; }`
      expect(placesOf(text)).toEqual({ places: ['a[1]'], outside: true })
    })
  })
})

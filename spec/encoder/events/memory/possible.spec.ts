import { buildEvents } from '../../../../encoder/events/events.js'
import { isMemory } from '../../../../encoder/events/graph/event.js'
import { bytesName } from '../../../../encoder/events/memory/names.js'
import { bytesOf } from '../../../../encoder/events/memory/places.js'
import { testIn } from '../../../support.js'

/** Returns the places of the last access of a thread, and whether it may be outside of memory. */
function placesOf(text: string) {
  const program = testIn(`${text} check (0 == 0) as any;`)
  const graph = buildEvents(program)
  const event = graph.events.filter(isMemory).findLast(({ origin }) => origin?.thread === 0)
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

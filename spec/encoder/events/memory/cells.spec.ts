import { buildEvents } from '../../../../encoder/events/events.js'
import { cellName } from '../../../../encoder/events/memory/names.js'
import { testIn } from '../../../support.js'

const cellsOf = (text: string) => {
  const graph = buildEvents(testIn(text))
  return { mixed: graph.mixed, cells: graph.cells.map((cell, i) => `${cellName(graph, i)}:${cell.bytes}`) }
}

describe('memory in cells', () => {
  test('an access is one, where accesses overlap completely or not at all', () => {
    const text =
      '.global .u32 a[3]; .global .u64 w; d0.b0.t0 { st [a], 1; st [a+8], 1; st [w], 1; } check (a[0] == 1) as q;'
    expect(cellsOf(text)).toEqual({ mixed: false, cells: ['a[0]:4', 'a[2]:4', 'w:8'] })
  })

  test('memory that nothing accesses and no question mentions has none', () => {
    const text = '.global .u32 a[9]; .global .u32 x; d0.b0.t0 { st [a+4], 1; } check (a[3] == 0) as q;'
    expect(cellsOf(text).cells).toEqual(['a[1]:4', 'a[3]:4'])
  })

  test('accesses split each other', () => {
    const text =
      '.global .u64 w; d0.b0.t0 { st.weak.u64 [w], 1; st.weak.u16 [w+2], 1; ld.weak.u32 r, [w+4]; } check (r == 0) as q;'
    expect(cellsOf(text)).toEqual({ mixed: true, cells: ['w:2', 'w+2:2', 'w+4:4'] })
  })

  test('and so do questions', () => {
    const text = '.global .u32 a[2]; d0.b0.t0 { st.weak.u64 [a], 1; } check (a[1] == 0) as q;'
    expect(cellsOf(text)).toEqual({ mixed: true, cells: ['a[0]:4', 'a[1]:4'] })
  })
})

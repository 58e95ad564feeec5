import { buildEvents } from '../../../../encoder/events/events.js'
import { addressNamed, bytesName } from '../../../../encoder/events/memory/names.js'
import { pointerText } from '../../../../litmus/observe.js'
import { herd, testIn } from '../../../support.js'

const graph = buildEvents(
  testIn(
    herd(
      'x = 0; a[4] = {1, 2, 3, 4};',
      [['P0@cta 0,gpu 0', 'st.weak x, 1', 'st.weak a[1], 2', 'mov.u64 r0, &a']],
      'exists (x == 1)',
    ),
  ),
)
const { program, layout } = graph
const location = (name: string): number => program.locations.findIndex((one) => one.name === name)

test.each([
  ['x', 0, 4, 'x'],
  ['x', 2, 1, 'x+2'],
  ['a', 4, 4, 'a[1]'],
  ['a', 4, 2, 'a[1]'],
  ['a', 6, 2, 'a+6'],
  ['a', 8, 8, 'a[2..3]'],
])('bytes of %s from %d on, %d of them, are called %s', (name, offset, bytes, called) => {
  expect(bytesName(program, { location: location(name), offset, bytes })).toBe(called)
})

test.each([
  ['x', 0n, '&x'],
  ['x', 3n, '&x+3'],
  ['a', 0n, '&a[0]'],
  ['a', 12n, '&a[3]'],
  ['a', 16n, '&a[4]'],
  ['a', 5n, '&a+5'],
])('an address in %s, %d bytes after its start, is %s, and back', (variable, offset, text) => {
  const address = layout.addressOf({ variable, offset })
  expect(layout.pointerAt(address)).toEqual({ variable, offset })
  expect(pointerText({ variable, offset }, program)).toBe(text)
  expect(addressNamed(text, graph)).toBe(address)
})

test.each(['&y', '&', 'x', '&x[', '&x+'])('%s is the address of nothing', (text) => {
  expect(addressNamed(text, graph)).toBeUndefined()
})

test('an integer outside of all objects is not a pointer', () => {
  const after = layout.addressOf({ variable: 'a', offset: 17n })
  for (const address of [0n, 1n, 0xffff_ffffn, after, layout.addressOf({ variable: 'x', offset: -1n })])
    expect(layout.pointerAt(address)).toBeUndefined()
})

test('all copies of shared memory have one name', () => {
  const shared = buildEvents(
    testIn(`.shared .u64 s; d0.b0.t0 { mov.u64 r0, &s; st.weak.u64 [s], r0; } d0.b1.t0 { st.weak.u64 [s], 1; }
      check (d0.b0.t0:r0 == 0) as q;`),
  )
  const [first, second] = shared.program.variables
  if (first === undefined || second === undefined) throw new Error('two copies are needed')
  const address = shared.layout.addressOf({ variable: second.name, offset: 0n })
  const pointer = shared.layout.pointerAt(address)
  expect(pointer).toEqual({ variable: first.name, offset: 0n })
  expect(pointer && pointerText(pointer, shared.program)).toBe('&s')
  expect(addressNamed('&s', shared)).toBe(address)
})

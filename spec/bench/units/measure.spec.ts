import { figuresOf } from '../../../bench/units/measure.js'

const head = '.version 9.0\n.target sm_90\n.address_size 64\n'

test('bytes, kernels, and the refused instructions of each', () => {
  const text = `${head}// é
.func _Z5againv() { call _Z5againv; ret; }
.entry _Z1kIiEvv() { txq; call _Z5againv; txq; ret; }
.entry _Z1kIfEvv() { ret; }
`
  const { bytes, read, kernels } = figuresOf('k.ptx', text)
  expect(bytes).toBe(text.length + 1)
  expect(read).toBeGreaterThan(0)
  expect(kernels).toEqual([
    {
      name: 'k',
      instructions: 6,
      refused: new Map([
        ['txq', 2],
        ['call again', 1],
      ]),
    },
    { name: 'k (2)', instructions: 1, refused: new Map() },
  ])
})

test('text that is not read is an error, with its place', () => {
  expect(() => figuresOf('k.ptx', `${head}.entry k() { mov.u32 = 1; }`)).toThrow(/^k\.ptx is not read:\nk\.ptx:4:/)
})

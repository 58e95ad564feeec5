import { readTests } from '../../litmus/read.js'

const remarks = (text: string) => readTests({ name: 'spec', text: `${text} check (true) as q;` }).remarks

describe('a note on warps of which a test has some threads', () => {
  test('is given once, at the first barrier that counts them', () => {
    const [first, ...others] = remarks('d0.b0.t0 { bar.sync 0; bar.arrive 1, 64; } d0.b0.t32 { bar.sync 1, 64; }')
    expect(others).toEqual([])
    expect(first?.message).toBe(
      '`bar.arrive 1, 64` counts whole warps: one with fewer than 32 threads in the test counts as a whole one',
    )
  })
  test.each([
    ['without a count', 'd0.b0.t0 { bar.sync 0; }'],
    ['with all threads of the warp', 'd0.b0.t0..31 { bar.sync 0, 32; }'],
  ])('is not given %s', (_, text) => {
    expect(remarks(text)).toEqual([])
  })
})

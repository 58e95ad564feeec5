import { readTests } from '../../litmus/read.js'

const remarks = (text: string) => readTests({ name: 'spec', text: `${text} check (true) as q;` }).remarks

describe('a note on warps with only some of their threads in a test', () => {
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

describe('a note on lanes that a mask names and no thread runs', () => {
  test('is given once', () => {
    const [first, ...others] = remarks(
      'd0.b0.t0..1 { bar.warp.sync 3; bar.warp.sync 0xffffffff; bar.warp.sync 0xffffffff; }',
    )
    expect(others).toEqual([])
    expect(first?.message).toBe(
      '`bar.warp.sync 0xffffffff` names lanes that are not in the test: they count as threads that have ended',
    )
  })
  test('is given of an instruction of all lanes', () => {
    const line = 'movmatrix.sync.aligned.m8n8.trans.b16 d, 0'
    expect(remarks(`d0.b0.t0 { ${line}; }`).map(({ message }) => message)).toEqual([
      `\`${line}\` is of all lanes, some of which are not in the test: they count as threads that have ended`,
    ])
    expect(remarks(`d0.b0.t0..31 { ${line}; }`)).toEqual([])
  })
  test.each([
    ['that there are', 'd0.b0.t0..1 { bar.warp.sync 3; }'],
    ['that there are in another warp', 'd0.b0.t34..35 { bar.warp.sync 0xc; }'],
    ['of a whole warp', 'd0.b0.t0..31 { bar.warp.sync 0xffffffff; bar.warp.sync -1; }'],
    ['in a register', 'd0.b0.t0 { mov.u32 m, 3; bar.warp.sync m; }'],
  ])('is not given of lanes %s', (_, text) => {
    expect(remarks(text)).toEqual([])
  })
})

describe('a note on rows whose addresses no thread has', () => {
  const load = (count: string, registers: string): string =>
    `ldmatrix.sync.aligned.m8n8.${count}.shared.b16 ${registers}, [x]`
  test('is given once', () => {
    const line = load('x2', '{r, s}')
    const text = `.shared .u32 x[64]; d0.b0.t0..7 { ${line}; ${load('x1', 'r')}; ${line}; }`
    expect(remarks(text).map(({ message }) => message)).toEqual([
      `\`${line}\` has rows from lanes that are not in the test: they may be any bytes of the object`,
    ])
  })
  test('is not given if these lanes are in the test', () => {
    expect(remarks(`.shared .u32 x[64]; d0.b0.t0..7 { ${load('x1', 'r')}; }`)).toEqual([])
    expect(remarks(`.shared .u32 x[64]; d0.b0.t0..15 { ${load('x2', '{r, s}')}; }`)).toEqual([])
  })
})

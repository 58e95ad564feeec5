import { canBeApart, group } from '../../hardware/codes.js'
import { testIn } from '../support.js'

const program = (...threads: readonly string[]) =>
  testIn(`.global x; .global y; .shared d; ${threads.join(' ')} check ([x] == 0) as q;`)

const devices = (...threads: readonly string[]) =>
  program(...threads).threads.flatMap((one) => (one.kind === 'device' ? [one] : []))

/** Returns the threads that run one text, or why they cannot. */
function grouped(apart: boolean, ...threads: readonly string[]) {
  const codes = group(devices(...threads), program(...threads), apart)
  return codes.ok ? codes.value.map((one) => one.threads) : codes.diagnostics.map(({ message }) => message)
}

const [a, b] = ['d0.b0.t0', 'd0.b0.t1']

test('threads with one text share it, wherever they are', () => {
  expect(grouped(false, `${a} { st [x], 1; }`, `${b} { st [x], 1; }`, 'd0.b1.t0 { st [x], 1; }')).toEqual([[0, 1, 2]])
})

test.each([
  ['what they store', 'st [x], 1;', 'st [x], 2;'],
  ['where', 'st [x], 1;', 'st [y], 1;'],
  ['how strongly', 'st [x], 1;', 'st.release.gpu [x], 1;'],
  ['in which scope', 'fence.sc.gpu;', 'fence.sc.sys;'],
  ['one instruction more', 'st [x], 1;', 'st [x], 1; st [x], 1;'],
])('threads that differ in %s have texts of their own', (_, one, other) => {
  expect(grouped(false, `${a} { ${one} }`, `${b} { ${other} }`)).toEqual([[0], [1]])
})

test('copies of shared memory are not taken for one another', () => {
  const store = 'st.shared::cluster [d0.c0.b1:d], 1;'
  expect(grouped(false, `d0.c0.b0.t0 { ${store} }`, `d0.c0.b1.t0 { ${store} }`)).toEqual([[0, 1]])
  expect(grouped(false, 'd0.c0.b0.t0 { st.shared [d], 1; }', 'd0.c0.b1.t0 { st.shared [d], 1; }')).toEqual([[0], [1]])
})

const meets = 'bar.warp.sync 0x3;'
test.each([
  [`st [x], 1; ${meets}`, `st [x], 2; ${meets}`],
  [meets, `${meets} ld r0, [x];`],
])('threads of a warp that meet in different texts do not run: %s and %s', (one, other) => {
  expect(grouped(false, `${a} { ${one} }`, `${b} { ${other} }`)).toEqual([
    'd0.b0.t1 and d0.b0.t0, of one warp, meet in instructions of different texts',
  ])
})

test('threads of two warps, or of two CTAs, do not meet', () => {
  expect(
    grouped(false, `${a} { st [x], 1; bar.warp.sync 0x1; }`, 'd0.b0.t32 { st [x], 2; bar.warp.sync 0x1; }'),
  ).toEqual([...[[0], [1]]])
  expect(
    grouped(false, `${a} { st [x], 1; bar.warp.sync 0x1; }`, 'd0.b1.t0 { st [x], 2; bar.warp.sync 0x1; }'),
  ).toEqual([...[[0], [1]]])
})

test('threads that are apart do not meet', () => {
  expect(grouped(true, `${a} { st [x], 1; bar.sync 0; }`, `${b} { bar.sync 0; }`)).toEqual([[0], [1]])
})

test.each([
  ['bar.sync 0;', true],
  ['barrier.cta.sync 0;', true],
  ['bar.sync 0, 64;', false],
  ['bar.warp.sync 0x1;', false],
  ['activemask.b32 r0;', false],
  ['st [x], 1;', true],
])('threads with %s can be apart: %s', (text, expected) => {
  expect(canBeApart(devices(`${a} { ${text} }`))).toBe(expected)
})

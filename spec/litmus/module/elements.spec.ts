import { elementOfBytes } from '../../../litmus/module/elements.js'
import { readModule } from '../../../litmus/module/read.js'

const widthOf = (code: string, { space = 'shared', align = 4, bytes = 64 } = {}) => {
  const read = readModule({
    name: 'k.ptx',
    text: `.version 8.0\n.target sm_90\n.address_size 64\n.entry k() { .reg .b32 %r<9>; .reg .b64 %rd<9>; { ${code} } ret; }`,
  })
  if (!read.ok) throw new Error(read.diagnostics.map(({ message }) => message).join())
  return elementOfBytes(space, align, bytes, read.value).width
}

test('an element is as wide as its memory is aligned', () => {
  const code = 'ld.shared.u64 %rd1, [%r1]; st.shared.v4.f64 [%r1], {%rd1, %rd1, %rd1, %rd1};'
  expect([1, 2, 4, 8, 16, 128].map((align) => widthOf(code, { align }))).toEqual([8, 16, 32, 64, 64, 64])
})

test('no element is wider than the narrowest access in its space, or than one by a generic address', () => {
  expect(widthOf('ld.shared.u32 %r1, [%r1];', { align: 16 })).toBe(32)
  expect(widthOf('ld.shared.u32 %r1, [%r1]; atom.shared::cta.add.u32 %r1, [%r1], 1;', { align: 16 })).toBe(32)
  expect(widthOf('ld.shared.u32 %r1, [%r1]; ld.global.u8 %r1, [%rd1];', { align: 16 })).toBe(32)
  expect(widthOf('ld.shared.u32 %r1, [%r1]; ld.u8 %r1, [%rd1];')).toBe(8)
  expect(widthOf('ld.shared.u32 %r1, [%r1]; st.shared::cluster.b16 [%r1], %r1;')).toBe(16)
})

test('memory that is not a whole number of elements stays bytes', () =>
  expect(widthOf('ld.shared.u32 %r1, [%r1];', { bytes: 63 })).toBe(8))

test('memory that no instruction accesses stays bytes', () =>
  expect(widthOf('ld.global.u32 %r1, [%rd1]; ld.param.u8 %r1, [%rd1];')).toBe(8))

/** Constant expressions in modules. ptxas 13.0 gives each the same value. */

import { readModule } from '../../../litmus/module/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { leaves, moduleOf } from './modules.js'

/** Returns the value of the constant that an array begins with, as 64 bits, or the error. */
function valueOf(constant: string): bigint | string {
  const read = readModule({ name: 'k.ptx', text: moduleOf(`.global .u64 x[1] = {${constant}};`) })
  if (!read.ok) return read.diagnostics.map(formatDiagnostic).join()
  const initial = read.value.variables.get('x')?.initial
  const [value] = initial?.kind === 'list' ? initial.values : []
  return value?.kind === 'integer' ? BigInt.asUintN(64, value.value) : `${value?.kind}`
}

test.each([
  ['(1+2)*3', 0x9n],
  ['-7/2', 0xfffffffffffffffdn],
  ['7/-2', 0xfffffffffffffffdn],
  ['1<<4', 0x10n],
  ['-16>>2', 0xfffffffffffffffcn],
  ['0xF0U>>4', 0xfn],
  ['-1>>60', 0xffffffffffffffffn],
  ['~0', 0xffffffffffffffffn],
  ['~5&0xff', 0xfan],
  ['5&3', 0x1n],
  ['6^3', 0x5n],
  ['-1<1U', 0x0n],
  ['-1<1', 0x1n],
  ['3==3', 0x1n],
  ['3!=3', 0x0n],
  ['!0', 0x1n],
  ['!5', 0x0n],
  ['2&&0', 0x0n],
  ['0||4', 0x1n],
  ['1?2:3', 0x2n],
  ['0?2:3', 0x3n],
  ['1?-1:2U', 0xffffffffffffffffn],
  ['(.u64)-1>>60', 0xfn],
  ['(.s64)0xffffffffffffffff>>60', 0xffffffffffffffffn],
  ['0xffffffffffffffff>>60', 0xfn],
  ['9223372036854775808/2', 0x4000000000000000n],
  ['1+2<<3', 0x18n],
  ['1|2&4', 0x1n],
  ['1|2^3', 0x1n],
  ['1<2==1', 0x1n],
  ['0b101+017', 0x14n],
  ['-(3)', 0xfffffffffffffffdn],
  ['- -4', 0x4n],
  ['WARP_SZ*2', 0x40n],
  ['1?0?5:6:7', 0x6n],
  ['5>3?10:20', 0xan],
  ['(1<<31)-1', 0x7fffffffn],
  ['-1/2U', 0x7fffffffffffffffn],
  ['-5*3U', 0xfffffffffffffff1n],
  ['-8>>1', 0xfffffffffffffffcn],
  ['-9223372036854775808', 0x8000000000000000n],
  ['1<<63>>63', 0xffffffffffffffffn],
  ['7 % 3', 0x1n],
])('%s', (constant, value) => expect(valueOf(constant)).toBe(value))

test.each([
  ['1/0', 'a constant is divided by zero'],
  ['1 % (2-2)', 'a constant is divided by zero'],
  ['-7 % 3', 'the remainder of a negative constant is not modelled'],
  ['1<<64', 'a constant is shifted by 64 bits or more'],
  ['1>>-1', 'a constant is shifted by 64 bits or more'],
])('%s is an error', (constant, message) => expect(valueOf(constant)).toContain(message))

test('they are operands, elements of vectors, offsets and lengths', async () => {
  const kernel = `.global .align 8 .u32 a[2*4];
.visible .entry k(.param .u64 p) {
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, WARP_SZ - 1;
  st.global.v2.u32 [a+4*2], {%r1, (1 << 4) | 1};
  ld.global.v2.u32 {%r2, %r3}, [a+8];
  st.u32 [%rd1], %r2;
  st.u32 [%rd1+2*2], %r3;
  st.u32 [%rd1+10-2], !0 + ~-3;
}`
  expect(await leaves(kernel, 'k<<<1, 1>>>(out)', 'out == {31, 17, 3, 0, 0, 0, 0, 0}')).toBe(true)
})

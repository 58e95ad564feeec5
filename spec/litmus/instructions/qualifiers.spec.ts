import { verdictOf } from '../../support.js'
import { leaves } from '../module/modules.js'

/** Returns whether a load of a byte that is 254 leaves this value in a register of 32 bits, in a module. */
const loads = (type: string, expected: number): Promise<boolean> =>
  leaves(
    `.global .align 4 .b8 byte[4] = {254};
     .visible .entry k(.param .u64 p) {
       .reg .b32 %r<3>; .reg .b64 %rd<3>; ld.param.u64 %rd1, [p]; ld.global.${type} %r1, [byte]; st.global.u32 [%rd1], %r1; }`,
    'k<<<1, 1>>>(out)',
    `out[0] == ${expected}`,
  )

describe('a load of fewer bits than the register has', () => {
  test.each([
    ['u8', 0xfe],
    ['s8', 0xfffffffe],
    ['b8', 0xfe],
    ['u16', 0xfe],
    ['b32', 0xfe],
  ])('extends .%s by zeros or by its sign, in modules', async (type, expected) => {
    expect(await loads(type, expected)).toBe(true)
  })
  test.each([
    ['u8', '254'],
    ['s8', '-2'],
    ['b8', '-2'],
  ])('and .%s in tests, where bits have a sign', async (type, expected) => {
    const text = `.global .u32 x = 254; d0.b0.t0 { ld.weak.${type} r, [x]; } assert (r == ${expected}) as q;`
    expect(await verdictOf(text)).toBe('forbidden')
  })
})

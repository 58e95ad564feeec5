import { testIn, verdictOf } from '../../support.js'

test.each([
  ['u32', 0xffff_ffff],
  ['s32', 0xffff_ffff],
  ['u16', 0xffff],
  ['s16', 0xffff],
  ['f32', 0x3f80_0000],
  ['f16', 0x3c00],
  ['bf16', 0x3f80],
] as const)('set gives all bits or 1.0 of .%s, or 0', async (type, positive) => {
  const { threads } = testIn(
    `.global .u32 x; d0.b0.t0 { set.eq.${type}.f16 a, 0x3c00, 0x3c00; } check ([x] == 0) as q;`,
  )
  expect(threads[0]?.instructions).toMatchObject([{ kind: 'set-predicate', positive: BigInt(positive) }])
  /** Expects the value of a register: the outcome that it differs must be forbidden. */
  const ends = (body: string, value: number) =>
    verdictOf(`.global .u32 x; d0.b0.t0 { ${body} cvt.u32.u${type.slice(-2)} b, a; } assert (b == ${value}) as q;`)
  expect(await ends(`set.eq.${type}.f16 a, 0x3c00, 0x3c00;`, positive)).toBe('forbidden')
  expect(await ends(`set.gt.${type}.f16 a, 0x3c00, 0x3c00;`, 0)).toBe('forbidden')
})

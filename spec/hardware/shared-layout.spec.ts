import { sharedLayout } from '../../hardware/shared-layout.js'
import { planIn } from './plans.js'

const layout = (text: string) => {
  const { at, bytes } = sharedLayout(planIn(text))
  return { at: Object.fromEntries(at), bytes }
}

test('each declaration has its place, as aligned as it must be, and no two overlap', () => {
  const text =
    '.shared .u8 b; .shared .u64 w; .shared .u8 c; .shared .u32 a[3]; .shared .u16 h; .global x; d0.b0.t0 { ld.shared.u8 r0, [b]; ld.shared.u64 r1, [w]; ld.shared.u32 r2, [a]; ld.shared.u16 r3, [h]; ld.shared.u8 r4, [c]; } check (r2 == 0) as q;'
  expect(layout(text)).toEqual({ at: { b: 0, w: 16, c: 24, a: 32, h: 44 }, bytes: 48 })
})

test('copies of one declaration have one place in each CTA', () => {
  const text =
    '.shared d; .shared e; d0.c0.b0.t0 { st.shared [d], 1; st.shared [e], 2; } d0.c0.b1.t0 { st.shared [d], 3; ld.shared r0, [e]; } check (r0 == 0) as q;'
  expect(planIn(text).locations.filter(({ space }) => space === 'shared')).toHaveLength(4)
  expect(layout(text)).toEqual({ at: { d: 0, e: 4 }, bytes: 16 })
})

test('memory of other spaces has none', () => {
  expect(layout('.global x; d0.b0.t0 { st [x], 1; } check ([x] == 1) as q;')).toEqual({ at: {}, bytes: 0 })
})

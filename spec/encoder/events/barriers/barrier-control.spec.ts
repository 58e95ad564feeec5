import { proposed } from '../../../axioms/ptx-9.4.js'
import { commit, fence, multiply, wait, warpgroup } from '../../../axioms/ptx-9.4.wgmma.js'
import { agreedVerdict } from '../../../support.js'

describe('a wait for an operation of a warpgroup', () => {
  const operation = `${fence} ${multiply()} ${commit}`
  const read = 'ld.relaxed.cta.u32 r0, [x]; bne r0, 1, NEXT; st.relaxed.cta.u32 [z], 1; NEXT:'
  /** Returns whether the second warp may read what another thread computes from what the first warp writes after its wait. */
  const verdict = (second: string) => {
    const text = warpgroup(
      '',
      { first: `${operation} ${wait()} st.relaxed.cta.u32 [y], 1;`, others: '#' },
      '.global .u32 x; .global .u32 y; .global .u32 z; d0.b0.t128 { ld.relaxed.cta.u32 r1, [y]; st.relaxed.cta.u32 [x], r1; }',
    )
    const ordinary = text.replace('#', second).replaceAll('#', `${operation} ${wait()}`)
    return agreedVerdict(ordinary.replace('check (true)', 'check (r0 == 1)'), { model: proposed })
  }
  test('depends on what decides whether each warp comes to the operation', async () => {
    expect(await verdict(`${read} ${operation} ${wait()}`)).toBe('forbidden')
  })
  test('does not depend on what decides whether they come to their own wait', async () => {
    expect(await verdict(`${operation} ${read} ${wait()}`)).toBe('allowed')
  })
})

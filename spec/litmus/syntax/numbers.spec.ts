import { testIn, verdicts } from '../../support.js'

describe('threads that run one text', () => {
  test('in CTAs and within one, each with its number', async () => {
    const program = testIn(`.global x;
      d0.b0..1.t0..1 {
        mov r9, %tid.x;
        bne r9, 0, REST;
        atom.add.relaxed.gpu r0, [x], 1;
      REST:
        mul r1, %ctaid.x, 10;
        add r1, r1, r9;
      }
      check (d0.b0.t1:r1 == 1 && d0.b1.t0:r1 == 10 && d0.b1.t1:r1 == 11 && [x] == 2) as numbers;
      check (d0.b0.t0:r0 == d0.b1.t0:r0) as same_ticket;`)
    expect(program.threads.map(({ name }) => name)).toEqual(['d0.b0.t0', 'd0.b0.t1', 'd0.b1.t0', 'd0.b1.t1'])
    expect(await verdicts(program)).toEqual(['allowed', 'forbidden'])
  })
  test('WARP_SZ is a number in each', async () => {
    const program = testIn('.global x; d0.b0.t0 { st [x], WARP_SZ; } check (x == WARP_SZ && x == 32) as q;')
    expect(await verdicts(program)).toEqual(['allowed'])
  })
  test('in a column of a herd-style test', async () => {
    const program = testIn(`PTX t
{ next = 0; x = 0; P2:r5 = 7; }
 P0..2@cta 0..2,gpu 0             | P3..4@cta 0,gpu 0   ;
 atom.relaxed.gpu.add r0, next, 1 | st.weak x, %tid.x   ;
 add r1, r0, %ctaid.x             |                     ;
~exists (P0:r0 == P1:r0 \\/ P1:r0 == P2:r0)
exists (P2:r1 == 2 /\\ P2:r5 = 7 /\\ x = 2) as last
`)
    expect(program.threads.map((one) => (one.kind === 'device' ? one.position : one.kind))).toEqual([
      { gpu: 0, cta: 0, thread: 0 },
      { gpu: 0, cta: 1, thread: 0 },
      { gpu: 0, cta: 2, thread: 0 },
      { gpu: 0, cta: 0, thread: 1 },
      { gpu: 0, cta: 0, thread: 2 },
    ])
    expect(await verdicts(program)).toEqual(['forbidden', 'allowed'])
  })
  test('in a cluster, where CTAs have ranks', async () => {
    const asked = testIn(`.global x;
      d0.c1.b0..1.t0 { mov r0, %clusterid.x; mov r1, %cluster_ctarank; }
      check (d0.c1.b1.t0:r0 == 1 && d0.c1.b1.t0:r1 == 1 && d0.c1.b0.t0:r1 == 0) as q;`)
    expect(await verdicts(asked)).toEqual(['allowed'])
  })
})

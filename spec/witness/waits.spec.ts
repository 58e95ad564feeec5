import { defaultModel } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { livenessTexts } from '../../witness/labels.js'
import { livenessIn } from '../../witness/waits.js'
import { herd, solver, testIn } from '../support.js'

/** Returns the report on the hang of a text. */
async function said(text: string): Promise<readonly string[]> {
  const { graph, answers } = decide(testIn(text), await solver(), { model: defaultModel })
  return livenessTexts(livenessIn(graph, answers[0]?.liveness))
}

test('the host waits for the work that does not complete, and what comes after it never starts', async () => {
  const kernels = (stream: string) =>
    herd(
      'flag = 0;',
      [
        ['P0@cta 0,gpu 0,kernel foo', 'WAIT:', 'ld.acquire.gpu r0, flag', 'bne r0, 1, WAIT'],
        ['P1@cta 0,gpu 0,kernel bar', 'st.release.gpu flag, 1'],
        [
          'P2@host',
          'foo<<<1, 1, 0, s1>>>()',
          `bar<<<1, 1, 0, ${stream}>>>()`,
          'cudaDeviceSynchronize()',
          'ld r1, flag',
        ],
      ],
      '~exists (P2:r1 == 0)',
    )
  expect(await said(kernels('s1'))).toEqual([
    'no execution ends; in one P0 waits for ever in loop WAIT, spec:6:1, for a value of flag other than 0; ' +
      'P2 waits for ever at cudaDeviceSynchronize(), spec:8:22, for bar',
  ])
  expect(await said(kernels('s2'))).toEqual([])
})

test('the host polls for work that does not complete, and for what memory holds', async () => {
  const polling = (host: string) =>
    `.global x; .global f; kernel k { d0.b0.t0 { W: ld.acquire.sys r, [f]; bne r, 1, W; } }
host { k<<<1, 1, 0, s>>>(); cudaEventRecord(e, s);
${host} st [f], 1; }
check (r == 1) as q;`
  const start =
    'no execution ends; in one k.d0.b0.t0 waits for ever in loop W, spec:1:45, for a value of f other than 0; '
  expect(await said(polling('L: r0 = cudaStreamQuery(s); bne r0, 0, L;'))).toEqual([
    `${start}host waits for ever in loop L, spec:3:1, for the record of e`,
  ])
  expect(await said(polling('L: r0 = cudaEventQuery(e); ld.volatile r1, [x]; bne r1, 1, L;'))).toEqual([
    `${start}host waits for ever in loop L, spec:3:1, for a value of x other than 0, or for the record of e`,
  ])
  expect(await said(polling('r0 = cudaStreamQuery(s); beq r0, 0, E; cudaEventSynchronize(e); E:'))).toEqual([
    `${start}host waits for ever at cudaEventSynchronize(e), spec:3:40, for the record of e`,
  ])
})

test('a thread of a cluster waits for those that have neither arrived nor ended', async () => {
  const text = herd(
    'x = 0;',
    [
      ['P0@cta 0,cluster 0,gpu 0', 'barrier.cluster.arrive', 'barrier.cluster.wait'],
      ['P1@cta 1,cluster 0,gpu 0', 'L:', 'goto L'],
      ['P2@cta 2,cluster 0,gpu 0', 'st.weak x, 1'],
    ],
    'exists (x == 1)',
  )
  expect(await said(text)).toEqual([
    'no execution ends; in one P0 waits for ever at barrier.cluster.wait, spec:7:1, for P1; P1 waits for ever in loop L, spec:6:26',
  ])
})

test('a loop waits for what its last round read', async () => {
  const text = herd(
    'x = 0; y = 1;',
    [['P0@cta 0,gpu 0', 'L:', 'ld.weak r0, x', 'ld.weak r1, y', 'bne r0, r1, L']],
    'exists (x == 1)',
  )
  expect(await said(text)).toEqual([
    'no execution ends; in one P0 waits for ever in loop L, spec:6:1, for a value of x other than 0 or of y other than 1',
  ])
})

describe('a thread waits for a write that nothing promises to be visible to it', () => {
  const waiting = async (write: string, read: string) => {
    const [text = ''] = await said(
      `.global .u32 x; d0.b0.t0 { st.${write}.global.u32 [x], 1; }
d0.b1.t0 { L: ld.${read}.global.u32 r0, [x]; beq r0, 0, L; }
forall (d0.b1.t0:r0 == 1) as always`,
    )
    return text
  }
  const hang =
    'in one execution d0.b1.t0 waits for ever in loop L, spec:2:12, for a value of x other than 0: ' +
    'd0.b0.t0 writes it at spec:1:28, but nothing in the ISA promises that it sees it: '

  test.each([
    ['weak', 'weak', 'weak write, weak read'],
    ['weak', 'acquire.gpu', 'weak write'],
    ['relaxed.gpu', 'weak', 'weak read'],
    ['relaxed.gpu', 'relaxed.cta', 'the scope of the read leaves the writer out'],
    ['relaxed.cta', 'volatile', 'the scope of the write leaves the reader out'],
    [
      'relaxed.cta',
      'relaxed.cta',
      'the scope of the write leaves the reader out, the scope of the read leaves the writer out',
    ],
  ])('st.%s and ld.%s: %s', async (write, read, why) => {
    expect(await waiting(write, read)).toBe(hang + why)
  })
  test('not if it is the value that the thread already has', async () => {
    const same = await said(
      '.global .u32 x; d0.b0.t0 { st.weak.global.u32 [x], 0; } d0.b1.t0 { L: ld.weak.global.u32 r0, [x]; beq r0, 0, L; }\nexists (x == 0) as q',
    )
    expect(same.join()).not.toMatch('nothing in the ISA')
  })
})

import { threadPosition } from '../../litmus/position.js'
import { printProgram } from '../../litmus/print.js'
import { herd, testIn, verdictOf } from '../support.js'

/** Message passing between threads at two positions. */
const mp = (writer: string, reader: string, scope: string) =>
  verdictOf(`.global x; .global f;
    ${writer} { st.weak [x], 1; st.release.${scope} [f], 1; }
    ${reader} { ld.acquire.${scope} a, [f]; ld.weak r, [x]; }
    check (a == 1 && r == 0) as stale;`)

describe('the scope .cluster', () => {
  test.each([
    ['includes the CTAs of one cluster', 'd0.c0.b0.t0', 'd0.c0.b1.t0', 'cluster', 'forbidden'],
    ['is wider than .cta', 'd0.c0.b0.t0', 'd0.c0.b1.t0', 'cta', 'allowed'],
    ['ends where the cluster does', 'd0.c0.b0.t0', 'd0.c1.b1.t0', 'cluster', 'allowed'],
    ['is narrower than .gpu', 'd0.c0.b0.t0', 'd0.c1.b1.t0', 'gpu', 'forbidden'],
    ['ends where the GPU does', 'd0.c0.b0.t0', 'd1.c0.b0.t0', 'cluster', 'allowed'],
    ['is .cta where no cluster is declared', 'd0.b0.t0', 'd0.b1.t0', 'cluster', 'allowed'],
    ['includes the own CTA where no cluster is declared', 'd0.b0.t0', 'd0.b0.t1', 'cluster', 'forbidden'],
    ['knows CTAs by their cluster', 'd0.c0.b0.t0', 'd0.c1.b0.t0', 'cta', 'allowed'],
    ['may be declared on one GPU only', 'd0.c0.b0.t0', 'd1.b0.t0', 'cluster', 'allowed'],
  ])('%s', async (_, writer, reader, scope, expected) => {
    expect(await mp(writer, reader, scope)).toBe(expected)
  })

  test('in herd-style tests', async () => {
    const between = (first: string, second: string) =>
      verdictOf(
        herd(
          'f = 0; x = 0;',
          [
            [`P0@${first}`, 'st.weak x, 1', 'st.release.cluster f, 1'],
            [`P1@${second}`, 'ld.acquire.cluster r0, f', 'ld.weak r1, x'],
          ],
          'exists (P1:r0 == 1 /\\ P1:r1 == 0)',
        ),
      )
    expect(await between('cta 0,cluster 0,gpu 0', 'cta 1,cluster 0,gpu 0')).toBe('forbidden')
    expect(await between('cta 0,cluster 0,gpu 0', 'cta 0,cluster 1,gpu 0')).toBe('allowed')
  })

  test('a barrier is one of its CTA, in its cluster', async () => {
    const across = (second: string) =>
      verdictOf(
        herd(
          'x = 0;',
          [
            ['P0@cta 0,cluster 0,gpu 0', 'st.weak x, 1', 'bar.cta.sync 0'],
            [`P1@cta 0,cluster ${second},gpu 0`, 'bar.cta.sync 0', 'ld.weak r0, x'],
          ],
          'exists (P1:r0 == 0)',
        ),
      )
    expect(await across('0')).toBe('forbidden')
    expect(await across('1')).toBe('allowed')
  })
})

test('positions go from one format to the other and back', () => {
  const program = testIn(
    '.global x; d0.c1.b00.t0 { st [x], 1; } d0.c01.b0.t1 { ld r, [x]; } check (d0.c01.b0.t01:r == 1) as q;',
  )
  const positions = [
    { gpu: 0, cluster: 1, cta: 0, thread: 0 },
    { gpu: 0, cluster: 1, cta: 0, thread: 1 },
  ]
  expect(program.threads.map(threadPosition)).toEqual(positions)
  for (const format of ['herd', 'nvlitmus'] as const) {
    const printed = printProgram(program, format)
    expect(testIn(printed).threads.map(threadPosition)).toEqual(positions)
  }
})

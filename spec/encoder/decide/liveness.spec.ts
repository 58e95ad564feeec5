import { defaultModel } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import type { Program } from '../../../litmus/program.js'
import { herd, hangText as said, solver, testIn } from '../../support.js'

const livenessOf = async (program: Program) =>
  decide(program, await solver(), { model: defaultModel }).answers[0]?.liveness

describe('hangs', () => {
  test('a barrier for two CTAs hangs if only one is launched', async () => {
    const cta = ['atom.acq_rel.gpu.add r0, count, 1', 'WAIT:', 'ld.acquire.gpu r1, count', 'blt r1, 2, WAIT']
    const launched = (ctas: number) =>
      testIn(
        herd(
          'count = 0;',
          Array.from({ length: ctas }, (_, i) => [`P${i}@cta ${i},gpu 0`, ...cta]),
          '~exists (count == 3)',
        ),
      )
    for (const [ctas, expected] of [
      [1, 'hangs'],
      [2, 'ends'],
    ] as const) {
      expect(said(await livenessOf(launched(ctas)))).toBe(expected)
      expect(said(bruteForce(launched(ctas), defaultModel).answers[0]?.liveness)).toBe(expected)
    }
  })
})

test('is not reported unless asked for', async () => {
  const program = testIn(herd('x = 0;', [['P0@cta 0,gpu 0', 'L:', 'goto L']], 'exists (x == 1)'))
  const [answer] = decide(program, await solver(), { model: defaultModel, liveness: false }).answers
  expect(answer?.verdict).toMatchObject({ kind: 'forbidden', vacuous: true })
  expect(answer?.liveness).toBeUndefined()
})

test('a test with a loop that goes on beyond the bound is not known to hang always', async () => {
  const program = testIn(
    herd(
      'x = 0;',
      [
        ['P0@cta 0,gpu 0', 'L:', 'goto L'],
        ['P1@cta 0,gpu 0', 'ld.weak r0, x', 'M:', 'add r0, r0, 1', 'bne r0, 9, M'],
      ],
      'exists (x == 1)',
    ),
  )
  // P1 does not come to its end within the bound, and what it does beyond is unknown.
  expect(await livenessOf(program)).toMatchObject({ kind: 'ends', within: { bound: 2 } })
  const bounded = decide(program, await solver(), { model: defaultModel, bound: 9 })
  expect(said(bounded.answers[0]?.liveness)).toBe('hangs')
})

import { agreedVerdict, herd, testIn } from '../../support.js'

const sync = 'bar.cta.sync 0'
const test0 = (...threads: readonly (readonly string[])[]) =>
  herd(
    'x = 0; P0:r1 = 1;',
    threads.map((cells, i) => [`P${i}@cta 0,gpu 0`, ...cells]),
    'exists (P1:r0 == 0)',
  )

describe('a barrier after a sync of its group', () => {
  test('is an error in a straight line, whose message suggests text for a second phase', async () => {
    const phases = (second: string) =>
      test0(['st.weak x, 1', sync, second, 'st.weak x, 2'], [sync, 'ld.weak r0, x', second])
    expect(() => testIn(phases(sync))).toThrow('write another number for the second phase, `bar.cta.sync 1`')
    expect(await agreedVerdict(phases('bar.cta.sync 1'))).toBe('forbidden')
  })
  test.each([
    ['in two ways', ['ld.weak r0, x', 'beq r0, 0, L', sync, 'goto E', 'L:', sync, 'E:']],
    ['in another round', ['L:', sync, 'ld.weak r0, x', 'beq r0, 1, L', sync]],
    ['of another number', [sync, 'bar.cta.sync 1']],
    ['with another resource', ['bar.cta.sync 0, 1', 'bar.cta.sync 0, 2', sync]],
    ['with a resource in a register that is written', ['bar.cta.sync 0, r1', 'add r1, r1, 1', 'bar.cta.sync 0, r1']],
    ['after an arrival', ['bar.cta.arrive 0', sync]],
  ])('is left to the rule %s', (_, cells) => {
    expect(testIn(test0(cells, ['ld.weak r0, x'])).threads[0]?.instructions).toHaveLength(cells.length)
  })
})

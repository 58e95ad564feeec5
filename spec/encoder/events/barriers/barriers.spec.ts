import { ptx60, ptx75 } from '../../../../axioms/models.js'
import { herd } from '../../../support.js'
import { far, t0, t1, verdict } from '../control.js'

describe('barriers', () => {
  const sync = 'bar.cta.sync'
  const mp = (first: string, second: string, place = t1) =>
    herd(
      'x = 0;',
      [
        [t0, 'st.weak x, 1', first],
        [place, second, 'ld.weak r0, x'],
      ],
      'exists (P1:r0 == 0)',
    )

  test.each([ptx75, ptx60])('order what comes before with what follows, under $name', async (model) => {
    expect(await verdict(mp(`${sync} 1`, `${sync} 1`), { model })).toBe('forbidden')
    expect(await verdict(mp(`${sync} 1`, `${sync} 2`), { model })).toBe('allowed')
    expect(await verdict(mp(`${sync} 1`, `${sync} 1`, far), { model })).toBe('allowed')
    expect(await verdict(mp(`${sync} 1, 1`, `${sync} 1, 2`), { model })).toBe('allowed')
    expect(await verdict(mp(`${sync} 1`, `${sync} 1, 1`), { model })).toBe('allowed')
  })
  test('threads that wait see arrivals, and arrivals see nothing', async () => {
    expect(await verdict(mp('bar.cta.arrive 1', `${sync} 1`))).toBe('forbidden')
    expect(await verdict(mp(`${sync} 1`, 'bar.cta.arrive 1'))).toBe('allowed')
  })
  test('identifiers and quorums come from registers', async () => {
    const named = (id: number, quorum: number) =>
      herd(
        `x = 0; P1:r1 = ${id}; P1:r2 = ${quorum};`,
        [
          [t0, 'st.weak x, 1', `${sync} 1, 1, ${quorum}`],
          [t1, `${sync} 1, r1, r2`, 'ld.weak r0, x'],
        ],
        'exists (P1:r0 == 0)',
      )
    expect(await verdict(named(1, 2))).toBe('forbidden')
    expect(await verdict(named(1, 1))).toBe('allowed')
    expect(await verdict(named(2, 2))).toBe('forbidden (vacuous)')
    expect(await verdict(named(1, 3))).toBe('forbidden (vacuous)')
  })
  test('any set of enough arrivals may be the one', async () => {
    const three = (quorum: number, asked: string) =>
      herd(
        'x = 0; y = 0;',
        [
          [t0, 'st.weak x, 1', `${sync} 1, 1, ${quorum}`],
          [t1, `${sync} 1, 1, ${quorum}`, 'ld.weak r0, x', 'ld.weak r1, y'],
          ['P2@cta 0,gpu 0', 'st.weak y, 1', `${sync} 1, 1, ${quorum}`],
        ],
        `exists (${asked})`,
      )
    expect(await verdict(three(3, 'P1:r0 == 0 \\/ P1:r1 == 0'))).toBe('forbidden')
    expect(await verdict(three(2, 'P1:r0 == 0'))).toBe('allowed')
    expect(await verdict(three(2, 'P1:r0 == 0 /\\ P1:r1 == 0'))).toBe('forbidden')
    expect(await verdict(three(1, 'P1:r0 == 0 /\\ P1:r1 == 0'))).toBe('allowed')
  })
  test("threads that wait for each other's later steps never end", async () => {
    const crossed = herd(
      '',
      [
        [t0, `${sync} 0`, `${sync} 1`],
        [t1, `${sync} 1`, `${sync} 0`],
      ],
      'exists (true)',
    )
    expect(await verdict(crossed)).toBe('forbidden (vacuous)')
  })
  test('a barrier that a thread bypasses is one that it does not reach', async () => {
    const byPassing = herd(
      'x = 0;',
      [
        [t0, 'ld.weak r0, x', 'beq r0, 0, L', `${sync} 1`, 'L:'],
        [t1, 'st.weak x, 1', `${sync} 1`],
      ],
      'exists (P0:r0 == 0)',
    )
    expect(await verdict(byPassing)).toBe('forbidden')
    expect(await verdict(byPassing.replace('P0:r0 == 0', 'P0:r0 == 1'))).toBe('allowed')
  })
  test('a barrier that no execution reaches is waited for anyway', async () => {
    const unreachable = (jump: string) =>
      herd(
        '',
        [
          [t0, jump, `${sync} 1`, 'L:'],
          [t1, `${sync} 1`],
        ],
        'exists (true)',
      )
    expect(await verdict(unreachable('beq 1, 1, L'))).toBe('forbidden (vacuous)')
    expect(await verdict(unreachable('beq 1, 2, L'))).toBe('allowed')
  })
  test('a bypassed barrier is in no group if its register never gets a value, and otherwise in the group of the value', async () => {
    const passedBy = (first: readonly string[], second: readonly string[]) =>
      herd(
        'x = 0; y = 0;',
        [
          [t0, ...first, 'beq r0, 0, L', ...second, `${sync} 1, r1`, 'L:'],
          [t1, `${sync} 1, 1`],
        ],
        'exists (P0:r0 == 0)',
      )
    expect(await verdict(passedBy(['ld.weak r0, y', 'ld r1, 2'], []))).toBe('allowed')
    expect(await verdict(passedBy(['ld.weak r0, y', 'ld r1, 1'], []))).toBe('forbidden (vacuous)')
    expect(await verdict(passedBy(['ld.weak r0, y'], ['ld.weak r1, x']))).toBe('allowed')
  })
  test('a later one waits only if its identifier turns out to be the same', async () => {
    const later = (value: number) =>
      herd(`y = ${value};`, [[t0, `${sync} 1, 0`, 'ld.weak r1, y', `${sync} 1, r1`]], 'exists (true)')
    expect(await verdict(later(1))).toBe('allowed')
    expect(await verdict(later(0))).toBe('forbidden (vacuous)')
  })
  test('a register may require no arrival, or fewer', async () => {
    for (const quorum of [0, -1])
      expect(await verdict(herd(`P0:q = ${quorum};`, [[t0, `${sync} 1, 1, q`]], 'exists (true)'))).toBe('allowed')
  })
  test('rounds of a loop are apart', async () => {
    const rounds = (condition: string) =>
      herd(
        'x = 0;',
        [
          [t0, 'st.weak x, 1', 'A:', `${sync} 1`, 'add r5, r5, 1', 'st.weak x, 2', 'blt r5, 2, A'],
          [t1, 'B:', `${sync} 1`, 'ld.weak r0, x', 'add r5, r5, 1', 'blt r5, 2, B'],
        ],
        `exists (${condition})`,
      )
    expect(await verdict(rounds('P1:r0 == 1'))).toBe('forbidden')
    expect(await verdict(rounds('P1:r0 == 2'))).toBe('allowed')
  })
})

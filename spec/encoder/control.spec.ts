import { withoutAxiom } from '../../axioms/algebra/edit.js'
import { ptx60 } from '../../axioms/ptx-6.0.js'
import { ptx75 } from '../../axioms/ptx-7.5.js'
import { herd, agreedVerdict as verdict } from '../support.js'

const t0 = 'P0@cta 0,gpu 0'
const t1 = 'P1@cta 0,gpu 0'
const far = 'P1@cta 1,gpu 0'

describe('branches', () => {
  test('what stands behind a branch that is taken is not executed', async () => {
    const skips = (value: number) =>
      herd('', [[t0, `ld r0, ${value}`, 'beq r0, 1, L', 'st.weak x, 1', 'L:']], 'exists (x == 1)')
    expect(await verdict(skips(1))).toBe('forbidden')
    expect(await verdict(skips(2))).toBe('allowed')
  })
  test.each([
    ['beq', [1, 1], [1, 2]],
    ['bne', [1, 2], [1, 1]],
    ['blt', [-1, 0], [0, -1]],
    ['ble', [1, 1], [2, 1]],
    ['bgt', [0, -1], [-1, 0]],
    ['bge', [1, 1], [1, 2]],
  ] as const)('%s', async (branch, taken, not) => {
    const ends = ([a, b]: readonly [number, number]) =>
      herd('', [[t0, `ld r0, ${a}`, 'ld r1, 0', `${branch} r0, ${b}, L`, 'ld r1, 1', 'L:']], 'exists (P0:r1 == 0)')
    expect(await verdict(ends(taken))).toBe('allowed')
    expect(await verdict(ends(not))).toBe('forbidden')
  })
  test('a register has, where ways meet, the value of the way that was taken', async () => {
    const asks = (condition: string) =>
      herd(
        '',
        [
          [t0, 'st.weak x, 1'],
          [far, 'ld.weak r0, x', 'beq r0, 0, ELSE', 'ld r1, 5', 'goto END', 'ELSE:', 'ld r1, 6', 'END:'],
        ],
        `exists (${condition})`,
      )
    expect(await verdict(asks('P1:r0 == 0 /\\ P1:r1 == 6'))).toBe('allowed')
    expect(await verdict(asks('P1:r0 == 1 /\\ P1:r1 == 5'))).toBe('allowed')
    expect(await verdict(asks('P1:r0 == 0 /\\ P1:r1 == 5'))).toBe('forbidden')
  })
  test('a write depends on the reads that decide whether the thread comes to it, past the join too', async () => {
    const lb = (first: readonly string[]) =>
      herd(
        '',
        [
          [t0, ...first],
          [far, 'ld.relaxed.gpu r0, y', 'st.relaxed.gpu x, r0'],
        ],
        'exists (P0:r0 == 1 /\\ P1:r0 == 1)',
      )
    const load = 'ld.relaxed.gpu r0, x'
    expect(await verdict(lb([load, 'beq r0, 0, L', 'st.relaxed.gpu y, 1', 'L:']))).toBe('forbidden')
    expect(await verdict(lb([load, 'beq r0, 0, L', 'L:', 'st.relaxed.gpu y, 1']))).toBe('forbidden')
    expect(await verdict(lb([load, 'beq r1, 0, L', 'L:', 'st.relaxed.gpu y, 1', 'add r1, r0, 0']))).toBe('allowed')
    expect(
      await verdict(lb([load, 'beq r0, 0, L', 'L:', 'st.relaxed.gpu y, 1']), {
        model: withoutAxiom(ptx75, 'No-Thin-Air'),
      }),
    ).toBe('allowed')
  })
  test('only on the way on which a read feeds it, a value depends on that read', async () => {
    const lb = (...skipped: readonly string[]) =>
      herd(
        'z = 0;',
        [
          [t0, 'ld.relaxed.gpu r0, x', 'ld r1, 1', ...skipped, 'add r1, r0, 0', 'L:', 'st.relaxed.gpu y, r1'],
          [far, 'ld.relaxed.gpu r0, y', 'st.relaxed.gpu x, r0'],
        ],
        'exists (P0:r0 == 1 /\\ P1:r0 == 1)',
      )
    expect(await verdict(lb('goto L'))).toBe('allowed')
    expect(await verdict(lb('beq r2, 1, L', 'ld r2, 0'))).toBe('forbidden')
  })
})

describe('compare-and-swap and exchange', () => {
  test('one that fails writes nothing', async () => {
    const cas = (expected: number) =>
      herd('x = 0;', [[t0, `atom.relaxed.gpu.cas r0, x, ${expected}, 7`]], 'exists (x == 7)')
    expect(await verdict(cas(0))).toBe('allowed')
    expect(await verdict(cas(1))).toBe('forbidden')
  })
  test('one that fails does not release: its write is not there to be read', async () => {
    const mp = (expected: number) =>
      herd(
        '',
        [
          [t0, 'st.weak x, 1', `atom.acq_rel.gpu.cas r0, f, ${expected}, 0`],
          [far, 'ld.acquire.gpu r1, f', 'atom.acq_rel.gpu.exch r0, f, 2', 'ld.weak r2, x'],
        ],
        'exists (P0:r0 == 2)',
      )
    expect(await verdict(mp(2))).toBe('allowed')
  })
  test('an exchange does not depend on what it reads', async () => {
    const lb = (operation: string) =>
      herd(
        '',
        [
          [t0, `atom.relaxed.gpu.${operation} r0, x, 1`],
          [far, 'ld.relaxed.gpu r0, x', 'st.relaxed.gpu x, r0'],
        ],
        'exists (P0:r0 == 1 /\\ P1:r0 == 1)',
      )
    expect(await verdict(lb('exch'), { model: withoutAxiom(ptx75, 'SC-per-Location') })).toBe('forbidden')
    expect(await verdict(lb('add'))).toBe('forbidden')
  })
})

describe('loops', () => {
  const count = (rounds: number) =>
    herd('', [[t0, 'ld r0, 0', 'L:', 'add r0, r0, 1', `blt r0, ${rounds}, L`]], `exists (P0:r0 == ${rounds})`)

  test('are executed up to the bound', async () => {
    expect(await verdict(count(2))).toBe('allowed')
    expect(await verdict(count(3))).toBe('forbidden within bound 2 (vacuous)')
    expect(await verdict(count(3), { bound: 3 })).toBe('allowed')
  })
  test('that end before the bound leave nothing open', async () => {
    const never = count(2).replace('P0:r0 == 2', 'P0:r0 == 3')
    expect(await verdict(never)).toBe('forbidden')
    expect(await verdict(never, { bound: 1 })).toBe('forbidden within bound 1 (vacuous)')
  })
  test('that only wait by reading need one round, and leave nothing open', async () => {
    const flag = herd(
      '',
      [
        [t0, 'st.weak x, 1', 'st.release.gpu f, 1'],
        [far, 'L:', 'ld.acquire.gpu r0, f', 'beq r0, 0, L', 'ld.weak r1, x'],
      ],
      'exists (P1:r1 == 0)',
    )
    expect(await verdict(flag, { bound: 1 })).toBe('forbidden')
    expect(await verdict(flag)).toBe('forbidden')
  })
  test('that carry a register from round to round do not only wait', async () => {
    const counts = herd(
      '',
      [
        [t0, 'st.relaxed.gpu f, 1'],
        [far, 'L:', 'add r1, r1, 1', 'ld.relaxed.gpu r0, f', 'beq r0, 0, L'],
      ],
      'exists (P1:r1 == 4)',
    )
    expect(await verdict(counts, { bound: 3 })).toBe('forbidden within bound 3')
    expect(await verdict(counts, { bound: 4 })).toBe('allowed')
  })
  test('that retry a failed compare-and-swap only wait; one that retries after a success does not', async () => {
    const lock = (branch: string) =>
      herd('', [[t0, 'L:', 'atom.relaxed.gpu.cas r0, m, 0, 1', `${branch} r0, 0, L`]], 'exists (m == 2)')
    expect(await verdict(lock('bne'))).toBe('forbidden')
    expect(await verdict(lock('beq'), { bound: 1 })).toBe('forbidden within bound 1 (vacuous)')
  })
  test('one inside the other', async () => {
    const nested = herd(
      '',
      [
        [
          t0,
          'OUTER:',
          'ld r1, 0',
          'INNER:',
          'add r1, r1, 1',
          'add r2, r2, 1',
          'blt r1, 2, INNER',
          'add r0, r0, 1',
          'blt r0, 2, OUTER',
        ],
      ],
      'exists (P0:r2 == 4)',
    )
    expect(await verdict(nested)).toBe('allowed')
    expect(await verdict(nested.replace('P0:r2 == 4', 'P0:r2 != 4'))).toBe('forbidden')
  })
  test('that overlap, and a jump into the middle', async () => {
    const body = [t0, 'goto IN', 'A:', 'add r0, r0, 1', 'IN:', 'add r1, r1, 1', 'blt r1, 2, A', 'B:', 'blt r0, 1, IN']
    expect(await verdict(herd('', [body], 'exists (P0:r0 == 1 /\\ P0:r1 == 2)'))).toBe('allowed')
    expect(await verdict(herd('', [body], 'exists (P0:r0 != 1 \\/ P0:r1 != 2)'))).toBe('forbidden')
  })
  test('that are entered in the middle do not only wait', async () => {
    const rotated = herd(
      '',
      [
        [t0, 'st.weak x, 1', 'st.release.gpu y, 1'],
        [
          t1,
          'ld.acquire.gpu r0, y',
          'goto TEST',
          'AGAIN:',
          'ld.relaxed.gpu r0, y',
          'TEST:',
          'beq r0, 0, AGAIN',
          'ld.weak r1, x',
        ],
      ],
      '~exists (P1:r0 == 1 /\\ P1:r1 == 0)',
    )
    expect(await verdict(rotated)).toBe('allowed')
    expect(await verdict(rotated, { bound: 1 })).toBe('forbidden within bound 1')
  })
  test('that never end leave no final state', async () => {
    expect(await verdict(herd('', [[t0, 'L:', 'goto L']], 'exists (true)'))).toBe('forbidden (vacuous)')
  })
})

describe('barriers', () => {
  const sync = 'bar.cta.sync'
  const mp = (first: string, second: string, place = t1) =>
    herd(
      '',
      [
        [t0, 'st.weak x, 1', first],
        [place, second, 'ld.weak r0, x'],
      ],
      'exists (P1:r0 == 0)',
    )

  test.each([ptx75, ptx60])('order what stands before with what stands behind, under $name', async (model) => {
    expect(await verdict(mp(`${sync} 1`, `${sync} 1`), { model })).toBe('forbidden')
    expect(await verdict(mp(`${sync} 1`, `${sync} 2`), { model })).toBe('allowed')
    expect(await verdict(mp(`${sync} 1`, `${sync} 1`, far), { model })).toBe('allowed')
    expect(await verdict(mp(`${sync} 1, 1`, `${sync} 1, 2`), { model })).toBe('allowed')
    expect(await verdict(mp(`${sync} 1`, `${sync} 1, 1`), { model })).toBe('allowed')
  })
  test('arrivals are seen by who waits, and see nothing', async () => {
    expect(await verdict(mp('bar.cta.arrive 1', `${sync} 1`))).toBe('forbidden')
    expect(await verdict(mp(`${sync} 1`, 'bar.cta.arrive 1'))).toBe('allowed')
  })
  test('identifiers and quorums come from registers', async () => {
    const named = (id: number, quorum: number) =>
      herd(
        `P1:r1 = ${id}; P1:r2 = ${quorum};`,
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
        '',
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
  test('threads that wait for what the other does later never end', async () => {
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
  test('a barrier that a thread passes by is one that it does not reach', async () => {
    const byPassing = herd(
      '',
      [
        [t0, 'ld.weak r0, x', 'beq r0, 0, L', `${sync} 1`, 'L:'],
        [t1, 'st.weak x, 1', `${sync} 1`],
      ],
      'exists (P0:r0 == 0)',
    )
    expect(await verdict(byPassing)).toBe('forbidden')
    expect(await verdict(byPassing.replace('P0:r0 == 0', 'P0:r0 == 1'))).toBe('allowed')
  })
  test('one that no execution reaches is waited for all the same', async () => {
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
  test('one that is passed by is of no group by a register that never gets a value, and of one by its value otherwise', async () => {
    const passedBy = (first: readonly string[], second: readonly string[]) =>
      herd(
        '',
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
  test('one that comes later waits only where its identifier turns out the same', async () => {
    const later = (value: number) =>
      herd(`y = ${value};`, [[t0, `${sync} 1, 0`, 'ld.weak r1, y', `${sync} 1, r1`]], 'exists (true)')
    expect(await verdict(later(1))).toBe('allowed')
    expect(await verdict(later(0))).toBe('forbidden (vacuous)')
  })
  test('a register may ask for no arrival, or for fewer', async () => {
    for (const quorum of [0, -1])
      expect(await verdict(herd(`P0:q = ${quorum};`, [[t0, `${sync} 1, 1, q`]], 'exists (true)'))).toBe('allowed')
  })
  test('rounds of a loop are apart', async () => {
    const rounds = (condition: string) =>
      herd(
        '',
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

describe('conditions', () => {
  test('a filter leaves out executions, and what is left of nothing is vacuous', async () => {
    const filtered = (filter: string) =>
      herd(
        '',
        [
          [t0, 'st.weak x, 1'],
          [far, 'ld.weak r0, x'],
        ],
        `filter (${filter})\nexists (P1:r0 == 0)`,
      )
    expect(await verdict(filtered('P1:r0 == 1'))).toBe('forbidden')
    expect(await verdict(filtered('x == 1'))).toBe('allowed')
    expect(await verdict(filtered('x == 3'))).toBe('forbidden (vacuous)')
  })
  test.each([
    ['exists (x = 1)', 'allowed'],
    ['exists ([x] == 2)', 'forbidden'],
    ['~exists (x == 1)', 'allowed'],
    ['~exists (x == 2)', 'forbidden'],
    ['forall (x == 1)', 'forbidden'],
    ['forall (x == 2)', 'allowed'],
    ['exists (~x == 2 /\\ x >= 1)', 'allowed'],
    ['exists (not (x == 1) \\/ x > 0 /\\ x < 2)', 'allowed'],
    ['exists ((x == 1 \\/ x == 2) /\\ x != 1)', 'forbidden'],
    ['locations [x] exists (0:r == 3 /\\ y2 <= 7)', 'allowed'],
  ])('%s', async (condition, expected) => {
    const initial = 'P0:r = 3; y = 7; y2 @ generic aliases y;'
    expect(await verdict(herd(initial, [[t0, 'st.weak x, 1', 'ld.weak r1, y']], condition))).toBe(expected)
  })
  test('registers may hold an address, which is one more name of the location', async () => {
    expect(await verdict(herd('P0:p = x;', [[t0, 'st.weak p, 4', 'ld.weak r, x']], 'exists (P0:r == 4)'))).toBe(
      'allowed',
    )
  })
})

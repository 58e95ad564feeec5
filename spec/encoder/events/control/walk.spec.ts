import { herd } from '../../../support.js'
import { far, t0, t1, verdict } from '../control.js'

describe('loops', () => {
  /** Returns a loop that counts from a value in memory, which is not known in advance. */
  const count = (rounds: number) =>
    herd('x = 0;', [[t0, 'ld r0, x', 'L:', 'add r0, r0, 1', `blt r0, ${rounds}, L`]], `exists (P0:r0 == ${rounds})`)

  test('are executed up to the bound', async () => {
    expect(await verdict(count(2))).toBe('allowed')
    expect(await verdict(count(3))).toBe(
      'undecided: no execution ends within bound 2 (loop P0 L, spec:7:1); --bound raises it',
    )
    expect(await verdict(count(3), { bound: 3 })).toBe('allowed')
  })
  test('that end before the bound leave nothing open', async () => {
    const never = count(2).replace('P0:r0 == 2', 'P0:r0 == 3')
    expect(await verdict(never)).toBe('forbidden')
    expect(await verdict(never, { bound: 1 })).toMatch(/^undecided: no execution ends within bound 1 /)
  })
  test('that end beyond the bound, where the test demands it, are undecided', async () => {
    const demanding = count(3).replace('exists', 'filter (P0:r0 == 3)\nexists')
    expect(await verdict(demanding)).toMatch(
      /^undecided: no execution that ends within bound 2 \(loop .*\) meets the demands of the test; --bound raises it/,
    )
    expect(await verdict(demanding, { bound: 3 })).toBe('allowed')
  })
  const counted = (rounds: number) => count(rounds).replace('ld r0, x', 'mov r0, 0')

  test('that count between constants are executed to their end, whatever the bound', async () => {
    expect(await verdict(counted(40), { bound: 1 })).toBe('allowed')
    expect(await verdict(counted(40).replace('P0:r0 == 40', 'P0:r0 != 40'), { bound: 1 })).toBe('forbidden')
  })
  test('that count, but may also be left earlier', async () => {
    const left = (asks: string) =>
      herd(
        'x = 0;',
        [
          [t0, 'mov r0, 0', 'L:', 'ld.relaxed.gpu r1, x', 'beq r1, 1, OUT', 'add r0, r0, 1', 'blt r0, 4, L', 'OUT:'],
          [far, 'st.relaxed.gpu x, 1'],
        ],
        `exists (${asks})`,
      )
    for (const rounds of [0, 3, 4]) expect(await verdict(left(`P0:r0 == ${rounds}`), { bound: 1 })).toBe('allowed')
    expect(await verdict(left('P0:r0 == 5'), { bound: 1 })).toBe('forbidden')
  })
  test('that count, also in a predicate register', async () => {
    const compiled = ['mov r0, 0', 'L:', 'add r0, r0, 1', 'setp.lt.s32 p, r0, 40', '@p goto L']
    expect(await verdict(herd('', [[t0, ...compiled]], 'exists (P0:r0 != 40)'), { bound: 1 })).toBe('forbidden')
  })
  test('that wait, in a loop with the same label, need one round for each of its rounds', async () => {
    const spin = (rounds: number) => [
      'mov r1, 0',
      'L:',
      'atom.acquire.gpu.cas r0, m, 0, 1',
      'setp.ne.s32 p, r0, 0',
      '@p goto L',
      'ld.weak r2, x',
      'add r2, r2, 1',
      'st.weak x, r2',
      'st.release.gpu m, 0',
      'add r1, r1, 1',
      `blt r1, ${rounds}, L`,
    ]
    const lock = herd(
      'm = 0; x = 0;',
      [
        [t0, ...spin(2)],
        [far, ...spin(1)],
      ],
      'exists (x != 3)',
    )
    expect(await verdict(lock, { bound: 1 })).toBe('forbidden')
    expect(await verdict(lock.replace('x != 3', 'x == 3'), { bound: 1 })).toBe('allowed')
  })
  test('that count too far are executed up to the bound', async () => {
    const accesses = counted(4000).replace('add r0, r0, 1', 'st.relaxed.gpu x, 1 ;\n add r0, r0, 1')
    expect(await verdict(accesses)).toMatch(/^undecided: no execution ends within bound 2 /)
  })
  test('that count far are executed to their end', async () => {
    const followed = herd(
      'x = 0;',
      [[t0, 'mov r0, 0', 'L:', 'add r0, r0, 1', 'blt r0, 30000, L', 'st x, 1']],
      'exists (x == 1)',
    )
    expect(await verdict(followed)).toBe('allowed')
  })
  test('that go round for ever although constants decide them are executed up to the bound', async () => {
    const always = herd(
      'x = 0;',
      [
        [t0, 'mov r0, 1', 'L:', 'ld.relaxed.gpu r1, x', 'beq r1, 1, OUT', 'beq r0, 1, L', 'OUT:'],
        [far, 'st.relaxed.gpu x, 1'],
      ],
      'exists (P0:r1 == 0)',
    )
    expect(await verdict(always)).toBe('forbidden')
  })
  test('that only wait by reading need one round, and leave nothing open', async () => {
    const flag = herd(
      'f = 0; x = 0;',
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
      'f = 0;',
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
      herd('m = 0;', [[t0, 'L:', 'atom.relaxed.gpu.cas r0, m, 0, 1', `${branch} r0, 0, L`]], 'exists (m == 2)')
    expect(await verdict(lock('bne'))).toBe('forbidden')
    expect(await verdict(lock('beq'), { bound: 1 })).toMatch(/^undecided: no execution ends within/)
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
  test('that are entered from outside a loop around them, or from before a loop in front of them, do not only wait', async () => {
    const [load, again] = [['L:', 'ld.relaxed.gpu r0, x', 'IN:'], 'bne r0, 1, L']
    const spin = ['FIRST:', 'ld.relaxed.gpu r1, x', 'bne r1, 1, FIRST']
    for (const thread of [
      ['goto IN', 'OUTER:', 'ld.relaxed.gpu r1, x', ...load, again, 'beq r0, 7, OUTER'],
      ['goto IN', ...spin, ...load, again],
      ['goto FIRST', ...spin, 'goto IN', ...load, again],
    ])
      expect(await verdict(herd('x = 1;', [[t0, ...thread]], 'exists (P0:r0 == 1)'))).toBe('allowed')
  })
  test('that are entered in the middle do not only wait', async () => {
    const rotated = herd(
      'x = 0; y = 0;',
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

import { printInstruction } from '../../../litmus/instructions/print.js'
import { withWaitsRolledUp } from '../../../litmus/module/unrolled-waits.js'
import { threadAt } from '../../../litmus/program.js'
import { testIn } from '../../support.js'

/** Returns how many instructions of a body are left, besides labels, and how many there were. */
function sizes(body: string): readonly [number, number] {
  const test = testIn(`.global x; .global y; d0.b0.t0 { mov r5, 0; ${body} } check ([x] == 1) as q;`)
  const { instructions } = threadAt(test.threads, 0)
  const count = (some: typeof instructions): number => some.filter(({ kind }) => kind !== 'label').length
  return [count(withWaitsRolledUp(instructions)), count(instructions)]
}

const poll = (n: number, target: string, read = 'ld.relaxed.gpu'): string =>
  `${read} r${n}, [x]; setp.ne.s32 p${n}, r${n}, 0; bne p${n}, 0, ${target};`
const back = (n: number, target: string, read = 'ld.relaxed.gpu'): string =>
  `${read} r${n}, [x]; setp.eq.s32 p${n}, r${n}, 0; bne p${n}, 0, ${target};`
const end = 'E: st.relaxed.gpu [y], 1;'

describe('a wait is rolled up', () => {
  test('if polls come before its loop', () => {
    expect(sizes(`${poll(1, 'E')} ${poll(2, 'E')} L: ${back(3, 'L')} ${end}`)).toEqual([6, 11])
  })
  test('if loops lead to a last poll', () => {
    const loops = `L: ${poll(2, 'M')} N: ${back(3, 'N')} M: ${back(4, 'L')}`
    expect(sizes(`${poll(1, 'E')} ${loops} ${end}`)).toEqual([6, 14])
  })
  test('if it polls by volatile loads', () => {
    const [one, two] = [poll(1, 'E', 'ld.volatile'), back(2, 'L', 'ld.volatile')]
    expect(sizes(`${one} L: ${two} ${end}`)).toEqual([6, 8])
  })
  test('which leaves the first poll, and the label of the loop', () => {
    const body = `${poll(1, 'E')} L: ${back(2, 'L')} ${end}`
    const test = testIn(`.global x; .global y; d0.b0.t0 { ${body} } check ([x] == 1) as q;`)
    const { instructions } = threadAt(test.threads, 0)
    const text = withWaitsRolledUp(instructions).map((one) => printInstruction(one, 'nvlitmus', () => false))
    expect(text[0]).toBe('L:')
    expect(text[1]).toContain('r1, [x]')
    expect(text[4]).toBe('goto L')
  })
})

describe('a wait stays as it is', () => {
  test.each([
    ['if a poll acquires', `${poll(1, 'E')} L: ${back(2, 'L', 'ld.acquire.gpu')} ${end}`],
    ['if all polls acquire', `${poll(1, 'E', 'ld.acquire.gpu')} L: ${back(2, 'L', 'ld.acquire.gpu')} ${end}`],
    ['if its polls are weak', `${poll(1, 'E', 'ld.weak')} L: ${back(2, 'L', 'ld.weak')} ${end}`],
    ['if scopes differ', `${poll(1, 'E')} L: ${back(2, 'L', 'ld.relaxed.cta')} ${end}`],
    ['if it stores', `${poll(1, 'E')} ${poll(4, 'E')} L: st.relaxed.gpu [y], 2; ${back(2, 'L')} ${end}`],
    ['if there is a fence in it', `${poll(1, 'E')} ${poll(4, 'E')} fence.acq_rel.gpu; L: ${back(2, 'L')} ${end}`],
    ['if what it reads is used', `${poll(1, 'E')} L: ${back(2, 'L')} E: st.relaxed.gpu [y], r2;`],
    ['if the loop looks for something else', `${poll(1, 'E')} L: ${poll(2, 'L')} ${end}`],
    [
      'if the loop compares with another number',
      `${poll(1, 'E')} L: ld.relaxed.gpu r2, [x]; setp.eq.s32 p2, r2, 1; bne p2, 0, L; ${end}`,
    ],
    [
      'if something else may lead to its end',
      `${poll(1, 'E')} ${poll(4, 'E')} L: beq r5, 1, E; ${back(2, 'L')} ${end}`,
    ],
    ['if a thread enters it elsewhere', `beq r5, 1, L; ${poll(1, 'E')} L: ${back(2, 'L')} ${end}`],
    ['if it goes on elsewhere', `${poll(1, 'E')} ${poll(4, 'E')} L: beq r5, 1, F; ${back(2, 'L')} ${end} F:`],
    ['if a part of it never ends', `${poll(1, 'E')} L: ${poll(2, 'M')} ${back(3, 'L')} M: goto M; ${end}`],
    [
      'if its address changes',
      `mov.u64 a, x; ld.relaxed.gpu r1, [a]; bne r1, 0, E; L: ld.relaxed.gpu r2, [a]; bne r2, 0, E; add.u64 a, a, 4; goto L; ${end}`,
    ],
  ])('%s', (_, body) => {
    const [left, all] = sizes(body)
    expect(left).toBe(all)
  })
})

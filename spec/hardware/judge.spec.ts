import { defaultModel } from '../../axioms/models.js'
import { type Outcomes, type OutcomesOptions, outcomes } from '../../encoder/decide/outcomes.js'
import { holds, judge } from '../../hardware/judge.js'
import { observedTerms } from '../../hardware/plan.js'
import type { Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { herd, solver, testIn } from '../support.js'

const listed = async (program: Program, more: Partial<OutcomesOptions> = {}): Promise<Outcomes> =>
  outcomes(program, await solver(), {
    ...{ model: defaultModel, besides: observedTerms(program), limit: 100 },
    ...more,
  })

/** Returns a state as `1:r0=1 [x]=2`, with its count before it. */
function state(text: string) {
  const [count = '', ...values] = text.split(' ')
  return { count: Number(count), values: Object.fromEntries(values.map((one) => one.split('='))) }
}

const judged = async (text: string, states: readonly string[], more: Partial<OutcomesOptions> = {}) => {
  const program = testIn(text)
  return judge(program, { states: states.map(state) }, await listed(program, more))
}

const verdicts = async (...given: Parameters<typeof judged>) =>
  (await judged(...given)).states.map(({ count, verdict }) => `${count} ${verdict}`)

const mp = `.global x; .global y; d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [x]; } permit (r0 == 1 && r1 == 1) as q;`
const threads = (filter: string): string =>
  herd(
    'x = 0; y = 0;',
    [
      ['P0@cta 0,gpu 0', 'st.weak x, 1', 'st.release.gpu y, 1'],
      ['P1@cta 1,gpu 0', 'ld.acquire.gpu r0, y', 'ld.weak r1, x'],
    ],
    `${filter} exists (P1:r1 == 0)`,
  )

describe('a state that was seen', () => {
  test('is allowed if the model has it, and forbidden if the model has others only', async () => {
    expect(await verdicts(mp, ['3 1:r0=1 1:r1=0', '2 1:r0=0 1:r1=0', '9 1:r0=1 1:r1=1', '1 1:r0=0 1:r1=2'])).toEqual([
      '9 allowed',
      '3 forbidden',
      '2 allowed',
      '1 forbidden',
    ])
  })

  test('is allowed by another model', async () => {
    const relaxed = mp.replace('release', 'relaxed')
    expect(await verdicts(relaxed, ['3 1:r0=1 1:r1=0'])).toEqual(['3 allowed'])
  })

  test('is open if the model has more states than were listed', async () => {
    const judgement = await judged(mp, ['4 1:r0=1 1:r1=0'], { limit: 1 })
    expect(judgement).toMatchObject({
      states: [{ verdict: 'open' }],
      ...{ unseen: undefined, allowed: undefined, reason: 'the model has more states than were listed' },
    })
  })

  test('is open if loops may go on beyond the bound, unless it was listed', async () => {
    const loop = `.global x; .global y; d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { mov.u32 r1, 0; AGAIN: add.u32 r1, r1, 1; ld.relaxed.gpu r0, [x]; beq r0, 0, AGAIN; } check (r1 == 1) as q;`
    const judgement = await judged(loop, ['2 1:r1=1', '1 1:r1=7'])
    expect(judgement.states.map(({ verdict }) => verdict)).toEqual(['allowed', 'open'])
    expect(judgement.reason).toMatch(/^more states may be reached beyond bound 2: /)
    expect(judgement.unseen).toBeUndefined()
  })

  test('is open if it is unknown whether undefined behaviour is reached', async () => {
    const program = testIn(mp)
    const undecided: Outcomes = { ...(await listed(program)), undefined: { kind: 'undecided', reason: 'no time' } }
    const judgement = judge(program, { states: ['5 1:r0=1 1:r1=0', '4 1:r0=1 1:r1=1'].map(state) }, undecided)
    expect(judgement.states.map(({ verdict }) => verdict)).toEqual(['open', 'allowed'])
    expect(judgement).toMatchObject({ reason: 'no time', unseen: undefined, allowed: undefined })
  })

  test('is allowed, whatever it is, where undefined behaviour is reachable', async () => {
    const misused = `.global x; d0.b0.t0 { ld r0, [x]; bar.warp.sync 0x2; } check (r0 == 0) as q;`
    const judgement = await judged(misused, ['4 0:r0=77'])
    expect(judgement).toMatchObject({
      states: [{ verdict: 'allowed' }],
      ...{ unseen: undefined, allowed: undefined },
      reason: 'undefined behaviour is reachable, so the model allows everything',
    })
  })

  test('may have any value where the model leaves it open', async () => {
    const unknown = `.global x; d0.b0.t0 { ld r0, [x]; mov.u32 r1, %clock; } check (r0 == 0 && r1 == 0) as q;`
    const judgement = await judged(unknown, ['4 0:r0=0 0:r1=77', '3 0:r0=1 0:r1=77'])
    expect(judgement.states.map(({ verdict }) => verdict)).toEqual(['allowed', 'forbidden'])
    expect(judgement).toMatchObject({ unseen: [], allowed: 1, reason: undefined })
    expect((await judged(unknown, [])).unseen).toEqual([{ '0:r0': '0', '0:r1': '?' }])
  })

  test.each(['4 1:r0=1', '4 1:r0=1 0:r1=0', '4 1:r0=1 1:r1=0 1:r2=0', '4'])(
    'cannot be compared if it is of other names: %s',
    async (one) => {
      expect(await verdicts(mp, [one])).toEqual(['4 open'])
    },
  )

  test('does not go away by a filter over other observables', async () => {
    expect(await judged(threads('filter (P1:r0 == 1)'), ['4 1:r1=0'])).toMatchObject({
      ...{ states: [{ verdict: 'open' }], filtered: 0 },
    })
  })

  test('of signed and of wide memory has the value that the model writes', async () => {
    const text = `.global .s32 x = -1; .global .u64 w = 18446744073709551615; d0.b0.t0 { ld.s32 r0, [x]; ld.u64 r1, [w]; } check (r0 == 0 && r1 == 0) as q;`
    expect(await verdicts(text, ['2 0:r0=-1 0:r1=18446744073709551615', '1 0:r0=4294967295 0:r1=-1'])).toEqual([
      '2 allowed',
      '1 forbidden',
    ])
  })

  test('of memory has the name with which it is asked for', async () => {
    const text = `.global a[2]; d0.b0.t0 { st [a[1]], 3; } check ([a[1]] == 3) as q;`
    expect(await verdicts(text, ['2 [a[1]]=3', '1 [a[1]]=0'])).toEqual(['2 allowed', '1 forbidden'])
  })
})

describe('beside the states', () => {
  test('those that were never seen', async () => {
    expect(await judged(mp, ['4 1:r0=1 1:r1=1', '3 1:r0=1 1:r1=0'])).toMatchObject({
      unseen: [
        { '1:r0': '0', '1:r1': '0' },
        { '1:r0': '0', '1:r1': '1' },
      ],
      ...{ allowed: 3, filtered: 0, reason: undefined },
    })
  })

  test('states that the filter leaves out are counted, and neither judged nor seen', async () => {
    const states = ['5 1:r0=0 1:r1=0', '4 1:r0=0 1:r1=1', '3 1:r0=1 1:r1=1']
    expect(await judged(threads('filter (P1:r0 == 1)'), states)).toMatchObject({
      states: [{ count: 3, verdict: 'allowed' }],
      ...{ filtered: 9, unseen: [], allowed: 1 },
    })
    expect(await judged(threads('filter (P1:r0 == 1)'), states.slice(0, 2))).toMatchObject({
      ...{ states: [], filtered: 9, allowed: 1 },
    })
  })

  test('a test without an execution that ends allows no state', async () => {
    const crossed = herd(
      'x = 0;',
      [
        ['P0@cta 0,gpu 0', 'bar.cta.sync 1', 'bar.cta.sync 2'],
        ['P1@cta 0,gpu 0', 'bar.cta.sync 2', 'bar.cta.sync 1'],
      ],
      'exists (x == 0)',
    )
    expect(await judged(crossed, ['1 [x]=0'])).toMatchObject({ states: [{ verdict: 'forbidden' }], allowed: 0 })
  })
})

/** Returns whether a condition on `r0` and `x` holds. */
const conditionIn = (text: string, before = '.global .s32 x; d0.b0.t0 { ld.s32 r0, [x]; }') => {
  const program = testIn(`${before} check (${text}) as q;`)
  const { condition } = must(program.questions[0], 'a question')
  return (values: Readonly<Record<string, string>>): boolean => holds(condition, values, program)
}

// Each row has a condition, and the values of `r0` among -1, 0, 1 and 2 for which it holds.
test.each<[string, readonly number[]]>([
  ['r0 == 1', [1]],
  ['r0 != 1', [-1, 0, 2]],
  ['r0 < 1', [-1, 0]],
  ['r0 <= 1', [-1, 0, 1]],
  ['r0 > 1', [2]],
  ['r0 >= 1', [1, 2]],
  ['1 > r0', [-1, 0]],
  ['r0 == [x]', [1]],
  ['not (r0 == 1)', [-1, 0, 2]],
  ['r0 == 1 || r0 == 2', [1, 2]],
  ['r0 > 0 && r0 < 2', [1]],
  ['not (r0 == 0 || r0 == 1)', [-1, 2]],
])('%s holds for %j', (text, expected) => {
  const values = [-1, 0, 1, 2].filter((r0) => conditionIn(text)({ '0:r0': `${r0}`, '[x]': '1' }))
  expect(values).toEqual(expected)
})

test('values are compared in all their 64 bits', () => {
  const most = conditionIn('r0 == 18446744073709551615', '.global .u64 x; d0.b0.t0 { ld.u64 r0, [x]; }')
  const [is, isNot] = ['18446744073709551615', '18446744073709551614']
  expect([is, isNot].map((value) => most({ '0:r0': value }))).toEqual([true, false])
})

test.each([
  ['-1 is what a register of an unsigned type holds', 'r0 == -1', '.global x; d0.b0.t0 { ld.u32 r0, [x]; }', true],
  ['it is not, with more bits', 'r0 == -1', '.global .u64 x; d0.b0.t0 { ld.u64 r0, [x]; }', false],
  ['so it is of memory', '[x] != -1', '.global .u32 x; d0.b0.t0 { ld.u32 r0, [x]; }', false],
])('values are equal if their bits are: %s', (_, text, before, expected) => {
  expect(conditionIn(text, before)({ '0:r0': '4294967295', '[x]': '4294967295' })).toBe(expected)
})

test('no comparison holds for a term that a state does not name', () => {
  expect(conditionIn('r0 == 1')({})).toBe(false)
  expect(conditionIn('r0 != 1')({})).toBe(false)
})

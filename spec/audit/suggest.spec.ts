/** Claims that would notice the loss of a piece. */

import { audit } from '../../audit/audit.js'
import { claimAgainst, suggestClaims } from '../../audit/suggest.js'
import { defaultModel } from '../../axioms/models.js'
import type { Observable } from '../../litmus/condition.js'
import { conditionText } from '../../litmus/print.js'
import { span } from '../../source/text.js'
import { solver, testIn } from '../support.js'

const written = testIn('.global x; .global y; .global z; d0.b0.t0 { st [x], 1; } check ([x] == 0);')
const terms = ['x', 'y', 'z'].map(
  (variable): Observable => ({ kind: 'memory', variable, offset: 0, span: span({ name: '', text: '' }, 0, 0) }),
)

type States = readonly (readonly (number | undefined)[])[]

const against = (state: States[number], ...known: States) => {
  const big = (values: States[number]) => values.map((one) => (one === undefined ? undefined : BigInt(one)))
  const claim = claimAgainst(big(state), known.map(big), terms)
  return claim === undefined ? undefined : conditionText(written, claim)
}

test.each<readonly [string, States[number], States, string | undefined]>([
  ['one value', [2, 0, 0], [[1, 0, 0]], '[x] == 1'],
  [
    'two values',
    [2, 0, 0],
    [
      [1, 0, 0],
      [3, 0, 0],
    ],
    '[x] == 1 || [x] == 3',
  ],
  ['all terms that differ alone', [2, 5, 0], [[1, 0, 0]], '[x] == 1 && [y] == 0'],
  [
    'many values',
    [9, 0, 0],
    [
      [1, 0, 0],
      [2, 0, 0],
      [3, 0, 0],
      [4, 0, 0],
      [5, 0, 0],
    ],
    '[x] != 9',
  ],
  [
    'the only pair that is missing',
    [1, 0, 0],
    [
      [0, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
    ],
    'not ([x] == 1 && [y] == 0)',
  ],
  [
    'pairs',
    [1, 0, 0],
    [
      [0, 0, 0],
      [1, 1, 0],
      [2, 2, 0],
    ],
    '([x] == 0 && [y] == 0) || ([x] == 1 && [y] == 1) || ([x] == 2 && [y] == 2)',
  ],
  [
    'three terms',
    [1, 1, 1],
    [
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
    ],
    'not ([x] == 1 && [y] == 1 && [z] == 1)',
  ],
  ['a value that is not known tells nothing apart', [2, 0, 0], [[undefined, 0, 0]], undefined],
  ['nor does one of the new state', [undefined, 0, 0], [[1, 0, 0]], undefined],
  ['a known state', [1, 0, 0], [[1, 0, 0]], undefined],
])('%s', (_, state, known, expected) => {
  expect(against(state, ...known)).toBe(expected)
})

const suggested = async (text: string) => {
  const program = testIn(text)
  const audited = audit(program, await solver(), { model: defaultModel })
  if (audited.kind !== 'audited') throw new Error(audited.kind)
  const { claims, ...others } = suggestClaims(program, audited.audited, await solver(), { model: defaultModel })
  return {
    ...others,
    claims: claims.map(({ condition, notices }) => [conditionText(program, condition), notices] as const),
  }
}

test('a claim notices several pieces, and no claim notices a fence at the end', async () => {
  const found = await suggested(`.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; fence.acq_rel.gpu; st.relaxed.gpu [y], 1; fence.acq_rel.gpu; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; fence.acq_rel.gpu; ld.relaxed.gpu r1, [x]; }
assert (r0 == 0 || r0 == 1) as values;`)
  expect(found).toEqual({
    claims: [['not (r0 == 1 && r1 == 0)', [2, 6]]],
    unobservable: [4],
    open: [],
  })
})

test('a claim notices that an access is weaker', async () => {
  const { claims } = await suggested(`.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.relaxed.gpu r1, [x]; }
check (r0 == 0) as nothing;`)
  expect(claims).toEqual([['not (r0 == 1 && r1 == 0)', [2, 3]]])
})

test('pointers are left out, and too many final states are said', async () => {
  const pointer = '.global .u64 p = &x; .global x; d0.b0.t0 { fence.sc.gpu; st.u64 [p], &p; } check ([x] == 0);'
  expect(await suggested(pointer)).toMatchObject({ unobservable: [1] })
  const threads = Array.from({ length: 5 }, (_, i) => `d0.b${i}.t0 { atom.add r${i}, [x], 1; fence.sc.gpu; }`)
  const { open } = await suggested(`.global x; ${threads.join(' ')} check ([x] == 0);`)
  expect(open[0]?.reason).toBe('it has more than 64 final states')
})

import { defaultModel } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { stepsInTurn } from '../../../encoder/formula/counter-reads.js'
import { formulaBuilder } from '../../../encoder/formula/formula.js'
import { mayCount } from '../../../encoder/relations/counters.js'
import { must } from '../../../source/must.js'
import { solver, testIn } from '../../support.js'

const counting = testIn(`
  .global c; .global x;
  d0.b0.t0 {
    ld.relaxed.gpu k, [x];
    atom.inc.relaxed.gpu.u32 a, [c], 9;
    bne k, 1, S; atom.inc.relaxed.gpu.u32 b, [c], 9; S:
    atom.inc.relaxed.gpu.u32 d, [c], 9;
  }
  d0.b1.t0 { st.relaxed.gpu [x], 1; ld.relaxed.gpu r, [c]; }
  check (P1:r == 0) as q0; check (P1:r == 1) as q1; check (P1:r == 2 && k == 0) as q2; check (P1:r == 2 && k == 1) as q3;
  check (P1:r == 3 && k == 0) as q4; check (P1:r == 3 && k == 1) as q5; check (P1:r == 4) as q6;`)

test('the steps in turn are the most that are always performed, and certainly one after the other', () => {
  const [counter] = mayCount(buildEvents(counting), 3)
  const { steps } = must(counter, 'a counter')
  expect(steps).toHaveLength(3)
  const builder = formulaBuilder()
  const [a, b, c] = steps.map(({ write }) => write.id)
  const found = (known: readonly (readonly [number | undefined, number | undefined])[], performed = steps) =>
    stepsInTurn(
      must(counter, 'a counter'),
      ([one, other]) =>
        known.some(([first, second]) => one === first && other === second)
          ? builder.tt
          : builder.variable(`${one} ${other}`),
      (one) => (performed.includes(one) ? builder.tt : builder.variable(`${one.read.id}`)),
      builder,
    ).map(({ write }) => write.id)
  const chain = [
    [a, b],
    [b, c],
    [a, c],
  ] as const
  expect(found([])).toHaveLength(1)
  expect(found(chain)).toEqual([a, b, c])
  expect(
    found([
      [b, a],
      [a, c],
      [b, c],
    ]),
  ).toEqual([b, a, c])
  expect(
    found(
      chain,
      steps.filter(({ write }) => write.id !== b),
    ),
  ).toEqual([a, c])
})

test('a read returns what the steps before it leave, whether or not these are all in turn', async () => {
  const expected = bruteForce(counting, defaultModel).answers.map(({ verdict }) => verdict.kind)
  expect(new Set(expected)).toEqual(new Set(['allowed', 'forbidden']))
  for (const encoding of ['lean', 'tight', 'plain'] as const) {
    const { answers } = decide(counting, await solver(), { model: defaultModel, encoding })
    expect(answers.map(({ verdict }) => verdict.kind)).toEqual(expected)
  }
})

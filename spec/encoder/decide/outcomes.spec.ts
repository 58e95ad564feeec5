import fc from 'fast-check'
import { models, ptx75 } from '../../../axioms/models.js'
import { bruteOutcomes } from '../../../encoder/decide/brute.js'
import { type OutcomesOptions, outcomes } from '../../../encoder/decide/outcomes.js'
import { objections } from '../../../encoder/execution/replay.js'
import { only, programs } from '../../../fuzz/programs.js'
import { observableName } from '../../../litmus/observe.js'
import type { Expected } from '../../examples.js'
import { holds, mostCandidates, onEach, randomly, sampled, someExamples } from '../../extent.js'
import { isSmall } from '../../small.js'
import { distinctModels, solver, testIn } from '../../support.js'

const all: OutcomesOptions = { model: ptx75, besides: [], limit: 250 }

/** Returns the states of a text as lists of numbers, once they are known to be all. */
async function statesOf(text: string, options: Partial<OutcomesOptions> = {}): Promise<readonly string[]> {
  const { found, ending } = outcomes(testIn(text), await solver(), { ...all, ...options })
  expect(ending).toEqual({ kind: 'complete' })
  return found.map(({ values }) => values.join(' '))
}

describe('final states', () => {
  test('each once, in ascending order, over the observables of the questions', async () => {
    const sb = `.global x; .global y;
      d0.b0.t0 { st.weak [x], 1; ld.weak r0, [y]; ld.weak other, [x]; }
      d0.b1.t0 { st.weak [y], 1; ld.weak r1, [x]; }
      permit (r1 == 0 && r0 == 0) as q;`
    expect(await statesOf(sb)).toEqual(['0 0', '0 1', '1 0', '1 1'])
  })

  test('an atomic that races with another, and a failing cas', async () => {
    const add = `.global x;
      d0.b0.t0 { atom.add.gpu r0, [x], 1; }
      d0.b1.t0 { atom.cas.gpu r1, [x], 1, 7; }
      check (r0 == 0 && r1 == 0 && [x] == 0) as q;`
    // Either the addition is first and the cas succeeds, or the cas is first and fails.
    expect(await statesOf(add)).toEqual(['0 0 1', '0 1 7'])
  })

  test('all registers if the questions mention nothing', async () => {
    const { observed } = outcomes(
      testIn('.global x; d0.b0.t0 { ld r1, [x]; ld r0, [x]; } check (1 == 1) as q;'),
      await solver(),
      all,
    )
    expect(observed.map(observableName)).toEqual(['0:r1', '0:r0'])
  })

  test('values are signed if their type is', async () => {
    const stores = (type: string) =>
      `.global x; d0.b0.t0 { st.${type} [x], 255; ld.${type} r0, [x]; } check (r0 == 1) as q;`
    expect(await statesOf(stores('s8'))).toEqual(['-1'])
    expect(await statesOf(stores('u8'))).toEqual(['255'])
  })

  test('no state if no execution meets the demands of the test', async () => {
    expect(await statesOf('.global x; d0.b0.t0 { ld r0, [x] == 7; } check (r0 == 7) as q;')).toEqual([])
  })

  test('the limit is reported only if there is more', async () => {
    const two = testIn('.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ld r0, [x]; } check (r0 == 1) as q;')
    const ending = async (limit: number) => outcomes(two, await solver(), { ...all, limit }).ending.kind
    expect([await ending(1), await ending(2)]).toEqual(['limited', 'complete'])
  })

  test('what the model does not cover', async () => {
    const surface = testIn(
      '.global x; .surfref s virtually aliases x; d0.b0.t0 { suld r0, [s]; } check (r0 == 1) as q;',
    )
    const model = models.find(({ name }) => name === 'ptx-6.0') ?? ptx75
    expect(outcomes(surface, await solver(), { ...all, model })).toMatchObject({
      found: [],
      ending: { kind: 'not covered', reason: expect.stringContaining('ptx-6.0 does not cover proxies') },
    })
  })
})

/**
 * Four threads, five locations, 200 final states by construction. Two threads race with weak stores to v, w and x, each
 * thread a value of its own: which of two remains is free for each location, 8 states. Of y and z, loads of 0 or of one
 * of four values race with the stores of the last thread: 5 states each.
 */
const twoHundred = `.global v; .global w; .global x; .global y; .global z;
  d0.b0.t0 { st.weak [v], 1; st.weak [w], 1; st.weak [x], 1; }
  d0.b1.t0 { st.weak [v], 2; st.weak [w], 2; st.weak [x], 2; }
  d0.b2.t0 { ld.weak r0, [y]; ld.weak r1, [z]; }
  d0.b3.t0 {
    st.weak [y], 1; st.weak [y], 2; st.weak [y], 3; st.weak [y], 4;
    st.weak [z], 1; st.weak [z], 2; st.weak [z], 3; st.weak [z], 4;
  }
  check (r0 == 0 && r1 == 0 && [v] == 0 && [w] == 0 && [x] == 0 && [y] == 0 && [z] == 0) as q;`

test('200 final states by construction, none missing', async () => {
  const upTo4 = [0, 1, 2, 3, 4]
  const expected = upTo4.flatMap((r0) =>
    upTo4.flatMap((r1) =>
      [1, 2].flatMap((v) => [1, 2].flatMap((w) => [1, 2].map((x) => `${r0} ${r1} ${v} ${w} ${x} 4 4`))),
    ),
  )
  expect(expected).toHaveLength(200)
  expect(await statesOf(twoHundred)).toEqual(expected)
})

const covered = someExamples('ptx-7.5').filter(({ verdicts }) => !verdicts.includes('not covered'))

/** Brute force lists all of their executions. */
const sample = (some: readonly Expected[]) => sampled(some).filter(({ program }) => isSmall(program))

onEach('final states of examples', { all: covered, sample, least: 15 }, async ({ program }) => {
  const { graph, found, ending } = outcomes(program, await solver(), all)
  expect(ending).toEqual({ kind: 'complete' })
  for (const { execution } of found) expect(objections(graph, ptx75, execution)).toEqual([])
  const brute = bruteOutcomes(program, { ...all, most: mostCandidates })
  if (isSmall(program)) expect(brute.ending.kind).toBe('complete')
  if (brute.ending.kind !== 'complete') return
  expect(found.map(({ values }) => values)).toEqual(brute.found.map(({ values }) => values))
})

for (const model of distinctModels)
  randomly(`final states under ${model.name}`, { runs: 20, seed: 5, least: { compared: 11 } }, async (draw) => {
    const z3 = await solver()
    let compared = 0
    const property = fc.property(programs(model), (text) => {
      const program = only(text)
      const options = { ...all, model }
      const brute = bruteOutcomes(program, { ...options, most: draw.mostCandidates })
      if (brute.ending.kind !== 'complete') return
      compared++
      const { found, ending } = outcomes(program, z3, options)
      expect([ending.kind, found.map(({ values }) => values)]).toEqual([
        'complete',
        brute.found.map(({ values }) => values),
      ])
    })
    return { programs: await holds(property, draw), compared }
  })

import { nvlitmus, ptx60 } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { modelIn } from '../../axioms/algebra/cat/models.js'
import { herd, solver, testIn } from '../../support.js'

describe('a model does not decide programs that it does not cover', () => {
  const kinds = async (body: string, asked: string, model: typeof ptx60) => {
    const text = `.global x; .global y; .global z physically aliases y; .texref t virtually aliases x; d0.b0.t0 { ${body} } check (${asked}) as q;`
    return decide(testIn(text), await solver(), { model, liveness: false }).answers.map(({ verdict }) => verdict)
  }

  test.each([
    ['another proxy', 'tld r, [t];', 'r == 0', 'proxies'],
    ['a proxy fence', 'ld r, [x]; fence.proxy.surface;', 'r == 0', 'proxies'],
    ['an alias fence', 'ld r, [x]; fence.proxy.alias;', 'r == 0', 'aliases'],
    ['two addresses of one location', 'ld r, [y]; st [z], 1;', 'r == 0', 'aliases'],
  ])('ptx-6.0: %s', async (_, body, asked, feature) => {
    expect(await kinds(body, asked, ptx60)).toEqual([
      { kind: 'not covered', reason: expect.stringContaining(`ptx-6.0 does not cover ${feature}: spec:1:`) },
    ])
  })

  test.each([
    ['red', 'red.add [x], 1; ld r, [x];', 'r == 0', 'red'],
    ['another atomic', 'atom.exch r, [x], 1;', 'r == 0', 'atomics other than add'],
    ['an alias fence in one direction', 'ld r, [x]; fence.proxy.alias.release.sys;', 'r == 0', 'one-way alias fences'],
    ['a one-sided fence', 'ld r, [x]; fence.acquire.gpu;', 'r == 0', 'one-sided fences'],
    ['a cluster', 'ld.relaxed.cluster r, [x];', 'r == 0', 'clusters'],
    ['a final value', 'ld r, [x];', '[x] == 0', 'final values'],
  ])('nvlitmus: %s', async (_, body, asked, feature) => {
    expect(await kinds(body, asked, nvlitmus)).toEqual([
      { kind: 'not covered', reason: expect.stringContaining(`nvlitmus does not cover ${feature}: `) },
    ])
  })

  test.each([
    ['a branch', '', 'L:', 'branches'],
    ['a barrier', '', 'bar.cta.sync 1', 'barriers'],
    ['an initial value', 'x = 1;', 'ld.weak r, x', 'initial values'],
    ['an initial register', 'x = 0; P0:r = 1;', 'st.weak x, r', 'initial values'],
  ])('nvlitmus: %s', async (_, initial, cell, feature) => {
    const program = testIn(herd(initial, [['P0@cta 0,gpu 0', cell]], 'exists (true)'))
    expect(
      decide(program, await solver(), { model: nvlitmus, liveness: false }).answers.map(({ verdict }) => verdict),
    ).toEqual([{ kind: 'not covered', reason: expect.stringContaining(`nvlitmus does not cover ${feature}: `) }])
  })
})

test('a model that speaks of streams, and not of triggers, does not cover dependent launches', async () => {
  const text = (option: string) => `.global x; kernel a { d0.b0.t0 { st [x], 1; } } kernel b { d0.b0.t0 { ld r, [x]; } }
    host { a<<<1, 1>>>(); b<<<1, 1${option}>>>(); } check (r == 0) as q;`
  const model = modelIn('"others" let steps = (po | syncbar | api)+ irreflexive (rf | rf^-1; co); steps as Order')
  const said = async (option: string) => {
    const [answer] = decide(testIn(text(option)), await solver(), { model, liveness: false }).answers
    return answer?.verdict
  }
  expect(await said('')).toMatchObject({ kind: 'forbidden' })
  expect(await said(', programmatic')).toMatchObject({
    kind: 'not covered',
    reason: expect.stringContaining('does not cover dependent launches: spec:2:'),
  })
})

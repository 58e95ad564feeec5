import { withoutAxiom } from '../../../axioms/algebra/edit.js'
import { defaultModel, nvlitmus } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { encode } from '../../../encoder/formula/encode.js'
import { solver, testIn } from '../../support.js'

describe('a value that depends on itself, which nvlitmus does not forbid', () => {
  test.each([
    ['as it is', 'ld.relaxed.cta r, [x]; tld k, [t]; st.relaxed.cta [x], k;', 'r < 3', ['value_1']],
    [
      'and would have to be one more',
      'atom.add.relaxed.cta r, [x], 1; sust.relaxed.cta [s], r; ld.relaxed.cta k, [y];',
      'k == 0',
      [],
    ],
  ])('%s', async (_, body, asked, others: readonly string[]) => {
    const declared = '.global x; .global y; .surfref s virtually aliases x; .texref t virtually aliases x;'
    const program = testIn(`${declared} d0.b0.t0 { ${body} } check (${asked}) as q;`)
    // Not every choice of the others leaves a value for it, so it is always defined; the first read only depends on it.
    const { unstated } = encode(buildEvents(program), nvlitmus)
    const names = [...unstated.keys()].flatMap((one) => (one.kind === 'bits-variable' ? [one.name] : []))
    expect(names).toEqual(others)
    const expected = bruteForce(program, nvlitmus).answers.map(({ verdict }) => verdict.kind)
    for (const encoding of ['lean', 'tight', 'plain'] as const) {
      const { answers } = decide(program, await solver(), { model: nvlitmus, encoding })
      expect(answers.map(({ verdict }) => verdict.kind)).toEqual(expected)
    }
  })
})

test('the results of many additions are variables, and one that depends on itself is defined', async () => {
  const additions = Array.from({ length: 6 }, () => 'atom.add.relaxed.cta r, [x], k;').join(' ')
  const program = testIn(`
    .global x; .global y; .global z;
    d0.b0.t0 { ld.relaxed.cta k, [y]; ${additions} st.relaxed.cta [z], r; }
    d0.b0.t1 { ld.relaxed.cta m, [z]; add m, m, 1; st.relaxed.cta [y], m; }
    check (x == 0) as q; check (m == 1 && x == 6) as p; check (x == 5) as n;`)
  const model = withoutAxiom(defaultModel, 'No-Thin-Air')
  const { unstated } = encode(buildEvents(program), model, { assumesAxioms: true })
  const names = [...unstated.keys()].flatMap((one) => (one.kind === 'bits-variable' ? [one.name] : []))
  // Not `value_3`, the first read: it is added, and so in what the last addition returns.
  expect(names.toSorted()).toEqual(['value_10', 'value_12', 'value_14', 'value_17', 'value_4', 'value_6', 'value_8'])
  for (const encoding of ['lean', 'tight', 'plain'] as const) {
    const { answers } = decide(program, await solver(), { model, encoding })
    // Six times a number is even. Brute force does not try values that come out of thin air.
    expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['allowed', 'allowed', 'forbidden'])
  }
})

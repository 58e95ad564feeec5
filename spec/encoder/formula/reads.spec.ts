import { nvlitmus } from '../../../axioms/models.js'
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

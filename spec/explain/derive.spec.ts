import { explain } from '../../explain/explain.js'
import { must } from '../../source/must.js'
import { modelIn } from '../axioms/algebra/cat/models.js'
import { solver, testIn } from '../support.js'

/**
 * Returns the names of the steps that break the axioms of a model: all accesses are strong, and the second thread reads
 * a stale value.
 */
async function steps(model: string): Promise<readonly string[]> {
  const program = testIn(`.global x; .global y;
    d0.b0.t0 { st.relaxed.gpu [x], 1; st.relaxed.gpu [y], 1; }
    d0.b1.t0 { ld.relaxed.gpu r0, [y]; ld.relaxed.gpu r1, [x]; }
    check (r0 == 1 && r1 == 0) as stale;`)
  const explanation = explain(program, must(program.questions[0], 'a question'), await solver(), {
    model: modelIn(model),
  })
  if (explanation.kind !== 'forbidden') throw new Error(`it is ${explanation.kind}`)
  return explanation.sets.flatMap(({ objections }) =>
    objections.flatMap(({ chain }) => chain.map(({ relation }) => relation)),
  )
}

describe('a definition', () => {
  test('without words in the model is expanded', async () => {
    expect(await steps('let order = po let all = order | rf | fr acyclic all as A')).toEqual(
      expect.not.arrayContaining(['order', 'all']),
    )
  })
  test('that is named, or has words, is a step', async () => {
    for (const note of ['named', 'reads: comes before', 'condition'])
      expect(await steps(`(* ${note} *) let order = po acyclic order | rf | fr as A`)).toContain('order')
  })
  test('that is opened is a condition if its body is one', async () => {
    const leading = await steps('let nearby = sr let order = nearby & (po | rf) acyclic order | fr as A')
    expect(new Set(leading)).toEqual(new Set(['po', 'rf', 'fr']))
  })
})

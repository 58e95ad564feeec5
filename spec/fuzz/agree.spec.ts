import { models } from '../../axioms/models.js'
import { compareSolvers, styles } from '../../fuzz/agree.js'
import { solver } from '../support.js'

/** Of each verdict, more than so many. Programs that all end alike would prove nothing; one in the format of herd asks one question, others two or three. */
const least: Readonly<Record<string, number>> = { nvlitmus: 200, herd: 100, streams: 100 }

describe('z3 and brute force agree on 500 random programs', () => {
  const drawn = models.flatMap((model) =>
    styles.flatMap(({ name, texts }) => {
      const from = texts(model)
      return from === undefined ? [] : [{ name: `${model.name}, ${name}`, model, from, more: least[name] }]
    }),
  )

  test.each(drawn)(
    '$name',
    async ({ model, from, more }) => {
      const { counterexample, programs, allowed, forbidden } = compareSolvers(model, await solver(), from, 500, 20_221)
      expect(counterexample).toBeUndefined()
      expect(programs).toBe(500)
      expect(Math.min(allowed, forbidden)).toBeGreaterThan(more ?? Number.POSITIVE_INFINITY)
    },
    600_000,
  )
})

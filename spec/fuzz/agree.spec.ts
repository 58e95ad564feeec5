import fc from 'fast-check'
import type { Model } from '../../axioms/algebra/terms.js'
import { models, ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { compareSolvers, styles } from '../../fuzz/agree.js'
import { only } from '../../fuzz/programs.js'
import { must } from '../../source/must.js'
import { draws } from '../extent.js'
import { solver } from '../support.js'

const runs = draws(500, 30)
/** Programs with computed addresses are those of `async` with names; they are compared with these in mapped.spec.ts. */
const runsOf = (style: string): number => (style === 'mapa' ? draws(100, 10) : runs)

/** Of each verdict, more than so many. Programs that all end alike would prove nothing; one in the format of herd asks one question, others two or three. */
const least: Readonly<Record<string, number>> = {
  nvlitmus: draws(200, 10),
  herd: draws(100, 3),
  streams: draws(100, 4),
  memory: draws(100, 4),
  launches: draws(100, 4),
  barriers: draws(40, 2),
  warps: draws(40, 2),
  async: draws(80, 2),
  tensors: draws(80, 2),
  clusters: draws(80, 2),
  mapa: draws(20, 1),
}

const isAsynchronous = (style: string): boolean => ['async', 'tensors', 'clusters', 'mapa'].includes(style)

/** Of programs with loops and barriers, more than so many hang. */
const leastHanging = (style: string): number => draws(isAsynchronous(style) ? 30 : 50, 1)

/** On programs without asynchronous operations, ptx-9.4 and its strict form decide as ptx-7.5 does; see below. */
const isFor = (model: Model, style: string): boolean => model.name.startsWith('ptx-9.4') === isAsynchronous(style)

describe(`z3 and brute force agree on ${runs} random programs`, () => {
  const drawn = models.flatMap((model) =>
    styles.flatMap(({ name, texts }) => {
      const from = isFor(model, name) ? texts(model) : undefined
      const more = must(least[name], `a least number for ${name}`)
      return from === undefined
        ? []
        : [
            {
              name: `${model.name}, ${name}`,
              model,
              from,
              count: runsOf(name),
              more,
              hang: ['herd', 'launches', 'barriers', 'warps', 'async', 'clusters'].includes(name)
                ? leastHanging(name)
                : -1,
            },
          ]
    }),
  )

  test.each(drawn)(
    '$name',
    async ({ model, from, count, more, hang }) => {
      const { counterexample, programs, allowed, forbidden, hanging } = compareSolvers(
        model,
        await solver(),
        from,
        count,
        20_221,
      )
      expect(counterexample).toBeUndefined()
      expect(programs).toBe(count)
      expect(Math.min(allowed, forbidden)).toBeGreaterThan(more)
      expect(hanging).toBeGreaterThan(hang)
    },
    600_000,
  )
})

const alike = draws(300, 30)

describe(`on ${alike} random programs without asynchronous operations`, () => {
  const others = models.filter(({ name }) => name.startsWith('ptx-9.4'))
  const drawn = styles.flatMap(({ name, texts }) => {
    const from = isAsynchronous(name) ? undefined : texts(ptx75)
    return from === undefined ? [] : [{ name, from }]
  })
  test.each(drawn)('ptx-9.4 and its strict form decide as ptx-7.5: $name', async ({ from }) => {
    const z3 = await solver()
    for (const text of fc.sample(from, { numRuns: alike, seed: 20_941 })) {
      const program = only(text)
      const under = (model: Model) => decide(program, z3, { model }).answers.map(({ verdict }) => verdict.kind)
      for (const model of others) expect([text, under(model)]).toEqual([text, under(ptx75)])
    }
  })
})

import fc from 'fast-check'
import type { Model } from '../../axioms/algebra/terms.js'
import { models, ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { only } from '../../fuzz/programs.js'
import { holds, randomly } from '../extent.js'
import { solver } from '../support.js'
import { plainStyles } from './agreement.js'

const others = models.filter(({ name }) => name.startsWith('ptx-9.4'))

describe('ptx-9.4 and its strict form decide as ptx-7.5 on programs without asynchronous operations', () => {
  for (const { name, texts } of plainStyles) {
    const from = texts(ptx75)
    if (from === undefined) continue
    randomly(name, { runs: 6, seed: 20_941 }, async (draw) => {
      const z3 = await solver()
      const property = fc.property(from, (text) => {
        const program = only(text)
        const under = (model: Model) =>
          decide(program, z3, { model, liveness: false }).answers.map(({ verdict }) => verdict.kind)
        for (const model of others) expect(under(model)).toEqual(under(ptx75))
      })
      return { programs: await holds(property, draw) }
    })
  }
})

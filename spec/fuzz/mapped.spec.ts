import fc from 'fast-check'
import { models } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { asynchronousPrograms } from '../../fuzz/asynchronous.js'
import { withMappedAddresses } from '../../fuzz/mapped.js'
import { only } from '../../fuzz/programs.js'
import { holds, randomly } from '../extent.js'
import { solver } from '../support.js'

test('a place of another CTA becomes an address that `mapa` computes', () => {
  expect(withMappedAddresses('  st.shared::cluster.u32 [d0.c0.b1:s], 1;')).toBe(
    '  mapa.shared::cluster.u32 z0_0, s, 1; st.shared::cluster.u32 [z0_0], 1;',
  )
  expect(withMappedAddresses('check ([d0.c0.b0:s] == 1) as q;')).toBe('check ([d0.c0.b0:s] == 1) as q;')
})

const drawn = models.flatMap((model) => {
  const texts = asynchronousPrograms(model)
  return texts === undefined ? [] : [{ name: model.name, model, texts }]
})

describe('programs have the same answers by computed addresses as by names', () => {
  for (const { name, model, texts } of drawn)
    randomly(name, { runs: 8, seed: 2_023, least: { programs: 8, different: 9 } }, async (draw) => {
      const z3 = await solver()
      const answersOf = (text: string) =>
        decide(only(text), z3, { model }).answers.map(({ verdict, undefined: reached, liveness }) => [
          verdict.kind,
          reached.kind === 'known' ? reached.found.map(({ thread }) => thread).toSorted((a, b) => a - b) : [],
          liveness?.kind,
        ])
      // Without mbarriers and copies, the end of a CTA counts for computed addresses alone.
      const remote = texts.filter((text) => text.includes('mbarrier.init') && withMappedAddresses(text) !== text)
      let different = 0
      const property = fc.property(remote, (text) => {
        const answers = answersOf(text)
        expect(answersOf(withMappedAddresses(text))).toEqual(answers)
        different += new Set(answers.map(String)).size
      })
      return { programs: await holds(property, draw), different }
    })
})

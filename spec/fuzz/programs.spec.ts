import fc from 'fast-check'
import type { Model } from '../../axioms/algebra/terms.js'
import { nvlitmus, ptx75 } from '../../axioms/models.js'
import { notCovered } from '../../encoder/decide/coverage.js'
import { herdPrograms } from '../../fuzz/herd.js'
import { only, programs } from '../../fuzz/programs.js'

const inEither = [
  /\bld\.weak\.shared /,
  /\.shared::cluster/,
  /\bst\.weak\.local/,
  /\bld\.global\.nc/,
  /barrier\.cluster\.arrive\.relaxed/,
  /barrier\.cluster\.wait/,
  /\.cluster\b/,
]

describe('of 1000 programs that are drawn, some have', () => {
  test.each([
    ['nvlitmus', programs(ptx75), [/\[d0\.c0\.b1:w\]/, /suld/, /fence\.proxy\.alias/]],
    ['herd-style', herdPrograms(ptx75), [/\[P2:s\]/, /beq/, /bar\.cta\.arrive/, /filter/]],
  ])('what the models speak of, in the %s format', (_, texts, own) => {
    const drawn = fc.sample(texts, { numRuns: 1000, seed: 3 })
    for (const pattern of [...inEither, ...own])
      expect([pattern, drawn.filter((text) => pattern.test(text)).length > 20]).toEqual([pattern, true])
  })
  test('only programs that the model covers', () => {
    const covered = (model: Model) =>
      fc.sample(programs(model), { numRuns: 300, seed: 4 }).flatMap((text) => notCovered(only(text), model) ?? [])
    expect(covered(nvlitmus)).toEqual([])
    expect(covered(ptx75)).toEqual([])
  })
})

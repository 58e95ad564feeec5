import { intersection, product, recursive, seq, union, unknown } from '../../../axioms/algebra/terms.js'
import { rf, W } from '../../../axioms/algebra/vocabulary.js'
import { assigned } from '../../../encoder/decide/decode.js'
import { type Formula, formulaBuilder } from '../../../encoder/formula/formula.js'
import { interpreter } from '../../../encoder/relations/interpret.js'
import { relationAlgebra } from '../../../encoder/relations/relation.js'

/** A closure that is not written as one: the intersection with all pairs takes nothing away, but hides the shape. */
const hidden = recursive('r', [{ name: 'r', body: union(rf, intersection(seq(rf, unknown('r')), product(W, W))) }])

describe('least fixpoints over formulas', () => {
  test('reach as far as any assignment does, and no further', () => {
    const size = 5
    const builder = formulaBuilder()
    const algebra = relationAlgebra(size, builder)
    const events = Array.from({ length: size }, (_, i) => i)
    const step = (a: number, b: number) => builder.variable(`${a}${b}`)
    const { relation } = interpreter<Formula>(
      {
        size,
        set: () => new Map(events.map((e) => [e, builder.tt])),
        relation: (name) =>
          name !== 'rf'
            ? algebra.empty
            : algebra.fromPairs(
                events.flatMap((a) => events.flatMap((b) => (a === b ? [] : [[a, b, step(a, b)] as const]))),
              ),
      },
      builder,
    )
    const reached = relation(hidden)[0]?.get(4)
    if (reached === undefined) throw new Error('nothing is reached')
    const holds = (...steps: readonly string[]) => assigned(new Map(steps.map((one) => [one, true]))).formula(reached)
    expect(holds('01', '12', '23', '34')).toBe(true)
    expect(holds('03', '31', '12', '24')).toBe(true)
    expect(holds('01', '12', '23', '32', '21', '10', '43')).toBe(false)
  })
})

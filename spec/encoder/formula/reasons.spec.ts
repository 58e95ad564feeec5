import fc from 'fast-check'
import { solved } from '../../../axioms/algebra/recursion.js'
import type { Rel } from '../../../axioms/algebra/terms.js'
import { partsOf } from '../../../axioms/algebra/traverse.js'
import { assigned } from '../../../encoder/decide/decode.js'
import { formulaBuilder } from '../../../encoder/formula/formula.js'
import { reasons } from '../../../encoder/formula/reasons.js'
import { bitAlgebra } from '../../../encoder/relations/bits.js'
import { interpreter, interpreterOver, mostListed } from '../../../encoder/relations/interpret.js'
import { booleans } from '../../../encoder/values/logic.js'
import { always } from '../../extent.js'
import {
  assignment,
  baseOfVariables,
  baseOfWorld,
  recursion,
  rel,
  restricted,
  smallWorld,
} from '../relations/worlds.js'

const isSolved = (term: Parameters<typeof partsOf>[0]): boolean =>
  (term.kind !== 'recursive' || solved(term.equations) !== undefined) && partsOf(term).every(isSolved)

describe('the reason for a pair', () => {
  always('holds in the solution, and implies the pair in each', { runs: 300, seed: 1 }, () => {
    const terms: fc.Arbitrary<Rel> = fc.oneof(rel, recursion).filter(isSolved)
    const solution = fc.func(fc.boolean())
    return fc.property(
      terms,
      smallWorld,
      solution,
      fc.array(solution, { maxLength: 4 }),
      (term, world, isTrue, more) => {
        const builder = formulaBuilder()
        const bits = bitAlgebra(world.size)
        // Pairs are looked up in every other world.
        const most = world.size % 2 === 0 ? 0 : mostListed
        const whole = interpreter(baseOfVariables(world, builder), builder, new Map(), undefined, most)
        const base = baseOfWorld(restricted(world, isTrue), booleans, true)
        const inSolution = interpreterOver(
          { set: (name) => bits.setOf(base.set(name)), relation: (name) => bits.relationOf(base.relation(name)) },
          bits,
          booleans,
        )
        const { formula: holds } = assigned(assignment(world, isTrue))
        const reason = reasons(inSolution, bits, whole, builder, () => new Map(), holds)
        const pairs = Array.from({ length: world.size }, (_, a) =>
          bits.successors(inSolution.relation(term), a).map((b) => [a, b] as const),
        ).flat()
        for (const [a, b] of pairs) {
          const because = reason(term, a, b)
          expect(holds(because)).toBe(true)
          for (const other of more) {
            const { formula } = assigned(assignment(world, other))
            if (formula(because)) expect(formula(whole.relation(term)[a]?.get(b) ?? builder.ff)).toBe(true)
          }
        }
      },
    )
  })
})

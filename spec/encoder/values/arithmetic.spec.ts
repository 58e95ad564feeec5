import fc from 'fast-check'
import { type Bits, formulaBuilder } from '../../../encoder/formula/formula.js'
import { toSmtLib } from '../../../encoder/formula/smtlib.js'
import {
  type BitsOperator,
  type BitsRelation,
  compareBits,
  compute,
  resizeBits,
} from '../../../encoder/values/arithmetic.js'
import { holds, randomly } from '../../extent.js'
import { solver, verdictOf } from '../../support.js'

const operators: readonly BitsOperator[] = [
  'add',
  'sub',
  'mul',
  'div-signed',
  'div-unsigned',
  'bit-and',
  'bit-or',
  'bit-xor',
]
const relations: readonly BitsRelation[] = ['equal', 'less-signed', 'less-unsigned']
const width = fc.constantFrom(8, 16, 32, 64)
/** Patterns near the ends of the range as often as any. */
const patterns = width.chain((width) => {
  const near = fc.constantFrom(0n, 1n, 2n, -1n, -2n, 2n ** BigInt(width - 1), 2n ** BigInt(width - 1) - 1n)
  const pattern = fc.oneof(near, fc.bigInt(0n, 2n ** BigInt(width) - 1n)).map((value) => BigInt.asUintN(width, value))
  return fc.tuple(fc.constant(width), pattern, pattern)
})

describe('arithmetic agrees with z3', () => {
  randomly('operations, comparisons and resizing', { runs: 100, seed: 1 }, async (draw) => {
    const z3 = await solver()
    const property = fc.property(patterns, width, fc.boolean(), ([from, a, b], to, signed) => {
      const builder = formulaBuilder()
      const { any, not, compare, operation, resize } = builder
      const [x, y] = [builder.bitsVariable('x', from), builder.bitsVariable('y', from)]
      const differs = (term: Bits, value: bigint) => not(compare('equal', term, builder.bits(value, term.width)))
      const mistaken = any([
        ...operators.map((operator) => differs(operation(operator, x, y), compute(operator, a, b, from))),
        ...relations.map((relation) => {
          const related = compare(relation, x, y)
          return compareBits(relation, a, b, from) ? not(related) : related
        }),
        differs(resize(x, to, signed), resizeBits(a, from, to, signed)),
      ])
      const given = [compare('equal', x, builder.bits(a, from)), compare('equal', y, builder.bits(b, from))]
      const session = z3.openText(toSmtLib([...given, mistaken], () => []).smt.text)
      expect(session.check([]).kind).toBe('unsat')
      session.close()
    })
    return { values: await holds(property, draw) }
  })
})

/** One thread computes, so that its final value is the only one. */
describe('the results of instructions', () => {
  const only = async (body: string, condition: string) => {
    const asked = (claim: string) => verdictOf(`.global x; .global y; d0.b0.t0 { ${body} } ${claim} as q;`)
    expect([condition, await asked(`check (${condition})`)]).toEqual([condition, 'allowed'])
    expect([condition, await asked(`check (not (${condition}))`)]).toEqual([condition, 'forbidden'])
  }

  test.each([
    ['add wraps', 'st.u8 [x], 255; atom.add.u8 r, [x], 2;', 'r == 255 && [x] == 1'],
    ['sub wraps', 'atom.sub r, [x], 1;', '[x] == -1 && [x] == 4294967295'],
    ['mul keeps the low half', 'st.u16 [x], 300; atom.mul.u16 r, [x], 300;', '[x] == 24464'],
    ['signed division truncates', 'st [x], -7; atom.div r, [x], 2;', '[x] == -3'],
    ['unsigned division', 'st.u32 [x], -7; atom.div.u32 r, [x], 2;', '[x] == 2147483644'],
    ['division by zero', 'st.u32 [x], 7; atom.div.u32 r, [x], 0;', '[x] == 4294967295'],
    [
      'and, or, xor',
      'st [x], 12; atom.and r, [x], 10; atom.or s, [x], 3; atom.xor t, [x], 1;',
      'r == 12 && s == 8 && t == 11 && [x] == 10',
    ],
    ['signed min and max', 'st [x], -1; atom.min r, [x], 1; atom.max s, [x], 0;', 's == -1 && [x] == 0'],
    ['unsigned min and max', 'st.u32 [x], -1; atom.min.u32 r, [x], 1; atom.max.u32 s, [x], 0;', 's == 1 && [x] == 1'],
    ['inc up to a bound', 'st [x], 1; atom.inc r, [x], 2; atom.inc s, [x], 2;', 'r == 1 && s == 2 && [x] == 0'],
    ['inc without a bound', 'st.u8 [x], 255; atom.inc.u8 r, [x];', '[x] == 0'],
    ['inc compares unsigned', 'st [x], 5; atom.inc r, [x], -1;', '[x] == 6'],
    ['dec at zero and above the bound', 'atom.dec r, [x], 3; st [y], 9; atom.dec s, [y], 4;', '[x] == 3 && [y] == 4'],
    ['dec within the bound', 'st [x], 3; atom.dec r, [x], 3;', '[x] == 2'],
    ['dec without a bound', 'atom.dec.u8 r, [x];', '[x] == 255'],
    ['exch', 'st [x], 3; atom.exch r, [x], 4;', 'r == 3 && [x] == 4'],
    ['cas that succeeds', 'st [x], 3; atom.cas r, [x], 3, 4;', 'r == 3 && [x] == 4'],
    ['cas that fails', 'st [x], 3; atom.cas r, [x], 2, 4;', 'r == 3 && [x] == 3'],
    ['red', 'st [x], 3; red.add [x], 4;', '[x] == 7'],
    [
      'registers',
      'ld r, [x]; add s, r, 5; mul t, s, s; sub u, t, 1; div v, u, 5; mov w, v;',
      't == 25 && u == 24 && w == 4',
    ],
    ['an unsigned byte extends by zeros', 'st.u8 [x], 255; ld.u8 r, [x]; st.u32 [y], r;', '[y] == 255'],
    ['a signed byte extends by its sign', 'st.s8 [x], 255; ld.s8 r, [x]; st.u32 [y], r;', '[y] == 4294967295'],
    [
      'registers compare by their types',
      'mov.s32 r, -1; mov.u32 s, -1;',
      'r < 0 && s > 0 && r <= -1 && s >= 4294967295 && r != 0',
    ],
    ['widths compare by value', 'mov.s8 r, -1; mov.s32 s, -1;', 'r == s'],
    [
      '64 bits',
      'mov.u64 r, 0x8000000000000000; add.u64 s, r, r; sub.u64 t, s, 1;',
      's == 0 && t == 18446744073709551615',
    ],
  ])('%s', (_, body, condition) => only(body, condition))
})

test('values that depend on each other are bit-vectors: a counter of three threads', async () => {
  const threads = [0, 1, 2].map((i) => `d0.b${i}.t0 { atom.gpu.add r${i}, [x], 1; }`).join(' ')
  expect(await verdictOf(`.global x; ${threads} check ([x] == 3) as q;`)).toBe('allowed')
  expect(await verdictOf(`.global x; ${threads} check ([x] != 3) as q;`)).toBe('forbidden')
  expect(await verdictOf(`.global x; ${threads} check (r0 == r1) as q;`)).toBe('forbidden')
})

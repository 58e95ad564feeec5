import { ptx75 } from '../../../../axioms/models.js'
import { bruteVerdicts, testIn, verdicts } from '../../../support.js'

/** Returns the verdicts on the questions of a text, which brute force confirms. */
async function decided(text: string): Promise<readonly string[]> {
  const program = testIn(text)
  const found = await verdicts(program)
  expect(bruteVerdicts(program, ptx75)).toEqual(found)
  return found
}

const declared = '.global .u64 x[2];'
const storing = 'd0.b0.t0 { mov.b128 q, {1, 1}; st.relaxed.gpu.b128 [x], q; }'
const torn = 'check (lo != hi) as torn; check (lo == 1 && hi == 1) as whole;'

describe('accesses of 128 bits', () => {
  test('are one, unlike a vector of two', async () => {
    const reading = 'd0.b1.t0 { ld.relaxed.gpu.b128 p, [x]; mov.b128 {lo, hi}, p; }'
    expect(await decided(`${declared} ${storing} ${reading} ${torn}`)).toEqual(['forbidden', 'allowed'])
    const vectors = [
      'd0.b0.t0 { st.relaxed.gpu.v2.u64 [x], {1, 1}; }',
      'd0.b1.t0 { ld.relaxed.gpu.v2.u64 {lo, hi}, [x]; }',
    ]
    expect(await decided(`${declared} ${vectors.join(' ')} ${torn}`)).toEqual(['allowed', 'allowed'])
  })
  test('race with a vector at the same place, about which the model says nothing', async () => {
    const reading = 'd0.b1.t0 { ld.relaxed.gpu.v2.u64 {lo, hi}, [x]; }'
    expect((await verdicts(testIn(`${declared} ${storing} ${reading} ${torn}`)))[0]).toBe('not covered')
  })
  test('compare and swap all bits or none', async () => {
    const swapping = (cta: number, low: number, high: number) =>
      `d0.b${cta}.t0 { mov.b128 a, {0, 0}; mov.b128 b, {${low}, ${high}}; atom.relaxed.gpu.cas.b128 r, [x], a, b; }`
    const asked =
      'check (x[0] == 1 && x[1] == 4) as mixed; check (P0:r == 0 && P1:r == 0) as both; check (P0:r != 0) as second;'
    expect(await decided(`${declared} ${swapping(0, 1, 2)} ${swapping(1, 3, 4)} ${asked}`)).toEqual([
      'forbidden',
      'forbidden',
      'allowed',
    ])
  })
  test('exchange all bits', async () => {
    const body =
      'mov.b128 a, {5, 6}; st.b128 [x], a; mov.b128 b, {7, 8}; atom.exch.b128 r, [x], b; mov.b128 {lo, hi}, r;'
    const asked = 'check (not (lo == 5 && hi == 6 && x[0] == 7 && x[1] == 8)) as otherwise;'
    expect(await decided(`${declared} d0.b0.t0 { ${body} } ${asked}`)).toEqual(['forbidden'])
  })
})

test('an access of 128 bits is aligned to 16 bytes', () => {
  expect(() => testIn(`.global .u64 x[4]; d0.b0.t0 { ld.b128 r, [x+8]; } check (0 == 0) as q;`)).toThrow('misaligned')
})

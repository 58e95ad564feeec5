import { ptx75 } from '../../../axioms/models.js'
import { outcomes } from '../../../encoder/decide/outcomes.js'
import { agreedVerdict, solver, testIn } from '../../support.js'

const two = '.global .u32 a[2]; .global .u32 b[2];'
const comparing = (p: string, q: string, how: string) =>
  `${two} d0.b0.t0 { mov.u64 p, ${p}; mov.u64 q, ${q}; setp.${how}.u64 r, p, q; } check (r == 1) as holds;`

describe('verdicts that depend on where memory lies are not covered', () => {
  test('the order of two objects is unspecified, and the place is named', async () => {
    expect(await agreedVerdict(comparing('a', 'b', 'lt'))).toBe(
      'not covered: the verdict depends on where memory lies, which is unspecified: spec:1:78',
    )
  })

  test.each([
    { what: 'the order within an object', text: comparing('a', 'a+4', 'lt'), verdict: 'allowed' },
    { what: 'whether two objects are one', text: comparing('a', 'b', 'eq'), verdict: 'forbidden' },
    { what: 'whether an address is null', text: comparing('a', 'a', 'ne'), verdict: 'forbidden' },
    {
      what: 'a difference within an object',
      text: `${two} d0.b0.t0 { mov.u64 p, a+4; sub.u64 r, p, &a; } check (r == 4) as four;`,
      verdict: 'allowed',
    },
    {
      what: 'the low bits of an address',
      text: `${two} d0.b0.t0 { mov.u64 p, a+4; and.b64 r, p, 15; } check (r == 4) as four;`,
      verdict: 'allowed',
    },
    {
      what: 'a tag in the low bits',
      text: `${two} d0.b0.t0 { mov.u64 p, a; or.b64 p, p, 1; and.b64 p, p, 0xfffffffffffffffe; st.weak.u32 [p], 1; } check (a[0] == 1) as one;`,
      verdict: 'allowed',
    },
  ])('$what is known', async ({ text, verdict }) => {
    expect(await agreedVerdict(text)).toBe(verdict)
  })

  test.each([8, 31, 32, 47])('bit %i is not', async (bit) => {
    const text = `${two} d0.b0.t0 { mov.u64 p, b; shr.u64 r, p, ${bit}; and.b64 r, r, 1; } check (r == 1) as odd;`
    expect(await agreedVerdict(text)).toContain('not covered')
  })

  test('high bits are not', async () => {
    const text = `${two} d0.b0.t0 { mov.u64 p, b; shr.u64 r, p, 8; and.b64 r, r, 1; } check (r == 1) as odd;`
    expect(await agreedVerdict(text)).toContain('not covered')
  })

  describe('nor what is left of an address', () => {
    const one = '.global .u32 x; .global .u64 p = &x;'
    test.each([
      ['the high bits of the only address', 'mov.u64 q, &x; shr.u64 r, q, 8; and.b64 r, r, 1;', 'r == 0'],
      ['its low half, converted', 'mov.u64 q, &x; cvt.u32.u64 l, q; shr.u32 r, l, 8; and.b32 r, r, 1;', 'r == 0'],
      ['its low half, loaded', 'ld.weak.u32 r, [p];', 'r == 1024'],
      ['a bit of its low half, loaded', 'ld.weak.u32 l, [p]; shr.u32 r, l, 8; and.b32 r, r, 1;', 'r == 0'],
      ['its low half, compared', 'ld.weak.u32 l, [p]; setp.eq.u32 r, l, 1024;', 'r == 1'],
      ['its low half, branched on', 'ld.weak.u32 l, [p]; mov.u32 r, 1; beq l, 1024, E; mov.u32 r, 0; E:', 'r == 1'],
    ])('%s', async (_, lines, condition) => {
      const text = `${one} d0.b0.t0 { ${lines} } check (${condition}) as it;`
      expect(await agreedVerdict(text)).toContain('not covered')
    })

    test('in memory', async () => {
      const text = '.global .u32 x; .global .u32 h[2]; d0.b0.t0 { mov.u64 q, &x; st.weak.u64 [h], q; }'
      expect(await agreedVerdict(`${text} check (h[0] == 1024) as it;`)).toContain('not covered')
    })

    test('the order of pointers in memory', async () => {
      const text = '.global .u32 a; .global .u64 p; .global .u32 b; d0.b0.t0 { st.weak.u64 [p], &b; }'
      expect(await agreedVerdict(`${text} check ([p] > &a) as it;`)).toContain('not covered')
      expect(await agreedVerdict(`${text} check ([p] == &b) as it;`)).toBe('allowed')
    })
  })
})

describe('final states', () => {
  const statesOf = async (text: string) => {
    const { found, ending } = outcomes(testIn(text), await solver(), { model: ptx75, besides: [], limit: 10 })
    return ending.kind === 'complete' ? found.length : ending.kind
  }

  test('that depend on where memory lies are not covered', async () => {
    const half = '.global .u32 x = 5; .global .u64 p = &x; d0.b0.t0 { ld.weak.u32 r, [p]; } check (r == 1) as q;'
    expect(await statesOf(half)).toBe('not covered')
  })

  test('addresses are the same wherever memory lies', async () => {
    const text = `${two} d0.b0.t0 { mov.u64 p, a; or.b64 p, p, 256; and.b64 q, p, 7; } check (q == 1) as q;`
    expect(await statesOf(text)).toBe(1)
  })
})

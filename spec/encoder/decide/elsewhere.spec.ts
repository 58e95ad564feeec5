import { agreedVerdict } from '../../support.js'

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

  test('high bits are not', async () => {
    const text = `${two} d0.b0.t0 { mov.u64 p, b; shr.u64 r, p, 8; and.b64 r, r, 1; } check (r == 1) as odd;`
    expect(await agreedVerdict(text)).toContain('not covered')
  })
})

import { ptx75 } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { outcomes } from '../../../encoder/decide/outcomes.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { agreedVerdict, solver, testIn } from '../../support.js'

const two = '.global .u32 a[2]; .global .u32 b[2];'
const comparing = (p: string, q: string, how: string) =>
  `${two} d0.b0.t0 { mov.u64 p, ${p}; mov.u64 q, ${q}; setp.${how}.u64 r, p, q; } check (r == 1) as holds;`

describe('verdicts that depend on the memory layout are not covered', () => {
  test('the order of two objects is unspecified, and the place is named', async () => {
    expect(await agreedVerdict(comparing('a', 'b', 'lt'))).toBe(
      'not covered: the verdict depends on where objects lie in memory, which is unspecified: spec:1:78',
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

  test('a small negative number of 32 bits is not taken for the low half of an address', () => {
    const [negative, low] = ['0xffffffff', '4096'].map((number) => {
      const code = 'mov.u64 q, x; ld.relaxed.gpu.u32 r, [q]; setp.lt.s32 p, r, 0;'
      const other = 'd0.b1.t0 { st.relaxed.gpu.u32 [x], 1; }'
      const text = `.global .u32 x = ${number}; d0.b0.t0 { ${code} } ${other} check (p == 1) as negative;`
      return buildEvents(testIn(text)).sensitive()
    })
    expect(negative).toBeUndefined()
    expect(low).toBeDefined()
  })

  test.each([8, 31, 32, 47])('bit %i is not', async (bit) => {
    const text = `${two} d0.b0.t0 { mov.u64 p, b; shr.u64 r, p, ${bit}; and.b64 r, r, 1; } check (r == 1) as odd;`
    expect(await agreedVerdict(text)).toContain('not covered')
  })

  test('high bits are not', async () => {
    const text = `${two} d0.b0.t0 { mov.u64 p, b; shr.u64 r, p, 8; and.b64 r, r, 1; } check (r == 1) as odd;`
    expect(await agreedVerdict(text)).toContain('not covered')
  })

  describe('nor an address after a computation', () => {
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

describe('objects with a declared alignment', () => {
  const memory = (alignment: string) =>
    `.global ${alignment}.u32 x; .global ${alignment}.u32 y; .global ${alignment}.u32 z;`
  const verdictOn = (alignment: string, lines: string, condition = 'r == 1') =>
    agreedVerdict(`${memory(alignment)} d0.b0.t0 { ${lines} } check (${condition}) as it;`)

  const between =
    'setp.lt.u64 p, &x, &y; setp.lt.u64 q, &y, &z; selp.u32 s, 1, 0, p; selp.u32 t, 1, 0, q; xor.b32 r, s, t;'
  const far = 'sub.u64 d, &y, &x; abs.s64 d, d; setp.lt.s64 p, d, 256; selp.u32 r, 1, 0, p;'
  const hash = 'mov.u64 h, &z; shr.u64 h, h, 4; and.b64 r, h, 3;'
  test('the order of three is open for all', async () => {
    expect(await verdictOn('', between)).toContain('not covered')
    expect(await verdictOn('.align 4 ', between)).toContain('not covered')
  })
  test.each([
    ['distances', far, 'forbidden'],
    ['low bits', hash, 'forbidden'],
    ['the lowest byte', 'mov.u64 h, &x; cvt.u32.u8 r, h; setp.ne.u32 p, r, 0; selp.u32 r, 1, 0, p;', 'forbidden'],
  ])('%s are those of allocations only', async (_, lines, verdict) => {
    expect(await verdictOn('', lines)).toBe(verdict)
    expect(await verdictOn('.align 4 ', lines)).toContain('not covered')
  })
  test('the bits that the alignment fixes are relied on', async () => {
    expect(await verdictOn('.align 16 ', 'mov.u64 h, &z; and.b64 r, h, 15;')).toBe('forbidden')
    expect(await verdictOn('.align 16 ', 'mov.u64 h, &z; and.b64 r, h, 31;', 'r == 16')).toContain('not covered')
  })
})

describe('undefined behaviour in one arrangement is that of the program', () => {
  const reached = async (text: string) => {
    const program = testIn(text)
    const [answer] = decide(program, await solver(), { model: ptx75 }).answers
    const [brute] = bruteForce(program, ptx75).answers
    const found = (one: typeof answer) =>
      one?.undefined.kind === 'known'
        ? one.undefined.found.map(({ thread, instruction }) => `${thread}:${instruction}`)
        : 'undecided'
    expect(found(brute)).toEqual(found(answer))
    return found(answer)
  }
  const vector = (alignment: string, place: string) =>
    reached(`.global ${alignment}.u32 x[8]; d0.b0.t0 { ld.v4.u32 {a, b, c, d}, [${place}]; } check (0 == 0) as it;`)
  const computed = (alignment: string, offset: number) =>
    reached(
      `.global ${alignment}.u32 x[8]; d0.b0.t0 { mov.u64 p, &x; add.u64 p, p, ${offset}; ld.v4.u32 {a, b, c, d}, [p]; } check (0 == 0) as it;`,
    )
  test('an access that needs more than the alignment of the object', async () => {
    expect(await vector('.align 4 ', 'x')).toEqual(['0:0'])
    expect(await vector('.align 8 ', 'x')).toEqual(['0:0'])
    expect(await vector('.align 16 ', 'x')).toEqual([])
    expect(await vector('', 'x')).toEqual([])
  })
  test('by a register, at any offset', async () => {
    for (const offset of [0, 4, 8, 12]) expect(await computed('.align 4 ', offset)).toEqual(['0:2'])
    expect(await computed('.align 16 ', 16)).toEqual([])
  })
  test('not if the program has examined the address', async () => {
    const text = (then: string) =>
      `.global .align 4 .u32 x[8]; d0.b0.t0 { mov.u64 p, &x; and.b64 m, p, 15; setp.eq.u64 q, m, 0; ${then} } check (0 == 0) as it;`
    expect(await reached(text('@q ld.v4.u32 {a, b, c, d}, [p];'))).toEqual([])
    expect(await reached(text('@!q ld.v4.u32 {a, b, c, d}, [p];'))).toEqual(['0:4'])
  })
  test('an access out of one object, even if another is there in some', async () => {
    for (const offset of [256, 512, 1024, -256, -1024, 65536])
      expect(
        await reached(
          `.global .u32 x; .global .u32 y; d0.b0.t0 { mov.u64 p, &${offset < 0 ? 'y' : 'x'}; add.u64 p, p, ${offset}; st.u32 [p], 1; } check (0 == 0) as it;`,
        ),
      ).toEqual(['0:2'])
  })
  test('not one from an address and the distance to another: a heap that is the same elsewhere', async () => {
    const text = `.global .u32 heap0[4]; .global .u32 heap1[4];
      d0.b0.t0 { mov.u64 p, &heap0[2]; sub.u64 d, p, &heap0; add.u64 p, d, &heap1; st.u32 [p], 1; ld.u32 r, [heap1[2]]; } check (r == 1) as it;`
    expect(await reached(text)).toEqual([])
    expect(await agreedVerdict(text)).toBe('allowed')
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

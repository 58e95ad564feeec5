import { ptx75 } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { outcomes } from '../../../encoder/decide/outcomes.js'
import { decideVariants } from '../../../encoder/decide/variants.js'
import { witnesses } from '../../../encoder/decide/witnesses.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { must } from '../../../source/must.js'
import { writtenAt } from '../../../source/text.js'
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

  test.each([8, 31, 32, 47])('bit %i is not', async (bit) => {
    const text = `${two} d0.b0.t0 { mov.u64 p, b; shr.u64 r, p, ${bit}; and.b64 r, r, 1; } check (r == 1) as odd;`
    expect(await agreedVerdict(text)).toContain('not covered')
  })

  test('high bits are not', async () => {
    const text = `${two} d0.b0.t0 { mov.u64 p, b; shr.u64 r, p, 8; and.b64 r, r, 1; } check (r == 1) as odd;`
    expect(await agreedVerdict(text)).toContain('not covered')
  })

  describe('an address after a computation is not', () => {
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

describe('a program is decided once', () => {
  const placeIn = (memory: string, lines: string, others = '') => {
    const text = `.global .u32 x; .global .u32 y; .global .u64 n; ${memory} d0.b0.t0 { ${lines} } ${others} check (0 == 0) as it;`
    const place = buildEvents(testIn(text)).sensitive()
    return place === undefined ? undefined : writtenAt(place)
  }
  const big = '.global .u64 size = 0x2000; .global .u32 a[2048];'
  const large = Array.from({ length: 65 }, (_, i) => `st.relaxed.gpu.u64 [n], ${1024 + i};`).join(' ')
  const bytes = '@q st.relaxed.gpu.u8 [p], p; @q shr.u64 h, p, 8; @q st.relaxed.gpu.u8 [p+1], h;'
  const halves = 'mov.u64 p, &x; cvt.u32.u64 l, p; shr.u64 g, p, 32; cvt.u32.u64 h, g; mov.b64 {u, v}, p;'
  test.each([
    ['numbers as large as half an address', big, 'mov.u64 p, &a; ld.u64 s, [size]; setp.lt.u64 q, s, 0x3000;', ''],
    ['those of 32 bits', '', 'mov.u64 p, &x; ld.u32 s, [p]; setp.lt.u32 q, s, 4096; shr.u32 s, s, 3;', ''],
    [
      'numbers of which more than 64 are possible',
      '',
      'mov.u64 p, &x; ld.u64 s, [n]; setp.lt.u64 q, s, 1030;',
      `d0.b1.t0 { ${large} }`,
    ],
    [
      'a difference within an object',
      big,
      'mov.u64 p, &a[1024]; sub.u64 d, p, &a; setp.lt.u64 q, d, 0x2000; shr.u64 d, d, 2;',
      '',
    ],
    [
      'what is not executed: a store of each byte',
      '',
      `ld.relaxed.gpu.u64 p, [n]; isspacep.local q, p; ${bytes} ld.relaxed.gpu.u64 s, [n]; setp.eq.u64 q, s, 0;`,
      'd0.b1.t0 { st.relaxed.gpu.u64 [n], &n; }',
    ],
    [
      'a large number that another lane has, as a shuffle passes it on',
      '',
      'mov.u64 p, &x; mov.u32 k, 0x7fffffff; shfl.sync.idx.b32 l, k, 0, 31, 1; min.s32 l, l, k; st.u32 [p], l;',
      '',
    ],
    [
      'halves that are put together',
      '',
      `${halves} cvt.u64.u32 i, h; cvt.u64.u32 j, l; bfi.b64 w, i, j, 32, 32; setp.ne.u64 q, w, 0; ld.u32 r, [w];`,
      '',
    ],
    [
      'a queue lock',
      '',
      'mov.u64 p, &x; atom.exch.relaxed.gpu.b64 q, [n], p; setp.eq.u64 r, q, 0; atom.cas.relaxed.gpu.b64 s, [n], p, 0;',
      'd0.b1.t0 { mov.u64 p, &y; atom.exch.relaxed.gpu.b64 q, [n], p; setp.eq.u64 r, q, p; }',
    ],
  ])('%s', (_, memory, lines, others) => {
    expect(placeIn(memory, lines, others)).toBeUndefined()
  })

  test.each([
    ['the low half', `${halves} setp.lt.u32 q, l, 4096;`, 'l'],
    ['a comparison of the low half with 0', `${halves} setp.eq.u32 q, l, 0;`, 'l'],
    ['a bit of the high half', `${halves} and.b32 q, v, 1;`, 'v'],
    ['another part of it', `${halves} bfi.b64 w, p, p, 16, 32;`, 'w'],
    ['the low half in memory', 'mov.u64 p, &x; st.u64 [n], p; ld.u32 l, [n]; setp.lt.u32 q, l, 4096;', 'l'],
    ['what another lane has', `${halves} shfl.sync.idx.b32 l, l, 0, 31, -1; setp.lt.u32 q, l, 4096;`, 'l'],
    ['a known half that a lane has', `${halves} shfl.sync.idx.b32 l, l, 0, 31, 1; setp.lt.u32 q, l, 4096;`, 'l'],
    ['the least of the lanes', `${halves} redux.sync.min.u32 l, l, -1;`, 'l'],
    ['whether lanes have the same half', `${halves} match.any.sync.b32 l, l, -1;`, 'l'],
    [
      'the order of many addresses of 32 bits',
      'mov.u32 p, &s; ld.u32 i, [n]; add.u32 p, p, i; setp.lt.u32 q, p, 4096;',
      'p',
    ],
  ])('but not %s', (_, lines) => {
    expect(placeIn('.shared .u32 s[2];', lines, `d0.b1.t0 { ${large} }`)).toBeDefined()
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
  test('every order of three objects is possible', async () => {
    expect(await verdictOn('', between)).toContain('not covered')
    expect(await verdictOn('.align 4 ', between)).toContain('not covered')
  })
  test.each([
    ['distances', far, 'forbidden'],
    ['low bits', hash, 'forbidden'],
    ['the lowest byte', 'mov.u64 h, &x; cvt.u32.u8 r, h; setp.ne.u32 p, r, 0; selp.u32 r, 1, 0, p;', 'forbidden'],
  ])('%s are fixed for allocations only', async (_, lines, verdict) => {
    expect(await verdictOn('', lines)).toBe(verdict)
    expect(await verdictOn('.align 4 ', lines)).toContain('not covered')
  })
  test('a program may rely on the bits that the alignment fixes', async () => {
    expect(await verdictOn('.align 16 ', 'mov.u64 h, &z; and.b64 r, h, 15;')).toBe('forbidden')
    expect(await verdictOn('.align 16 ', 'mov.u64 h, &z; and.b64 r, h, 31;', 'r == 16')).toContain('not covered')
  })
})

describe('undefined behaviour in one arrangement is undefined behaviour of the program', () => {
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
  test('unless the program has examined the address', async () => {
    const text = (then: string) =>
      `.global .align 4 .u32 x[8]; d0.b0.t0 { mov.u64 p, &x; and.b64 m, p, 15; setp.eq.u64 q, m, 0; ${then} } check (0 == 0) as it;`
    expect(await reached(text('@q ld.v4.u32 {a, b, c, d}, [p];'))).toEqual([])
    expect(await reached(text('@!q ld.v4.u32 {a, b, c, d}, [p];'))).toEqual(['0:4'])
  })
  test('an access outside of one object, even if another object is there in some layouts', async () => {
    for (const offset of [256, 512, 1024, -256, -1024, 65536])
      expect(
        await reached(
          `.global .u32 x; .global .u32 y; d0.b0.t0 { mov.u64 p, &${offset < 0 ? 'y' : 'x'}; add.u64 p, p, ${offset}; st.u32 [p], 1; } check (0 == 0) as it;`,
        ),
      ).toEqual(['0:2'])
  })
  test('an address plus the distance to another is defined: a heap that is the same elsewhere', async () => {
    const text = `.global .u32 heap0[4]; .global .u32 heap1[4];
      d0.b0.t0 { mov.u64 p, &heap0[2]; sub.u64 d, p, &heap0; add.u64 p, d, &heap1; st.u32 [p], 1; ld.u32 r, [heap1[2]]; } check (r == 1) as it;`
    expect(await reached(text)).toEqual([])
    expect(await agreedVerdict(text)).toBe('allowed')
  })
})

describe('statements about all executions rest on the layouts that are tried', () => {
  const triedBy = async (text: string) => {
    const program = testIn(text)
    const [answer] = decide(program, await solver(), { model: ptx75 }).answers
    expect(bruteForce(program, ptx75).answers[0]?.layouts).toEqual(answer?.layouts)
    return answer?.layouts
  }
  const far = (question: string, memory = two) =>
    triedBy(`${memory} d0.b0.t0 { mov.u64 p, a; shr.u64 r, p, 60; } ${question} as it;`)

  test('with their number, and the place of the computation', async () => {
    expect(await far('check (r == 1)')).toEqual({ tried: 12, place: 'spec:1:64' })
    expect(await far('check (r == 1)', '.global .u32 a;')).toMatchObject({ tried: 6 })
  })
  test('so does the absence of undefined behaviour, but not a violation', async () => {
    const shared = '.shared .u32 a;'
    const text = (question: string) =>
      triedBy(`${shared} d0.b0.t0 { mov.u64 p, a; shr.u64 q, p, 60; mov.u32 r, 1; } ${question} as it;`)
    expect(await text('permit (r == 1)')).toMatchObject({ tried: 6 })
    expect(await text('check (r == 1)')).toMatchObject({ tried: 6 })
    expect(await text('assert (r == 0)')).toBeUndefined()
  })
  test('so does a forbidden outcome if one layout shows undefined behaviour', async () => {
    const misaligned = '.global .align 4 .u32 x[8]; d0.b0.t0 { ld.v4.u32 {a, b, c, d}, [x]; }'
    expect(await triedBy(`${misaligned} check (a == 1) as it;`)).toMatchObject({ tried: 1 })
    const after = 'd0.b1.t0 { ld r, [x]; }'
    expect(await triedBy(`${misaligned} ${after} filter (false) check (true) as it;`)).toMatchObject({ tried: 1 })
  })
  test('nothing does if nothing depends on where memory lies', async () => {
    expect(await triedBy(comparing('a', 'b', 'eq'))).toBeUndefined()
  })
})

describe('hangs', () => {
  const waiting = (ends: string) =>
    `.global .u32 a; .global .u32 b; .global .u32 f; d0.b0.t0 { setp.lt.u64 p, &a, &b; ${ends} } d0.b1.t0 { L: ld.relaxed.gpu r, [f]; bne r, 1, L; }`
  /** A test that never ends in some layouts. */
  const never = waiting('@p st.relaxed.gpu [f], 1;')
  /** A test with executions that do not end in some layouts. */
  const perhaps = waiting('st.relaxed.gpu [f], 1; @!p st.relaxed.gpu [f], 2;')
  /** Returns the answer of z3, which must be that of brute force. */
  const answered = async (text: string) => {
    const test = testIn(text)
    const [z3, brute] = [decide(test, await solver(), { model: ptx75 }), bruteForce(test, ptx75)].map(
      ({ answers: [answer] }) => {
        const { verdict, liveness } = must(answer, 'an answer')
        return [verdict.kind, liveness?.kind === 'hangs' ? (liveness.always ? 'hangs' : 'can hang') : liveness?.kind]
      },
    )
    expect(brute).toEqual(z3)
    return z3
  }

  test('a hang in one layout is a hang, whichever layout comes first', async () => {
    expect(await answered(`${perhaps} assert (d0.b1.t0:r == 1) as it;`)).toEqual(['forbidden', 'can hang'])
    const other = perhaps.replace('&a, &b', '&b, &a')
    expect(await answered(`${other} assert (d0.b1.t0:r == 1) as it;`)).toEqual(['forbidden', 'can hang'])
  })
  test('a claim does not hold if no execution ends in one layout', async () => {
    expect(await answered(`${never} assert (d0.b1.t0:r == 1) as it;`)).toEqual(['forbidden', 'hangs'])
    expect(await answered(`${never} check (d0.b1.t0:r == 1) as it;`)).toEqual(['not covered', 'can hang'])
  })
})

test.each([
  ['256', '&b, &a'],
  ['256', '&a, &b'],
  ['4096', '&b, &a'],
  ['4096', '&a, &b'],
])('objects may lie %s bytes apart, by %s', async (distance, objects) => {
  const text = `.global a; .global b; d0.b0.t0 { sub.u64 r, ${objects}; } assert (r != ${distance}) as it;`
  expect(await agreedVerdict(text)).toMatch(/^not covered/)
})
test.each([1023, 4095, 65535])('the addresses of two objects may be equal in the bits %i', async (mask) => {
  const text = `.global a; .global b; d0.b0.t0 { xor.b64 r, &a, &b; and.b64 r, r, ${mask}; } assert (r != 0) as it;`
  expect(await agreedVerdict(text)).toMatch(/^not covered/)
})

describe('other searches also examine other layouts', () => {
  /** It traps if `b` lies before `a`, which is not so in the first layout. */
  const text = `${two} d0.b0.t0 { setp.lt.u64 p, &b, &a; @p trap; } check (a[0] == 1) as it;`
  test('for executions', async () => {
    const { found, layouts } = witnesses(testIn(text), 'undefined', await solver(), { model: ptx75 })
    expect([found.length, layouts?.tried]).toEqual([1, 1])
  })
  test('for verdicts without some axioms', async () => {
    const { variants } = decideVariants(testIn(text), ptx75, [[], ['SC-per-Location']], await solver())
    const found = variants.map(({ undefined: reached }) => reached.kind === 'known' && reached.found.length)
    expect(found).toEqual([1, 1])
    const ordered = testIn(comparing('a', 'b', 'lt'))
    const [{ verdicts } = { verdicts: [] }] = decideVariants(ordered, ptx75, [[]], await solver()).variants
    expect(verdicts).toMatchObject([{ kind: 'not covered' }])
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

  test('a complete list rests on the layouts that were tried', async () => {
    const list = async (text: string) =>
      outcomes(testIn(text), await solver(), { model: ptx75, besides: [], limit: 10 }).layouts
    expect(await list(`${two} d0.b0.t0 { mov.u64 p, a; shr.u64 r, p, 60; } check (r == 1) as q;`)).toMatchObject({
      tried: 12,
    })
    expect(await list(`${two} d0.b0.t0 { mov.u64 p, a; and.b64 r, p, 7; } check (r == 1) as q;`)).toBeUndefined()
  })

  test('addresses are the same wherever memory lies', async () => {
    const text = `${two} d0.b0.t0 { mov.u64 p, a; or.b64 p, p, 256; and.b64 q, p, 7; } check (q == 1) as q;`
    expect(await statesOf(text)).toBe(1)
  })
})

import { readTests } from '../../litmus/read.js'
import { registerType } from '../../litmus/registers.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { herd, testIn } from '../support.js'
import { placeless } from './placeless.js'

const asked = 'check (0 == 0) as q;'
const memory = '.global x; .global .u32 a[4]; .shared s;'
const inThread = (body: string) => testIn(`${memory} d0.b0.t0 { ${body} } ${asked}`)

/** Returns the addresses of a program's accesses, as text. */
const addresses = ({ threads }: ReturnType<typeof testIn>) =>
  threads.flatMap(({ instructions }) =>
    instructions.flatMap((one) =>
      'address' in one
        ? [`${one.address.kind === 'name' ? one.address.name : `(${one.address.register})`}+${one.address.offset}`]
        : [],
    ),
  )

describe('addresses of accesses', () => {
  test('by name, element and bytes', () =>
    expect(
      addresses(inThread('ld r0, [a[2]]; ld r0, a[3]; ld r0, [a+4]; ld r0, [a[1]+4]; ld r0, [a + -0]; ld r0, [x[0]];')),
    ).toEqual(['a+8', 'a+12', 'a+4', 'a+8', 'a+0', 'x+0']))
  test('in registers', () =>
    expect(
      addresses(
        inThread('mov.u64 %r, x; ld r0, [%r]; ld r0, [r+8]; ld r0, [r-4]; ld r0, [r+-4]; ld.global r0, [r + 0x10];'),
      ),
    ).toEqual(['(r)+0', '(r)+8', '(r)+-4', '(r)+-4', '(r)+16']))
  test('in herd-style tests also without brackets', () => {
    const text = herd(
      'a[4]; p = &a[1]; P0:q = a; P0:w = &a[2];',
      [
        [
          'P0@cta 0,gpu 0',
          'ld.weak.u64 r, p',
          'ld.weak r0, r',
          'st.weak r, 1',
          'ld.weak r0, [r+4]',
          'ld.weak r0, a[2]',
          'ld.weak r0, a+4',
          'ld.weak r0, q',
          'ld r0, w',
          'ld.weak r0, w+4',
        ],
      ],
      'exists (true)',
    )
    expect(addresses(testIn(text))).toEqual(['p+0', '(r)+0', '(r)+0', '(r)+4', 'a+8', 'a+4', 'a+0', 'a+8', 'a+12'])
  })
  test('a name that is both nowhere is not declared', () =>
    expect(
      readTests({
        name: 'spec',
        text: `.global x; d0.b0.t0 { mov w, 1; } d0.b1.t0 { ld r0, [w]; } ${asked}`,
      }).diagnostics.map(formatDiagnostic)[0],
    ).toContain('`w` is not declared'))
})

describe('a register that holds an address from the start', () => {
  const initial = (body: string, question: string) =>
    testIn(`${memory} d0.b0.t0 { .reg .u64 p = &a[1]; ${body} } ${question}`)
  test('is another way to write the place, if nothing writes it', () => {
    const program = initial('ld r0, [p]; ld r1, [p+4];', asked)
    expect(addresses(program)).toEqual(['a+4', 'a+8'])
    expect(program.threads[0]?.registers).toEqual([])
  })
  test('is a register to those who ask about it or read it', () => {
    for (const program of [initial('ld r0, [p];', 'check (p == &a[1]) as q;'), initial('add.u64 r0, p, 4;', asked)]) {
      const [thread] = program.threads
      expect(placeless(thread?.registers)).toEqual([{ name: 'p', value: { kind: 'address', name: 'a', offset: '4' } }])
      expect(thread && registerType(thread, 'p')).toEqual({ width: 64, signed: false })
    }
  })
  test('may be written', () => {
    const program = initial('ld r0, [p]; add.u64 p, p, 4; ld r0, [p];', asked)
    expect(addresses(program)).toEqual(['(p)+0', '(p)+0'])
    expect(placeless(program.threads[0]?.registers)).toHaveLength(1)
  })
  test('in a herd-style test, a load from it is one from memory, also by `ld`', () => {
    const text = herd(
      'x = 0; P0:p = x; P0:n = 5;',
      [['P0@cta 0,gpu 0', 'ld r0, p', 'ld r1, n', 'add.u64 p, p, 0', 'ld r2, p']],
      'exists (P0:r1 == 5)',
    )
    expect(testIn(text).threads[0]?.instructions.map(({ kind }) => kind)).toEqual([
      'load',
      'arithmetic',
      'arithmetic',
      'load',
    ])
  })
})

describe('declared types of registers', () => {
  const registers = (body: string) => testIn(`.global .u64 x; d0.b0.t0 { ${body} } ${asked}`).threads[0]
  test('count where nothing writes the register', () => {
    const thread = registers('.reg .u64 n = 0x100000000; add.u64 r0, n, 1;')
    expect(thread && registerType(thread, 'n')).toEqual({ width: 64, signed: false })
  })
  test('are left out where they follow from the text', () =>
    expect(placeless(registers('.reg .u64 r0 = 1; ld r0, [x]; .reg .s32 r1 = 2; st [x], r1;')?.registers)).toEqual([
      { name: 'r0', value: { kind: 'integer', value: '1' } },
      { name: 'r1', value: { kind: 'integer', value: '2' } },
    ]))
})

describe('addresses as values', () => {
  const operands = (body: string) =>
    placeless(
      inThread(body).threads.flatMap(({ instructions }) =>
        instructions.flatMap((one) => {
          if (one.kind === 'arithmetic' || one.kind === 'atomic' || one.kind === 'set-predicate') return [one.operands]
          return one.kind === 'store' ? [[one.value]] : []
        }),
      ),
    )
  const address = (name: string, offset = 0) => ({ kind: 'address', name, offset: `${offset}` })

  test('of mov and cvta by name, element and bytes, with and without &', () =>
    expect(
      operands('mov.u64 r, x; mov.u64 r, a+8; mov.u64 r, &x; mov.u64 r, &a[2]; mov.u64 r, a[4]; cvta.global.u64 r, x;'),
    ).toEqual([
      [address('x')],
      [address('a', 8)],
      [address('x')],
      [address('a', 8)],
      [address('a', 16)],
      [address('x')],
    ]))
  test('of other instructions with &', () =>
    expect(
      operands(
        '.reg .u64 p = 0; st.u64 [p], &a[1]; add.u64 r, &x, 4; setp.eq q, r, &x; atom.cas.b64 r, [p], &x, &a+8; red.exch [p], &x;',
      ),
    ).toEqual([
      [address('a', 4)],
      [address('x'), { kind: 'integer', value: '4' }],
      [{ kind: 'register', name: 'r' }, address('x')],
      [address('x'), address('a', 8)],
      [address('x')],
    ]))
  test('have 64 bits, unsigned, where no type is written', () => {
    const { instructions = [] } = inThread('mov r, x; add r, &x, 4; setp.eq q, r, &x;').threads[0] ?? {}
    expect(
      instructions.flatMap((one) =>
        one.kind === 'set-predicate' ? [one.compared] : one.kind === 'arithmetic' ? [one.type] : [],
      ),
    ).toEqual(instructions.map(() => ({ width: 64, signed: false })))
  })
  test('of shared memory fit 32 bits', () =>
    expect(operands('mov.u32 r, s; ld.shared.u32 r0, [r];')).toEqual([[address('s')]]))
  test('make a copy of shared memory in every CTA', () => {
    const names = (body: string) =>
      testIn(
        `.shared s; .global .u64 g; d0.b0.t0 { ${body} } d0.b0.t1 { } d0.b1.t0 { ld r, [g]; ld q, [r]; } ${asked}`,
      ).variables.map(({ name }) => name)
    expect(names('st [s], 1;')).toEqual(['s', 'g'])
    expect(names('st.u64 [g], &s;')).toEqual(['d0.b0:s', 'd0.b1:s', 'g'])
    expect(names('.reg .u64 p = &s; st.u64 [g], p;')).toEqual(['d0.b0:s', 'd0.b1:s', 'g'])
  })
  test('are of the own instance, or of that of a CTA in the cluster', () => {
    const { threads } = testIn(
      `.shared s; d0.c0.b0.t0 { mov.u64 r, &d0.c0.b1:s; mov.u64 q, s; } d0.c0.b1.t0 { mov.u64 r, s; } ${asked}`,
    )
    expect(
      threads.map(({ instructions }) =>
        instructions.flatMap((one) =>
          one.kind === 'arithmetic' ? one.operands.map((operand) => 'name' in operand && operand.name) : [],
        ),
      ),
    ).toEqual([['d0.c0.b1:s', 'd0.c0.b0:s'], ['d0.c0.b1:s']])
  })
})

import { targetsOf } from '../../litmus/operands.js'
import { threadAt } from '../../litmus/program.js'
import { testIn } from '../support.js'
import { compiledTest, errorsOf, moduleOf } from './module/modules.js'

const bulk = 'cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes'

describe('in a module', () => {
  const kernel = (body: string): string =>
    moduleOf(
      `.visible .entry k(.param .u64 p) { .reg .b64 %rd<4>; .reg .b32 %r<9>; .reg .pred %p<4>; .shared .align 16 .b8 s[64]; .shared .align 8 .b64 bar;
        ld.param.u64 %rd1, [p]; mov.u32 %r1, s; mov.u32 %r2, bar; ${body} ret; }`,
    )
  const text = 'module "k.ptx"; .global .u32 g[16]; host { k<<<1, 1>>>(g); } check (true) as q;'
  const instructions = (body: string) => {
    const { threads } = compiledTest(text, { 'k.ptx': kernel(body) })
    return threads.flatMap((thread) => (thread.kind === 'device' ? thread.instructions : []))
  }
  const refused = (body: string) => instructions(body).flatMap((one) => (one.kind === 'refused' ? [one.why] : []))

  test('sizes are multiples of 16, which tests do not ask', () => {
    expect(refused(`${bulk} [%r1], [%rd1], 24, [%r2];`)).toEqual([
      'the size of a bulk copy is a multiple of 16 bytes, which 24 is not',
    ])
    expect(refused(`${bulk} [%r1], [%rd1], 32, [%r2];`)).toEqual([])
  })

  test('bulk copies are aligned to 16 bytes, which tests do not ask', () => {
    const misaligned = (name: string) => `this copy is misaligned: its 16 bytes begin at offset 8 of \`${name}\``
    const errors = (to: string) => errorsOf(text, { 'k.ptx': kernel(`${bulk} [${to}], [%rd1], 16, [bar];`) })
    expect(errors('s+8')).toContain(misaligned('s'))
    expect(errors('s+16')).toBe('')
    expect(() =>
      testIn(
        `.shared .b64 bar; .shared .u8 s[64]; .global .u8 g[64]; d0.b0.t0 { ${bulk} [s+8], [g+4], 16, [bar]; } check (true) as q;`,
      ),
    ).not.toThrow()
  })

  test('code that is not modelled is refused if an execution gets there', () => {
    const tensor = (mode: string) =>
      `cp.async.bulk.tensor.3d.shared::cta.global.${mode}.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r3, %r4, 0}], [%r2];`
    expect(refused(tensor('im2col'))).toEqual([expect.stringContaining('`.im2col` is refused: of the modes')])
    expect(refused(tensor('tile'))).toEqual([])
    expect(refused('tensormap.replace.tile.global_address.global.b1024.b64 [%rd1], %rd1;')).toEqual([])
    expect(refused('tensormap.replace.tile.global_dim.global.b1024.b32 [%rd1], 0, %r3;')).toEqual([
      expect.stringContaining('only `.global_address` is replaced here'),
    ])
    expect(refused('cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {%r3, %r4}];')).toEqual([])
  })

  test('a predicate in place of a size says that nothing is read', () => {
    const copy = (last: string) =>
      instructions(`setp.eq.u32 %p1, %r3, 0; cp.async.cg.shared.global [%r1], [%rd1], 16, ${last};`).find(
        ({ kind }) => kind === 'async-copy',
      )
    expect(copy('%p1')).toMatchObject({ ignored: { name: '%p1' } })
    expect(copy('%p1')).not.toHaveProperty('read')
    expect(copy('%r3')).toMatchObject({ read: { name: '%r3' } })
    expect(copy('%r3')).not.toHaveProperty('ignored')
  })

  test('names are memory, registers hold addresses', () => {
    const [copy] = instructions(`${bulk} [s+16], [%rd1+16], 16, [%r2];`).filter(({ kind }) => kind === 'async-copy')
    expect(copy && targetsOf(copy)).toMatchObject([
      { value: { kind: 'address', name: 's', offset: 16n }, offset: 0n, space: 'shared' },
      { value: { kind: 'register', name: '%rd1' }, offset: 16n, space: 'global' },
      { value: { kind: 'register', name: '%r2' }, offset: 0n, space: 'shared' },
    ])
  })
})

describe('copies of shared memory', () => {
  const inCluster = (body: string, other = 'mov r, 1;') =>
    testIn(
      `.shared .b64 bar; .shared .u32 s[4]; .global .u32 g[4]; d0.c0.b0.t0 { ${body} } d0.c0.b1.t0 { ${other} } check (s[0] == 0) as q;`,
    )

  test('only those that something reaches are there', () =>
    expect(inCluster(`${bulk} [s], [g], 16, [bar];`).variables.map(({ name }) => name)).toEqual(['bar', 's', 'g']))

  test('that of another CTA is named with it', () => {
    const program = inCluster(
      'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d0.c0.b1:s], [g], 16, [d0.c0.b1:bar];',
    )
    const [copy] = threadAt(program.threads, 0).instructions
    expect(copy && targetsOf(copy)).toMatchObject([
      { value: { name: 's' } },
      { value: { name: 'g' } },
      { value: { name: 'bar' } },
    ])
    expect(program.variables.map(({ instance }) => instance?.owner)).toEqual([1, 1, undefined])
  })
})

test('a register that holds an address from the start is another way to write the place', () => {
  const { threads } = testIn(
    `.shared .b64 bar; .shared .u32 s[4]; .global .u32 g[4]; d0.b0.t0 { .reg a = &g[1]; ${bulk} [s], [a+4], 8, [bar]; } check (true) as q;`,
  )
  const [copy] = threadAt(threads, 0).instructions
  expect(copy && targetsOf(copy)[1]).toMatchObject({ value: { kind: 'address', name: 'g', offset: 8n }, offset: 0n })
})

test('a copy is an access that a scope may include', () => {
  const text = (other: string) =>
    `.global .u32 g[4]; .shared .u32 s[4];
    kernel a { d0.b0.t0 { atom.add.relaxed.cta r, [g], 1; } d0.b0.t1 { ${other} } }
    kernel b { d0.b0.t0 { atom.add.relaxed.gpu r, [g], 1; } }
    host { a<<<1, 2, 0, s1>>>(); b<<<1, 1, 0, s2>>>(); } check (true) as q;`
  expect(() => testIn(text('cp.async.ca.shared.global [s], [g], 16;'))).not.toThrow()
  expect(() => testIn(text('mov.u64 r, &g; cp.async.ca.shared.global [s], [r], 16;'))).not.toThrow()
  expect(() => testIn(text('st.shared.u32 [s], 1;'))).toThrow('no other thread of a.d0.b0 accesses `g`')
})

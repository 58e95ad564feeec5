import { compiledTest, leaves, moduleOf } from './modules.js'

const entry = (body: string): string => `.visible .entry k(.param .u64 p) { .reg .b32 %r<9>; .reg .b64 %rd<9>;
ld.param.u64 %rd1, [p]; ${body} }`

describe('names of inner scopes', () => {
  test('a register of an inner scope is another than that of the outer one', async () => {
    const body = `mov.u32 %r1, 1; { .reg .b32 %r1; mov.u32 %r1, 2; st.u32 [%rd1+4], %r1; } st.u32 [%rd1], %r1;`
    expect(await leaves(entry(body), 'k<<<1, 1>>>(out)', 'out[0] == 1 && out[1] == 2')).toBe(true)
  })
  test('inline assembler in two places declares the same names', async () => {
    const asm = (value: number): string => `{ .reg .pred p; .reg .b32 t; mov.u32 t, ${value}; setp.eq.u32 p, t, 1;
      @p bra DONE; st.u32 [%rd1+${4 * value}], t; DONE: }`
    expect(await leaves(entry(asm(1) + asm(2)), 'k<<<1, 1>>>(out)', 'out[1] == 0 && out[2] == 2')).toBe(true)
  })
  test('a scope sees the names around it', async () => {
    const body = 'mov.u32 %r2, 5; { { st.u32 [%rd1], %r2; bra LAST; } } st.u32 [%rd1], 9; LAST: ret;'
    expect(await leaves(entry(body), 'k<<<1, 1>>>(out)', 'out[0] == 5')).toBe(true)
  })
  test('shared memory of a function that has the name of other memory is another', () => {
    const text =
      moduleOf(`.global .u32 x; .visible .entry k() { .reg .b32 %r<3>; .shared .u32 x; ld.shared.u32 %r1, [x]; }
      .visible .entry l() { .reg .b32 %r<3>; ld.global.u32 %r1, [x]; }`)
    const { variables } = compiledTest('module "k.ptx"; host { k<<<1, 1>>>(); l<<<1, 1>>>(); } check (0 == 0) as q;', {
      'k.ptx': text,
    })
    expect(variables.map(({ name, space }) => [name, space])).toEqual([
      ['x', 'shared'],
      ['x_2', 'global'],
    ])
  })
})

describe('ranges of registers', () => {
  test('a name beyond the range is not declared, which matters where an execution gets there', async () => {
    await expect(leaves(entry('st.u32 [%rd1], %r9;'), 'k<<<1, 1>>>(out)', 'out[0] == 1')).rejects.toThrow('not covered')
    const skipped = 'bra LAST; st.u32 [%rd1], %r9; LAST: ret;'
    expect(await leaves(entry(skipped), 'k<<<1, 1>>>(out)', 'out[0] == 0')).toBe(true)
  })
})

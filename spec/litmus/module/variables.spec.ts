import { verdicts } from '../../support.js'
import { compiledTest, errorsOf, leaves, moduleOf } from './modules.js'

const entry = (body: string): string => `.visible .entry k(.param .u64 p) { .reg .b32 %r<9>; .reg .b64 %rd<9>;
ld.param.u64 %rd1, [p]; ${body} }`

const variablesOf = (declarations: string, body: string, call = 'k<<<1, 1>>>(0)') => {
  const text = `module "k.ptx"; host { ${call}; } check (0 == 0) as q;`
  const { variables, locations } = compiledTest(text, { 'k.ptx': moduleOf(declarations + entry(body)) })
  return variables.map(({ name, space, location }) => ({ name, space, ...locations[location] }))
}

describe('memory of a module', () => {
  test('only what the launched kernels use is part of the test', () => {
    const declarations =
      '.global .u32 a = 5; .global .u32 b; .global .u64 c = generic(b)+2; .const .align 8 .b8 d[3] = {1, 2};'
    expect(variablesOf(declarations, 'ld.global.u32 %r1, [a];').map(({ name }) => name)).toEqual(['a'])
    expect(variablesOf(declarations, 'ld.global.u64 %rd2, [c]; ld.const.u8 %r1, [d];')).toMatchObject([
      { name: 'b', space: 'global', initial: [0n] },
      { name: 'c', space: 'global', initial: [{ variable: 'b', offset: 2n }] },
      { name: 'd', space: 'const', initial: [1n, 2n, 0n] },
    ])
  })
  test('is aligned as it is declared, or to the size of its type', () => {
    const declarations =
      '.global .align 16 .b8 a[4]; .global .u32 b[4]; .global .v4 .f32 c; .const .u64 d; .global .align 1 .b8 e;'
    const body = 'mov.u64 %rd1, a; mov.u64 %rd1, b; mov.u64 %rd1, c; mov.u64 %rd1, d; mov.u64 %rd1, e;'
    expect(variablesOf(declarations, body).map(({ alignment }) => alignment)).toEqual([16, 4, 16, 8, 1])
  })
  test('initial values of rows, floating-point numbers and vectors', () => {
    const declarations =
      '.global .u32 m[2][2] = {{1}, {2, 3}}; .global .f32 f = 1.0; .global .v2 .f32 v = {0f40000000, 0f00000000};'
    const body = 'ld.global.u32 %r1, [m]; ld.global.u32 %r1, [f]; ld.global.u32 %r1, [v];'
    expect(variablesOf(declarations, body).map(({ initial }) => initial)).toEqual([
      [1n, 0n, 2n, 3n],
      [0x3f800000n],
      [0x40000000n, 0n],
    ])
  })
  test('has its name in CUDA C++ where no other memory has it; the test may use either', async () => {
    const queue = '.global .u32 _ZN3lib5queueE = 5; .global .u32 _Z1ai; .global .u32 _Z1aj; .global .u32 _ZL4mine;'
    const body = 'ld.global.u32 %r1, [_ZN3lib5queueE]; ld.global.u32 %r1, [_Z1ai]; ld.global.u32 %r1, [_ZL4mine];'
    expect(variablesOf(queue, body).map(({ name }) => name)).toEqual(['queue', '_Z1ai', 'mine'])
    const kernel = queue + entry(body)
    const both = 'queue == 5 && [_ZN3lib5queueE] == 5 && &queue == &_ZN3lib5queueE'
    expect(await leaves(kernel, 'k<<<1, 1>>>(_ZN3lib5queueE)', both, '')).toBe(true)
    expect(await leaves(kernel, 'k<<<1, 1>>>(queue)', 'queue == 4', '')).toBe(false)
    const own = await leaves(kernel, 'k<<<1, 1>>>(mine)', 'mine == 7 && _ZL4mine == 0', '.global .u32 mine = 7;')
    expect(own).toBe(true)
  })
  test('has the elements of CUDA C++ where the module declares aligned bytes', () => {
    const declarations = '.global .align 4 .b8 a[8] = {1, 0, 0, 0, 254, 255, 255, 255}; .global .align 4 .b8 b[6];'
    const body = 'ld.global.u32 %r1, [a]; ld.global.u32 %r1, [b];'
    expect(variablesOf(declarations, body)).toMatchObject([
      { name: 'a', type: { width: 32 }, length: 2, initial: [1n, 0xfffffffen] },
      { name: 'b', type: { width: 16 }, length: 3 },
    ])
  })
  test('shared memory holds unknown values at the start', () => {
    expect(variablesOf('', '.shared .align 4 .b8 s[2]; ld.shared.u8 %r1, [s];')).toMatchObject([
      { name: 's', initial: ['unknown', 'unknown'] },
    ])
  })
  test('what the module declares .extern is that of the test', async () => {
    const kernel = `.extern .global .u32 flag; ${entry('ld.global.u32 %r1, [flag]; st.u32 [%rd1], %r1;')}`
    expect(await leaves(kernel, 'k<<<1, 1>>>(out)', 'out[0] == 7', '.global .u32 flag = 7;')).toBe(true)
    const test = 'module "k.ptx"; host { k<<<1, 1>>>(0); } check (0 == 0) as q;'
    expect(errorsOf(test, { 'k.ptx': moduleOf(kernel) })).toContain(
      'k.ptx:4:22: `flag` is `.extern`: the test declares it, as in `.global .u32 flag;`',
    )
  })
  test('is separate on each GPU, unless it is managed or .extern', () => {
    const used = (declaration: string, space = 'global'): readonly string[] => {
      const text = `module "k.ptx"; .global .u32 flag; host { k<<<1, 1>>>(0); cudaSetDevice(1); k<<<1, 1>>>(0); } check (0 == 0) as q;`
      const kernel = `${declaration} ${entry(`ld.global.u32 %r1, [flag]; ld.${space}.u32 %r1, [m];`)}`
      return compiledTest(text, { 'k.ptx': moduleOf(kernel) }).variables.map(({ name }) => name)
    }
    expect(used('.extern .global .u32 flag; .global .u32 m;')).toEqual(['flag', 'd0:m', 'd1:m'])
    expect(used('.extern .global .u32 flag; .global .attribute(.managed) .u32 m;')).toEqual(['flag', 'm'])
    expect(used('.extern .global .u32 flag; .const .u32 m;', 'const')).toEqual(['flag', 'd0:m', 'd1:m'])
  })
  test('of a GPU is what its kernels name and what launches there pass', async () => {
    const add = `.global .u32 n; ${entry('atom.sys.global.add.u32 %r1, [n], 1; st.u32 [%rd1], %r1;')}`
    const twice = async (launches: string, declared = add): Promise<string> => {
      const text = `module "k.ptx"; .global .u32 out[2]; host { ${launches} } check (out[0] == out[1]) as q;`
      return (await verdicts(compiledTest(text, { 'k.ptx': moduleOf(declared) }))).join()
    }
    const both = 'k<<<1, 1>>>(&out[0]); k<<<1, 1, device(1)>>>(&out[1]);'
    expect(await twice(both)).toBe('allowed')
    expect(await twice(both.replace(', device(1)', ''))).toBe('forbidden')
    expect(await twice(both, add.replace('.global .u32', '.global .attribute(.managed) .u32'))).toBe('forbidden')
    const given = `.global .u32 n; ${entry('atom.sys.add.u32 %r1, [%rd1], 1;')}`
    const passed = `module "k.ptx"; host { k<<<1, 1>>>(n); k<<<1, 1, device(1)>>>(n); cudaDeviceSynchronize(); }`
    const [answer] = await verdicts(
      compiledTest(`${passed} check ([d0:n] != 1 || [d1:n] != 1) as q;`, { 'k.ptx': moduleOf(given) }),
    )
    expect(answer).toBe('forbidden')
    const ofHost = passed.replace('cudaDeviceSynchronize();', 'st [n], 1;')
    expect(errorsOf(`${ofHost} assert ([d0:n] == 1) as q;`, { 'k.ptx': moduleOf(given) })).toContain(
      '`n` is not declared; each GPU has its own: d0:n, d1:n',
    )
    expect(errorsOf(`${passed} assert (n == 2) as q;`, { 'k.ptx': moduleOf(given) })).toContain(
      '`n` is memory of a module, which each GPU has; write `[d0:n]` or `[d1:n]`',
    )
  })
  test('of the only GPU keeps its name, whichever GPU that is', () => {
    const call = 'cudaSetDevice(2); k<<<1, 1>>>(0)'
    expect(variablesOf('.global .u32 a;', 'ld.global.u32 %r1, [a];', call).map(({ name }) => name)).toEqual(['a'])
  })
  test('.extern .shared memory of a size needs no declaration, and messages name the space and the size of others', async () => {
    const kernel = `.extern .shared .align 4 .b8 fixed[32]; ${entry('st.shared.u32 [fixed+4], 7; ld.shared.u32 %r1, [fixed+4]; st.u32 [%rd1], %r1;')}`
    expect(await leaves(kernel, 'k<<<1, 1>>>(out)', 'out[0] == 7')).toBe(true)
    expect(variablesOf('.extern .shared .b8 s[8];', 'st.shared.u32 [s], 3;', 'k<<<1, 1>>>(0)')).toMatchObject([
      { name: 's', space: 'shared', length: 8 },
    ])
    const far = `.extern .const .u16 far[3][5]; ${entry('ld.const.u16 %r1, [far];')}`
    const test = 'module "k.ptx"; host { k<<<1, 1>>>(0); } check (0 == 0) as q;'
    expect(errorsOf(test, { 'k.ptx': moduleOf(far) })).toContain('as in `.const .u16 far[15];`')
  })
  test('an initial value that is not modelled is refused where an execution reads it', async () => {
    const kernel = `.func f() { ret; } .global .u64 table[1] = {f}; ${entry('st.u32 [%rd1], 1; bra END; ld.global.u64 %rd2, [table]; END: ret;')}`
    expect(await leaves(kernel, 'k<<<1, 1>>>(out)', 'out[0] == 1')).toBe(true)
  })
})

describe('dynamic shared memory', () => {
  const kernel = `.extern .shared .align 16 .b8 dyn[]; ${entry('st.shared.u32 [dyn+4], 3; ld.shared.u32 %r1, [dyn+4]; st.u32 [%rd1], %r1;')}`
  test('has as many bytes as the launch gives', async () => {
    expect(await leaves(kernel, 'k<<<1, 1, 8>>>(out)', 'out[0] == 3')).toBe(true)
    expect(
      variablesOf('.extern .shared .align 16 .b8 dyn[];', 'st.shared.u32 [dyn], 3;', 'k<<<1, 1, 8>>>(0)'),
    ).toMatchObject([{ name: 'dyn', length: 2, type: { width: 32 } }])
  })
  test('is aligned as the most aligned of its names', () => {
    const declarations = '.extern .shared .align 4 .b8 one[]; .extern .shared .align 64 .b8 other[];'
    const body = 'st.shared.u32 [one], 3; st.shared.u32 [other], 3;'
    expect(variablesOf(declarations, body, 'k<<<1, 1, 8>>>(0)').map(({ alignment }) => alignment)).toEqual([64, 64])
  })
  test('of 0 bytes is refused where an execution gets there', async () => {
    await expect(leaves(kernel, 'k<<<1, 1>>>(out)', 'out[0] == 3')).rejects.toThrow('not covered')
  })
  test('is one memory under all its names', async () => {
    const two = `.extern .shared .align 4 .b8 a[]; .extern .shared .b8 b[]; ${entry('st.shared.u32 [a], 3; ld.shared.u32 %r1, [b]; st.u32 [%rd1], %r1;')}`
    expect(await leaves(two, 'k<<<1, 1, 8>>>(out)', 'out[0] == 3')).toBe(true)
  })
  test('is two memories for two launches with different sizes', () => {
    const two = 'k<<<1, 1, 8>>>(0); k<<<1, 1, 16>>>(0)'
    const variables = variablesOf('.extern .shared .b8 dyn[];', 'st.shared.u32 [dyn], 3;', two)
    expect(variables.map(({ name, length }) => [name, length])).toEqual([
      ['dyn', 8],
      ['dyn_2', 16],
    ])
  })
})

test('each thread has an instance of local memory', async () => {
  const kernel = `.visible .entry k(.param .u64 p) { .local .align 8 .b8 __local_depot0[8]; .reg .b64 %SP; .reg .b64 %SPL; .reg .b32 %r<9>; .reg .b64 %rd<9>;
    mov.u64 %SPL, __local_depot0; cvta.local.u64 %SP, %SPL; ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; add.u32 %r2, %r1, 1; st.local.u32 [%SPL+4], %r2;
    mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2; ld.u32 %r3, [%SP+4]; st.global.u32 [%rd1], %r3; }`
  expect(await leaves(kernel, 'k<<<1, 2>>>(out)', 'out[0] == 1 && out[1] == 2')).toBe(true)
})

import { compiledTest, leaves, moduleOf } from './modules.js'

const registers = '.reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;'
const entry = (body: string): string => `.visible .entry k(.param .u64 p) { ${registers}
ld.param.u64 %rd1, [p]; ${body} ret; }`

const twice = `.func (.param .b32 r) twice(.param .b32 a) { .reg .b32 %r<3>;
ld.param.u32 %r1, [a]; add.u32 %r2, %r1, %r1; st.param.b32 [r+0], %r2; ret; }`

const callTwice = (value: string, result: string): string => `{ .param .b32 param0; st.param.b32 [param0+0], ${value};
.param .b32 retval0; call.uni (retval0), twice, (param0); ld.param.b32 ${result}, [retval0+0]; }`

describe('a call of a function of the module', () => {
  test('gives its result, each time its own', async () => {
    const body = `${callTwice('3', '%r1')} ${callTwice('%r1', '%r2')} st.u32 [%rd1], %r1; st.u32 [%rd1+4], %r2;`
    expect(await leaves(twice + entry(body), 'k<<<1, 1>>>(out)', 'out[0] == 6 && out[1] == 12')).toBe(true)
  })
  test('may have a guard', async () => {
    const body = `mov.u32 %r1, 1; setp.eq.u32 %p1, %r1, 0;
      { .param .b32 param0; st.param.b32 [param0+0], 4; .param .b32 retval0; st.param.b32 [retval0], 1;
      @%p1 call (retval0), store, (param0); @!%p1 call (retval0), store, (param0); }`
    const store = `.global .u32 seen; .func (.param .b32 r) store(.param .b32 a) { .reg .b32 %r<3>;
      ld.param.u32 %r1, [a]; atom.global.add.u32 %r2, [seen], %r1; ret; }`
    expect(await leaves(store + entry(body), 'k<<<1, 1>>>(out)', 'seen == 4')).toBe(true)
  })
  test('may have a guard, also if the function begins with a jump', async () => {
    const jumping = `.func jumping(.reg .b64 %to) { bra BODY; BODY: st.u32 [%to], 7; ret; }
      .func nothing() { bra BODY; BODY: ret; }`
    const body = `mov.u32 %r1, 1; setp.eq.u32 %p1, %r1, 1; @%p1 call jumping, (%rd1); @%p1 call nothing;
      add.u64 %rd1, %rd1, 4; @!%p1 call jumping, (%rd1); @!%p1 call nothing;`
    expect(await leaves(jumping + entry(body), 'k<<<1, 1>>>(out)', 'out[0] == 7 && out[1] == 0')).toBe(true)
  })
  test('returns early, and exit ends the thread', async () => {
    const early = `.func early(.param .b64 a, .param .b32 n) { .reg .pred %p<3>; .reg .b32 %r<3>; .reg .b64 %rd<3>;
      ld.param.u64 %rd1, [a]; ld.param.u32 %r1, [n]; setp.eq.u32 %p1, %r1, 0; @%p1 ret; setp.eq.u32 %p2, %r1, 2; @%p2 exit;
      st.u32 [%rd1], %r1; ret; }`
    const call = (n: number): string =>
      `{ .param .b64 param0; st.param.b64 [param0], %rd1; .param .b32 param1; st.param.b32 [param1], ${n}; call early, (param0, param1); }`
    const body = `${call(0)} ${call(1)} ${call(2)} st.u32 [%rd1], 9;`
    expect(await leaves(early + entry(body), 'k<<<1, 1>>>(out)', 'out[0] == 1')).toBe(true)
  })
  test('nested calls have registers of their own', async () => {
    const four = `.func (.param .b32 r) four(.param .b32 a) { .reg .b32 %r<3>; ld.param.u32 %r1, [a];
      ${callTwice('%r1', '%r2')} ${callTwice('%r2', '%r2')} add.u32 %r2, %r2, %r1; st.param.b32 [r], %r2; ret; }`
    const body = `{ .param .b32 param0; st.param.b32 [param0], 1; .param .b32 retval0; call (retval0), four, (param0);
      ld.param.b32 %r1, [retval0]; } st.u32 [%rd1], %r1;`
    expect(await leaves(twice + four + entry(body), 'k<<<1, 1>>>(out)', 'out[0] == 5')).toBe(true)
  })
  test('with parameters in registers, and values for arguments', async () => {
    const plus = '.func (.reg .u32 r) plus(.reg .u32 a, .reg .u32 b) { add.u32 r, a, b; ret; }'
    const body = 'call (%r1), plus, (3, %ntid.x); st.u32 [%rd1], %r1;'
    expect(await leaves(plus + entry(body), 'k<<<1, 1>>>(out)', 'out[0] == 4')).toBe(true)
  })
  test('is found by a prototype before it', async () => {
    const text = `.func (.param .b32 r) twice(.param .b32 a); ${entry(`${callTwice('3', '%r1')} st.u32 [%rd1], %r1;`)} ${twice}`
    expect(await leaves(text, 'k<<<1, 1>>>(out)', 'out[0] == 6')).toBe(true)
  })
})

describe('the address of a function', () => {
  const functions = '.func f() { ret; } .func g() { ret; }'
  test('is passed on by debug builds, which need not call it', async () => {
    const store = `.func store(.param .b64 a, .param .b64 function) { .reg .pred %p<2>; .reg .b64 %rd<3>; .reg .b32 %r<2>;
      ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [function]; mov.u32 %r1, %ntid.x; setp.eq.u32 %p1, %r1, 1; @%p1 bra NOT;
      proto: .callprototype _ (); call %rd2, (), proto;
      NOT: st.u32 [%rd1], 7; ret; }`
    const body = `mov.u64 %rd2, f; { .param .b64 param0; st.param.b64 [param0], %rd1; .param .b64 param1;
      st.param.b64 [param1], %rd2; call store, (param0, param1); }`
    expect(await leaves(functions + store + entry(body), 'k<<<1, 1>>>(out)', 'out[0] == 7')).toBe(true)
  })
  test('is the same each time, and nothing else is known about it', async () => {
    const same = (other: string): string =>
      `${functions} ${entry(`mov.u64 %rd2, f; mov.u64 %rd3, ${other}; setp.eq.u64 %p1, %rd2, %rd3; selp.u32 %r1, 1, 0, %p1; st.u32 [%rd1], %r1;`)}`
    expect(await leaves(same('f'), 'k<<<1, 1>>>(out)', 'out[0] == 1')).toBe(true)
    expect(await leaves(same('g'), 'k<<<1, 1>>>(out)', 'out[0] == 1')).toBe(false)
    expect(await leaves(same('g'), 'k<<<1, 1>>>(out)', 'out[0] == 0')).toBe(false)
  })
})

describe('structures as parameters', () => {
  test('are read in other pieces than they are written', async () => {
    const parts = `.func (.param .align 8 .b8 r[8]) parts(.param .align 8 .b8 a[8]) { .reg .b16 %rs<5>; .reg .b32 %r<5>; .reg .b64 %rd<2>;
      ld.param.v2.u16 {%rs1, %rs2}, [a+2]; ld.param.u8 %rs3, [a+7]; ld.param.u64 %rd1, [a]; shr.u64 %rd1, %rd1, 40; cvt.u32.u64 %r3, %rd1;
      cvt.u32.u16 %r1, %rs1; cvt.u32.u16 %r2, %rs2; shl.b32 %r1, %r1, 16; or.b32 %r1, %r1, %r2;
      st.param.b32 [r], %r1; cvt.u32.u16 %r2, %rs3; add.u32 %r2, %r2, %r3; st.param.b32 [r+4], %r2; ret; }`
    const body = `{ .param .align 8 .b8 param0[8]; st.param.v2.b32 [param0], {0x11223344, 0x55667788};
      .param .align 8 .b8 retval0[8]; call (retval0), parts, (param0); ld.param.b64 %rd2, [retval0]; } st.u64 [%rd1], %rd2;`
    // Bytes 2 and 3, then 4 and 5; byte 7, and the bytes from 5 on.
    expect(await leaves(parts + entry(body), 'k<<<1, 1>>>(out)', 'out[0] == 0x11227788 && out[1] == 0x5566cc')).toBe(
      true,
    )
  })
  test('bytes that are never written hold unknown values', async () => {
    const text = `.func (.param .align 4 .b8 r[8]) half() { st.param.b32 [r], 1; ret; }
      ${entry('{ .param .align 4 .b8 q[8]; call (q), half; ld.param.u32 %r1, [q+4]; ld.param.u32 %r2, [q]; } st.u32 [%rd1], %r2; st.u32 [%rd1+4], %r1;')}`
    expect(await leaves(text, 'k<<<1, 1>>>(out)', 'out[0] == 1')).toBe(true)
    expect(await leaves(text, 'k<<<1, 1>>>(out)', 'out[1] == 0')).toBe(false)
  })
})

describe('code that is refused if an execution gets there', () => {
  const refusedIn = (text: string): readonly string[] => {
    const program = compiledTest('module "k.ptx"; .global .u32 out; host { k<<<1, 1>>>(out); } check (0 == 0) as q;', {
      'k.ptx': moduleOf(text),
    })
    return program.threads.flatMap(({ instructions }) =>
      instructions.flatMap((one) => (one.kind === 'refused' ? [one.why] : [])),
    )
  }
  test('recursion', () => {
    const again = `.func again() { call again; ret; }`
    expect(refusedIn(again + entry('call again;'))).toEqual(['`again` calls itself, which is not modelled'])
  })
  test('calls by a pointer', () => {
    const body = 'mov.u64 %rd2, f; proto: .callprototype _ (); call %rd2, (), proto;'
    expect(refusedIn(`.func f() { ret; } ${entry(body)}`)).toEqual([
      'calls by a pointer to a function are not modelled',
    ])
  })
  test('the address of a parameter of a call, and of a label', () => {
    expect(refusedIn(entry('{ .param .b32 q; mov.b64 %rd2, q; } mov.b64 %rd2, L; st.u64 [%rd1], %rd2; L:'))).toEqual([
      'the address of `q`, a parameter of a call, is not modelled',
      '`L` is a label',
    ])
  })
  test('malloc, free and functions that the module lacks', () => {
    const external = '.extern .func (.param .b64 r) malloc(.param .b64 n); .extern .func other();'
    const body = '{ .param .b64 n; st.param.b64 [n], 8; .param .b64 r; call (r), malloc, (n); } call other;'
    expect(refusedIn(external + entry(body))).toEqual([
      '`malloc` in a kernel is not modelled',
      '`other` is not in the module',
    ])
  })
})

describe('functions of the runtime', () => {
  const printf = `.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
    .extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);`
  const print = `{ .param .b64 f; st.param.b64 [f], %rd1; .param .b64 a; st.param.b64 [a], 0; .param .b32 r; call (r), vprintf, (f, a);
    ld.param.b32 %r1, [r]; }`
  test('vprintf has no effect, and its result is unknown', async () => {
    const text = printf + entry(`${print} st.u32 [%rd1], 3; st.u32 [%rd1+4], %r1;`)
    expect(await leaves(text, 'k<<<1, 1>>>(out)', 'out[0] == 3')).toBe(true)
    expect(await leaves(text, 'k<<<1, 1>>>(out)', 'out[1] == 0')).toBe(false)
  })
  test('__assertfail is a trap', () => {
    const program = compiledTest('module "k.ptx"; .global .u32 out; host { k<<<1, 1>>>(out); } check (0 == 0) as q;', {
      'k.ptx': moduleOf(printf + entry('call __assertfail, (0, 0, 0, 0, 0);')),
    })
    expect(program.threads.flatMap(({ instructions }) => instructions.map(({ kind }) => kind))).toContain('trap')
  })
})

import { verdicts } from '../../support.js'
import { compiledTest, errorsOf, moduleOf } from './modules.js'

const messagePassing = moduleOf(`
.visible .entry mp(.param .u64 x, .param .u64 y, .param .u32 one)
{
	.reg .pred %p<2>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<5>;
	ld.param.u64 %rd1, [x];
	ld.param.u64 %rd2, [y];
	ld.param.u32 %r1, [one];
	cvta.to.global.u64 %rd3, %rd1;
	cvta.to.global.u64 %rd4, %rd2;
	mov.u32 %r2, %ctaid.x;
	setp.ne.s32 %p1, %r2, 0;
	@%p1 bra $L__BB0_2;
	st.global.u32 [%rd3], %r1;
	membar.gl;
	st.volatile.global.u32 [%rd4], %r1;
	bra.uni $L__BB0_3;
$L__BB0_2:
	ld.volatile.global.u32 %r3, [%rd4];
	membar.gl;
	ld.global.u32 %r4, [%rd3];
	mad.lo.s32 %r5, %r3, 2, %r4;
	st.global.u32 [%rd4+4], %r5;
$L__BB0_3:
	ret;
}
`)

const launching = (call: string): string => `module "mp.ptx";
.global .u32 x;
.global .u32 y[2];
host { ${call}; cudaDeviceSynchronize(); ld r0, [y[1]]; }
assert (host:r0 != 2) as ordered;
check (host:r0 == 3) as both;
check (host:r0 == 0) as neither;`

describe('a launch of an entry', () => {
  test('is decided', async () => {
    const program = compiledTest(launching('mp<<<2, 1>>>(x, y, 1)'), { 'mp.ptx': messagePassing })
    expect(await verdicts(program)).toEqual(['forbidden', 'allowed', 'allowed'])
  })

  test('without the fences is another', async () => {
    const weak = messagePassing.replaceAll('membar.gl;', '')
    const program = compiledTest(launching('mp<<<2, 1>>>(x, y, 1)'), { 'mp.ptx': weak })
    expect(await verdicts(program)).toEqual(['allowed', 'allowed', 'allowed'])
  })

  test('makes a thread for each of the grid, with one array of instructions', () => {
    const { threads } = compiledTest(launching('mp<<<2, 3>>>(x, y, 1)'), { 'mp.ptx': messagePassing })
    const names = threads.map(({ name }) => name)
    expect(names.slice(1)).toEqual([0, 1].flatMap((b) => [0, 1, 2].map((t) => `mp.d0.b${b}.t${t}`)))
    expect(new Set(threads.slice(1).map(({ instructions }) => instructions)).size).toBe(1)
  })

  test('with an array for each CTA, if there is shared memory', () => {
    const text = moduleOf('.visible .entry k() { .shared .u32 s; .reg .b32 %r<3>; ld.shared.u32 %r1, [s]; }')
    const test = 'module "k.ptx"; host { k<<<2, 3>>>(); } check (0 == 0) as q;'
    const { threads } = compiledTest(test, { 'k.ptx': text })
    expect(new Set(threads.slice(1).map(({ instructions }) => instructions)).size).toBe(2)
  })
})

describe('errors of launches', () => {
  test.each([
    ['another name', 'mq<<<2, 1>>>(x, y, 1)', 'there is no entry `mq`; did you mean `mp`?'],
    ['too few arguments', 'mp<<<2, 1>>>(x, y)', '`mp` takes 3 arguments, not 2: `mp(.u64 x, .u64 y, .u32 one)`'],
    ['an address for an integer', 'mp<<<2, 1>>>(x, y, x)', 'an address has 64 bits, this has 32'],
  ])('%s', (_, call, message) => {
    expect(errorsOf(launching(call), { 'mp.ptx': messagePassing })).toContain(message)
  })

  test('a module that is not there', () => {
    expect(errorsOf(launching('mp<<<2, 1>>>(x, y, 1)'), {})).toContain('spec.test:1:8: `mp.ptx`: no such file')
  })
})

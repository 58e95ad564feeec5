import { ptx75 } from '../../../../axioms/models.js'
import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import { compiledTest, moduleOf } from '../../../litmus/module/modules.js'
import { solver } from '../../../support.js'

const kernel = (code: string) =>
  moduleOf(`.visible .entry k(.param .u64 to)
{
	.reg .pred %p<3>;
	.reg .b16 %rs<3>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<5>;
	.shared .align 8 .u32 s[2];
	.shared .align 4 .u8 byte;
	ld.param.u64 %rd1, [to];
	${code}
	ret;
}
`)

const launching = (questions: string, code: string) =>
  compiledTest(
    `module "k.ptx"; .global .u32 out[3];
host { k<<<1, 1>>>(out); cudaDeviceSynchronize(); ld.u32 r0, [out[0]]; ld.u32 r1, [out[1]]; ld.u32 r2, [out[2]]; } ${questions}`,
    { 'k.ptx': kernel(code) },
  )

async function verdicts(questions: string, code: string): Promise<readonly string[]> {
  const program = launching(questions, code)
  const found = decide(program, await solver(), { model: ptx75, liveness: false }).answers.map(
    ({ verdict }) => verdict.kind,
  )
  for (const [i, { verdict }] of bruteForce(program, ptx75).answers.entries())
    if (verdict.kind !== 'undecided') expect(verdict.kind).toBe(found[i])
  return found
}

test('shared memory of a module may hold anything at the start, global memory holds 0', async () => {
  const code =
    'ld.shared.u32 %r1, [s]; st.global.u32 [%rd1], %r1; ld.global.u32 %r2, [%rd1+4]; st.global.u32 [%rd1+8], %r2;'
  expect(await verdicts('check (r0 == 77) as shared; check (r2 != 0) as global;', code)).toEqual([
    'allowed',
    'forbidden',
  ])
})

test('an element is one value, whichever thread reads it, also in parts', async () => {
  const code = `ld.shared.u32 %r1, [s+4]; st.global.u32 [%rd1], %r1;
    ld.shared.u32 %r2, [s+4]; st.global.u32 [%rd1+4], %r2;
    ld.shared.u8 %r3, [s+6]; st.global.u32 [%rd1+8], %r3;`
  const questions =
    'check (r0 != r1) as whole; check (r0 == 131072 && r2 != 2) as part; check (r0 == 131072 && r2 == 2) as same;'
  expect(await verdicts(questions, code)).toEqual(['forbidden', 'forbidden', 'allowed'])
})

test('a read of two elements has both', async () => {
  const code = `ld.shared.u64 %rd2, [s]; shr.u64 %rd3, %rd2, 32; cvt.u32.u64 %r1, %rd3; cvt.u32.u64 %r2, %rd2;
    st.global.u32 [%rd1], %r1; st.global.u32 [%rd1+4], %r2;
    ld.shared.u32 %r3, [s+4]; st.global.u32 [%rd1+8], %r3;`
  expect(await verdicts('check (r0 != r2) as q; check (r0 == 1 && r1 == 2 && r2 == 1) as r;', code)).toEqual([
    'forbidden',
    'allowed',
  ])
})

test('brute force tries every byte', async () => {
  const program = launching(
    'check (r0 == 200) as some; check (r0 == 256) as none;',
    'ld.shared.u8 %rs1, [byte]; st.global.u8 [%rd1], %rs1;',
  )
  const { answers, listed } = bruteForce(program, ptx75)
  expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['allowed', 'forbidden'])
  expect(listed).toBe('all')
})

test('a register that was never written may hold anything; a written one holds what was written', async () => {
  const code = 'st.global.u32 [%rd1], %r5; mov.u32 %r4, 3; st.global.u32 [%rd1+4], %r4;'
  expect(await verdicts('check (r0 == 12345) as unwritten; check (r1 != 3) as written;', code)).toEqual([
    'allowed',
    'forbidden',
  ])
})

test('so may one that is written on one way only', async () => {
  const code = `ld.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @!%p1 mov.u32 %r2, 1; st.global.u32 [%rd1], %r2;`
  expect(await verdicts('check (r0 == 12345) as q;', code)).toEqual(['allowed'])
})

test('a predicate that nothing has written is 0 or 1', async () => {
  const code = `mov.u32 %r2, 6; ld.global.u32 %r1, [%rd1]; @%p1 bra $L; setp.eq.u32 %p1, %r1, 1; @%p1 bra $E; mov.u32 %r2, 5;
$L: st.global.u32 [%rd1], %r2;
$E:`
  const program = launching('check (r0 == 5) as off; check (r0 == 6) as on;', code)
  expect(buildEvents(program).unknowns).toEqual([
    { from: 'register', thread: expect.any(Number), register: '%p1', width: 1 },
  ])
  const { answers, listed } = bruteForce(program, ptx75)
  expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['allowed', 'allowed'])
  expect(listed).toBe('all')
})

test('memory that is written before it is read on each path is not among the unknown values', () => {
  const graph = buildEvents(launching('check (r0 == 0) as q;', 'mov.u32 %r1, 1; st.global.u32 [%rd1], %r1;'))
  expect(graph.unknowns).toEqual([])
})

import { defaultModel } from '../../../axioms/models.js'
import type { Program } from '../../../litmus/program.js'
import { formatPlace } from '../../../source/diagnostic.js'
import { bruteVerdicts, verdicts } from '../../support.js'
import { compiledTest, moduleOf } from './modules.js'

/**
 * Returns a kernel whose first block sets a flag, for which the second one waits; `round` is the body of the loop, and
 * `exit` what follows a time-out.
 */
const waiting = (round: string, exit = 'trap;', before = ''): string =>
  moduleOf(`
.visible .entry k(.param .u64 flag, .param .u64 data, .param .u64 out, .param .u64 most)
{
	.reg .pred %p<9>;
	.reg .b32 %r<9>;
	.reg .b64 %rd<19>;
	ld.param.u64 %rd1, [flag];
	ld.param.u64 %rd2, [data];
	ld.param.u64 %rd3, [out];
	ld.param.u64 %rd4, [most];
	mov.u32 %r1, %ctaid.x;
	setp.eq.s32 %p1, %r1, 0;
	@%p1 bra SET;
	mov.u64 %rd5, %clock64;
	mov.u32 %r5, 0;
	${before}
LOOP:
	${round}
STAY:
	ld.volatile.u32 %r2, [%rd1];
	setp.eq.s32 %p3, %r2, 0;
	@%p3 bra LOOP;
	bra DONE;
LEAVE:
	${exit}
DONE:
	fence.acq_rel.gpu;
	ld.u32 %r3, [%rd2];
	st.u32 [%rd3], %r3;
	ret;
SET:
	st.u32 [%rd2], 42;
	fence.acq_rel.gpu;
	st.volatile.u32 [%rd1], 1;
	ret;
}
`)

const launchedTest = (module: string, most: bigint, timeouts: boolean, condition = 'out == 42'): Program =>
  compiledTest(
    `module "k.ptx"; .global .u32 flag; .global .u32 data[64] = {0, 5000}; .global .u32 out;
host { k<<<2, 1>>>(flag, data, out, ${most}); cudaDeviceSynchronize(); } assert (${condition}) as q;`,
    { 'k.ptx': module },
    timeouts,
  )

/** Returns the places of time-outs, and the verdict of z3, which must be that of brute force. */
async function said(module: string, most = 1000n): Promise<string> {
  const program = launchedTest(module, most, false)
  const [verdict] = await verdicts(program)
  if ((program.timeouts ?? []).length > 0) expect(bruteVerdicts(program, defaultModel, 50_000)).toEqual([verdict])
  const places = (program.timeouts ?? []).map(({ span }) => formatPlace(span).replace(/^k.ptx:|:\d+$/g, ''))
  return `${verdict}; ${places.length === 0 ? 'none' : places.join(', ')}`
}

const elapsed = 'mov.u64 %rd6, %clock64; sub.s64 %rd7, %rd6, %rd5;'
const expiring = (most: string): string => `${elapsed} setp.gt.s64 %p2, %rd7, ${most}; @%p2 bra LEAVE;`

describe('a wait that times out', () => {
  test('by the time that has passed has no such way out, unless time-outs count', async () => {
    expect(await said(waiting(expiring('1000')))).toBe('forbidden; 21')
    expect(await verdicts(launchedTest(waiting(expiring('1000')), 0n, true))).toEqual(['undefined'])
  })
  test('may stop elsewhere, or go on', async () => {
    expect(await said(waiting(expiring('1000'), 'ret;'))).toBe('forbidden; 21')
    expect(await said(waiting(expiring('1000'), ''))).toBe('forbidden; 21')
    expect(await verdicts(launchedTest(waiting(expiring('1000'), ''), 0n, true))).toEqual(['allowed'])
  })
  test('may get the time from an argument, or compute a deadline', async () => {
    expect(await said(waiting(expiring('%rd4')), 5000n)).toBe('forbidden; 21')
    const deadline = 'mov.u64 %rd6, %globaltimer; setp.ge.u64 %p2, %rd6, %rd8; @%p2 bra LEAVE;'
    expect(await said(waiting(deadline, 'trap;', 'add.s64 %rd8, %rd5, 777;'))).toBe('forbidden; 21')
  })
  test('by a count has such a way out only beyond the rounds that are executed', async () => {
    const counted = (most: number) => `add.s32 %r5, %r5, 1; setp.eq.s32 %p2, %r5, ${most}; @%p2 bra LEAVE;`
    expect(await said(waiting(counted(100_000)))).toBe('forbidden; 21')
    expect(await said(waiting(counted(3)))).toBe('undefined; none')
  })
  test('may time out after any number of rounds if time-outs count', async () => {
    const counted = 'add.s32 %r5, %r5, 1; setp.eq.s32 %p2, %r5, 100000; @%p2 bra LEAVE;'
    expect(await verdicts(launchedTest(waiting(counted), 0n, true))).toEqual(['undefined'])
    // The count has the value with which the thread leaves.
    const telling = waiting(counted, 'st.u32 [%rd3], %r5; ret;')
    expect(await verdicts(launchedTest(telling, 0n, true))).toEqual(['allowed'])
    expect(await verdicts(launchedTest(telling, 0n, true, 'out == 42 || out == 100000'))).toEqual(['forbidden'])
    const few = 'add.s32 %r5, %r5, 1; setp.eq.s32 %p2, %r5, 3; @%p2 bra LEAVE;'
    expect(await verdicts(launchedTest(waiting(few), 0n, true))).toEqual(['undefined'])
  })
  test('may combine the comparison with the one of what it reads', async () => {
    const together = (last: string): string =>
      waiting('', '', '').replace(
        /STAY:[\s\S]*bra DONE;/,
        `${elapsed} ld.volatile.u32 %r2, [%rd1]; ${last}\n\tbra DONE;`,
      )
    const read = 'setp.eq.s32 %p3, %r2, 0;'
    for (const last of [
      `${read} setp.lt.and.s64 %p2, %rd7, 1000, %p3; @%p2 bra LOOP;`,
      `setp.ne.s32 %p3, %r2, 0; setp.lt.and.s64 %p2, %rd7, 1000, !%p3; @%p2 bra LOOP;`,
      `${read} setp.lt.s64 %p2, %rd7, 1000; and.pred %p4, %p2, %p3; @%p4 bra LOOP;`,
      `${read} not.pred %p4, %p3; setp.ge.s64 %p2, %rd7, 1000; or.pred %p4, %p2, %p4; @!%p4 bra LOOP;`,
      `${read} selp.b32 %r6, 1, 0, %p3; add.s32 %r5, %r5, %r6; setp.lt.u32 %p2, %r5, 1000; and.pred %p4, %p2, %p3; @%p4 bra LOOP;`,
    ]) {
      expect(await said(together(last))).toMatch(/^forbidden; \d+$/)
      expect(await verdicts(launchedTest(together(last), 0n, true))).toEqual(['allowed'])
    }
  })
  test('may read the limit from memory, whose initial value counts', async () => {
    const limit = (offset: number, how: string): string =>
      waiting(expiring('%rd8'), 'trap;', `ld${how}.u32 %r6, [%rd2+${offset}]; cvt.u64.u32 %rd8, %r6;`)
    expect(await said(limit(4, ''))).toBe('forbidden; 21')
    const count = 'add.s32 %r5, %r5, 1; setp.gt.s32 %p2, %r5, %r6; @%p2 bra LEAVE;'
    expect(await said(waiting(count, 'trap;', 'ld.u32 %r6, [%rd2+4];'))).toBe('forbidden; 21')
    expect(await said(waiting(count, 'trap;', 'ld.u32 %r6, [%rd2+8];'))).toBe('undefined; none')
    const half = 'ld.u16 %r6, [%rd2+4]; cvt.u64.u32 %rd8, %r6;'
    expect(await said(waiting(expiring('%rd8'), 'trap;', half))).toBe('forbidden; 21')
    // Others may change what a strong read returns.
    expect(await said(limit(4, '.relaxed.gpu'))).toBe('undefined; none')
  })
})

describe('a way out is not a time-out', () => {
  test('if the thread takes it although no time has passed', async () => {
    expect(await said(waiting(expiring('%rd4')), -1n)).toBe('undefined; none')
    expect(await said(waiting(expiring('-1')))).toBe('undefined; none')
  })
  test('if it depends on bits of a clock', async () => {
    const random = 'mov.u64 %rd6, %clock64; and.b64 %rd7, %rd6, 1; setp.eq.s64 %p2, %rd7, 1; @%p2 bra LEAVE;'
    expect(await said(waiting(random))).toBe('undefined; none')
  })
  test('if it depends on another register of the device', async () => {
    const other = 'mov.u32 %r6, %smid; setp.gt.u32 %p2, %r6, 3; @%p2 bra LEAVE;'
    expect(await said(waiting(other))).toBe('undefined; none')
  })
  test('if it depends on what was read', async () => {
    const read = 'ld.volatile.u32 %r6, [%rd2+8]; setp.gt.s32 %p2, %r6, 1000; @%p2 bra LEAVE;'
    expect(await said(waiting(read))).toBe('forbidden; none')
  })
  test('if nothing in it changes from round to round, or only what is read', async () => {
    expect(await said(waiting('setp.eq.u64 %p2, %rd4, 5; @%p2 bra LEAVE;'))).toBe('forbidden; none')
    const sum = 'ld.u32 %r6, [%rd2+8]; add.s32 %r5, %r5, %r6; setp.gt.s32 %p2, %r5, 1; @%p2 bra LEAVE;'
    expect(await said(waiting(sum))).toBe('forbidden; none')
    // A weak wait.
    const weak = waiting('', '').replaceAll('ld.volatile', 'ld')
    expect(await said(weak)).toContain('; none')
  })
  test('if the loop writes, or reads elsewhere in each round', async () => {
    expect(await said(waiting(`st.u32 [%rd2+8], 1; ${expiring('1000')}`))).toBe('undefined; none')
    const search = `add.s64 %rd1, %rd1, 4; ${expiring('1000')}`
    expect(await said(waiting(search))).toContain('; none')
  })
  test('if nothing else ends the loop', async () => {
    const delay = `${expiring('1000')} bra LOOP;`
    expect(await said(waiting(delay, ''))).toContain('; none')
  })
})

import { defaultModel } from '../../../../axioms/models.js'
import { compiledTest, moduleOf } from '../../../litmus/module/modules.js'
import { bruteVerdicts, verdicts } from '../../../support.js'

/** Returns whether a kernel that reads two clocks may find the second one below the first, by z3 and by brute force. */
async function goesBack(first: string, second: string): Promise<unknown> {
  const entry = `.visible .entry k(.param .u64 out) {
    .reg .b64 %rd<4>; .reg .b32 %r<4>; .reg .pred %p<2>;
    ld.param.u64 %rd1, [out]; ${first} ${second} @%p1 st.u32 [%rd1], 1; ret;
  }`
  const text = `module "k.ptx"; .global .u32 out; host { k<<<1, 1>>>(out); cudaDeviceSynchronize(); } check (out == 1) as q;`
  const program = compiledTest(text, { 'k.ptx': moduleOf(entry) })
  const [verdict] = await verdicts(program)
  // Brute force tries few of the values of 64 bits.
  expect([verdict, 'undecided']).toContain(bruteVerdicts(program, defaultModel)[0])
  return verdict
}

const wide = (clock: string, into: number): string => `mov.u64 %rd${into}, ${clock};`
const narrow = (into: number): string => `mov.u32 %r${into}, %clock;`
const compared = 'setp.lt.u64 %p1, %rd3, %rd2;'

test.each(['%clock64', '%globaltimer'])('%s does not go back within a thread', async (clock) => {
  expect(await goesBack(wide(clock, 2), `${wide(clock, 3)} ${compared}`)).toBe('forbidden')
  expect(await goesBack(wide(clock, 2), `${wide(clock, 3)} setp.lt.s64 %p1, %rd3, %rd2;`)).toBe('forbidden')
  // It need not advance.
  expect(await goesBack(wide(clock, 2), `${wide(clock, 3)} setp.eq.u64 %p1, %rd3, %rd2;`)).toBe('allowed')
})

test('different clocks are not compared, and %clock wraps', async () => {
  expect(await goesBack(wide('%clock64', 2), `${wide('%globaltimer', 3)} ${compared}`)).toBe('allowed')
  expect(await goesBack(narrow(2), `${narrow(3)} setp.lt.u32 %p1, %r3, %r2;`)).toBe('allowed')
})

test('a clock that is not read on one path is compared on the other', async () => {
  const maybe = 'setp.eq.u64 %p1, %rd1, 0; @%p1 mov.u64 %rd2, %clock64; mov.u64 %rd2, %clock64;'
  expect(await goesBack(maybe, `${wide('%clock64', 3)} ${compared}`)).toBe('forbidden')
})

import { defaultModel } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { solver } from '../../support.js'
import { compiledTest, errorsOf, moduleOf } from './modules.js'

const launched = 'module "k.ptx"; .global .u32 x; .global .u32 o; host { k<<<1, 1>>>(x, o); } assert ([o] == 5) as q;'
const kernel = (code: string) =>
  moduleOf(`.const .u32 c[2] = {4, 5}; .global .u32 g = 5; .visible .entry k(.param .u64 a, .param .u64 b) {
  .reg .b32 %r<4>; .reg .b64 %rd<4>; ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b];
  ${code}
  st.global.u32 [%rd2], %r1; ret; }`)

/** Returns whether the claim holds, or whether behaviour is undefined. */
async function said(code: string) {
  const [answer] = decide(compiledTest(launched, { 'k.ptx': kernel(code) }), await solver(), {
    model: defaultModel,
  }).answers
  const isDefined = answer?.undefined.kind === 'known' && answer.undefined.found.length === 0
  return isDefined ? answer.verdict.kind : 'undefined'
}

describe('`ld.const` in a module reaches constant memory only', () => {
  test.each([
    ['by name', 'ld.const.u32 %r1, [c+4];', 'forbidden'],
    ['by address', 'mov.u64 %rd3, c; ld.const.u32 %r1, [%rd3+4];', 'forbidden'],
    ['by an address of 32 bits', 'mov.u32 %r2, c; ld.const.u32 %r1, [%r2+4];', 'forbidden'],
    ['by a generic address', 'mov.u64 %rd3, c; cvta.const.u64 %rd3, %rd3; ld.u32 %r1, [%rd3+4];', 'forbidden'],
    ['an address of global memory', 'ld.const.u32 %r1, [%rd1];', 'undefined'],
    ['past the end', 'mov.u64 %rd3, c; ld.const.u32 %r1, [%rd3+8];', 'undefined'],
  ])('%s', async (_, code, expected) => {
    expect(await said(code)).toBe(expected)
  })
  test('a global variable by name is an error, as ptxas says', () => {
    expect(errorsOf(launched, { 'k.ptx': kernel('ld.const.u32 %r1, [g];') })).toContain('`g` is not in constant memory')
  })
})

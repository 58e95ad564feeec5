import { compiledTest } from './modules.js'

/** Returns the scope of a bulk reduction in a module of that version. */
function scopeIn(version: string, written = ''): string | undefined {
  const kernel = `.version ${version}\n.target sm_90\n.address_size 64
    .visible .entry k(.param .u64 p) { .reg .b64 %rd<9>; .shared .align 16 .b8 s[16]; ld.param.u64 %rd1, [p]; mov.u64 %rd2, s;
      cp.reduce.async.bulk${written}.global.shared::cta.bulk_group.add.u32 [%rd1], [%rd2], 16; }`
  const text = 'module "k.ptx"; .global .u32 x[4]; host { k<<<1, 1>>>(x); } exists ([x[0]] == 1) as q;'
  const { threads } = compiledTest(text, { 'k.ptx': kernel })
  const [reduction] = threads.flatMap(({ instructions }) => instructions.filter((one) => one.kind === 'async-copy'))
  return reduction?.relaxed
}

describe('a bulk reduction without a scope has that of the system from PTX 9.3 on, and of the GPU before', () => {
  test.each([
    ['9.2', '', 'gpu'],
    ['8.0', '', 'gpu'],
    ['9.3', '', 'sys'],
    ['9.4', '', 'sys'],
    ['9.3', '.relaxed.gpu', 'gpu'],
    ['8.0', '.relaxed.sys', 'sys'],
  ])('in a module of %s, written `%s`', (version, written, expected) => {
    expect(scopeIn(version, written)).toBe(expected)
  })
})

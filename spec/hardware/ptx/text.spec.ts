import { alone, linesIn, planIn, reasonsIn } from '../plans.js'

// The instructions of a test on the left, and those for the assembler on the right, without the initial values of
// registers.
test.each([
  ['st [x], 1;', ['st.weak.s32 [x], 1;']],
  ['st.relaxed.gpu [x], 1;', ['st.relaxed.gpu.s32 [x], 1;']],
  ['st.release.sys.global.u32 [x], 1;', ['st.release.sys.global.u32 [x], 1;']],
  ['st.volatile [x], -1;', ['st.volatile.s32 [x], -1;']],
  ['st.mmio.relaxed.sys [x], 1;', ['st.mmio.relaxed.sys.s32 [x], 1;']],
  ['st.u64 [w], 18446744073709551615;', ['st.weak.u64 [w], 18446744073709551615U;']],
  ['st.u8 [b], 1;', ['st.weak.u8 [b], 1;']],
  ['st [a+4], 1;', ['st.weak.s32 [a+4], 1;']],
  ['st [a[2]], 1;', ['st.weak.s32 [a+8], 1;']],
  ['ld r0, [x];', ['ld.weak.s32 r0, [x];']],
  ['ld.acquire.cluster.u32 r0, [x];', ['ld.acquire.cluster.u32 r0, [x];']],
  ['ld.mmio.sys r0, [x];', ['ld.mmio.relaxed.sys.s32 r0, [x];']],
  ['ld.global.nc.u32 r0, [x];', ['ld.global.nc.u32 r0, [x];']],
  ['ld.const.u32 r0, [c];', ['ld.const.u32 r0, [c];']],
  ['ld.shared r0, [d];', ['ld.weak.shared.s32 r0, [d];']],
  ['ld.v2.u32 {r0, r1}, [a];', ['ld.weak.v2.u32 {r0, r1}, [a];']],
  ['st.v2.u32 [a+8], {1, 2};', ['st.weak.v2.u32 [a+8], {1, 2};']],
  [
    'tld r0, [t];',
    ['{', '.reg .b32 second, third, fourth;', 'tex.1d.v4.s32.s32 {r0, second, third, fourth}, [t, {t_index}];', '}'],
  ],
  ['atom.add.acq_rel.gpu r0, [x], 1;', ['atom.acq_rel.gpu.add.s32 r0, [x], 1;']],
  ['atom.relaxed.sys.cas r0, [x], 1, 2;', ['atom.relaxed.sys.cas.b32 r0, [x], 1, 2;']],
  ['atom.exch.u64 r0, [w], 1;', ['atom.relaxed.gpu.exch.b64 r0, [w], 1;']],
  ['atom.min r0, [x], 1;', ['atom.relaxed.gpu.min.s32 r0, [x], 1;']],
  ['atom.inc r0, [x], 3;', ['atom.relaxed.gpu.inc.u32 r0, [x], 3;']],
  ['red.add.release.gpu [x], 1;', ['red.release.gpu.add.s32 [x], 1;']],
  ['fence.sc.sys;', ['fence.sc.sys;']],
  ['membar.gl;', ['fence.sc.gpu;']],
  ['fence.proxy.alias;', ['fence.proxy.alias;']],
  ['mov.u32 r0, 1; add.u32 r1, r0, 2;', ['mov.b32 r0, 1;', 'add.u32 r1, r0, 2;']],
  ['mov.u64 r0, x; ld.u32 r1, [r0];', ['add.u64 r0, x, 0;', 'ld.weak.u32 r1, [r0];']],
  ['mov.u32 r0, 1; mul.wide.u32 r1, r0, 4;', ['mov.b32 r0, 1;', 'mul.wide.u32 r1, r0, 4;']],
  [
    'mov.u32 r0, 1; setp.eq.u32 p, r0, 1; selp.u32 r1, 2, 3, p;',
    ['mov.b32 r0, 1;', 'setp.eq.u32 p, r0, 1;', 'selp.b32 r1, 2, 3, p;'],
  ],
  ['bar.sync 0;', ['bar.sync 0;']],
  ['bar.warp.sync 0x1;', ['bar.warp.sync 0x1;']],
  ['fence.proxy.async;', ['fence.proxy.async;']],
] as const)('%s', (instructions, expected) => {
  expect(linesIn(alone(instructions)).filter((line) => !/^mov\.(b\d+ \w+, 0|pred \w+, 0);$/.test(line))).toEqual(
    expected,
  )
})

test('registers and predicates hold 0 at the start', () => {
  expect(linesIn(alone('ld.u64 r0, [w]; setp.eq.u64 p, r0, 1;')).slice(0, 2)).toEqual([
    'mov.b64 r0, 0;',
    'mov.pred p, 0;',
  ])
})

test('a branch is a comparison and a jump', () => {
  const lines = linesIn(alone('ld r0, [x]; beq r0, 1, OUT; st [x], 2; OUT:'))
  expect(lines.slice(2)).toEqual([
    '{',
    '.reg .pred taken;',
    'setp.eq.s32 taken, r0, 1;',
    '@taken bra OUT;',
    '}',
    'st.weak.s32 [x], 2;',
    'OUT:',
  ])
})

test('a guard is a jump by its predicate', () => {
  const lines = linesIn(alone('ld r0, [x]; setp.eq.s32 p, r0, 1; @p st [x], 2;'))
  expect(lines.slice(4)).toEqual(['@!p bra guard_2;', 'st.weak.s32 [x], 2;', 'guard_2:'])
})

test('a loop has a budget, and gives up without it', () => {
  const text = alone('AGAIN: ld r0, [x]; beq r0, 0, AGAIN;')
  expect(planIn(text).codes[0]?.text.loops).toBe(true)
  const lines = linesIn(text)
  expect(lines).toContain('sub.u32 budget, budget, 1;')
  expect(lines).toContain('@spent mov.u32 gave_up, 1;')
  expect(lines).toContain('@spent bra END_OF_TEST;')
  expect(planIn(alone('beq 0, 0, ON; ON:')).codes[0]?.text.loops).toBe(false)
})

test('a value that a load must return is compared with what it returned', () => {
  const text = alone('ld r0, [x] == 3;')
  expect(planIn(text).codes[0]?.text.expects).toBe(true)
  expect(linesIn(text)).toEqual(expect.arrayContaining(['setp.ne.s32 other, r0, 3;', '@other mov.u32 missed, 1;']))
})

// An instruction that PTX lacks is refused with a reason, and never replaced by something else.
test.each([
  ['fence.proxy.texture;', 'no public assembler has `fence.proxy.texture`'],
  ['fence.proxy.surface;', 'no public assembler has `fence.proxy.surface`'],
  ['fence.proxy.constant;', 'no public assembler has `fence.proxy.constant`'],
  ['sust [s], 1;', 'CUDA has surfaces of arrays only, which have no address for generic accesses'],
  ['suld r0, [s];', 'CUDA has surfaces of arrays only, which have no address for generic accesses'],
  ['atom.sub r0, [x], 1;', 'PTX has no `atom.sub`'],
  ['atom.add.u8 r0, [b], 1;', 'PTX has no `atom.add` of 8 bits'],
  ['atom.inc.u64 r0, [w], 1;', 'PTX has no `atom.inc` of 64 bits'],
  ['red.exch [x], 1;', 'PTX has no `red.relaxed.exch`'],
  ['red.add.acq_rel.gpu [x], 1;', 'PTX has no `red.acq_rel.add`'],
  ['st.mmio.relaxed.gpu [x], 1;', 'PTX has no `st.mmio` of scope `.gpu`'],
  ['ld.mmio.cta r0, [x];', 'PTX has no `ld.mmio` of scope `.cta`'],
  ['tld.relaxed.gpu r0, [t];', 'PTX has no `tex.relaxed`'],
  ['trap;', 'a trap ends the whole grid with an error, and all instances with it'],
  ['ld.u64 r0, [w]; add.u32 r1, r0, 1;', '`r0` has 64 bits here, not 32'],
  ['ld.s8 r0, [b]; add.s8 r1, r0, 1;', 'PTX computes with 16 bits or more'],
  ['ld r0, [x]; setp.eq.s32 p, r0, 1; add.u32 r1, p, 1;', '`p` is a predicate'],
  ['ld r0, [x]; setp.eq.s32 r0, r0, 1;', '`r0` holds other values than predicates, too'],
  ['mov.u32 r0, %clock;', 'its result is unknown, so no state can be compared'],
  [
    'bar.cta.sync 0; beq 0, 0, ON; ON:',
    '`bar.cta.sync` beside branches: which barriers are reached is not known from the text',
  ],
  [
    'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d], [x], 4, [bar];',
    'bulk copies move multiples of 16 bytes',
  ],
])('%s is not runnable', (instructions, reason) => {
  const text = alone(instructions).replace('.shared d;', '.shared d; .shared .b64 bar;')
  expect(reasonsIn(text)).toContain(reason)
})

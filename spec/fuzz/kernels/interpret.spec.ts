import { interpret, type Launch } from '../../../fuzz/kernels/interpret.js'
import { readModule } from '../../../fuzz/kernels/text.js'
import { must } from '../../../source/must.js'

const header = `.version 8.5
.target sm_90
.address_size 64
`

/** Returns the 64-bit words at the end of `out`, of an entry with these lines. */
function wordsOf(lines: readonly string[], also = '', launch: Partial<Launch> = {}): readonly bigint[] {
  const text = `${header}.visible .global .align 8 .b64 out[4];
${also}
.visible .entry k(${(launch.arguments ?? []).map((_, i) => `.param .u64 p${i}`).join(', ')}) {
  .reg .b16 %h<4>; .reg .b32 %r<8>; .reg .b64 %d<8>; .reg .pred %p<4>;
${lines.join('\n')}
  ret;
}
`
  const memory = interpret(readModule(text), { entry: 'k', arguments: [], objects: [], ...launch })
  const bytes = must(memory.get('out'), 'out')
  return [0, 1, 2, 3].map((word) =>
    bytes.slice(8 * word, 8 * word + 8).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n),
  )
}

/**
 * Each row has an instruction on immediates, and the final value of its destination: examples of the ISA, and edges of
 * its rules.
 */
const computed: readonly (readonly [instruction: string, width: 16 | 32 | 64, result: bigint])[] = [
  ['add.u32 X, 0xffffffff, 2', 32, 1n],
  ['add.s16 X, 32767, 1', 16, 0x8000n],
  ['add.sat.s32 X, 0x7fffffff, 1', 32, 0x7fff_ffffn],
  ['sub.sat.s32 X, -2147483648, 1', 32, 0x8000_0000n],
  ['sub.u64 X, 0, 1', 64, 0xffff_ffff_ffff_ffffn],
  ['mul.lo.s32 X, -3, 5', 32, 0xffff_fff1n],
  ['mul.hi.s32 X, -3, 5', 32, 0xffff_ffffn],
  ['mul.hi.u32 X, -3, 5', 32, 4n],
  ['mul.hi.u64 X, -1, -1', 64, 0xffff_ffff_ffff_fffen],
  ['mul.hi.s64 X, -1, -1', 64, 0n],
  ['mul.wide.s16 X, -2, 3', 32, 0xffff_fffan],
  ['mul.wide.u16 X, 65534, 3', 32, 0x2fffan],
  ['mul.wide.s32 X, -2, 3', 64, 0xffff_ffff_ffff_fffan],
  ['mul.wide.u32 X, -2, 3', 64, 0x2_ffff_fffan],
  ['mad.lo.u32 X, 0x10000, 0x10000, 7', 32, 7n],
  ['mad.hi.u32 X, 0x10000, 0x10000, 7', 32, 8n],
  ['mad.hi.sat.s32 X, 0x7fffffff, 0x7fffffff, 0x7fffffff', 32, 0x7fff_ffffn],
  ['mad.wide.s32 X, -2, 3, 10', 64, 4n],
  ['mad24.hi.u32 X, 0xffffff, 0xffffff, 1', 32, 0xffff_fe01n],
  ['mad24.hi.sat.s32 X, 0x7fffff, 0x7fffff, 0x7fffffff', 32, 0x7fff_ffffn],
  ['mul24.lo.s32 X, 0xffffff, 7', 32, 0xffff_fff9n],
  ['dp4a.u32.u32 X, 0x01020304, 0xff020304, 5', 32, 289n],
  ['dp4a.s32.u32 X, 0xff000001, 0xff000002, 5', 32, 0xffff_ff08n],
  ['dp2a.lo.u32.s32 X, 0x00020003, 0x0506ff04, 1', 32, 11n],
  ['dp2a.hi.s32.u32 X, 0xffff0003, 0x0506ff04, 1', 32, 14n],
  ['add.cc.u32 X, -1, 2; addc.u32 X, 5, 6', 32, 12n],
  ['add.cc.u32 X, 1, 2; addc.u32 X, 5, 6', 32, 11n],
  ['sub.cc.s64 X, 1, 2; subc.s64 X, 5, 6', 64, 0xffff_ffff_ffff_fffen],
  ['mad.lo.cc.u32 X, -1, 1, 1; madc.hi.u32 X, 0x10000, 0x10000, 3', 32, 5n],
  ['mad.lo.cc.u32 X, -1, 1, 1; madc.hi.cc.u32 X, -1, -1, -1; addc.u32 X, 0, 0', 32, 1n],
  ['sad.s32 X, -5, 3, 10', 32, 18n],
  ['sad.u32 X, 3, 5, 10', 32, 12n],
  ['div.s32 X, -7, 2', 32, 0xffff_fffdn],
  ['div.u32 X, -7, 2', 32, 0x7fff_fffcn],
  ['rem.s32 X, -7, 2', 32, 0xffff_ffffn],
  ['rem.u16 X, 65535, 10', 16, 5n],
  ['abs.s32 X, -2147483648', 32, 0x8000_0000n],
  ['abs.s64 X, -9', 64, 9n],
  ['neg.s16 X, 1', 16, 0xffffn],
  ['min.s32 X, -1, 1', 32, 0xffff_ffffn],
  ['min.u32 X, -1, 1', 32, 1n],
  ['max.s64 X, -1, 1', 64, 1n],
  ['and.b32 X, 12, 10', 32, 8n],
  ['or.b16 X, 12, 10', 16, 14n],
  ['xor.b64 X, -1, 10', 64, 0xffff_ffff_ffff_fff5n],
  ['not.b32 X, 10', 32, 0xffff_fff5n],
  ['cnot.b32 X, 10', 32, 0n],
  ['cnot.b64 X, 0', 64, 1n],
  ['shl.b32 X, 3, 31', 32, 0x8000_0000n],
  ['shl.b32 X, 3, 32', 32, 0n],
  ['shl.b64 X, 3, -1', 64, 0n],
  ['shr.u32 X, 0x80000000, 31', 32, 1n],
  ['shr.b32 X, 0x80000000, 40', 32, 0n],
  ['shr.s32 X, 0x80000000, 31', 32, 0xffff_ffffn],
  ['shr.s32 X, 0x80000000, 99', 32, 0xffff_ffffn],
  ['shr.s16 X, -32768, 3', 16, 0xf000n],
  ['shf.l.clamp.b32 X, 0x80000001, 0x12345678, 4', 32, 0x2345_6788n],
  ['shf.l.clamp.b32 X, 0x80000001, 0x12345678, 40', 32, 0x8000_0001n],
  ['shf.l.wrap.b32 X, 0x80000001, 0x12345678, 36', 32, 0x2345_6788n],
  ['shf.r.clamp.b32 X, 0x80000001, 0x12345678, 4', 32, 0x8800_0000n],
  ['shf.r.clamp.b32 X, 0x80000001, 0x12345678, 32', 32, 0x1234_5678n],
  ['shf.r.wrap.b32 X, 0x80000001, 0x12345678, 32', 32, 0x8000_0001n],
  ['bfe.u32 X, 0xabcd1234, 8, 12', 32, 0xd12n],
  ['bfe.s32 X, 0xabcd1234, 8, 12', 32, 0xffff_fd12n],
  ['bfe.s32 X, 0xabcd1234, 28, 12', 32, 0xffff_fffan],
  ['bfe.u32 X, 0xabcd1234, 28, 12', 32, 0xan],
  ['bfe.s32 X, 0xabcd1234, 99, 1', 32, 0xffff_ffffn],
  ['bfe.s32 X, 0xabcd1234, 99, 0', 32, 0n],
  ['bfe.u64 X, 0xabcd123400000000, 256, 0x120', 64, 0n],
  ['bfe.s64 X, 0xabcd123400000000, 32, 32', 64, 0xffff_ffff_abcd_1234n],
  ['bfi.b32 X, 0xff, 0x11111111, 8, 12', 32, 0x1110_ff11n],
  ['bfi.b32 X, 0xff, 0x11111111, 28, 12', 32, 0xf111_1111n],
  ['bfi.b32 X, 0xff, 0x11111111, 32, 12', 32, 0x1111_1111n],
  ['bfi.b32 X, 0xff, 0x11111111, 8, 256', 32, 0x1111_1111n],
  ['bfi.b64 X, -1, 0, 60, 2', 64, 0x3000_0000_0000_0000n],
  ['bfind.u32 X, 0x1000', 32, 12n],
  ['bfind.u32 X, 0', 32, 0xffff_ffffn],
  ['bfind.s32 X, -1', 32, 0xffff_ffffn],
  ['bfind.s32 X, -4096', 32, 11n],
  ['bfind.shiftamt.s64 X, -4096', 32, 52n],
  ['bfind.shiftamt.u32 X, 0', 32, 0xffff_ffffn],
  ['clz.b32 X, 0', 32, 32n],
  ['clz.b32 X, 1', 32, 31n],
  ['clz.b64 X, 1', 32, 63n],
  ['popc.b32 X, -1', 32, 32n],
  ['popc.b64 X, 0xf0f0', 32, 8n],
  ['brev.b32 X, 1', 32, 0x8000_0000n],
  ['brev.b64 X, 3', 64, 0xc000_0000_0000_0000n],
  ['fns.b32 X, 0xaaaaaaaa, 3, 1', 32, 3n],
  ['fns.b32 X, 0xaaaaaaaa, 3, -1', 32, 3n],
  ['fns.b32 X, 0xaaaaaaaa, 2, 1', 32, 3n],
  ['fns.b32 X, 0xaaaaaaaa, 2, -1', 32, 1n],
  ['fns.b32 X, 0xaaaaaaaa, 2, 0', 32, 0xffff_ffffn],
  ['bmsk.wrap.b32 X, 1, 2', 32, 6n],
  ['bmsk.wrap.b32 X, 33, 34', 32, 6n],
  ['bmsk.clamp.b32 X, 33, 2', 32, 0n],
  ['bmsk.clamp.b32 X, 30, 9', 32, 0xc000_0000n],
  ['szext.wrap.u32 X, 0xffffffff, 0', 32, 0n],
  ['szext.clamp.s32 X, 0xff, 8', 32, 0xffff_ffffn],
  ['szext.clamp.u32 X, 0x12345678, 40', 32, 0x1234_5678n],
  ['szext.wrap.u32 X, 0x12345678, 40', 32, 0x78n],
  ['prmt.b32 X, 0x33221100, 0x77665544, 0x5140', 32, 0x5511_4400n],
  ['prmt.b32 X, 0x33228000, 0x77665544, 0x0009', 32, 0x00ffn],
  ['prmt.b32.f4e X, 0x33221100, 0x77665544, 1', 32, 0x4433_2211n],
  ['prmt.b32.b4e X, 0x33221100, 0x77665544, 1', 32, 0x6677_0011n],
  ['prmt.b32.rc8 X, 0x33221100, 0x77665544, 2', 32, 0x2222_2222n],
  ['prmt.b32.ecl X, 0x33221100, 0x77665544, 1', 32, 0x3322_1111n],
  ['prmt.b32.ecr X, 0x33221100, 0x77665544, 1', 32, 0x1111_1100n],
  ['prmt.b32.rc16 X, 0x33221100, 0x77665544, 3', 32, 0x3322_3322n],
  ['lop3.b32 X, 12, 10, 6, 0x80', 32, 0n],
  ['lop3.b32 X, 12, 10, 6, 0x40', 32, 8n],
  ['lop3.b32 X, 12, 10, 1, 0x1a', 32, 5n],
  ['slct.b32.s32 X, 1, 2, 0', 32, 1n],
  ['slct.b32.s32 X, 1, 2, -1', 32, 2n],
  ['slct.b64.f32 X, 1, 2, 0f80000000', 64, 1n],
  ['slct.b64.f32 X, 1, 2, 0f7FC00000', 64, 2n],
  ['set.lt.u32.s32 X, -1, 1', 32, 0xffff_ffffn],
  ['set.lt.f32.s32 X, -1, 1', 32, 0x3f80_0000n],
  ['set.lt.u32.u32 X, -1, 1', 32, 0n],
  ['cvt.u8.u32 X, 0x1ff', 32, 0xffn],
  ['cvt.s8.u32 X, 0x1ff', 32, 0xffff_ffffn],
  ['cvt.u32.s8 X, 0x1ff', 32, 0xffff_ffffn],
  ['cvt.u64.s32 X, -5', 64, 0xffff_ffff_ffff_fffbn],
  ['cvt.s64.u32 X, -5', 64, 0xffff_fffbn],
  ['cvt.u16.s64 X, -5', 32, 0xfffbn],
  ['cvt.sat.u8.s32 X, -5', 32, 0n],
  ['cvt.sat.s8.s32 X, 300', 32, 127n],
  ['cvt.sat.s8.s32 X, -300', 32, 0xffff_ff80n],
  ['cvt.sat.s32.u32 X, -1', 32, 0x7fff_ffffn],
  ['cvt.sat.u32.s64 X, -1', 32, 0n],
]

test.each(computed)('%s: %i bits', (instruction, width, result) => {
  const register = { 16: '%h0', 32: '%r0', 64: '%d0' }[width]
  expect(wordsOf([`${instruction.replaceAll('X', register)};`, `st.global.b${width} [out], ${register};`])[0]).toBe(
    result,
  )
})

/** Comparisons, and the resulting `p|q`, with `%p2` true and `%p3` false. */
const compared: readonly (readonly [string, p: 0 | 1, q: 0 | 1])[] = [
  ['setp.lt.s32 %p0|%p1, -1, 1', 1, 0],
  ['setp.lt.u32 %p0|%p1, -1, 1', 0, 1],
  ['setp.lo.u32 %p0|%p1, 1, -1', 1, 0],
  ['setp.hs.u16 %p0|%p1, 1, 1', 1, 0],
  ['setp.ls.u64 %p0|%p1, 2, 1', 0, 1],
  ['setp.hi.u64 %p0|%p1, 2, 1', 1, 0],
  ['setp.eq.b64 %p0|%p1, 2, 2', 1, 0],
  ['setp.ne.and.s32 %p0|%p1, 1, 2, %p2', 1, 0],
  ['setp.ne.and.s32 %p0|%p1, 1, 2, %p3', 0, 0],
  ['setp.ne.and.s32 %p0|%p1, 1, 2, !%p3', 1, 0],
  ['setp.eq.or.s32 %p0|%p1, 1, 2, %p2', 1, 1],
  ['setp.eq.xor.s32 %p0|%p1, 1, 2, %p2', 1, 0],
  ['setp.lt.f32 %p0|%p1, 0fBF800000, 0f00000000', 1, 0],
  ['setp.eq.f32 %p0|%p1, 0f80000000, 0f00000000', 1, 0],
  ['setp.eq.f32 %p0|%p1, 0f7FC00000, 0f7FC00000', 0, 1],
  ['setp.ne.f32 %p0|%p1, 0f7FC00000, 0f7FC00000', 0, 1],
  ['setp.neu.f32 %p0|%p1, 0f7FC00000, 0f7FC00000', 1, 0],
  ['setp.ltu.f64 %p0|%p1, 0d7FF8000000000000, 0d3FF0000000000000', 1, 0],
  ['setp.geu.f64 %p0|%p1, 0d4000000000000000, 0d3FF0000000000000', 1, 0],
  ['setp.num.f32 %p0|%p1, 0f7FC00000, 0f00000000', 0, 1],
  ['setp.nan.f32 %p0|%p1, 0f7FC00000, 0f00000000', 1, 0],
  ['setp.gt.f32 %p0|%p1, 0f00000001, 0f00000000', 1, 0],
  ['setp.gt.ftz.f32 %p0|%p1, 0f00000001, 0f00000000', 0, 1],
  ['lop3.or.b32 %r1|%p0, 1, 1, 1, 0x80, %p3', 1, 1],
  ['mov.b16 %h0, 0x3c00; setp.gt.f16 %p0|%p1, %h0, 1', 1, 0],
  ['mov.b16 %h0, 1; setp.eq.ftz.f16 %p0|%p1, %h0, 0', 1, 0],
  ['mov.b16 %h0, 0x7c01; setp.nan.f16 %p0|%p1, %h0, 0', 1, 0],
  ['mov.b16 %h0, 0x4000; setp.gt.bf16 %p0|%p1, %h0, 0x3f80', 1, 0],
  ['setp.lt.f64 %p0|%p1, 0dFFF0000000000000, 0d8000000000000001', 1, 0],
  ['setp.gt.f32 %p0|%p1, 0f7F7FFFFF, 0f7F7FFFFE', 1, 0],
  ['isspacep.shared %p0, %d2; isspacep.global %p1, %d2', 1, 0],
  ['lop3.and.b32 _|%p0, 1, 1, 0, 0x80, %p2', 0, 0],
]

test.each(compared)('%s', (instruction, p, q) => {
  const [first, second] = wordsOf([
    '.shared .u32 s; cvta.shared.u64 %d2, s;',
    'setp.eq.s32 %p2, 0, 0; not.pred %p3, %p2; mov.b32 %r1, 0;',
    `${instruction};`,
    instruction.startsWith('lop3') ? 'setp.ne.b32 %p1, %r1, 0;' : '',
    'selp.b64 %d0, 1, 0, %p0; selp.u64 %d1, 1, 0, %p1; st.global.v2.b64 [out], {%d0, %d1};',
  ])
  expect([first, second]).toEqual([BigInt(p), BigInt(q)])
})

/** Atomic operations on a 32-bit word that holds 0xfffffffe, and its final value. */
const atomics: readonly (readonly [string, bigint])[] = [
  ['add.u32 3', 1n],
  ['and.b32 15', 14n],
  ['or.b32 1', 0xffff_ffffn],
  ['xor.b32 3', 0xffff_fffdn],
  ['min.s32 3', 0xffff_fffen],
  ['min.u32 3', 3n],
  ['max.s32 3', 3n],
  ['max.u32 3', 0xffff_fffen],
  ['inc.u32 -1', 0xffff_ffffn],
  ['inc.u32 -2', 0n],
  ['inc.u32 7', 0n],
  ['dec.u32 7', 7n],
  ['dec.u32 -2', 0xffff_fffdn],
  ['exch.b32 7', 7n],
  ['cas.b32 -2, 9', 9n],
  ['cas.b32 -1, 9', 0xffff_fffen],
]

test.each(atomics)('atom.global.%s', (operation, result) => {
  const [mnemonic, operands] = [operation.replace(/ .*/, ''), operation.replace(/^\S* /, '')]
  const [memory, old] = wordsOf([
    'st.global.u32 [out], -2;',
    `atom.global.${mnemonic} %r0, [out], ${operands};`,
    'st.global.u32 [out+8], %r0;',
  ])
  expect([memory, old]).toEqual([result, 0xffff_fffen])
})

/** Programs beyond a single computation, with the four words of `out` at the end. */
const programs: readonly (readonly [name: string, lines: readonly string[], out: readonly number[]])[] = [
  [
    'narrow loads extend, and narrow stores cut off',
    [
      'mov.b32 %r0, 0x1280; st.global.u8 [out], %r0; st.global.b16 [out+2], %r0;',
      'ld.global.s8 %r1, [out]; ld.global.u8 %h1, [out]; ld.global.b32 %d1, [out];',
      'neg.s32 %r1, %r1; st.global.b32 [out+8], %r1; st.global.b16 [out+16], %h1; st.global.b64 [out+24], %d1;',
    ],
    [0x1280_0080, 0x80, 0x80, 0x1280_0080],
  ],
  [
    'vectors, halves of registers, and generic addresses of three spaces',
    [
      '.shared .align 8 .b8 s[8]; .local .align 16 .b8 l[16];',
      'mov.b64 %d0, {2, 1}; mov.b64 {%r0, %r1}, %d0; mov.b32 {%h0, %h1}, 0x50004;',
      'mov.u32 %r2, s; st.shared.v2.u32 [%r2], {%r1, %r0}; cvt.u64.u32 %d1, %r2; cvta.shared.u64 %d1, %d1;',
      'ld.u32 %r3, [%d1]; st.global.u32 [out], %r3; ld.volatile.shared::cta.u32 %r3, [s+4]; st.global.u32 [out+8], %r3;',
      'mov.u64 %d2, l; cvta.local.u64 %d3, %d2; st.u16 [%d3+8], %h0; st.local.u16 [%d2+10], %h1; ld.local.u32 %r4, [l+8];',
      'mov.u64 %d4, out; cvta.global.u64 %d4, %d4; st.relaxed.gpu.u32 [%d4+16], %r4; cvta.to.local.u64 %d5, %d3;',
      'sub.u64 %d5, %d5, %d2; st.u64 [%d4+24], %d5;',
    ],
    [1, 2, 0x5_0004, 0],
  ],
  [
    'a counted loop, guards, a table of labels, and registers of inner scopes',
    [
      'mov.u32 %r0, 0; mov.u32 %r1, 0;',
      'LOOP: add.u32 %r1, %r1, %r0; add.u32 %r0, %r0, 1; setp.lt.u32 %p0, %r0, 5; @%p0 bra LOOP;',
      '@%p0 mov.u32 %r1, 99; @!%p0 add.u32 %r1, %r1, 100;',
      'T: .branchtargets A, B, C;',
      'mov.u32 %r2, 1; brx.idx %r2, T;',
      'A: add.u32 %r1, %r1, 1000;',
      'B: add.u32 %r1, %r1, 2000; bra.uni C;',
      'add.u32 %r1, %r1, 4000;',
      'C: { .reg .b32 %r1; mov.u32 %r1, 7; st.global.u32 [out+8], %r1; }',
      'st.global.u32 [out], %r1;',
      'mov.u32 %r3, %ntid.x; add.u32 %r3, %r3, WARP_SZ; @!%p0 st.global.u32 [out+16], %r3; @%p0 trap; exit;',
    ],
    [2110, 7, 33, 0],
  ],
]

test.each(programs)('%s', (_, lines, out) => {
  expect(wordsOf(lines)).toEqual(out.map(BigInt))
})

test('arguments are integers, bytes of structures and addresses of objects, and variables begin with what they are declared with', () => {
  const text = `${header}.const .u32 c[2] = {5, 0x6};
.global .align 4 .u16 out[4] = {1, 2};
.visible .entry k(.param .u64 p, .param .u16 n, .param .align 4 .b8 s[8]) {
  .reg .b64 %d<2>; .reg .b32 %r<4>;
  ld.param.u64 %d0, [p]; ld.param.u16 %r0, [n]; ld.param.u32 %r1, [s+4]; ld.const.u32 %r2, [c+4];
  add.u32 %r0, %r0, %r2;
  st.global.v2.u32 [%d0], {%r0, %r1};
}`
  const objects = [{ space: 'global', name: 'x', alignment: 8, size: 4, elements: 2, initial: [] }] as const
  const launch: Launch = { entry: 'k', arguments: [{ object: 'x' }, 0x1_0003n, [0, 0, 0, 0, 1, 2, 0, 0]], objects }
  expect(interpret(readModule(text), launch)).toEqual(
    new Map([
      ['out', [1, 0, 2, 0, 0, 0, 0, 0]],
      ['x', [9, 0, 0, 0, 1, 2, 0, 0]],
    ]),
  )
})

test('a call gives bytes to parameters and takes them from results; `exit` in a function ends the thread', () => {
  const functions = `.func (.param .b32 r) f(.param .b32 a, .param .align 4 .b8 b[8]);
.func (.param .b32 r) f(.param .b32 a, .param .align 4 .b8 b[8]) {
  .reg .b32 %r<3>; .reg .pred %p; .local .u32 l;
  ld.param.b32 %r0, [a]; ld.param.u8 %r1, [b+4]; st.local.u32 [l], %r1; ld.local.u32 %r2, [l];
  add.u32 %r0, %r0, %r2; st.param.b32 [r+0], %r0; setp.gt.u32 %p, %r0, 100; @%p exit; ret.uni;
}`
  const call = (value: number, place: number) => [
    '{ .param .b32 param0; st.param.b32 [param0], %r0; .param .align 4 .b8 param1[8];',
    `st.param.v2.b32 [param1], {0, ${value}}; .param .b32 retval0;`,
    `call.uni (retval0), f, (param0, param1); ld.param.b32 %r1, [retval0+0]; st.global.u32 [out+${place}], %r1; }`,
  ]
  const lines = ['mov.u32 %r0, 1;', ...call(0x1_02, 0), ...call(7, 8), 'mov.u32 %r0, 100;', ...call(1, 16)]
  expect(wordsOf(lines, functions)).toEqual([3n, 8n, 0n, 0n])
})

test.each([
  ['registers that nothing has written', 'add.u32 %r0, %r1, 1;', 'line 8: there must be a value of %r1'],
  ['shared memory that nothing has written', '.shared .u32 s; ld.shared.u32 %r0, [s];', 'that something has written'],
  ['division by zero', 'div.u32 %r0, 1, 0;', 'Division by zero'],
  ['accesses beyond memory', 'ld.global.u32 %r0, [out+32];', 'nothing is at'],
  ['misaligned accesses', 'ld.global.u32 %r0, [out+2];', 'is misaligned'],
  ['another space', '.shared .u32 s; mov.u64 %d0, s; ld.local.u32 %r0, [%d0];', 'nothing is at'],
  ['floating-point arithmetic', 'add.f32 %r0, 0f3F800000, 0f3F800000;', 'an instruction add.f32'],
  ['endless loops', 'L: bra L;', 'does not end'],
])('%s throw', (_, line, message) => {
  expect(() => wordsOf([line])).toThrow(message)
})

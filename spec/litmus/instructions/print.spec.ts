import { formats } from '../../../litmus/format.js'
import type { Instruction } from '../../../litmus/instruction.js'
import { opcodeOf } from '../../../litmus/instructions/opcodes.js'
import { printed, printInstruction } from '../../../litmus/instructions/print.js'
import { printProgram } from '../../../litmus/print.js'
import { threadAt } from '../../../litmus/program.js'
import { testIn } from '../../support.js'
import { placeless } from '../placeless.js'

const program = (body: string) =>
  testIn(`.global x; .global .u64 w[4];
d0.b0.t0 { mov a, 1; mov b, 2; mov c, 3; mov.u64 d, 4; setp.ne.s32 p, a, 0; setp.ne.s32 q, b, 0; add.cc.u32 e, a, b; ${body} }
check ([x] == 0) as question;`)

const before = 8
const instructionsOf = (body: string): readonly Instruction[] =>
  threadAt(program(body).threads, 0).instructions.slice(before)
const textOf = (body: string): readonly string[] =>
  printed(instructionsOf(body), 'nvlitmus', () => false).map(({ text }) => text)

/** Statements as PTX writes them, and as we do if that differs. */
const statements: readonly (readonly [string, string?])[] = [
  ['setp.lt.and.s32 p, a, b, q'],
  ['setp.hs.or.u64 p, d, 4, !q', 'setp.ge.or.u64 p, d, 4, !q'],
  ['setp.geu.f32 p, a, b'],
  ['setp.nan.xor.ftz.f64 p, d, 0, q'],
  ['setp.num.f16 p, a, b'],
  ['setp.eq.bf16 p, a, b'],
  ['set.lt.u32.s32 r, a, b'],
  ['set.eq.f16.f16 r, a, b'],
  ['set.eq.bf16.u16 r, a, b'],
  ['set.lt.s16.f64 r, d, d'],
  ['set.neu.and.f32.f32 r, a, b, !p'],
  ['selp.u32 r, a, 7, p'],
  ['selp.f64 r, d, d, p', 'selp.u64 r, d, d, p'],
  ['slct.u16.s32 r, a, b, c'],
  ['slct.ftz.u64.f32 r, d, d, c'],
  ['and.pred p, p, q'],
  ['not.pred p, q'],
  ['mov.pred p, q', 'mov.u8 p, q'],
  ['add.sat.s32 r, a, b', 'add.sat r, a, b'],
  ['min.s16x2.relu r, a, b', 'min.relu.s16x2 r, a, b'],
  ['max.relu.s32 r, a, b', 'max.relu r, a, b'],
  ['add.cc.u32 r, a, b'],
  ['addc.u64 r, d, d'],
  ['addc.cc.s32 r, a, 5'],
  ['sub.cc.u32 r, a, b'],
  ['subc.cc.u32 r, a, b'],
  ['mad.lo.cc.u32 r, a, b, c'],
  ['madc.hi.u32 r, a, b, c'],
  ['madc.hi.cc.u64 r, d, d, 3'],
  ['mad.hi.sat.s32 r, a, b, c', 'mad.hi.sat r, a, b, c'],
  ['mad.hi.u32 r, a, b, c'],
  ['mul24.lo.u32 r, a, b'],
  ['mad24.hi.sat.s32 r, a, b, c', 'mad24.hi.sat r, a, b, c'],
  ['sad.u16 r, a, b, c'],
  ['abs.s64 r, d'],
  ['cnot.b32 r, a', 'cnot r, a'],
  ['lop3.b32 r, a, b, c, 150', 'lop3 r, a, b, c, 150'],
  ['shf.l.clamp.b32 r, a, b, c', 'shf.l.clamp r, a, b, c'],
  ['shf.r.wrap.b32 r, a, b, 3', 'shf.r.wrap r, a, b, 3'],
  ['bfe.u64 r, d, a, 4'],
  ['bfi.b64 r, d, d, 3, 4'],
  ['bfind.shiftamt.u32 r, a'],
  ['brev.b64 r, d'],
  ['popc.b64 r, d'],
  ['clz.b32 r, a', 'clz r, a'],
  ['bmsk.wrap.b32 r, a, b', 'bmsk.wrap r, a, b'],
  ['szext.clamp.u32 r, a, b'],
  ['prmt.b32.f4e r, a, b, c', 'prmt.f4e r, a, b, c'],
  ['dp4a.s32.u32 r, a, b, c'],
  ['dp2a.hi.u32.u32 r, a, b, c'],
  ['cvt.sat.u8.s32 r, a'],
  ['isspacep.shared::cta p, d', 'isspacep.shared p, d'],
  ['fns.b32 r, a, b, c', 'fns r, a, b, c'],
  ['mov.b64 r, {a, b}'],
  ['mov.b128 r, {d, d}'],
  ['ld.relaxed.gpu.b128 r, [w]'],
  ['mov.b64 {_, r}, d'],
  ['mov.b32 r, {a, 1, b, c}'],
  ['fma.rn.ftz.f32 r, a, b, c'],
  ['cvt.rzi.s32.f64 r, d'],
  ['neg.f32 r, a', 'xor.b32 r, a, 2147483648'],
  ['abs.f16x2 r, a', 'and.b32 r, a, 2147450879'],
  ['copysign.f64 r, d, d', 'bfi.b64 r, d, d, 0, 63'],
  ['testp.finite.f32 p, a'],
  ['mov.u64 r, %globaltimer'],
  ['createpolicy.fractional.L2::evict_first.b64 r, 0x3f800000'],
  ['atom.add.f32 r, [x], a'],
  ['atom.add.noftz.f16x2 r, [w], a'],
  ['red.global.v2.f32.add [w], {a, b}'],
]

describe('computations', () => {
  test.each(statements)('%s', (text, printed = text) => expect(textOf(`${text};`)).toEqual([printed]))
  // `xor.b32`, which replaces `neg.f32`, has a sign in tests.
  const same = statements.filter(([text, printed = text]) => printed.startsWith(opcodeOf(text)))
  test.each(same)('%s is read again as it was, in either format', (text) => {
    const first = program(`${text};`)
    const codeOf = (one: typeof first): unknown => placeless(threadAt(one.threads, 0).instructions)
    for (const format of formats) expect(codeOf(testIn(printProgram(first, format)))).toEqual(codeOf(first))
  })
})

test('each destination of a comparison is an instruction of its own, and the predicate is the one before', () => {
  expect(textOf('setp.lt.s32 p|q, a, b;')).toEqual(['setp.lt.s32 p, a, b', 'setp.ge.s32 q, a, b'])
  expect(textOf('setp.lt.and.s32 p|q, a, b, p;')).toEqual(['setp.ge.and.s32 q, a, b, p', 'setp.lt.and.s32 p, a, b, p'])
  expect(textOf('setp.eq.f32 p|q, a, b;')).toEqual(['setp.eq.f32 p, a, b', 'setp.neu.f32 q, a, b'])
  expect(textOf('setp.gtu.f32 p|q, a, b;')).toEqual(['setp.gtu.f32 p, a, b', 'setp.le.f32 q, a, b'])
  expect(textOf('setp.num.f32 _|q, a, b;')).toEqual(['setp.nan.f32 q, a, b'])
})
test('a table whose result is tested is two instructions', () => {
  expect(textOf('lop3.or.b32 r|p, a, b, c, 0xfe, q;')).toEqual(['lop3 r, a, b, c, 254', 'setp.ne.or.s32 p, r, 0, q'])
})
test('each part that is unpacked is, too, and the one that overwrites the whole comes last', () => {
  expect(textOf('mov.b64 {d, r}, d;')).toEqual(['mov.b64 {_, r}, d', 'mov.b64 {d, _}, d'])
})
test('a guard is of all that a statement does', () => {
  expect(textOf('@p mov.b64 {r, s}, d;')).toEqual(['@p mov.b64 {r, _}, d', '@p mov.b64 {_, s}, d'])
  expect(textOf('@!p addc.cc.u32 r, a, b;')).toEqual(['@!p addc.cc.u32 r, a, b'])
})
test('and where it overwrites the register of its guard, there is a branch', () => {
  expect(textOf('@p setp.lt.s32 p|q, a, b;')).toEqual([
    'beq p, 0, guard_7',
    'setp.lt.s32 p, a, b',
    'setp.ge.s32 q, a, b',
    'guard_7:',
  ])
})

test.each([
  'nanosleep.u32 20',
  'prefetch.global.L2::evict_last [x]',
  'prefetchu.L1 [x]',
  'applypriority.global.L2::evict_normal [x], 128',
  'pmevent 3',
])('%s is not an instruction of ours, guarded or not', (text) => {
  expect(instructionsOf(`${text}; @p ${text};`)).toEqual([])
})

test.each([
  ['ld.global.ca.u32 r, [x]', 'ld.weak.global.u32 r, [x]'],
  ['ld.global.L1::evict_last.L2::128B.u32 r, [x]', 'ld.weak.global.u32 r, [x]'],
  ['ld.global.nc.L1::no_allocate.L2::cache_hint.u32 r, [x], d', 'ld.global.nc.u32 r, [x]'],
  ['st.global.wt.f32 [x], a', 'st.weak.global.u32 [x], a'],
  ['st.L2::cache_hint.v2.b32 [w], {a, b}, d', 'st.weak.v2.s32 [w], {a, b}'],
  ['atom.global.add.L2::cache_hint.u32 r, [x], a, d', 'atom.relaxed.gpu.global.add.u32 r, [x], a'],
  ['atom.add.release.gpu.u32 r, [x], 1', 'atom.release.gpu.add.u32 r, [x], 1'],
  ['atom.global.inc.u32 r, [x], 3', 'atom.relaxed.gpu.global.inc.u32 r, [x], 3'],
])('%s: hints have no effect, and qualifiers any order', (text, printed) =>
  expect(textOf(`${text};`)).toEqual([printed]),
)

describe('in a module', () => {
  test('bits are extended by zeros, in tests by their sign', () => {
    const typeOf = (body: string): unknown => {
      const [one] = instructionsOf(body)
      return one !== undefined && 'type' in one ? one.type : undefined
    }
    expect(typeOf('ld.b8 r, [x];')).toEqual({ width: 8, signed: true })
    expect(typeOf('ld.f32 r, [x];')).toEqual({ width: 32, signed: false })
  })
})

test('an instruction that is not computed is written as it was', () => {
  const [one] = instructionsOf('add.rn.f32 r,  a, // the sum\n b;')
  expect(one && printInstruction(one, 'herd', () => false)).toBe('add.rn.f32 r, a, b')
})

/**
 * The computations on registers: the PTX forms of each, and the types of it and its operands (ISA, Integer Arithmetic,
 * Logic and Shift, Data Movement).
 */

import { type DataType, predicateType, type Width } from '../operand.js'
import type { Arithmetic, ArithmeticOperation } from './register-instructions.js'

/** The form of an operation. */
export interface Form {
  /** The words before the types, such as `mul.hi`. */
  readonly words: string
  /** The types that it names, in order. */
  readonly types: readonly TypeRule[]
  readonly operands: readonly OperandType[]
  readonly result: ResultType
}

/**
 * The first letter of a type: of bits, unsigned, signed, floating-point (whose values are also bits here), or
 * predicate.
 */
export type TypeLetter = 'b' | 'u' | 's' | 'f' | 'p'

/** The types that an operation can name. */
export interface TypeRule {
  readonly letters: readonly TypeLetter[]
  /** The widths; if absent, all are possible. */
  readonly widths?: readonly Width[]
}

/**
 * The type that is named first, that of the result, 32 bits without a sign, or a predicate. The last is also that of
 * all further operands.
 */
type OperandType = 'own' | 'result' | 'word' | 'predicate'

/** The type that is named first, or with twice the width, or another. */
type ResultType = 'own' | 'twice' | DataType

const word: DataType = { width: 32, signed: false }
const signedWord: DataType = { width: 32, signed: true }

const any: TypeRule = { letters: ['b', 'u', 's'] }
const moved: TypeRule = { letters: ['b', 'u', 's', 'f', 'p'] }
const chosen: TypeRule = { letters: ['b', 'u', 's', 'f'] }
const numbers: TypeRule = { letters: ['u', 's'] }
const signed: TypeRule = { letters: ['s'] }
const bits: TypeRule = { letters: ['b'] }
/** Bits, and predicates, which are also bits. */
const logical: TypeRule = { letters: ['b', 'p'] }
const address: TypeRule = { letters: ['u'], widths: [64] }
/** An address, or one within a state space. */
const pointer: TypeRule = { letters: ['u'], widths: [32, 64] }
const ofWords = (rule: TypeRule): TypeRule => ({ ...rule, widths: [32] })
const ofFields = (rule: TypeRule): TypeRule => ({ ...rule, widths: [32, 64] })
const u32 = ofWords({ letters: ['u'] })
const s32 = ofWords(signed)

const unary = (words: string, rule: TypeRule, result: ResultType = 'own'): Form => ({
  words,
  types: [rule],
  operands: ['own'],
  result,
})
const binary = (words: string, rule: TypeRule): Form => ({
  words,
  types: [rule],
  operands: ['own', 'own'],
  result: 'own',
})
const ternary = (words: string, rule: TypeRule): Form => ({
  words,
  types: [rule],
  operands: ['own', 'own', 'own'],
  result: 'own',
})
const funnel = (words: string): Form => ({ ...ternary(words, ofWords(bits)), operands: ['own', 'own', 'word'] })
const dotProduct = (words: string, first: TypeRule, second: TypeRule): Form => ({
  words,
  types: [first, second],
  operands: ['word', 'word', 'result'],
  result: first === u32 && second === u32 ? word : signedWord,
})
/**
 * Makes the form of an operation on two numbers in each register, whose types are among the words: registers have 32
 * bits (ISA, `add`, `min`, `max`).
 */
const inHalves = (words: string): Form => ({ words, types: [], operands: ['word', 'word'], result: word })
const carried = (words: string, operands: Form['operands']): Form => ({
  words,
  types: [ofFields(any)],
  operands,
  result: 'own',
})

export const forms: { readonly [O in ArithmeticOperation]: Form } = {
  mov: unary('mov', moved),
  pack: unary('mov', bits),
  unpack: { ...unary('mov', bits), operands: ['own', 'word'] },
  selp: { ...binary('selp', chosen), operands: ['own', 'own', 'predicate'] },
  slct: { ...binary('slct', chosen), types: [chosen, s32], operands: ['own', 'own', 'word'] },
  'slct-f32': {
    ...binary('slct', chosen),
    types: [chosen, ofWords({ letters: ['f'] })],
    operands: ['own', 'own', 'word'],
  },
  'slct-f32-ftz': {
    ...binary('slct.ftz', chosen),
    types: [chosen, ofWords({ letters: ['f'] })],
    operands: ['own', 'own', 'word'],
  },
  add: binary('add', any),
  'add-sat': binary('add.sat', s32),
  sub: binary('sub', any),
  'sub-sat': binary('sub.sat', s32),
  addc: carried('addc', ['own', 'own', 'predicate']),
  subc: carried('subc', ['own', 'own', 'predicate']),
  carry: { ...carried('add.cc', ['own', 'own', 'predicate']), result: predicateType },
  borrow: { ...carried('sub.cc', ['own', 'own', 'predicate']), result: predicateType },
  mul: binary('mul.lo', any),
  'mul-hi': binary('mul.hi', numbers),
  'mul-wide': { ...binary('mul.wide', numbers), result: 'twice' },
  mad: ternary('mad.lo', any),
  'mad-hi': ternary('mad.hi', numbers),
  'mad-hi-sat': ternary('mad.hi.sat', s32),
  'mad-wide': { ...ternary('mad.wide', numbers), operands: ['own', 'own', 'result'], result: 'twice' },
  'mul24-lo': binary('mul24.lo', ofWords(numbers)),
  'mul24-hi': binary('mul24.hi', ofWords(numbers)),
  'mad24-lo': ternary('mad24.lo', ofWords(numbers)),
  'mad24-hi': ternary('mad24.hi', ofWords(numbers)),
  'mad24-hi-sat': ternary('mad24.hi.sat', s32),
  sad: ternary('sad', numbers),
  'dp4a-u32-u32': dotProduct('dp4a', u32, u32),
  'dp4a-u32-s32': dotProduct('dp4a', u32, s32),
  'dp4a-s32-u32': dotProduct('dp4a', s32, u32),
  'dp4a-s32-s32': dotProduct('dp4a', s32, s32),
  'dp2a-lo-u32-u32': dotProduct('dp2a.lo', u32, u32),
  'dp2a-lo-u32-s32': dotProduct('dp2a.lo', u32, s32),
  'dp2a-lo-s32-u32': dotProduct('dp2a.lo', s32, u32),
  'dp2a-lo-s32-s32': dotProduct('dp2a.lo', s32, s32),
  'dp2a-hi-u32-u32': dotProduct('dp2a.hi', u32, u32),
  'dp2a-hi-u32-s32': dotProduct('dp2a.hi', u32, s32),
  'dp2a-hi-s32-u32': dotProduct('dp2a.hi', s32, u32),
  'dp2a-hi-s32-s32': dotProduct('dp2a.hi', s32, s32),
  div: binary('div', numbers),
  rem: binary('rem', numbers),
  neg: unary('neg', signed),
  abs: unary('abs', signed),
  min: binary('min', numbers),
  max: binary('max', numbers),
  'min-relu': binary('min.relu', s32),
  'max-relu': binary('max.relu', s32),
  'add-u16x2': inHalves('add.u16x2'),
  'add-s16x2': inHalves('add.s16x2'),
  'min-u16x2': inHalves('min.u16x2'),
  'min-s16x2': inHalves('min.s16x2'),
  'min-relu-s16x2': inHalves('min.relu.s16x2'),
  'max-u16x2': inHalves('max.u16x2'),
  'max-s16x2': inHalves('max.s16x2'),
  'max-relu-s16x2': inHalves('max.relu.s16x2'),
  and: binary('and', logical),
  or: binary('or', logical),
  xor: binary('xor', logical),
  not: unary('not', logical),
  cnot: unary('cnot', bits),
  lop3: { ...ternary('lop3', ofWords(bits)), operands: ['own', 'own', 'own', 'word'] },
  shl: { ...binary('shl', bits), operands: ['own', 'word'] },
  shr: { ...binary('shr', any), operands: ['own', 'word'] },
  'shf-l-clamp': funnel('shf.l.clamp'),
  'shf-l-wrap': funnel('shf.l.wrap'),
  'shf-r-clamp': funnel('shf.r.clamp'),
  'shf-r-wrap': funnel('shf.r.wrap'),
  bfe: { ...ternary('bfe', ofFields(numbers)), operands: ['own', 'word', 'word'] },
  bfi: { ...ternary('bfi', ofFields(bits)), operands: ['own', 'own', 'word', 'word'] },
  bfind: unary('bfind', ofFields(numbers), word),
  'bfind-shiftamt': unary('bfind.shiftamt', ofFields(numbers), word),
  brev: unary('brev', ofFields(bits)),
  popc: unary('popc', ofFields(bits), word),
  clz: unary('clz', ofFields(bits), word),
  fns: ternary('fns', ofWords(bits)),
  'bmsk-clamp': binary('bmsk.clamp', ofWords(bits)),
  'bmsk-wrap': binary('bmsk.wrap', ofWords(bits)),
  'szext-clamp': { ...binary('szext.clamp', ofWords(numbers)), operands: ['own', 'word'] },
  'szext-wrap': { ...binary('szext.wrap', ofWords(numbers)), operands: ['own', 'word'] },
  prmt: ternary('prmt', ofWords(bits)),
  'prmt-f4e': ternary('prmt.f4e', ofWords(bits)),
  'prmt-b4e': ternary('prmt.b4e', ofWords(bits)),
  'prmt-rc8': ternary('prmt.rc8', ofWords(bits)),
  'prmt-ecl': ternary('prmt.ecl', ofWords(bits)),
  'prmt-ecr': ternary('prmt.ecr', ofWords(bits)),
  'prmt-rc16': ternary('prmt.rc16', ofWords(bits)),
  cvt: { ...unary('cvt', numbers), types: [numbers, numbers] },
  'cvt-sat': { ...unary('cvt.sat', numbers), types: [numbers, numbers] },
  cvta: unary('cvta', address),
  'cvta-to': unary('cvta.to', address),
  isspacep: { words: 'isspacep', types: [], operands: ['own'], result: predicateType },
  mapa: { words: 'mapa', types: [pointer], operands: ['own', 'word'], result: 'own' },
  getctarank: { words: 'getctarank', types: [pointer], operands: ['own'], result: word },
}

const isOperation = (name: string): name is ArithmeticOperation => name in forms

/** All operations, in the order of the table. */
export const operations: readonly ArithmeticOperation[] = Object.keys(forms).filter(isOperation)

/** The opcodes that only floating-point values have. */
export const floatOpcodes: readonly string[] = [
  ...['sqrt', 'rcp', 'rsqrt', 'sin', 'cos', 'lg2', 'ex2', 'tanh', 'fma', 'copysign', 'testp'],
]

/** Returns whether an operation is of bits, which are neither signed nor unsigned. */
export const isOfBits = (operation: ArithmeticOperation): boolean =>
  forms[operation].types[0]?.letters.every((letter) => letter === 'b' || letter === 'p') ?? false

/** Returns the type of an operand, by its place. */
export function operandType(
  { operation, type, from = type }: Pick<Arithmetic, 'operation' | 'type' | 'from'>,
  place: number,
): DataType {
  const { operands } = forms[operation]
  switch (operands[place] ?? operands.at(-1)) {
    case 'result':
      return type
    case 'word':
      return word
    case 'predicate':
      return predicateType
    default:
      return from
  }
}

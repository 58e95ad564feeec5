/**
 * Instructions whose results are unknown: floating-point arithmetic, clocks, cache policies. Only the operands of
 * floating-point arithmetic count. Floating-point instructions that only move or change bits are computed.
 */

import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Instruction } from '../instruction.js'
import { type DataType, type Operand, predicateType } from '../operand.js'
import { floatOpcodes } from './computations.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import type { Qualifier, TypeName, Words } from './qualifiers.js'
import { type Arithmetic, type Clock, clocks, type UnknownResult } from './register-instructions.js'
import type { Statement, StatementOperand } from './statement.js'

/** The least and the most operands that floating-point instructions take. */
const arities: ReadonlyMap<string, readonly [least: number, most: number]> = new Map(
  (
    [
      ['sqrt rcp rsqrt sin cos lg2 ex2 tanh neg abs testp', [1, 1]],
      ['add sub mul div copysign', [2, 2]],
      ['min max', [2, 3]],
      ['fma mad', [3, 3]],
      ['cvt', [1, 3]],
    ] as const
  ).flatMap(([names, arity]) => names.split(' ').map((name) => [name, arity] as const)),
)

const modifiers: ReadonlySet<string> = new Set([
  ...['rn', 'rz', 'rm', 'rp', 'rna', 'rs', 'rni', 'rzi', 'rmi', 'rpi', 'ftz', 'sat', 'satfinite', 'relu', 'oob'],
  ...['approx', 'full', 'NaN', 'xorsign', 'abs'],
])

/**
 * The narrow formats that `cvt` alone knows, and the bits that one or several of their values take (ISA 5.2.3, `cvt`).
 */
const narrow: ReadonlyMap<string, DataType> = new Map(
  (
    [
      [8, 'e2m1x2'],
      [16, 'e4m3x2 e5m2x2 e2m3x2 e3m2x2 ue8m0x2 s2f6x2 e2m1x4'],
      [32, 'e4m3x4 e5m2x4 e2m3x4 e3m2x4 tf32'],
    ] as const
  ).flatMap(([width, names]) => names.split(' ').map((name) => [name, { width, signed: false }] as const)),
)

/** Two numbers of 32 bits each, which only these compute with, as 64 bits (ISA, `add`, `sub`, `mul`, `fma`). */
const twoFloats = 'f32x2'
const ofTwoFloats: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'fma'])

/** The properties that `testp` tests. */
const tested: ReadonlySet<string> = new Set(['finite', 'infinite', 'number', 'notanumber', 'normal', 'subnormal'])

export const isOfFloats = ({ mnemonic }: Statement, { types, others }: Words): boolean => {
  const opcode = opcodeOf(mnemonic)
  return (
    floatOpcodes.includes(opcode) ||
    (arities.has(opcode) && types.some(({ value }) => value.letter === 'f')) ||
    (ofTwoFloats.has(opcode) && others.some(({ text }) => text === twoFloats))
  )
}

/**
 * Returns a floating-point instruction: an uninterpreted function of its operands, named by the mnemonic. `neg`, `abs`
 * and `copysign` change only the sign: they are computed, unless they turn small values into 0.
 */
export function readFloats(statement: Statement, words: Words): Result<readonly Instruction[]> {
  const { mnemonic, mnemonicSpan, span } = statement
  const opcode = opcodeOf(mnemonic)
  const { types, spaces, others } = ofTwoFloats.has(opcode) ? withTwoFloats(words) : words
  const [type] = types
  if (type === undefined)
    return fail(
      diagnostic(
        `\`${opcode}\` is of floating-point values and names their type, as in \`${opcode}.f32\``,
        mnemonicSpan,
      ),
    )
  const isNarrow = ({ text }: { readonly text: string }): boolean => opcode === 'cvt' && narrow.has(text)
  const wrong = [
    ...others.filter(
      (one) => !modifiers.has(one.text) && !isNarrow(one) && !(opcode === 'testp' && tested.has(one.text)),
    ),
    ...spaces,
  ]
  const narrowed = others.find((one) => isNarrow(one) && one.span.start < type.span.start)
  const [least, most] = arities.get(opcode) ?? [1, 1]
  const form = `${mnemonic} r, ${['a', 'b', 'c'].slice(0, least).join(', ')}`
  return then(
    collect({
      words: unless(
        wrong.map((one) => diagnostic(`\`${opcode}\` of floating-point values takes no \`.${one.text}\``, one.span)),
      ),
      count: operand.count(statement, 1 + least, 1 + most, form),
      expected: operand.returnsNothing(statement),
      destination: operand.destination(statement.operands[0]),
      operands: all(statement.operands.slice(1).map((one) => operand.value(statement, one))),
    }),
    ({ destination, operands }): Result<readonly Instruction[]> => {
      const bits = others.length === 0 ? signOf(opcode, type, operands) : undefined
      if (bits !== undefined) return ok([{ kind: 'arithmetic', ...bits, destination, span }])
      const predicate = opcode === 'testp' ? ({ predicate: true } as const) : {}
      const result = opcode === 'testp' ? predicateType : (narrow.get(narrowed?.text ?? '') ?? plain(type.value))
      return ok([{ kind: 'unknown', destination, type: result, ...predicate, function: mnemonic, operands, span }])
    },
  )
}

/** Returns the words, with `.f32x2` among the types. */
function withTwoFloats({ types, spaces, others }: Words): Words {
  const value: TypeName = { letter: 'f', width: 64, signed: false, packed: true }
  const two = others.filter(({ text }) => text === twoFloats).map((part) => ({ ...part, value }))
  return { types: [...two, ...types], spaces, others: others.filter(({ text }) => text !== twoFloats) }
}

const plain = ({ width, signed }: DataType): DataType => ({ width, signed })

/** Returns what happens to the sign of each value; undefined for other instructions. */
function signOf(
  opcode: string,
  { value: { width, packed } }: Qualifier<TypeName>,
  operands: readonly Operand[],
): Pick<Arithmetic, 'operation' | 'operands' | 'type'> | undefined {
  const [a, b] = operands
  if (a === undefined) return undefined
  const type: DataType = { width, signed: false }
  const sign = packed ? 0x8000_8000n : 1n << BigInt(width - 1)
  const integer = (value: bigint): Operand => ({ kind: 'integer', value, span: a.span })
  switch (opcode) {
    case 'neg':
      return { operation: 'xor', operands: [a, integer(sign)], type }
    case 'abs':
      return { operation: 'and', operands: [a, integer(BigInt.asUintN(width, ~sign))], type }
    case 'copysign':
      // All bits of the second operand except the sign replace those of the first.
      return b && { operation: 'bfi', operands: [b, a, integer(0n), integer(BigInt(width - 1))], type }
    default:
      return undefined
  }
}

/** Returns the registers that depend on the device and the time of the run: each read gives another value. */
const readings =
  /^%(clock(64|_hi)?|globaltimer(_lo|_hi)?|n?smid|n?warpid|gridid|pm\d(_64)?|total_smem_size|aggr_smem_size)$/

const isReading = (one: StatementOperand | undefined): boolean =>
  (one?.kind === 'word' || one?.kind === 'foreign') && readings.test(one.text)

/** Returns whether a statement is `mov.u32 r, %clock` or similar, or `createpolicy`. */
export const isUnknown = ({ mnemonic, operands }: Statement): boolean =>
  opcodeOf(mnemonic) === 'createpolicy' || (opcodeOf(mnemonic) === 'mov' && isReading(operands[1]))

/** Reads an instruction that returns an unknown value. */
export function readUnknown(statement: Statement, { types }: Words): Result<readonly UnknownResult[]> {
  const { mnemonic, operands, span } = statement
  const isPolicy = opcodeOf(mnemonic) === 'createpolicy'
  const type: DataType = isPolicy ? { width: 64, signed: false } : plain(types[0]?.value ?? { width: 32, signed: true })
  return then(
    collect({
      count: isPolicy ? ok(undefined) : operand.count(statement, 2, 2, `${mnemonic} r, %clock`),
      expected: operand.returnsNothing(statement),
      destination: operand.destination(operands[0]),
    }),
    ({ destination }) => ok([{ kind: 'unknown', destination, type, ...clockIn(operands[1]), operands: [], span }]),
  )
}

/** Returns the clock of that name, if it is one. */
export const clockNamed = (name: string): Clock | undefined => clocks.find((clock) => clock === name)

const clockIn = (one: StatementOperand | undefined): Pick<UnknownResult, 'clock'> => {
  const clock = one?.kind === 'word' || one?.kind === 'foreign' ? clockNamed(one.text) : undefined
  return clock === undefined ? {} : { clock }
}

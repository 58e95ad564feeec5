/**
 * Computations on registers, by their forms (ISA, Integer Arithmetic, Logic and Shift, Data Movement and Conversion).
 */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, failAll, ok, type Result, then, unless } from '../../source/result.js'
import { addressType, type DataType, defaultType, type Operand, type Width } from '../operand.js'
import { forms, isOfBits, operandType, operations, type TypeRule } from './computations.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import { readQualifiers, rejectQualifiers, type TypeName, type Words } from './qualifiers.js'
import type { Arithmetic, ArithmeticOperation } from './register-instructions.js'
import type { Statement } from './statement.js'

/** Reads `ld r, 5` and `ld r, r1`, as herd-style tests write `mov`. */
export const readMove = (statement: Statement): Result<Arithmetic> =>
  readArithmetic(statement, { types: [], spaces: [], others: [] }, 'mov')

/**
 * Reads a computation of one result, by its opcode and the words after it. Without a type, it has 32 bits and is
 * signed, or 64 bits and unsigned if an address is among the operands. Fails on words, types and operands that the
 * operation cannot have.
 */
export function readArithmetic(
  statement: Statement,
  words: Words,
  opcode = opcodeOf(statement.mnemonic),
): Result<Arithmetic> {
  const matches = candidates(opcode, words)
  const [first] = matches
  if (first === undefined) return failAll(noForm(statement, opcode, words))
  const { operands, span } = statement
  const takesPlaces = first === 'mov' || isOfAddresses(first)
  const values = all(
    operands
      .slice(1)
      .map((one) => (takesPlaces ? operand.valueOrPlace(statement, one) : operand.value(statement, one))),
  )
  const count = forms[first].operands.length
  return then(
    collect({
      count: operand.count(statement, 1 + count, 1 + count, formText(first)),
      expected: operand.returnsNothing(statement),
      destination: operand.destination(operands[0]),
      operands: values,
      typed: typing(matches, words, values.ok ? values.value : [], statement),
      space: spaceOf(first, words, statement),
    }),
    ({ destination, operands, typed, space }) => {
      const result = { kind: 'arithmetic', destination, operands, ...typed, ...space, span } as const
      const fits = operands.map((one, place) => operand.ofType(statement, one, operandType(result, place)))
      return then(collect({ fits: all(fits), table: table(result) }), ({ fits }) => ok({ ...result, operands: fits }))
    },
  )
}

/**
 * Returns the operations that are written with these words; they differ in their types. Without a word for the half, a
 * product is the lower one.
 */
function candidates(opcode: string, { others }: Words): readonly ArithmeticOperation[] {
  const written = new Set(others.map(({ text }) => text))
  const isWritten = (operation: ArithmeticOperation): boolean => {
    const [name, ...words] = forms[operation].words.split('.')
    return name === opcode && words.length === others.length && words.every((word) => written.has(word))
  }
  const whole = operations.filter((operation) => !isPart(operation) && isWritten(operation))
  return whole.length > 0 || others.length > 0
    ? whole
    : operations.filter((operation) => forms[operation].words === `${opcode}.lo`)
}

/** Returns whether the operation is not an instruction of PTX by itself. */
const isPart = (operation: ArithmeticOperation): boolean =>
  ['pack', 'unpack', 'carry', 'borrow', 'addc', 'subc'].includes(operation)

/** Returns why no operation has these words. */
function noForm(statement: Statement, opcode: string, { others }: Words): readonly Diagnostic[] {
  const { mnemonic, mnemonicSpan } = statement
  const written = [...new Set(operations.map((one) => forms[one].words))].filter((words) => opcodeOf(words) === opcode)
  const wrong = others.find(({ text }) => !written.some((words) => words.split('.').slice(1).includes(text)))
  if (wrong !== undefined) {
    const qualifiers = readQualifiers(statement)
    const allowed = qualifiers.ok
      ? rejectQualifiers(qualifiers.value, opcode, { type: 2, half: 1, space: 1 })
      : qualifiers
    if (!allowed.ok) return allowed.diagnostics
  }
  const listed = written.map((words) => `\`${words}\``).join(', ')
  return [
    diagnostic(`there is no \`${mnemonic}\`; the forms of \`${opcode}\` are ${listed}`, wrong?.span ?? mnemonicSpan),
  ]
}

const formText = (operation: ArithmeticOperation): string => {
  const { words, operands } = forms[operation]
  const space = isOfAddresses(operation) ? (reachesCluster(operation) ? '.shared::cluster' : '.global') : ''
  return `${words}${space}${exampleTypes(operation)} r, ${['a', 'b', 'c', 'd'].slice(0, operands.length).join(', ')}`
}

/** Returns the types that an operation can have, if they cannot be left out. */
function exampleTypes(operation: ArithmeticOperation): string {
  if (operation.startsWith('cvta')) return '.u64'
  if (reachesCluster(operation)) return '.u32'
  if (operation === 'cvt' || operation === 'cvt-sat') return '.u64.u32'
  const { types } = forms[operation]
  return types.length < 2 ? '' : types.map(({ letters: [letter] }) => `.${letter}32`).join('')
}

/** Returns whether an operation is on addresses, whose state space it names. */
const isOfAddresses = (operation: ArithmeticOperation): boolean =>
  operation === 'isspacep' || operation.startsWith('cvta') || reachesCluster(operation)

const reachesCluster = (operation: ArithmeticOperation): boolean => operation === 'mapa' || operation === 'getctarank'

/**
 * Returns the state space of an operation on addresses: for `mapa` and `getctarank` the one that a cluster shares, or
 * none.
 */
function spaceOf(
  operation: ArithmeticOperation,
  { spaces: [space, second] }: Words,
  { mnemonic, mnemonicSpan }: Statement,
): Result<Pick<Arithmetic, 'space'>> {
  const takesOne = isOfAddresses(operation)
  const extra = takesOne ? second : space
  if (extra !== undefined)
    return fail(
      diagnostic(
        takesOne
          ? `\`${opcodeOf(mnemonic)}\` takes one state space; \`.${extra.text}\` is one too many`
          : `\`${opcodeOf(mnemonic)}\` takes no state space; \`.${extra.text}\` has no meaning here`,
        extra.span,
      ),
    )
  if (!takesOne) return ok({})
  if (reachesCluster(operation))
    return space === undefined || space.text === 'shared::cluster'
      ? ok(space === undefined ? {} : { space: 'shared::cluster' })
      : fail(
          diagnostic(
            `\`${opcodeOf(mnemonic)}\` is for memory that a cluster shares: write \`.shared::cluster\`, or no state space for a generic address`,
            space.span,
          ),
        )
  if (space === undefined)
    return fail(
      diagnostic(
        operation === 'isspacep'
          ? '`isspacep` needs a state space, as in `isspacep.global p, a`'
          : '`cvta` needs a state space, as in `cvta.global.u64 r, a` or `cvta.to.shared.u64 r, a`',
        mnemonicSpan,
      ),
    )
  if (space.text.startsWith('param') && operation === 'isspacep')
    return fail(diagnostic('whether an address is that of a parameter is not modelled', space.span))
  return ok({ space: space.value })
}

type Typing = Pick<Arithmetic, 'operation' | 'type' | 'from'>

/**
 * Returns the types of a computation, and the operation that they choose. Fails on a type that PTX does not have for
 * it.
 */
function typing(
  matches: readonly ArithmeticOperation[],
  { types }: Words,
  operands: readonly Operand[],
  { mnemonic, mnemonicSpan, format }: Statement,
): Result<Typing> {
  const accepts = (operation: ArithmeticOperation): boolean =>
    forms[operation].types.every((rule, i) => wrongType(operation, rule, types[i]?.value, '') === undefined)
  const operation = matches.find(accepts) ?? matches[0] ?? 'mov'
  const { types: rules, result, words } = forms[operation]
  const extra = types[rules.length]
  if (extra !== undefined) {
    const most = ['no type', 'one type', 'two types'][rules.length]
    return fail(
      diagnostic(
        `\`${opcodeOf(mnemonic)}\` takes ${most}; \`.${extra.text}\` ${rules.length === 0 ? 'has no meaning here' : 'is one too many'}`,
        extra.span,
      ),
    )
  }
  if (rules.length === 2 && types.length < 2)
    return fail(
      diagnostic(
        operation === 'cvt'
          ? '`cvt` needs two types, of the result and of the operand, as in `cvt.u64.u32 r, a`'
          : `\`${words}\` needs two types, as in \`${formText(operation)}\``,
        mnemonicSpan,
      ),
    )
  const problems = types.flatMap(({ value, text, span }, i) => {
    const problem = wrongType(operation, rules[i], value, text)
    return problem === undefined ? [] : [diagnostic(problem, span)]
  })
  return then(unless(problems), (): Result<Typing> => {
    const [first, second] = types
    if (operation === 'cvt' || operation === 'cvt-sat')
      return ok({ operation, type: plain(first?.value), from: plain(second?.value) })
    if (rules.length === 0)
      return ok({ operation, type: resultOf(result, addressType) ?? addressType, from: addressType })
    const addressed = isOfAddresses(operation) || operands.some(({ kind }) => kind === 'address')
    const written = first === undefined ? (addressed ? addressType : defaultType) : plain(first.value)
    // Bits are shifted like an unsigned value.
    const unsigned = operation === 'shr' && first?.value.letter === 'b'
    const own = unsigned || (format === 'ptx' && first === undefined) ? { ...written, signed: false } : written
    const type = resultOf(result, own)
    if (type === undefined)
      return fail(diagnostic(`a product of twice ${own.width} bits has no type`, first?.span ?? mnemonicSpan))
    return ok({ operation, type, ...(result === 'own' ? {} : { from: own }) })
  })
}

const resultOf = (result: 'own' | 'twice' | DataType, own: DataType): DataType | undefined => {
  if (result === 'own') return own
  if (result !== 'twice') return result
  const width = twice(own.width)
  return width === undefined ? undefined : { ...own, width }
}

const plain = ({ width, signed }: DataType = defaultType): DataType => ({ width, signed })

const twice = (width: Width): Width | undefined => ([16, 32, 64] as const).find((one) => one === 2 * width)

/** Returns why an operation cannot have a type; undefined if it can, or if none is written. */
function wrongType(
  operation: ArithmeticOperation,
  rule: TypeRule | undefined,
  type: TypeName | undefined,
  text: string,
): string | undefined {
  if (type === undefined || rule === undefined) return undefined
  const { letters, widths } = rule
  const { letter, width } = type
  const { words } = forms[operation]
  // Values of 16 bits are moved as bits.
  const fits =
    letters.includes(letter) &&
    (letter !== 'f' || width >= 32) &&
    (width < 128 || operation === 'mov') &&
    type.packed !== true
  if (fits && (widths === undefined || widths.includes(width))) return undefined
  if (operation.startsWith('cvta')) return `an address has 64 bits: write \`.u64\`, not \`.${text}\``
  if (!fits && letter !== 'f' && letter !== 'p' && width < 128) {
    if (isOfBits(operation))
      return `\`${words}\` takes a type of bits: write \`.b${widths?.includes(width) === false ? widths[0] : width}\`, not \`.${text}\``
    if (letters.join() === 's') return `\`${words}\` needs a signed type, not \`.${text}\``
    if (letters.join() === 'u,s') return `\`${words}\` needs a signed or unsigned type, not \`.${text}\``
  }
  const shown = letters.flatMap((one) =>
    one === 'p'
      ? ['`.pred`']
      : (widths ?? [16, 32, 64]).flatMap((bits) => (one === 'f' && bits < 32 ? [] : [`\`.${one}${bits}\``])),
  )
  return `\`${words}\` has no type \`.${text}\`; it has ${shown.join(', ')}`
}

/** Fails on a table of `lop3` that is not known, or has more than 8 bits. */
const table = ({ operation, operands: [, , , given] }: Pick<Arithmetic, 'operation' | 'operands'>): Result<undefined> =>
  unless(
    operation !== 'lop3' || given === undefined || (given.kind === 'integer' && given.value >= 0n && given.value < 256n)
      ? []
      : [diagnostic('the last operand of `lop3` is its table, an integer from 0 to 255', given.span)],
  )

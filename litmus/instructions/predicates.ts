/** `setp` and `set`, which compare two values (ISA, Comparison and Selection Instructions). */

import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import type { Comparison } from '../condition.js'
import { addressType, type DataType, defaultType, type Operand, predicateType, sink } from '../operand.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import { type Qualifier, type TypeName, wordsOf } from './qualifiers.js'
import type { FloatFormat, SetPredicate } from './register-instructions.js'
import type { Statement, StatementOperand } from './statement.js'

/** The comparisons by name; `lo`, `ls`, `hi` and `hs` are for unsigned values. */
const comparisons: ReadonlyMap<string, Comparison> = new Map([
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
  ['lo', '<'],
  ['ls', '<='],
  ['hi', '>'],
  ['hs', '>='],
])

/** The comparisons for floating-point values alone; all but `num` hold if a value is not a number. */
const ofFloats = ['equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan']

const opposites: { readonly [O in SetPredicate['operator']]: SetPredicate['operator'] } = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  num: 'nan',
  nan: 'num',
}

/** Returns the words of a comparison, which come between the opcode and the types. */
export function comparisonWords({ operator, floating, combined }: SetPredicate): string {
  const name = [...comparisons].find(([, one]) => one === operator)?.[0] ?? operator
  return [
    floating?.unordered ? `${name}u` : name,
    ...(combined === undefined ? [] : [combined.operation]),
    ...(floating?.flushed ? ['ftz'] : []),
  ].join('.')
}

/** The part of the instruction that does not depend on the destination. */
type Compared = Omit<SetPredicate, 'destination'>

/**
 * Reads `setp.eq.u32 p, a, b`, with `p|q` also the opposite, and `setp.eq.and.u32 p, a, b, !c`. Without a type, 32 bits
 * and signed; 64 bits, unsigned, with an address.
 */
export function readSetPredicate(statement: Statement): Result<readonly SetPredicate[]> {
  const [first] = statement.operands
  return then(
    collect({ compared: readComparison(statement), destinations: destinationsOf(first) }),
    ({ compared, destinations: [one, other] }) => {
      const { operator, floating, combined } = compared
      const positive: SetPredicate = { ...compared, destination: one ?? sink }
      if (other === undefined) return ok([positive])
      const { unordered, ...rest } = floating ?? { unordered: undefined }
      const turned =
        floating === undefined || operator === 'num' || operator === 'nan'
          ? { operator: opposites[operator] }
          : {
              operator: opposites[operator],
              floating: { format: floating.format, ...rest, ...(unordered ? {} : { unordered: true as const }) },
            }
      const negative: SetPredicate = { ...compared, ...turned, destination: other }
      const read = combined?.predicate.kind === 'register' ? combined.predicate.name : undefined
      // Both instructions read the predicate as it was before.
      const both = read === one ? [negative, positive] : [positive, negative]
      return ok(both.filter(({ destination }) => destination !== sink))
    },
  )
}

/** Returns one destination, or the two of `p|q`. */
function destinationsOf(given: StatementOperand | undefined): Result<readonly [string, string?]> {
  if (given?.kind === 'pair') return ok([given.first.text, given.second.text])
  return then(operand.destination(given), (one) => ok([one]))
}

/** Reads `set.eq.u32.s32 r, a, b`: the register becomes all ones, or 1.0, if the comparison holds, else 0. */
export const readSet = (statement: Statement): Result<readonly SetPredicate[]> =>
  then(
    collect({ compared: readComparison(statement), destination: operand.destination(statement.operands[0]) }),
    ({ compared, destination }) => ok([{ ...compared, destination }]),
  )

function readComparison(statement: Statement): Result<Compared> {
  const { mnemonic, mnemonicSpan, operands, span } = statement
  const { types, spaces, others } = wordsOf(statement)
  const opcode = opcodeOf(mnemonic)
  const names = [...comparisons.keys(), ...ofFloats]
  const [name] = others
  if (name === undefined || !names.includes(name.text))
    return fail(
      diagnostic(
        `\`${opcode}\` needs a comparison, as in \`${opcode}.eq.${opcode === 'set' ? 'u32.' : ''}u32 p, a, b\`${didYouMean(name?.text ?? '', names)}`,
        mnemonicSpan,
        {
          message: `the comparisons are ${[...comparisons.keys()].join(', ')}; of floating-point values also ${ofFloats.join(', ')}`,
        },
      ),
    )
  const operation = (['and', 'or', 'xor'] as const).find((one) => others.some(({ text }) => text === one))
  const ftz = others.find(({ text }) => text === 'ftz')
  const wrong = [...others.slice(1).filter((one) => one !== ftz && one.text !== operation), ...spaces][0]
  if (wrong !== undefined)
    return fail(
      diagnostic(
        `\`${opcode}\` takes a comparison, \`.and\`, \`.or\` or \`.xor\`, and types; \`.${wrong.text}\` has no meaning here`,
        wrong.span,
      ),
    )
  const [count, form] = operation === undefined ? [3, 'p, a, b'] : [4, 'p, a, b, c']
  return then(
    collect({
      typed: typesOf(statement, types, name),
      count: operand.count(statement, count, count, `${mnemonic} ${form}`),
      expected: operand.returnsNothing(statement),
    }),
    ({ typed: { compared, type, ...typed } }) =>
      then(
        collect({
          left: operand.valueOf(statement, operands[1], compared),
          right: operand.valueOf(statement, operands[2], compared),
          combined: operation === undefined ? ok({}) : combinedWith(statement, operands[3], operation),
        }),
        ({ left, right, combined }): Result<Compared> => {
          const floating = floatingOf(typed.format, name.text, ftz !== undefined)
          const operator = operatorOf(name.text)
          return ok({
            kind: 'set-predicate',
            operator,
            operands: [left, right],
            compared,
            ...(floating === undefined ? {} : { floating }),
            ...combined,
            type,
            ...(typed.positive === undefined ? {} : { positive: typed.positive }),
            span,
          })
        },
      ),
  )
}

const operatorOf = (name: string): SetPredicate['operator'] =>
  name === 'num' || name === 'nan' ? name : (comparisons.get(name) ?? comparisons.get(name.replace(/u$/, '')) ?? '==')

const floatingOf = (format: FloatFormat | undefined, name: string, flushed: boolean): SetPredicate['floating'] =>
  format && {
    format,
    ...(/u$/.test(name) ? { unordered: true } : {}),
    ...(flushed ? { flushed: true } : {}),
  }

/** Reads `c` or `!c`. */
const combinedWith = (
  statement: Statement,
  given: StatementOperand | undefined,
  operation: 'and' | 'or' | 'xor',
): Result<Pick<SetPredicate, 'combined'>> => {
  const predicate: Result<Operand> =
    given?.kind === 'negated' ? operand.value(statement, given.register) : operand.value(statement, given)
  return then(predicate, (predicate) => ok({ combined: { operation, predicate, negated: given?.kind === 'negated' } }))
}

interface Typing {
  readonly compared: DataType
  readonly type: DataType
  readonly format?: FloatFormat
  readonly positive?: bigint
}

const formats: ReadonlyMap<string, FloatFormat> = new Map(
  (['f16', 'bf16', 'f32', 'f64'] as const).map((format) => [format, format]),
)

/** Returns the meaning of the types. Fails on a wrong number of types, and on comparisons that a type does not have. */
function typesOf(
  { mnemonic, mnemonicSpan, operands }: Statement,
  types: readonly Qualifier<TypeName>[],
  name: { readonly text: string; readonly span: Qualifier<TypeName>['span'] },
): Result<Typing> {
  const sets = opcodeOf(mnemonic) === 'set'
  const [result, source] = sets ? types : [undefined, ...types]
  const extra = types[sets ? 2 : 1]
  if (extra !== undefined)
    return fail(diagnostic(`\`.${extra.text}\` is one type too many for \`${opcodeOf(mnemonic)}\``, extra.span))
  if (sets && source === undefined)
    return fail(
      diagnostic(
        '`set` needs two types, of the result and of what it compares, as in `set.eq.u32.s32 r, a, b`',
        mnemonicSpan,
      ),
    )
  const untyped = operands.some(operand.isAddress) ? addressType : defaultType
  const { width, signed } = source?.value ?? untyped
  const isUnsigned = ['lo', 'ls', 'hi', 'hs'].includes(name.text)
  const format = formats.get(source?.text ?? '')
  if (source !== undefined && (source.value.packed || source.value.letter === 'p' || source.value.width === 128))
    return fail(
      diagnostic(`values of \`.${source.text}\` are not compared by one \`${opcodeOf(mnemonic)}\``, source.span),
    )
  if (format === undefined && ofFloats.includes(name.text))
    return fail(diagnostic(`\`.${name.text}\` compares floating-point values, such as \`.f32\``, name.span))
  if (format !== undefined && isUnsigned)
    return fail(diagnostic(`\`.${name.text}\` compares unsigned values, not \`.${format}\``, name.span))
  const compared = { width, signed: signed && !isUnsigned }
  if (!sets) return ok({ compared, type: predicateType, ...(format === undefined ? {} : { format }) })
  const positive = positives.get(result?.text ?? '')
  if (result === undefined || positive === undefined)
    return fail(
      diagnostic(
        'the result of `set` is of `.u`, `.s` or `.f` with 16 or 32 bits, or `.bf16`',
        result?.span ?? mnemonicSpan,
      ),
    )
  const type = { width: result.value.width, signed: result.value.signed }
  return ok({ compared, type, positive, ...(format === undefined ? {} : { format }) })
}

/** The result of `set` if the comparison holds: all bits, or 1.0 (ISA, `set` also for half precision). */
const positives: ReadonlyMap<string, bigint> = new Map([
  ['u32', 0xffff_ffffn],
  ['s32', 0xffff_ffffn],
  ['u16', 0xffffn],
  ['s16', 0xffffn],
  ['f32', 0x3f80_0000n],
  ['f16', 0x3c00n],
  ['bf16', 0x3f80n],
])

/** Returns the floating-point format whose 1.0 `set` gives; undefined for integers. */
export const formatOfOne = (given: bigint): string | undefined =>
  [...positives].find(([name, positive]) => positive === given && name.includes('f'))?.[0]

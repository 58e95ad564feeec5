/**
 * Operations that the lanes of a warp execute together (ISA, `activemask`, `bar.warp.sync`, `elect.sync`, `match.sync`,
 * `movmatrix`, `redux.sync`, `shfl.sync`, `vote.sync`).
 */

import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { type DataType, type Operand, predicateType, sink, type Target } from '../operand.js'
import { warpSize } from '../warp-size.js'
import { barrierFacts, computationFacts, type Definition, readerOf, unchanged } from './definition.js'
import { opcodeOf, qualifiersOf } from './opcodes.js'
import * as operand from './operands.js'
import { typeNamed } from './qualifiers.js'
import type { Arithmetic } from './register-instructions.js'
import { movementRow, returns, synchronisationRow } from './rows.js'
import type { Statement, StatementOperand } from './statement.js'
import { operandText } from './text.js'

/**
 * An operation that lanes of a warp execute together: each waits for those that the mask names (ISA, `shfl.sync` and
 * similar).
 */
export interface WarpInstruction {
  readonly kind: 'warp'
  readonly operation: WarpOperation
  /** The words of the instruction. Lanes that come to different words do not meet. */
  readonly mnemonic: string
  readonly mask: Operand
  /** True if all lanes take part, and the text has no mask. */
  readonly whole?: true
  /** The value of the lane; for a shuffle also the lane or the distance, and the clamp with the mask of segments. */
  readonly operands: readonly Operand[]
  /** The address and the stride that all lanes must have in common. */
  readonly agreed?: Agreed
  /** Numbers of 32 bits that all lanes must have in common. */
  readonly equal?: readonly Operand[]
  /** True if the vote counts when it is false. */
  readonly negated?: true
  /** The type of the operands. */
  readonly from: DataType
  /** The destination; a barrier has none. */
  readonly destination?: string
  /** True if a predicate is above the 32 bits of the result. */
  readonly paired?: true
  /** The type of the destination. */
  readonly type?: DataType
  readonly span: Span
}

/** The operands that all lanes must have in common. */
export interface Agreed {
  readonly at: Target
  readonly stride: Operand | undefined
}

export type WarpOperation =
  | 'bar'
  /** No instruction of its own: lanes wait for each other, as at `wgmma`. */
  | 'converge'
  | 'elect'
  | 'movmatrix'
  /** A matrix instruction: it returns an unknown value that depends on what all lanes bring. */
  | 'matrix'
  | `vote-${'all' | 'any' | 'uni' | 'ballot'}`
  | `shfl-${'up' | 'down' | 'bfly' | 'idx'}`
  | `match-${'any' | 'all'}`
  | `redux-${'add' | 'min' | 'max' | 'and' | 'or' | 'xor'}`

/** `activemask` (ISA): the lanes of the warp that execute it together. */
export interface ActiveMask {
  readonly kind: 'active-mask'
  readonly destination: string
  readonly type: DataType
  readonly span: Span
}

/** The meaning of a mnemonic. */
interface Form {
  readonly operation: WarpInstruction['operation']
  /** The name of the type of the result; absent if the instruction returns nothing. */
  readonly result: string | undefined
  /** The operands between the result and the mask: their names in the form, and the type that they have. */
  readonly operands: readonly string[]
  readonly type: string
  /** True if all lanes take part, so that there is no mask. */
  readonly whole?: true
  /** Says whether a predicate beside the result, `d|p`, is optional or required. */
  readonly paired?: 'may be' | 'is'
}

const forms: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['bar.warp.sync', { operation: 'bar', result: undefined, operands: [], type: 'b32' }],
  ['elect.sync', { operation: 'elect', result: 'b32', operands: [], type: 'b32', paired: 'is' }],
  [
    'movmatrix.sync.aligned.m8n8.trans.b16',
    { operation: 'movmatrix', result: 'b32', operands: ['a'], type: 'b32', whole: true },
  ],
  ...(['all', 'any', 'uni'] as const).map(
    (how) =>
      [
        `vote.sync.${how}.pred`,
        { operation: `vote-${how}`, result: 'pred', operands: ['{!}a'], type: 'pred' },
      ] as const,
  ),
  ['vote.sync.ballot.b32', { operation: 'vote-ballot', result: 'b32', operands: ['{!}a'], type: 'pred' }],
  ...(['up', 'down', 'bfly', 'idx'] as const).map(
    (how) =>
      [
        `shfl.sync.${how}.b32`,
        { operation: `shfl-${how}`, result: 'b32', operands: ['a', 'b', 'c'], type: 'b32', paired: 'may be' },
      ] as const,
  ),
  ...['b32', 'b64'].flatMap((type) => [
    [`match.any.sync.${type}`, { operation: 'match-any', result: 'b32', operands: ['a'], type }] as const,
    [
      `match.all.sync.${type}`,
      { operation: 'match-all', result: 'b32', operands: ['a'], type, paired: 'may be' },
    ] as const,
  ]),
  ...(['add', 'min', 'max'] as const).flatMap((how) =>
    ['u32', 's32'].map(
      (type) =>
        [`redux.sync.${how}.${type}`, { operation: `redux-${how}`, result: type, operands: ['a'], type }] as const,
    ),
  ),
  ...(['and', 'or', 'xor'] as const).map(
    (how) =>
      [`redux.sync.${how}.b32`, { operation: `redux-${how}`, result: 'b32', operands: ['a'], type: 'b32' }] as const,
  ),
])

const opcodes: ReadonlySet<string> = new Set([...forms.keys()].map(opcodeOf).filter((one) => one !== 'bar'))

/** The mask that names all lanes. */
export const allLanes = (1n << BigInt(warpSize)) - 1n

/** Returns the words in one order: PTX accepts any. */
const inOrder = (mnemonic: string): string => [opcodeOf(mnemonic), ...qualifiersOf(mnemonic).toSorted()].join('.')

const canonical: ReadonlyMap<string, string> = new Map([...forms.keys()].map((one) => [inOrder(one), one]))

const isOfWarp = ({ mnemonic }: Pick<Statement, 'mnemonic'>): boolean =>
  opcodes.has(opcodeOf(mnemonic)) || mnemonic === 'bar.warp' || mnemonic.startsWith('bar.warp.')

/**
 * Reads the instruction and, if it has a predicate beside its result, the moves of both out of one register. Fails on a
 * form that PTX does not have or that is not modelled, and on operands that the form does not have.
 */
function readWarp(statement: Statement): Result<readonly (WarpInstruction | Arithmetic)[]> {
  const { mnemonic, mnemonicSpan } = statement
  const canonicalForm = canonical.get(inOrder(mnemonic))
  const form = canonicalForm === undefined ? undefined : forms.get(canonicalForm)
  if (form !== undefined) return readForm({ ...statement, mnemonic: canonicalForm ?? mnemonic }, form)
  return fail(diagnostic(`\`${mnemonic}\`: ${problemOf(mnemonic)}`, mnemonicSpan))
}

function problemOf(mnemonic: string): string {
  const opcode = opcodeOf(mnemonic)
  const floats = /^redux\.sync\.(min|max)\..*f32$/.exec(mnemonic)
  if (floats !== null)
    return `the ${floats[1] === 'min' ? 'minimum' : 'maximum'} of floating-point values is not modelled`
  if (opcode !== 'bar' && opcode !== 'movmatrix' && !/\.sync\b/.test(mnemonic))
    return `\`${opcode}\` without \`.sync\` is not part of PTX since \`sm_70\``
  const siblings = [...forms.keys()].filter((one) => opcodeOf(one) === opcode)
  return `the forms are ${siblings.map((one) => `\`${one}\``).join(', ')}`
}

function readActiveMask(statement: Statement): Result<ActiveMask> {
  const { mnemonic, mnemonicSpan, operands, span } = statement
  return then(
    collect({
      words: unless(
        mnemonic === 'activemask.b32'
          ? []
          : [diagnostic(`\`${mnemonic}\`: the form is \`activemask.b32\``, mnemonicSpan)],
      ),
      count: operand.count(statement, 1, 1, 'activemask.b32 d'),
      expected: operand.returnsNothing(statement),
      destination: operand.destination(operands[0]),
    }),
    ({ destination }) => ok({ kind: 'active-mask', destination, type: typeIn(statement, 'b32'), span }),
  )
}

function readForm(statement: Statement, form: Form): Result<readonly (WarpInstruction | Arithmetic)[]> {
  const { mnemonic, operands, span } = statement
  const first = form.result === undefined ? 0 : 1
  const given = operands.slice(first, first + form.operands.length)
  const votes = form.operands.includes('{!}a')
  const [vote] = given
  const negated = votes && vote?.kind === 'negated'
  const type = typeIn(statement, form.type)
  return then(
    collect({
      count: operand.count(statement, ...countOf(form), textOf(mnemonic, form)),
      expected: operand.returnsNothing(statement),
      results: form.result === undefined ? ok(undefined) : resultsOf(statement, form),
      values: all((negated ? [vote.register] : given).map((one) => number(statement, one, type))),
      mask: form.whole
        ? ok({ kind: 'integer', value: allLanes, span } as const)
        : number(statement, operands[first + form.operands.length], { width: 32 }),
    }),
    ({ results, values, mask }): Result<readonly (WarpInstruction | Arithmetic)[]> => {
      const one = {
        kind: 'warp',
        operation: form.operation,
        mnemonic,
        operands: values,
        ...(negated ? { negated: true as const } : {}),
        from: type,
        mask,
        ...(form.whole ? { whole: true as const } : {}),
        span,
      } as const
      if (results === undefined) return ok([one])
      const resultType = typeIn(statement, form.result ?? form.type)
      const { destination, predicate } = results
      if (predicate === undefined) return ok([{ ...one, destination, type: resultType }])
      const whole = `${destination}|${predicate} of ${mnemonic}`
      return ok([
        { ...one, destination: whole, paired: true, type: { width: 64, signed: false } },
        ...(destination === sink ? [] : [partOf(whole, destination, 0, resultType, span)]),
        ...(predicate === sink ? [] : [partOf(whole, predicate, 4, predicateType, span)]),
      ])
    },
  )
}

const countOf = ({ result, operands, whole }: Form): readonly [number, number] => {
  const count = (result === undefined ? 0 : 1) + operands.length + (whole ? 0 : 1)
  return [count, count]
}

const textOf = (mnemonic: string, { result, operands, paired, whole }: Form): string => {
  const results = result === undefined ? [] : [paired === 'is' ? 'd|p' : paired === undefined ? 'd' : 'd[|p]']
  return `${mnemonic} ${[...results, ...operands, ...(whole ? [] : ['mask'])].join(', ')}`
}

/** Returns the registers that the instruction writes. */
function resultsOf(
  { mnemonic, operands: [given], span }: Statement,
  form: Form,
): Result<{ readonly destination: string; readonly predicate?: string }> {
  if (given?.kind === 'pair' && form.paired !== undefined)
    return ok({ destination: given.first.text, predicate: given.second.text })
  if (form.paired === 'is' && given !== undefined)
    return fail(
      diagnostic(`\`${mnemonic}\` writes two registers: the form is \`${textOf(mnemonic, form)}\``, given.span ?? span),
    )
  return then(operand.destination(given), (destination) => ok({ destination }))
}

/** Reads an integer of the type, or a register. */
const number = (
  statement: Statement,
  given: StatementOperand | undefined,
  type: Pick<DataType, 'width'>,
): Result<Operand> =>
  then(operand.optionalNumber(statement, given), (one) =>
    one === undefined ? fail() : operand.ofType(statement, one, type),
  )

/** Returns a part of a 64-bit register, from one of its bytes on. */
const partOf = (
  register: string,
  destination: string,
  byte: number,
  type: DataType,
  span: Statement['span'],
): Arithmetic => ({
  kind: 'arithmetic',
  operation: 'unpack',
  destination,
  operands: [
    { kind: 'register', name: register, span },
    { kind: 'integer', value: BigInt((8 * byte) / type.width), span },
  ],
  type,
  from: { width: 64, signed: false },
  span,
})

const typeIn = (statement: Statement, name: string): DataType => {
  const { width, signed } = typeNamed(name, statement) ?? predicateType
  return { width, signed }
}

export const warp: Definition<WarpInstruction, WarpInstruction | Arithmetic> = {
  facts: { ...barrierFacts, family: 'warp', mayWait: false },
  withParts: (one, { operand, target }) => ({
    ...one,
    ...(one.agreed === undefined
      ? {}
      : { agreed: { at: target(one.agreed.at), stride: one.agreed.stride && operand(one.agreed.stride) } }),
    ...(one.equal === undefined ? {} : { equal: one.equal.map(operand) }),
    operands: one.operands.map(operand),
    mask: operand(one.mask),
  }),
  print: ({ mnemonic, destination, operands, negated, mask, whole }) => {
    const [first, ...others] = operands.map(operandText)
    const given = first === undefined ? [] : [negated ? `!${first}` : first, ...others]
    // The hidden register has the names of both registers that are written.
    const written = destination === undefined ? [] : [destination.replace(/ of .*/s, '')]
    const lanes = mask.kind === 'integer' && mask.value >= 0n ? `0x${mask.value.toString(16)}` : operandText(mask)
    return `${mnemonic} ${[...written, ...given, ...(whole ? [] : [lanes])].join(', ')}`
  },
  readers: [{ takes: isOfWarp, read: readWarp }],
  rows: [
    synchronisationRow('bar.warp.sync', 'Waits until the lanes of the mask have come, and orders their accesses.'),
    synchronisationRow('vote', 'Combines a predicate of the lanes of the mask.', returns),
    synchronisationRow('match', 'Returns the lanes of the mask that have the same value.', returns),
    synchronisationRow('redux', 'Combines a value of the lanes of the mask.', returns),
    synchronisationRow('elect', 'Chooses one lane of the mask.', returns),
    movementRow(
      'movmatrix',
      'Transposes a matrix in the registers of a warp; their values are unknown to the model.',
      returns,
    ),
    movementRow('shfl', 'Gives a lane the value of another lane.', returns),
  ],
}

export const activeMask: Definition<ActiveMask> = {
  facts: { ...computationFacts, family: 'warp' },
  withParts: unchanged,
  print: ({ destination }) => `activemask.b32 ${destination}`,
  readers: [readerOf(({ mnemonic }) => opcodeOf(mnemonic) === 'activemask', readActiveMask)],
  rows: [synchronisationRow('activemask', 'Returns the lanes that execute it together.', returns)],
}

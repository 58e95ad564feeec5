/**
 * `wgmma.mma_async` and `wgmma.fence` (ISA, Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions): the
 * shapes and types of the matrices, their registers, and the descriptors of those in shared memory.
 */

import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { type Span, writtenAt } from '../../source/text.js'
import type { Operand } from '../operand.js'
import { asyncFacts, type Definition, fenceFacts, readerOf, unchanged } from './definition.js'
import { beginsWith } from './opcodes.js'
import * as operand from './operands.js'
import type { UnknownResult } from './register-instructions.js'
import { matrixRow } from './rows.js'
import type { Statement, StatementOperand } from './statement.js'

/** `wgmma.mma_async`: the warps of a warpgroup multiply two matrices and add the product to their accumulators. */
export interface Wgmma {
  readonly kind: 'wgmma'
  /** The words of the instruction. Warps that come to different words do not meet. */
  readonly mnemonic: string
  readonly shape: WgmmaShape
  /** The registers of the thread's part of the accumulator, which the instruction reads and writes. */
  readonly accumulator: readonly Operand[]
  /** The first factor: its registers, or its descriptor. */
  readonly a: { readonly in: 'registers'; readonly registers: readonly Operand[] } | InMemory
  readonly b: InMemory
  /** Operands that decide nothing about memory: the metadata of a sparse matrix, and whether to accumulate. */
  readonly others: readonly Operand[]
  readonly span: Span
}

/** A matrix in shared memory. */
interface InMemory {
  readonly in: 'memory'
  readonly descriptor: Operand
  readonly matrix: Matrix
}

/** The rows of a matrix in memory, or its columns if they are contiguous. */
export interface Matrix {
  /** The number of rows of the first factor, or of columns of the second. */
  readonly rows: number
  /** The number of elements along the dimension that the two factors share. */
  readonly depth: number
  /** The size of an element in bits. */
  readonly bits: number
  /** True if the elements of one position along the shared dimension are contiguous: `imm-trans` is 1. */
  readonly transposed: boolean
}

/** The shape and types of an operation. Operations on one accumulator need a fence between them if these differ. */
interface WgmmaShape {
  readonly n: number
  readonly k: number
  readonly accumulates: string
}

/** `wgmma.fence`: orders what a warp did before it with the operations after it. */
export interface WgmmaFence {
  readonly kind: 'wgmma-fence'
  readonly span: Span
}

/** The number of rows of the first factor. */
const rows = 64
/** The number of registers of a fragment of the first factor. */
const fragment = 4

/** What the types of the factors fix. */
interface TypeOfFactors {
  /** The size of an element in bits. */
  readonly bits: number
  readonly accumulators: readonly string[]
  /** Integer operands: `scale` for the signs of both factors, `transpose` for these and the orders of both. */
  readonly immediate: 'none' | 'scale' | 'transpose'
  /** Words that may or must follow the types. */
  readonly suffix?: '.and.popc'
}

const types: ReadonlyMap<string, TypeOfFactors> = new Map<string, TypeOfFactors>([
  ['f16.f16', { bits: 16, accumulators: ['f16', 'f32'], immediate: 'transpose' }],
  ['bf16.bf16', { bits: 16, accumulators: ['f32'], immediate: 'transpose' }],
  ['tf32.tf32', { bits: 32, accumulators: ['f32'], immediate: 'scale' }],
  ...['e4m3', 'e5m2'].flatMap((a) =>
    ['e4m3', 'e5m2'].map((b) => [`${a}.${b}`, { bits: 8, accumulators: ['f16', 'f32'], immediate: 'scale' }] as const),
  ),
  ...['s8', 'u8'].flatMap((a) =>
    ['s8', 'u8'].map((b) => [`${a}.${b}`, { bits: 8, accumulators: ['s32'], immediate: 'none' }] as const),
  ),
  ['b1.b1', { bits: 1, accumulators: ['s32'], immediate: 'none', suffix: '.and.popc' }],
])

/** The bytes of a row of a dense factor: `k` times the size of an element. */
const bytesOfRow = 32

const name = 'wgmma.mma_async'
const form =
  /^wgmma\.mma_async(?<sparse>\.sp)?\.sync\.aligned\.m64n(?<n>\d+)k(?<k>\d+)(?<first>\.satfinite)?\.(?<d>f16|f32|s32)\.(?<factors>\w+\.\w+?)(?<suffix>\.and\.popc)?(?<second>\.satfinite)?$/

/** The parts of a mnemonic. */
interface Words {
  readonly shape: WgmmaShape
  readonly type: TypeOfFactors
  readonly sparse: boolean
}

/** Returns the parts of a mnemonic, or why there is no such instruction. */
function wordsOf(mnemonic: string): Words | string {
  const groups = form.exec(mnemonic)?.groups
  const type = types.get(groups?.factors ?? '')
  if (groups === undefined || type === undefined)
    return 'the form is `wgmma.mma_async{.sp}.sync.aligned.m64nNkK.dtype.atype.btype`, as in `wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16`'
  const { d = '' } = groups
  const [n, k, sparse] = [Number(groups.n), Number(groups.k), groups.sparse !== undefined]
  if (groups.suffix !== type.suffix || (sparse && type.suffix !== undefined))
    return 'of single bits there is `.s32.b1.b1.and.popc`, without `.sp`'
  if (!type.accumulators.includes(d))
    return `the accumulator of \`.${groups.factors}\` is ${type.accumulators.map((one) => `\`.${one}\``).join(' or ')}`
  if ((groups.first !== undefined || groups.second !== undefined) && type.accumulators[0] !== 's32')
    return '`.satfinite` is for integers'
  const depth = ((8 * bytesOfRow) / type.bits) * (sparse ? 2 : 1)
  if (k !== depth) return `\`k\` is ${depth} for these types${sparse ? ' and `.sp`' : ''}`
  const step = type.accumulators[0] === 's32' && n > 32 ? 16 : 8
  if (n % step !== 0 || n < 8 || n > 256)
    return `\`n\` is a multiple of ${step} ${step === 16 ? 'above 32 for these types' : ''}, at most 256`.replace(
      ' ,',
      ',',
    )
  return { shape: { n, k, accumulates: d }, type, sparse }
}

/**
 * Reads the instruction, and after it one for each register of the accumulator, whose value is unknown from there on.
 * Fails on shapes and types that PTX does not have, and on operands of another number, kind or value.
 */
function readWgmma(statement: Statement): Result<readonly (Wgmma | UnknownResult)[]> {
  const { mnemonic, mnemonicSpan, operands, span } = statement
  const words = wordsOf(mnemonic)
  if (typeof words === 'string') return fail(diagnostic(`\`${mnemonic}\`: ${words}`, mnemonicSpan))
  const { shape, type, sparse } = words
  const registers = (shape.n / 2) * (shape.accumulates === 'f16' ? 0.5 : 1)
  const inRegisters = operands[1]?.kind === 'vector'
  const metadata = sparse ? 2 : 0
  const immediates = operands.slice(4 + metadata)
  const expected = immediatesOf(type, inRegisters)
  const text = `${mnemonic} {d0, …}, ${inRegisters ? '{a0, …}' : 'a-desc'}, b-desc${sparse ? ', sp-meta, sp-sel' : ''}, scale-d${expected.map(({ name }) => `, ${name}`).join('')}`
  const count = 4 + metadata + expected.length
  return then(
    collect({
      count: operand.count(statement, count, count, text),
      returns: operand.returnsNothing(statement),
      accumulator: fragmentOf(statement, operands[0], registers),
      a: inRegisters ? fragmentOf(statement, operands[1], fragment) : ok([]),
      aDescriptor: inRegisters ? ok(undefined) : operand.optionalNumber(statement, operands[1]),
      b: operand.optionalNumber(statement, operands[2]),
      others: all(operands.slice(3, 4 + metadata).map((one) => operand.value(statement, one))),
      selector: sparse ? integerIn(operands[4], 'sp-sel', [0n, 1n, 2n, 3n]) : ok(0n),
      immediates: all(expected.map(({ name, values }, i) => integerIn(immediates[i], name, values))),
    }),
    ({ accumulator, a, aDescriptor, b, others, immediates }): Result<readonly (Wgmma | UnknownResult)[]> => {
      if (b === undefined || (!inRegisters && aDescriptor === undefined)) return fail()
      const isTransposed = (which: string): boolean =>
        immediates.some((value, i) => expected[i]?.name === which && value === 1n)
      const matrix = { bits: type.bits, depth: shape.k } as const
      const one: Wgmma = {
        kind: 'wgmma',
        mnemonic,
        shape,
        accumulator,
        a:
          aDescriptor === undefined
            ? { in: 'registers', registers: a }
            : {
                in: 'memory',
                descriptor: aDescriptor,
                // A sparse matrix has half of its elements.
                matrix: { ...matrix, rows, depth: shape.k / (sparse ? 2 : 1), transposed: isTransposed('imm-trans-a') },
              },
        b: {
          in: 'memory',
          descriptor: b,
          matrix: { ...matrix, rows: shape.n, transposed: isTransposed('imm-trans-b') },
        },
        others,
        span,
      }
      return ok([
        one,
        ...accumulator.flatMap((register): readonly UnknownResult[] =>
          register.kind === 'register'
            ? [
                {
                  kind: 'unknown',
                  destination: register.name,
                  type: { width: 32, signed: false },
                  accumulator: true,
                  uncomputed: 'result',
                  operands: [],
                  span,
                },
              ]
            : [],
        ),
      ])
    },
  )
}

/** An operand that must be one of some integers. */
interface Immediate {
  readonly name: string
  readonly values: readonly bigint[]
}

/** Returns the integer operands after `scale-d`. */
function immediatesOf({ immediate }: TypeOfFactors, inRegisters: boolean): readonly Immediate[] {
  if (immediate === 'none') return []
  const scales = ['a', 'b'].map((which) => ({ name: `imm-scale-${which}`, values: [-1n, 1n] }))
  if (immediate === 'scale') return scales
  const order = (which: string): Immediate => ({ name: `imm-trans-${which}`, values: [0n, 1n] })
  return [...scales, ...(inRegisters ? [] : [order('a')]), order('b')]
}

/** Reads the registers of a matrix. */
function fragmentOf(
  statement: Statement,
  given: StatementOperand | undefined,
  registers: number,
): Result<readonly Operand[]> {
  if (given === undefined) return fail()
  if (given.kind !== 'vector')
    return fail(diagnostic(`expected ${registers} registers in braces, as in \`{d0, d1}\``, given.span))
  if (given.elements.length !== registers)
    return fail(
      diagnostic(`\`${statement.mnemonic}\` has ${registers} registers here, not ${given.elements.length}`, given.span),
    )
  return then(all(given.elements.map((one) => operand.value(statement, one))), (elements) =>
    then(
      unless(elements.flatMap((one) => (one.kind === 'register' ? [] : [diagnostic('expected a register', one.span)]))),
      () => ok(elements),
    ),
  )
}

/** Reads an integer that must be one of these. */
function integerIn(given: StatementOperand | undefined, which: string, values: readonly bigint[]): Result<bigint> {
  if (given === undefined) return fail()
  if (given.kind === 'integer' && values.includes(given.value)) return ok(given.value)
  return fail(diagnostic(`\`${which}\` is ${values.join(' or ')}`, given.span))
}

const fenceName = 'wgmma.fence'
const fenceMnemonic = `${fenceName}.sync.aligned`

/** Reads `wgmma.fence.sync.aligned`. */
const readFence = (statement: Statement): Result<WgmmaFence> =>
  statement.mnemonic === fenceMnemonic
    ? then(operand.none(statement), () => ok({ kind: 'wgmma-fence', span: statement.span }))
    : fail(diagnostic(`the form is \`${fenceMnemonic}\``, statement.mnemonicSpan))

export const wgmma: Definition<Wgmma, Wgmma | UnknownResult> = {
  facts: asyncFacts,
  withParts: (one, { operand }) => ({
    ...one,
    accumulator: one.accumulator.map(operand),
    a:
      one.a.in === 'registers'
        ? { ...one.a, registers: one.a.registers.map(operand) }
        : { ...one.a, descriptor: operand(one.a.descriptor) },
    b: { ...one.b, descriptor: operand(one.b.descriptor) },
    others: one.others.map(operand),
  }),
  print: ({ span }) => writtenAt(span),
  readers: [{ takes: ({ mnemonic }) => beginsWith(mnemonic, name), read: readWgmma }],
  rows: [
    matrixRow(
      `${name} ${name}.sp`,
      'Lets the warps of a warpgroup multiply matrices, which lie in shared memory or in registers, asynchronously.',
    ),
  ],
}

export const wgmmaFence: Definition<WgmmaFence> = {
  facts: { ...fenceFacts, family: 'asynchronous' },
  withParts: unchanged,
  print: () => fenceMnemonic,
  readers: [readerOf(({ mnemonic }) => beginsWith(mnemonic, fenceName), readFence)],
  rows: [matrixRow(fenceName, 'Orders what a warp did before it with the `wgmma.mma_async` operations after it.')],
}

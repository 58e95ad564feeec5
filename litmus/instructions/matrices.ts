/**
 * Matrix instructions of a warp: `ldmatrix`, `stmatrix`, `mma`, `wmma` (ISA, Warp Level Matrix Instructions). A
 * statement is what its thread accesses, an operation that the lanes execute together, and an unknown value for each
 * register that it writes.
 */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import { type Operand, sink } from '../operand.js'
import { checkWords, targetOf, wordOf, wordsBehind } from './async-words.js'
import type { Reader } from './definition.js'
import { elementTypes, wmmaMatrix, wmmaShapes } from './matrix-shapes.js'
import { beginsWith, opcodeOf, qualifiersOf } from './opcodes.js'
import * as operand from './operands.js'
import type { Words } from './qualifiers.js'
import { type Range, type RangeAccess, unknownType } from './range-access.js'
import type { Statement, StatementOperand } from './statement.js'
import { type Agreed, allLanes, type WarpInstruction } from './warps.js'

const isMatrix = ({ mnemonic }: Pick<Statement, 'mnemonic'>): boolean =>
  ['ldmatrix', 'stmatrix', 'mma', 'wmma'].includes(opcodeOf(mnemonic))

/** Fails on words that the instruction does not have, and on operands that are no registers or too many. */
function readMatrix(statement: Statement): Result<readonly Instruction[]> {
  const { mnemonic, mnemonicSpan } = statement
  const opcode = opcodeOf(mnemonic)
  if (opcode === 'ldmatrix' || opcode === 'stmatrix') return readRows(statement, opcode)
  if (opcode === 'mma') return readProduct(statement, productWords, [4, 10], `${mnemonic} d, a, b, c`)
  if (beginsWith(mnemonic, 'wmma.mma')) return readProduct(statement, wmmaWords, [4, 4], `${mnemonic} d, a, b, c`)
  const access = /^wmma\.(load\.[abc]|store\.d)(\.|$)/.exec(mnemonic)
  if (access !== null) return readWmmaAccess(statement, `wmma.${access[1]}`)
  return fail(
    diagnostic(`\`${mnemonic}\`: the forms begin with \`wmma.load.a\`, \`wmma.store.d\` or \`wmma.mma\``, mnemonicSpan),
  )
}

const together = ['sync', 'aligned'] as const

/** Fails unless the words say that the warp executes the instruction together. */
const areTogether = (name: string, words: Words, { mnemonicSpan }: Statement): Result<undefined> =>
  unless(
    together.every((word) => wordOf(words, [word]) !== undefined)
      ? []
      : [diagnostic(`the lanes of a warp execute \`${name}\` together: write \`${name}.sync.aligned\``, mnemonicSpan)],
  )

/** Returns the only one of some words that is written. Fails if none is. */
function oneOf<W extends string>(words: Words, choices: readonly W[], what: string, statement: Statement): Result<W> {
  const word = wordOf(words, choices)
  return word === undefined
    ? fail(
        diagnostic(
          `\`${statement.mnemonic}\` lacks ${what}: ${choices.map((one) => `\`.${one}\``).join(', ')}`,
          statement.mnemonicSpan,
        ),
      )
    : ok(word)
}

/** The shapes of `ldmatrix` and `stmatrix`: the addresses and the registers of each matrix. */
const shapes = {
  m8n8: { rows: 8, registers: 1 },
  m8n16: { rows: 8, registers: 1 },
  m16n8: { rows: 8, registers: 1 },
  m16n16: { rows: 16, registers: 2 },
} as const

const shapesOf = {
  ldmatrix: ['m8n8', 'm8n16', 'm16n16'],
  stmatrix: ['m8n8', 'm16n8'],
} as const

const counts = ['x1', 'x2', 'x4'] as const

/** The formats of `ldmatrix` whose elements are shorter in memory than in registers. */
const formats = [['b8x16'], ['b6x16_p32', 'b4x16_p64']] as const

/** Reads `ldmatrix.sync.aligned.m8n8.x4.shared.b16 {r0, r1, r2, r3}, [p]`, and `stmatrix` with exchanged operands. */
function readRows(statement: Statement, name: 'ldmatrix' | 'stmatrix'): Result<readonly Instruction[]> {
  const { operands } = statement
  const loads = name === 'ldmatrix'
  const words = wordsBehind(name, statement)
  const choices = shapesOf[name]
  return then(
    collect({
      words: checkWords(name, words, [['sync'], ['aligned'], choices, counts, ['trans'], ...(loads ? formats : [])]),
      together: areTogether(name, words, statement),
      shape: oneOf(words, choices, 'a shape', statement),
      count: oneOf(words, counts, 'a number of matrices', statement),
      space: spaceOf(words, ['shared'], name),
      type: unless(
        words.types
          .filter(({ text }) => text !== 'b16' && text !== 'b8')
          .map(({ text, span }) => diagnostic(`\`${name}\` has no type \`.${text}\``, span)),
      ),
      operands: operand.count(
        statement,
        2,
        2,
        loads ? `${statement.mnemonic} {r}, [p]` : `${statement.mnemonic} [p], {r}`,
      ),
      expected: operand.returnsNothing(statement),
    }),
    ({ shape, count, space }) => {
      const { rows, registers } = shapes[shape]
      const matrices = Number(count.slice(1))
      const lanes = lanesFor(rows * matrices)
      if (lanes === undefined)
        return fail(
          diagnostic(`\`.${count}\` of \`.${shape}\` has more rows than a warp has lanes`, statement.mnemonicSpan),
        )
      const range: Range = { kind: 'row', lanes }
      const given = operands[loads ? 0 : 1]
      return then(
        collect({
          at: targetOf(statement, operands[loads ? 1 : 0], space),
          number: hasRegisters(given, registers * matrices, name),
        }),
        ({ at }) => (loads ? readLoad(statement, given, { at, range }) : readStore(statement, given, { at, range })),
      )
    },
  )
}

const lanesFor = (rows: number): 8 | 16 | 32 | undefined => ([8, 16, 32] as const).find((lanes) => lanes === rows)

/** Fails on another number of registers. */
function hasRegisters(given: StatementOperand | undefined, number: number, name: string): Result<undefined> {
  if (given === undefined) return fail()
  const elements = elementsOf(given).length
  return elements === number
    ? ok(undefined)
    : fail(diagnostic(`${elements} registers given; this \`${name}\` has ${number}`, given.span))
}

/** Returns the state space that the words name: one of these, or none for a generic address. */
function spaceOf<S extends 'global' | 'shared'>(
  words: Words,
  spaces: readonly S[],
  name: string,
): Result<S | undefined> {
  const [first, second] = words.spaces
  const space = spaces.find((one) => one === first?.value)
  const wrong = second ?? (space === undefined ? first : undefined)
  return wrong === undefined
    ? ok(space)
    : fail(diagnostic(`\`${name}\` does not access \`.${wrong.text}\` memory`, wrong.span))
}

const layouts = ['row', 'col'] as const

/** Reads `wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {r…}, [p], stride`, and `wmma.store.d` likewise. */
function readWmmaAccess(statement: Statement, name: string): Result<readonly Instruction[]> {
  const { operands } = statement
  const loads = name.startsWith('wmma.load')
  const which = name.endsWith('.a') ? 'a' : name.endsWith('.b') ? 'b' : 'c'
  const words = wordsBehind(name, statement)
  const types = [...words.types, ...words.others].map(({ text }) => text).filter((text) => elementTypes.includes(text))
  const given = operands[loads ? 0 : 1]
  return then(
    collect({
      words: checkWords(name, words, [['sync'], ['aligned'], layouts, wmmaShapes, elementTypes]),
      together: areTogether(name, words, statement),
      layout: oneOf(words, layouts, 'a layout', statement),
      shape: oneOf(words, wmmaShapes, 'a shape', statement),
      type: typeIn(types, statement),
      space: spaceOf(words, ['global', 'shared'], name),
      count: operand.count(statement, 2, 3, `${statement.mnemonic} ${loads ? '{r}, [p]' : '[p], {r}'}[, stride]`),
      expected: operand.returnsNothing(statement),
      stride: operand.optionalNumber(statement, operands[2]),
    }),
    ({ layout, shape, type, space, stride }) =>
      then(targetOf(statement, operands[loads ? 1 : 0], space), (at) => {
        if (given === undefined) return fail()
        const matrix = wmmaMatrix(which, shape, layout, type, elementsOf(given).length)
        const part = { at, range: { kind: 'matrix', ...matrix, stride } } as const
        const agreed = { at, stride }
        return loads ? readLoad(statement, given, part, agreed) : readStore(statement, given, part, agreed)
      }),
  )
}

const typeIn = ([type]: readonly string[], { mnemonic, mnemonicSpan }: Statement): Result<string> =>
  type === undefined ? fail(diagnostic(`\`${mnemonic}\` lacks a type`, mnemonicSpan)) : ok(type)

/** The words of `mma` and `wmma.mma` besides shapes. */
const productWords: ReadonlySet<string> = new Set([
  ...['sp', 'sp::ordered_metadata', 'sync', 'aligned', 'row', 'col', 'satfinite', 'xor', 'and', 'popc'],
  ...['kind::f8f6f4', 'kind::mxf8f6f4', 'kind::mxf4', 'kind::mxf4nvf4', 'block_scale'],
  ...['scale_vec::1X', 'scale_vec::2X', 'scale_vec::4X', 'ue8m0', 'ue4m3'],
  ...['e4m3', 'e5m2', 'e3m2', 'e2m3', 'e2m1', ...elementTypes],
])
const wmmaWords: ReadonlySet<string> = new Set(['mma', ...productWords])

/**
 * Reads `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d…}, {a…}, {b…}, {c…}` and the like: sparse ones have their
 * metadata and a selector as further operands, scaled ones their factors.
 */
function readProduct(
  statement: Statement,
  known: ReadonlySet<string>,
  [least, most]: readonly [number, number],
  form: string,
): Result<readonly Instruction[]> {
  const { mnemonic, mnemonicSpan, operands } = statement
  const words = wordsBehind(opcodeOf(mnemonic), statement)
  const unknownWords = words.others.filter(({ text }) => !known.has(text) && !isShape(text))
  return then(
    collect({
      words: unless(
        [...unknownWords, ...words.spaces].map(({ text, span }) =>
          diagnostic(`\`.${text}\` has no meaning for \`${opcodeOf(mnemonic)}\``, span),
        ),
      ),
      together: areTogether(opcodeOf(mnemonic), words, statement),
      shape: unless(
        words.others.some(({ text }) => isShape(text))
          ? []
          : [diagnostic(`\`${mnemonic}\` lacks a shape`, mnemonicSpan)],
      ),
      count: operand.count(statement, least, most, form),
      expected: operand.returnsNothing(statement),
      registers: registersOf(operands[0]),
      values: valuesOf(statement, operands.slice(1)),
    }),
    ({ registers, values }) => ok(computed(statement, registers, values)),
  )
}

const isShape = (word: string): boolean => /^m\d+n\d+k\d+$/.test(word)

/** Returns whether a product, by its mnemonic, has a sparse matrix, of which a register has the metadata. */
export const isSparse = (mnemonic: string): boolean => /^(mma|wgmma\.mma_async)\.sp\b/.test(mnemonic)

/** A part of a matrix instruction that accesses memory. */
type Part = Pick<RangeAccess, 'at' | 'range'>

/** Returns an access, and the registers that it loads. */
const readLoad = (
  statement: Statement,
  given: StatementOperand | undefined,
  part: Part,
  agreed?: Agreed,
): Result<readonly Instruction[]> =>
  then(registersOf(given), (registers) => {
    const { mnemonic, span } = statement
    const destination = `what ${mnemonic} reads`
    const access: RangeAccess = { kind: 'range-access', does: 'load', ...part, destination, values: [], mnemonic, span }
    return ok([access, ...computed(statement, registers, [registerNamed(destination, span)], agreed)])
  })

/** Returns what the lanes bring together, and an access that stores it. */
const readStore = (
  statement: Statement,
  given: StatementOperand | undefined,
  part: Part,
  agreed?: Agreed,
): Result<readonly Instruction[]> =>
  then(valuesOf(statement, given === undefined ? [] : [given]), (values) => {
    const { mnemonic, span } = statement
    const joined = [registerNamed(joinedName(mnemonic), span)]
    return ok([
      ofWarp(statement, values, agreed),
      { kind: 'range-access', does: 'store', ...part, values: joined, mnemonic, span } satisfies RangeAccess,
    ])
  })

/** Returns what the lanes do together, and the register that each value is written to: a function of all operands. */
const computed = (
  statement: Statement,
  registers: readonly string[],
  values: readonly Operand[],
  agreed?: Agreed,
): readonly Instruction[] => {
  const { mnemonic, span } = statement
  const joined = registerNamed(joinedName(mnemonic), span)
  const width = qualifiersOf(mnemonic).includes('f64') ? 64 : 32
  return [
    ofWarp(statement, values, agreed),
    ...registers.flatMap((destination, i): readonly Instruction[] =>
      destination === sink
        ? []
        : [
            {
              kind: 'unknown',
              destination,
              type: { width, signed: false },
              function: mnemonic,
              operands: [joined, { kind: 'integer', value: BigInt(i), span }],
              span,
            },
          ],
    ),
  ]
}

/** Returns the operation of the warp, which returns an unknown value that depends on what all lanes bring. */
const ofWarp = ({ mnemonic, span }: Statement, operands: readonly Operand[], agreed?: Agreed): WarpInstruction => ({
  kind: 'warp',
  operation: 'matrix',
  mnemonic,
  operands,
  ...(agreed === undefined ? {} : { agreed }),
  from: unknownType,
  mask: { kind: 'integer', value: allLanes, span },
  whole: true,
  destination: joinedName(mnemonic),
  type: unknownType,
  span,
})

/** Returns a name that no text has, so that the statement is printed as it was written. */
const joinedName = (mnemonic: string): string => `what ${mnemonic} joins`

const registerNamed = (name: string, span: Span): Operand => ({ kind: 'register', name, span })

/** Returns the elements of a vector, or the only register. */
const elementsOf = (given: StatementOperand): readonly StatementOperand[] =>
  given.kind === 'vector' ? given.elements : [given]

/** Returns the registers that an instruction writes. */
function registersOf(given: StatementOperand | undefined): Result<readonly string[]> {
  if (given === undefined) return fail()
  const elements = elementsOf(given)
  const names = elements.flatMap((one) => (one.kind === 'word' ? [one.text] : []))
  const again = elements.filter(
    (one, i): one is typeof one => one.kind === 'word' && one.text !== sink && names.indexOf(one.text) < i,
  )
  return then(all(elements.map(operand.destination)), (registers) =>
    then(
      unless(
        again.map(({ span }): Diagnostic => diagnostic('this register appears twice; each value needs its own', span)),
      ),
      () => ok(registers),
    ),
  )
}

/** Returns the values of operands and of the elements of vectors. */
const valuesOf = (statement: Statement, given: readonly StatementOperand[]): Result<readonly Operand[]> =>
  all(given.flatMap(elementsOf).map((one) => operand.value(statement, one)))

export const matrixReader: Reader<Instruction> = { takes: isMatrix, read: readMatrix }

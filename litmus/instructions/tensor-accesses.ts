/** Reads `tcgen05.ld`, `tcgen05.ld.red` and `tcgen05.st` (ISA, Tensor Memory and Register Load/Store Instructions). */

import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then } from '../../source/result.js'
import { sink } from '../operand.js'
import * as operand from './operands.js'
import type { Statement, StatementOperand } from './statement.js'
import type { TensorStatement } from './tensor-memory.js'
import { choice, firstOf, tensorAddress, together, wordsAmong } from './tensor-words.js'

const { needed, optional } = choice

/** The shapes of loads and stores: lanes, and columns of 32 bits (ISA, Data Movement Shape). */
const shapes = {
  '32x32b': { lanes: 32, columns: 1, registers: 1 },
  '16x64b': { lanes: 16, columns: 2, registers: 1 },
  '16x128b': { lanes: 16, columns: 4, registers: 2 },
  '16x256b': { lanes: 16, columns: 8, registers: 4 },
  '16x32bx2': { lanes: 16, columns: 1, registers: 1 },
} as const
const shapeNames = ['32x32b', '16x64b', '16x128b', '16x256b', '16x32bx2'] as const
const repeats = ['x1', 'x2', 'x4', 'x8', 'x16', 'x32', 'x64', 'x128'] as const
const mostRegisters = 128

/** The part of a load or a store that its words fix. */
interface Moved {
  readonly lanes: 16 | 32
  readonly columns: number
  readonly registers: number
  readonly isHalved: boolean
}

/** Returns what the words say. With 16 bits in a cell a register has two cells, which are two columns. */
function movedBy(words: readonly string[], { mnemonic, mnemonicSpan }: Statement): Result<Moved> {
  const shape = firstOf(words, shapeNames)
  const repeat = firstOf(words, repeats)
  if (shape === undefined || repeat === undefined) return fail()
  const count = Number(repeat.slice(1))
  const { lanes, columns, registers } = shapes[shape]
  if (count * registers > mostRegisters)
    return fail(
      diagnostic(`\`${mnemonic}\`: \`.${shape}\` has at most \`.x${mostRegisters / registers}\``, mnemonicSpan),
    )
  const cells = words.includes('pack::16b') || words.includes('unpack::16b') ? 2 : 1
  return ok({
    lanes,
    columns: count * columns * cells,
    registers: count * registers,
    isHalved: shape === '16x32bx2',
  })
}

const reductions = [optional('min', 'max'), optional('abs'), optional('NaN')]

export function readLoad(statement: Statement): Result<TensorStatement> {
  const { mnemonic, operands } = statement
  const reduces = mnemonic.startsWith('tcgen05.ld.red')
  const name = reduces ? 'tcgen05.ld.red' : 'tcgen05.ld'
  const words = wordsAmong(name, statement, [
    ...together,
    needed(...(reduces ? (['32x32b', '16x32bx2'] as const) : shapeNames)),
    needed(...(reduces ? repeats.slice(1) : repeats)),
    ...(reduces ? [...reductions, needed('f32', 'u32', 's32')] : [optional('pack::16b'), needed('b32')]),
  ])
  return then(words, (words) =>
    then(movedBy(words, statement), ({ registers, isHalved, lanes, columns }) => {
      const number = 2 + (reduces ? 1 : 0) + (isHalved ? 1 : 0)
      const form = `${mnemonic} {r0, …}, ${reduces ? 'redval, ' : ''}[taddr]${isHalved ? ', offset' : ''}`
      return then(
        collect({
          count: operand.count(statement, number, number, form),
          returns: operand.returnsNothing(statement),
          loaded: registersOf(statement, operands[0], registers),
          value: reduces ? operand.destination(operands[1]) : ok(sink),
          at: tensorAddress(statement, operands[reduces ? 2 : 1]),
          half: isHalved ? halfOf(operands[number - 1]) : ok(undefined),
        }),
        ({ loaded, value, at, half }) =>
          ok({
            does: { action: 'ld', at, lanes, columns, half, values: [] },
            group: undefined,
            loaded: [...loaded, value],
          }),
      )
    }),
  )
}

export function readStore(statement: Statement): Result<TensorStatement> {
  const { mnemonic, operands } = statement
  const words = wordsAmong('tcgen05.st', statement, [
    ...together,
    needed(...shapeNames),
    needed(...repeats),
    optional('unpack::16b'),
    needed('b32'),
  ])
  return then(words, (words) =>
    then(movedBy(words, statement), ({ registers, isHalved, lanes, columns }) => {
      const number = isHalved ? 3 : 2
      return then(
        collect({
          count: operand.count(statement, number, number, `${mnemonic} [taddr]${isHalved ? ', offset' : ''}, {r0, …}`),
          returns: operand.returnsNothing(statement),
          at: tensorAddress(statement, operands[0]),
          half: isHalved ? halfOf(operands[1]) : ok(undefined),
          names: registersOf(statement, operands[number - 1], registers),
          values: all(elementsOf(operands[number - 1]).map((one) => operand.value(statement, one))),
        }),
        ({ at, half, values }) => ok({ does: { action: 'st', at, lanes, columns, half, values }, group: undefined }),
      )
    }),
  )
}

const elementsOf = (given: StatementOperand | undefined): readonly StatementOperand[] =>
  given === undefined ? [] : given.kind === 'vector' ? given.elements : [given]

/** Returns the names of the registers. Fails on another number. */
function registersOf(
  { mnemonic }: Statement,
  given: StatementOperand | undefined,
  number: number,
): Result<readonly string[]> {
  if (given === undefined) return fail()
  const elements = elementsOf(given)
  return elements.length === number
    ? all(elements.map((one) => operand.destination(one)))
    : fail(diagnostic(`\`${mnemonic}\` has ${number} registers, not ${elements.length}`, given.span))
}

function halfOf(given: StatementOperand | undefined): Result<bigint> {
  if (given === undefined) return fail()
  return given.kind === 'integer'
    ? ok(given.value)
    : fail(diagnostic('the distance of the second half is an integer', given.span))
}

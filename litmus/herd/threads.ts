/** The threads of a herd-style test, read column by column. */

import { counted } from '../../source/counted.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { all, collect, ok, type Result, then, unless } from '../../source/result.js'
import type { Instruction } from '../instruction.js'
import { readMove } from '../instructions/arithmetic.js'
import { writesRegister } from '../instructions/mnemonics.js'
import { readInstructions } from '../instructions/read.js'
import type { Statement } from '../instructions/statement.js'
import { positionName, sameCta } from '../position.js'
import type { ThreadPosition, WrittenThread } from '../program.js'
import { memoryIn, readLines } from '../syntax/code.js'
import { numbered } from '../syntax/numbers.js'
import type { CodeSyntax } from '../syntax/words.js'
import type { Initial } from './initial.js'
import type { FileSyntax, RowSyntax, ThreadHead } from './syntax.js'

/** Fails on what cannot be read, rows that differ in length from the head, a thread that occurs twice. */
export const readThreads = (file: FileSyntax, initial: Initial): Result<readonly WrittenThread[]> =>
  then(
    collect({
      rows: unless(file.rows.flatMap((row) => checkRow(row, file.columns.length))),
      names: unless(repeatedThreads(file.columns.flat())),
      threads: all(
        file.columns.flatMap((heads, column) => heads.map((head) => readThread(head, column, file, initial))),
      ),
    }),
    ({ threads }) => then(unless(repeatedPositions(threads)), () => ok(threads)),
  )

function readThread(
  head: ThreadHead,
  column: number,
  { columns, rows }: FileSyntax,
  initial: Initial,
): Result<WrittenThread> {
  const { name, span } = head
  const heads = columns.flat()
  const before = heads.slice(0, heads.indexOf(head)).filter((other) => sameCta(ctaOf(other), ctaOf(head)))
  const cta = ctaOf(head)
  const position = cta && { ...cta, thread: head.position?.thread ?? before.length }
  // A row that is too short is reported separately.
  const text = rows.flatMap(({ cells }) => cells[column] ?? [])
  const code = position === undefined ? text : text.map((one) => numbered(one, position))
  const registers = initial.registers.get(name) ?? []
  const declared = new Set(initial.declared.map((one) => one.name))
  const addresses = new Set(registers.flatMap((one) => (one.value.kind === 'address' ? [one.name] : [])))
  const written = new Set([...registers.map((one) => one.name), ...code.flatMap(writtenBy)])
  const isValue = (word: string): boolean => written.has(word) && !declared.has(word) && !addresses.has(word)
  const surroundings = { format: 'herd', isHost: position === undefined, ...memoryIn(initial.declared) } as const
  return then(readLines(code, surroundings, readCell(isValue)), (read) =>
    ok({
      ...(position === undefined ? { kind: 'host' } : { kind: 'device', position }),
      name,
      registers,
      instructions: read.flat(),
      span,
    }),
  )
}

/** Returns the first thread of its CTA; undefined for the host. */
const ctaOf = ({ position }: ThreadHead): ThreadPosition | undefined =>
  position === null ? undefined : { ...position, thread: 0 }

const readCell =
  (isValue: (word: string) => boolean) =>
  (statement: Statement): Result<readonly Instruction[]> =>
    isMove(statement, isValue) ? then(readMove(statement), (move) => ok([move])) : readInstructions(statement)

/**
 * Returns whether a statement is a move: a load without any qualifier, from an integer or from a register. A register
 * that holds an address from the start means the memory there instead.
 */
function isMove({ mnemonic, operands }: Statement, isValue: (word: string) => boolean): boolean {
  const from = operands[1]
  return mnemonic === 'ld' && (from?.kind === 'integer' || (from?.kind === 'word' && isValue(from.text)))
}

/** Returns the register that a statement would write, judging by its form alone. */
function writtenBy(code: CodeSyntax): readonly string[] {
  if (code.kind === 'guarded') return writtenBy(code.code)
  if (code.kind === 'cuda') return code.result === null ? [] : [code.result.text]
  if (code.kind !== 'statement' || !writesRegister(code.mnemonic)) return []
  const [first] = code.operands
  if (first?.kind === 'vector') return first.elements.flatMap((one) => (one.kind === 'word' ? [one.text] : []))
  return first?.kind === 'word' ? [first.text] : []
}

function checkRow({ cells, span }: RowSyntax, columns: number): readonly Diagnostic[] {
  if (cells.length === columns) return []
  const extra = cells[columns]?.[0]
  const are = columns === 1 ? 'is' : 'are'
  const message = `this row has ${counted(cells.length, 'cell')}, but there ${are} ${counted(columns, 'thread')}`
  return [diagnostic(message, extra?.span ?? span)]
}

const repeatedPositions = (threads: readonly WrittenThread[]): readonly Diagnostic[] =>
  [...groupBy(threads, (thread) => (thread.kind === 'device' ? positionName(thread.position) : thread.name))].flatMap(
    ([name, [first, ...others]]) =>
      others.map((other) =>
        diagnostic(`\`${other.name}\` has the same position as \`${first.name}\`, ${name}`, other.span, {
          message: 'the first',
          place: first.span,
        }),
      ),
  )

const repeatedThreads = (threads: readonly ThreadHead[]): readonly Diagnostic[] =>
  [...groupBy(threads, ({ name }) => name)].flatMap(([name, [first, ...others]]) =>
    others.map(({ span }) =>
      diagnostic(`a second thread \`${name}\``, span, { message: 'the first', place: first.span }),
    ),
  )

/** Writes a module of a compiler anew, so that its machine code names the statements that it comes from. */

import { codeOf } from '../../litmus/module/code.js'
import { entriesOf, type Module as PtxModule, readModule } from '../../litmus/module/read.js'
import type { BodyItem } from '../../litmus/module/syntax.js'
import { memoryOf } from '../../litmus/module/variables.js'
import { ok, type Result, then } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import type { Assembled } from './check.js'
import type { Piece } from './module.js'

/** A statement of a module: an instruction or a call, with its guard, as offsets into the text. */
interface Statement {
  readonly start: number
  readonly end: number
}

/** A module of a compiler, and its statements in the order of the text. */
export interface Compiled {
  readonly source: SourceText
  /** The names of its own functions and memory, and those of them that are functions. */
  readonly names: ReadonlySet<string>
  readonly functions: readonly string[]
  readonly statements: readonly Statement[]
  /** The places of its `.loc` directives, which the text that is assembled does not have. */
  readonly places: readonly Statement[]
}

/** An entry of a module. The lines of its instructions are numbers of statements, from 1. */
export interface CompiledEntry {
  readonly name: string
  readonly assembled: Assembled
}

/** The bytes of dynamic shared memory: the code depends only on whether there are any. */
const dynamic = 65_536

/**
 * Returns a module and its entries, with the functions that they call in their places. Fails on what is not a complete
 * module of PTX.
 */
export const compiledModule = (
  source: SourceText,
): Result<{ readonly compiled: Compiled; readonly entries: readonly CompiledEntry[] }> =>
  then(readModule(source), (module) => {
    const compiled = { source, ...partsOf(module) }
    return ok({ compiled, entries: entriesIn(module, compiled) })
  })

function partsOf({ functions, variables }: PtxModule): Omit<Compiled, 'source'> {
  const statements: Statement[] = []
  const places: Statement[] = []
  const visit = (items: readonly BodyItem[]): void => {
    for (const item of items) {
      if (item.kind === 'block') visit(item.items)
      if (item.kind === 'instruction' || item.kind === 'call') statements.push(item.span)
      if (item.kind === 'loc') places.push(item.span)
    }
  }
  for (const { body } of new Set(functions.values())) visit(body ?? [])
  const own = [...functions].flatMap(([name, { body }]) => (body === null ? [] : [name]))
  return {
    names: new Set([...own, ...variables.keys()]),
    functions: own,
    statements: statements.toSorted((a, b) => a.start - b.start),
    places,
  }
}

function entriesIn(module: PtxModule, { statements }: Compiled): readonly CompiledEntry[] {
  const numbers = new Map(statements.map(({ start }, i) => [start, i + 1]))
  return entriesOf(module).map((entry) => {
    const name = entry.name.text
    const { instructions } = codeOf({ module, entry, memory: memoryOf([], [module]), name, shared: dynamic })
    const lines = instructions.map(({ kind, span }) => (kind === 'label' ? 0 : (numbers.get(span.start) ?? 0)))
    return { name, assembled: { instructions, lines, observed: new Set<string>() } }
  })
}

/** The version and target of a module, what debuggers read. */
const header = /^[ \t]*(?:\.section\b[^{}]*\{[^}]*\}|(?:@@DWARF|\.file|\.version|\.target|\.address_size)\b.*$)/gm

/** A name of PTX: no part of a mnemonic or a directive. */
const word = /(?<![.\w$%])[A-Za-z_$%][\w$]*(?![\w$]|\.|::)/g

/**
 * Returns a module without its header, so that it can be assembled for any version of the PTX ISA and any target, with
 * others whose prefix differs: the prefix is put before its names. A `.loc` gives each statement its number. `left` are
 * the numbers of those that are left out.
 */
export function compiledPiece(
  { source, names, functions, statements, places }: Compiled,
  prefix: string,
  left: ReadonlySet<number> = new Set(),
): Piece {
  const changes = [
    ...places.map(({ start, end }) => ({ start, end, text: '' })),
    ...statements.map(({ start, end }, i) =>
      left.has(i + 1) ? { start, end, text: '' } : { start, end: start, text: `\n.loc 1 ${i + 1} 0\n` },
    ),
  ].toSorted((a, b) => a.start - b.start)
  let written = ''
  let at = 0
  for (const { start, end, text } of changes) {
    written += source.text.slice(at, start) + text
    at = end
  }
  const text = (written + source.text.slice(at)).replace(/\/\/.*$/gm, '').replace(header, '')
  return {
    lines: text.replace(word, (name) => (names.has(name) ? prefix + name : name)).split('\n'),
    functions: functions.map((name) => prefix + name),
  }
}

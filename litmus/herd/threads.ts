/** The threads of a herd-style test, read column by column, and the memory that they use. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { didYouMean } from '../../source/nearest.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import { declaredName, resolveCopies } from '../copies.js'
import { readCall } from '../host/call.js'
import { linkHost } from '../host/link.js'
import { destinationOf, type Instruction, namesIn } from '../instruction.js'
import { readMove } from '../instructions/arithmetic.js'
import { checkClusterBarriers } from '../instructions/cluster-barriers.js'
import { writesRegister } from '../instructions/opcodes.js'
import { isValueOf } from '../instructions/operands.js'
import { readInstruction } from '../instructions/read.js'
import type { Statement } from '../instructions/statement.js'
import { resolveLocations } from '../memory.js'
import { mixedClusters, sameCta } from '../position.js'
import type { Program, Thread, ThreadPosition, WrittenThread } from '../program.js'
import { toStatement } from '../syntax/statement.js'
import { at, type Word } from '../syntax/words.js'
import { type DeclaredVariable, resolveVariables } from '../variables.js'
import type { Initial } from './initial.js'
import type { CellItem, FileSyntax, RowSyntax, ThreadHead } from './syntax.js'

type Memory = Pick<Program, 'threads' | 'variables' | 'locations' | 'host'>

/** Threads, names and locations. Errors: rows of other lengths than the head, threads or labels twice, jumps to no label. */
export function readThreads(file: FileSyntax, initial: Initial, source: SourceText): Result<Memory> {
  const threads = file.threads.map((head, column) => readThread(head, column, file, initial, source))
  return then(
    collect({
      rows: unless(file.rows.flatMap((row) => checkRow(row, file.threads, source))),
      names: unless(repeatedThreads(file.threads, source)),
      threads: all(threads),
    }),
    ({ threads }) =>
      then(
        collect({
          clusters: unless(mixedClusters(threads.filter((thread) => thread.kind === 'device'))),
          labels: unless(threads.flatMap(checkLabels)),
          barriers: unless(threads.flatMap(({ instructions }) => checkClusterBarriers(instructions))),
          memory: linkMemory(threads, initial),
        }),
        ({ memory }) => ok(memory),
      ),
  )
}

function readThread(
  head: ThreadHead,
  column: number,
  { threads, rows }: FileSyntax,
  initial: Initial,
  source: SourceText,
): Result<WrittenThread> {
  const { name } = head
  const position = positionOf(head)
  const items = rows.flatMap(({ cells }) => cells[column] ?? [])
  const held = initial.registers.get(name) ?? []
  const addresses = initial.addresses.get(name) ?? new Map<string, Word>()
  const registers = new Set([...held.map((one) => one.name), ...items.flatMap(writtenBy)])
  const declared = new Set(initial.declared.map((one) => one.name))
  const isRegister = (word: string): boolean => registers.has(word) && !declared.has(word)
  const before = threads.slice(0, column).filter((other) => sameCta(positionOf(other), position))
  return then(all(items.map((item) => readItem(item, source, isRegister))), (instructions) =>
    then(throughRegisters(instructions, addresses), (instructions) =>
      ok({
        ...(position === undefined
          ? { kind: 'host' }
          : { kind: 'device', position: { ...position, thread: before.length } }),
        name,
        registers: held,
        instructions,
        span: at(source, head.place),
      }),
    ),
  )
}

const positionOf = ({ position }: ThreadHead): ThreadPosition | undefined =>
  position === null ? undefined : { ...position, thread: 0 }

function readItem(item: CellItem, source: SourceText, isRegister: (word: string) => boolean): Result<Instruction> {
  if (item.kind === 'label') return ok({ kind: 'label', name: item.name.text, span: at(source, item.place) })
  if (item.kind === 'call') return readCall(item, source)
  const statement = toStatement(item, source, 'herd')
  return isMove(statement, isRegister) ? readMove(statement) : readInstruction(statement)
}

/** A load without any qualifier, from an integer or from a register, is a move. */
function isMove({ mnemonic, operands }: Statement, isRegister: (word: string) => boolean): boolean {
  const from = operands[1]
  return mnemonic === 'ld' && (from?.kind === 'integer' || (from?.kind === 'word' && isRegister(from.text)))
}

/** The register that a statement would write, by its form alone. */
function writtenBy(item: CellItem): readonly string[] {
  const [first] = item.kind === 'statement' ? item.operands : []
  const writes = item.kind === 'statement' && writesRegister(item.mnemonic.text)
  return writes && first?.kind === 'word' ? [first.text] : []
}

/** Addresses are names: where a register holds the address of a location from the start to the end, it is one more name of it. */
function throughRegisters(
  instructions: readonly Instruction[],
  addresses: ReadonlyMap<string, Word>,
): Result<readonly Instruction[]> {
  return all(
    instructions.map((instruction): Result<Instruction> => {
      const destination = destinationOf(instruction)
      if (destination !== undefined && addresses.has(destination))
        return fail(
          diagnostic(
            `\`${destination}\` holds an address from the start; addresses are names, a register that changes is none`,
            instruction.span,
          ),
        )
      if (!('address' in instruction)) return ok(instruction)
      const target = addresses.get(instruction.address.name)
      if (target === undefined) return ok(instruction)
      return ok({ ...instruction, address: { ...instruction.address, name: target.text } })
    }),
  )
}

function checkRow(
  { cells, place }: RowSyntax,
  threads: readonly ThreadHead[],
  source: SourceText,
): readonly Diagnostic[] {
  if (cells.length === threads.length) return []
  const extra = cells[threads.length]?.[0]
  const where = at(source, extra === undefined ? place : extra.place)
  return [
    diagnostic(
      `a row of ${count(cells.length, 'cell')}; there ${threads.length === 1 ? 'is' : 'are'} ${count(threads.length, 'thread')}`,
      where,
    ),
  ]
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

const repeatedThreads = (threads: readonly ThreadHead[], source: SourceText): readonly Diagnostic[] =>
  [...groupBy(threads, ({ name }) => name)].flatMap(([name, [first, ...others]]) =>
    others.map(({ place }) =>
      diagnostic(`a second thread \`${name}\``, at(source, place), {
        message: 'the first',
        place: at(source, first.place),
      }),
    ),
  )

function checkLabels({ name: thread, instructions }: Thread): readonly Diagnostic[] {
  const labels = groupBy(
    instructions.filter((one) => one.kind === 'label'),
    ({ name }) => name,
  )
  const again = [...labels].flatMap(([name, [first, ...others]]) =>
    others.map((other) =>
      diagnostic(`a second label \`${name}\` in ${thread}`, other.span, { message: 'the first', place: first.span }),
    ),
  )
  const lost = instructions.flatMap((one) =>
    one.kind !== 'branch' || labels.has(one.target)
      ? []
      : [
          diagnostic(
            `${thread} has no label \`${one.target}\`${didYouMean(one.target, labels.keys())}`,
            one.targetSpan,
          ),
        ],
  )
  return [...again, ...lost]
}

/** Names that only accesses mention are locations too, and start at 0. */
function linkMemory(threads: readonly WrittenThread[], { declared, values }: Initial): Result<Memory> {
  const known = new Set(declared.map(({ name }) => name))
  const accessed = new Map<string, DeclaredVariable>()
  for (const { instructions } of threads)
    for (const one of instructions)
      for (const { name, span } of namesIn(one))
        if (!known.has(name) && !accessed.has(name))
          accessed.set(name, { name, space: 'global', alias: undefined, span })
  const aliased: readonly DeclaredVariable[] = declared.flatMap(({ alias }) =>
    alias === undefined || known.has(alias.of) || accessed.has(alias.of)
      ? []
      : [{ name: alias.of, space: 'global', alias: undefined, span: alias.ofSpan }],
  )
  const unnamed = new Map([...accessed, ...aliased.map((one) => [one.name, one] as const)])
  const { variables, roots, diagnostics } = resolveVariables([...declared, ...unnamed.values()])
  if (diagnostics.length > 0) return fail(...diagnostics)
  const linked = linkHost(threads, variables)
  if (!linked.ok) return linked
  const copies = resolveCopies({ threads: linked.value.threads, variables, roots }, 'herd')
  if (copies.diagnostics.length > 0) return fail(...copies.diagnostics)
  const resolved = resolveLocations(copies.threads, copies.variables, copies.roots)
  if (resolved.diagnostics.length > 0) return fail(...resolved.diagnostics)
  const declaredAs = new Map(copies.variables.map((variable) => [variable.name, declaredName(variable)]))
  const valueOf = (location: string) => values.get(declaredAs.get(location) ?? location)
  const tooWide = resolved.locations.flatMap(({ name, type: { width } }) => {
    const value = valueOf(name)
    return value === undefined || isValueOf(value.value, width)
      ? []
      : [
          diagnostic(
            `${value.value} is not a value of ${width} bits, the width at which \`${name}\` is accessed`,
            value.span,
          ),
        ]
  })
  if (tooWide.length > 0) return fail(...tooWide)
  const locations = resolved.locations.map((location) => ({
    ...location,
    initial: BigInt.asUintN(location.type.width, valueOf(location.name)?.value ?? 0n),
  }))
  const { host } = linked.value
  return ok({
    threads: copies.threads,
    variables: copies.variables,
    locations,
    ...(host === undefined ? {} : { host }),
  })
}

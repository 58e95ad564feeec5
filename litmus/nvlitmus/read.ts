/** The reader of nvlitmus tests, `.test`. */

import { type Diagnostic, diagnostic, formatPlace } from '../../source/diagnostic.js'
import { parseWith } from '../../source/grammar.js'
import { groupBy } from '../../source/group.js'
import { didYouMean } from '../../source/nearest.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { type SourceText, span } from '../../source/text.js'
import { declaredName, resolveCopies } from '../copies.js'
import { readCall } from '../host/call.js'
import { linkHost } from '../host/link.js'
import type { Instruction } from '../instruction.js'
import { checkClusterBarriers } from '../instructions/cluster-barriers.js'
import { readInstruction } from '../instructions/read.js'
import { resolveLocations } from '../memory.js'
import { mixedClusters, positionName } from '../position.js'
import type { DeviceThread, HostThread, Program, Question, Space, WrittenThread } from '../program.js'
import { checkReads } from '../registers.js'
import { readCondition, type Unasked } from '../syntax/condition.js'
import { toStatement } from '../syntax/statement.js'
import { at, type CallSyntax, type StatementSyntax } from '../syntax/words.js'
import { type DeclaredVariable, resolveVariables } from '../variables.js'
import * as grammar from './grammar.js'
import type { Declaration, Item, QuestionSyntax, ThreadPiece } from './syntax.js'
import { expandTemplate, type Instance } from './template.js'

export interface ReadTests {
  readonly tests: readonly Program[]
  /** What is wrong with the tests that are not among `tests`. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The tests of a file; an error that several rows of a template have in one place is told once. */
export function readNvlitmus(file: SourceText): ReadTests {
  const { instances, diagnostics } = expandTemplate(file)
  const results = instances.map(readInstance)
  return {
    tests: results.flatMap((result) => (result.ok ? [result.value] : [])),
    diagnostics: [...diagnostics, ...mergeRows(results.flatMap((result) => (result.ok ? [] : result.diagnostics)))],
  }
}

const mergeRows = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  [...groupBy(diagnostics, (one) => `${formatPlace(one.place)} ${one.message}`).values()].map(([first, ...others]) =>
    others.length === 0
      ? first
      : {
          ...first,
          notes: [...first.notes, { message: `and in ${others.length} more row${others.length === 1 ? '' : 's'}` }],
        },
  )

function readInstance({ source, row }: Instance): Result<Program> {
  return then(parseWith(grammar, source), (items) => {
    const declarations = items
      .filter((item) => item.kind === 'declaration')
      .map((item) => declaredVariable(item, source))
    return then(collect({ declared: all(declarations), placed: readThreads(items, source) }), ({ declared, placed }) =>
      link({ source, row, declared, placed, questions: items.filter((item) => item.kind === 'question') }),
    )
  })
}

interface Unlinked {
  readonly source: SourceText
  readonly row: Instance['row']
  readonly declared: readonly DeclaredVariable[]
  readonly placed: readonly WrittenThread[]
  readonly questions: readonly QuestionSyntax[]
}

/** Looks up every name. */
function link({ source, row, declared, placed, questions }: Unlinked): Result<Program> {
  const declaredMemory = resolveVariables(declared)
  if (declaredMemory.diagnostics.length > 0) return fail(...declaredMemory.diagnostics)
  return then(linkHost(placed, declaredMemory.variables), (linked) => {
    const copied = resolveCopies({ ...declaredMemory, threads: linked.threads }, 'nvlitmus')
    if (copied.diagnostics.length > 0) return fail(...copied.diagnostics)
    const { threads, variables, roots } = copied
    const names = new Set(variables.map(declaredName))
    const { locations, diagnostics: memoryProblems } = resolveLocations(threads, variables, roots)
    const registerProblems = threads.flatMap((thread) => checkReads(thread, names))
    const program = {
      format: 'nvlitmus' as const,
      file: source.name,
      ...(row === undefined ? {} : { row }),
      variables,
      locations,
      threads,
      ...(linked.host === undefined ? {} : { host: linked.host }),
      observed: [],
    }
    return then(
      collect({
        memory: unless(memoryProblems),
        registers: unless(registerProblems),
        clusters: unless(mixedClusters(placed.filter((thread) => thread.kind === 'device'))),
        barriers: unless(threads.flatMap(({ instructions }) => checkClusterBarriers(instructions))),
        threads: unless(threads.length === 0 ? [diagnostic('a test without a thread', span(source, 0, 0))] : []),
        asked: unless(
          questions.length === 0
            ? [diagnostic('a test that asks nothing: no permit, assert or check', span(source, 0, 0))]
            : [],
        ),
        names: unless(repeatedNames(questions, source)),
        questions: all(questions.map((question) => readQuestion(question, source, program))),
      }),
      ({ questions }) => ok({ ...program, questions }),
    )
  })
}

const spaces: readonly Space[] = ['global', 'shared', 'local', 'const', 'surfref', 'texref', 'constref']

function declaredVariable({ space, name, alias }: Declaration, source: SourceText): Result<DeclaredVariable> {
  const known = spaces.find((one) => one === space.text)
  if (known === undefined) {
    const message = `unknown state space \`.${space.text}\`${didYouMean(space.text, spaces)}`
    return fail(
      diagnostic(message, at(source, space.place), {
        message: `the state spaces are ${spaces.map((one) => `.${one}`).join(', ')}`,
      }),
    )
  }
  return ok({
    name: name.text,
    space: known,
    alias: alias === null ? undefined : { how: alias.how, of: alias.of.text, ofSpan: at(source, alias.of.place) },
    span: at(source, name.place),
  })
}

/** The threads in the order in which they first appear, with the places of their heads; pieces of one thread are put together. */
function readThreads(items: readonly Item[], source: SourceText): Result<readonly WrittenThread[]> {
  const pieces = items.flatMap((item): readonly Piece[] => {
    switch (item.kind) {
      case 'host':
        return [{ kind: 'host', name: 'host', statements: item.statements, span: at(source, item.place) }]
      case 'thread':
        return [pieceOf(item, undefined, source)]
      case 'kernel':
        return item.threads.map((thread) => pieceOf(thread, item.name.text, source))
      default:
        return []
    }
  })
  return all(
    [...groupBy(pieces, ({ name }) => name).values()].map((group) => {
      const [{ statements: _, ...head }] = group
      const instructions = all(group.flatMap(({ statements }) => statements.map((one) => readStatement(one, source))))
      return then(instructions, (instructions) => ok({ ...head, registers: [], instructions }))
    }),
  )
}

/** A piece of a thread, with its head. */
type Piece = (Omit<DeviceThread, 'registers' | 'instructions'> | Omit<HostThread, 'registers' | 'instructions'>) & {
  readonly statements: readonly (CallSyntax | StatementSyntax)[]
}

function pieceOf({ position: head, statements }: ThreadPiece, kernel: string | undefined, source: SourceText): Piece {
  const { place, ...numbers } = head
  const position = { ...(kernel === undefined ? {} : { kernel }), ...numbers }
  return { kind: 'device', name: positionName(position), position, statements, span: at(source, place) }
}

const readStatement = (statement: CallSyntax | StatementSyntax, source: SourceText): Result<Instruction> =>
  'kind' in statement ? readCall(statement, source) : readInstruction(toStatement(statement, source, 'nvlitmus'))

function repeatedNames(questions: readonly QuestionSyntax[], source: SourceText): readonly Diagnostic[] {
  const byName = groupBy(questions, ({ name }) => name.text)
  return [...byName].flatMap(([name, [first, ...others]]) =>
    others.map((other) =>
      diagnostic(`a second question named \`${name}\``, at(source, other.name.place), {
        message: 'the first',
        place: at(source, first.name.place),
      }),
    ),
  )
}

function readQuestion(
  { question, condition, name, place }: QuestionSyntax,
  source: SourceText,
  program: Unasked,
): Result<Question> {
  return then(readCondition(condition, source, program), (read) =>
    ok({ kind: question, name: name.text, condition: read, span: at(source, place) }),
  )
}

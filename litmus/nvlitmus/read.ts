/** The reader of nvlitmus tests, `.test`. */

import { type Diagnostic, diagnostic, formatPlace } from '../../source/diagnostic.js'
import { parseWith } from '../../source/grammar.js'
import { groupBy } from '../../source/group.js'
import { didYouMean } from '../../source/nearest.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { type SourceText, type Span, span } from '../../source/text.js'
import { type Condition, comparisonsOf, type Term } from '../condition.js'
import { isValueOf } from '../instructions/operands.js'
import { readInstruction } from '../instructions/read.js'
import type { StatementOperand } from '../instructions/statement.js'
import { resolveLocations } from '../memory.js'
import type { Program, Question, Space, Thread } from '../program.js'
import { checkReads, ownerOf, registerType, writerOf } from '../registers.js'
import { type DeclaredVariable, resolveVariables } from '../variables.js'
import * as grammar from './grammar.js'
import type {
  ConditionSyntax,
  Declaration,
  Item,
  OperandSyntax,
  Place,
  QuestionSyntax,
  StatementSyntax,
  TermSyntax,
} from './syntax.js'
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
    return then(
      collect({ declared: all(declarations), threads: readThreads(items, source) }),
      ({ declared, threads }) =>
        link({ source, row, declared, threads, questions: items.filter((item) => item.kind === 'question') }),
    )
  })
}

interface Unlinked {
  readonly source: SourceText
  readonly row: Instance['row']
  readonly declared: readonly DeclaredVariable[]
  readonly threads: readonly Thread[]
  readonly questions: readonly QuestionSyntax[]
}

/** Looks up every name. */
function link({ source, row, declared, threads, questions }: Unlinked): Result<Program> {
  const { variables, roots, diagnostics: variableProblems } = resolveVariables(declared)
  if (variableProblems.length > 0) return fail(...variableProblems)
  const names = new Set(variables.map(({ name }) => name))
  const { locations, diagnostics: memoryProblems } = resolveLocations(threads, variables, roots)
  const registerProblems = threads.flatMap((thread) => checkReads(thread, names))
  const program = {
    file: source.name,
    ...(row === undefined ? {} : { row }),
    variables,
    locations,
    threads,
  }
  return then(
    collect({
      memory: unless(memoryProblems),
      registers: unless(registerProblems),
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
}

const at = (source: SourceText, { start, end }: Place): Span => span(source, start, end)

const spaces: readonly Space[] = ['global', 'shared', 'surfref', 'texref', 'constref']

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

/** The threads in the order in which they first appear; pieces of one thread are put together. */
function readThreads(items: readonly Item[], source: SourceText): Result<readonly Thread[]> {
  const pieces = groupBy(
    items.filter((item) => item.kind === 'thread'),
    ({ position: { gpu, cta, thread } }) => `d${gpu}.b${cta}.t${thread}`,
  )
  return all(
    [...pieces].map(([name, group]) => {
      const statements = group.flatMap(({ statements }) => statements)
      return then(
        all(statements.map((statement) => readInstruction(toStatement(statement, source)))),
        (instructions) => {
          const { gpu, cta, thread } = group[0].position
          return ok({ name, position: { gpu, cta, thread }, instructions })
        },
      )
    }),
  )
}

const toStatement = ({ mnemonic, operands, expected, place }: StatementSyntax, source: SourceText) => ({
  mnemonic: mnemonic.text,
  mnemonicSpan: at(source, mnemonic.place),
  operands: operands.map((operand) => toOperand(operand, source)),
  expected:
    expected === null
      ? undefined
      : { kind: 'integer' as const, value: expected.value, span: at(source, expected.place) },
  span: at(source, place),
})

function toOperand(operand: OperandSyntax, source: SourceText): StatementOperand {
  const where = { span: at(source, operand.place) }
  switch (operand.kind) {
    case 'address': {
      const { name, coordinate } = operand
      const element =
        coordinate === null
          ? undefined
          : coordinate.kind === 'word'
            ? { kind: coordinate.kind, text: coordinate.text, span: at(source, coordinate.place) }
            : { kind: coordinate.kind, value: coordinate.value, span: at(source, coordinate.place) }
      return { kind: 'address', name: name.text, coordinate: element, ...where }
    }
    case 'integer':
      return { kind: 'integer', value: operand.value, ...where }
    case 'word':
      return { kind: 'word', text: operand.text, ...where }
    case 'vector':
      return { kind: 'vector', ...where }
  }
}

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

type Unasked = Omit<Program, 'questions'>

function readQuestion(
  { question, condition, name, place }: QuestionSyntax,
  source: SourceText,
  program: Unasked,
): Result<Question> {
  return then(readCondition(condition, source, program), (read) =>
    then(unless(comparisonsOf(read).flatMap((one) => checkIntegers(one, program))), () =>
      ok({ kind: question, name: name.text, condition: read, span: at(source, place) }),
    ),
  )
}

function readCondition(condition: ConditionSyntax, source: SourceText, program: Unasked): Result<Condition> {
  switch (condition.kind) {
    case 'compare':
      return then(
        collect({ left: readTerm(condition.left, source, program), right: readTerm(condition.right, source, program) }),
        ({ left, right }) => ok({ kind: 'compare', operator: condition.operator, left, right }),
      )
    case 'not':
      return then(readCondition(condition.condition, source, program), (negated) =>
        ok({ kind: 'not', condition: negated }),
      )
    case 'and':
    case 'or': {
      const { kind } = condition
      return then(all(condition.conditions.map((one) => readCondition(one, source, program))), (conditions) =>
        ok({ kind, conditions }),
      )
    }
  }
}

function readTerm(term: TermSyntax, source: SourceText, { threads, variables }: Unasked): Result<Term> {
  const where = at(source, term.place)
  switch (term.kind) {
    case 'integer':
      return ok({ kind: 'integer', value: term.value, span: where })
    case 'memory': {
      const { text } = term.name
      if (variables.some(({ name }) => name === text)) return ok({ kind: 'memory', variable: text, span: where })
      return fail(
        diagnostic(
          `\`${text}\` is not declared${didYouMean(
            text,
            variables.map(({ name }) => name),
          )}`,
          at(source, term.name.place),
        ),
      )
    }
    case 'register': {
      const { text } = term.name
      if (term.thread !== null) return registerOf(term.thread, text, where, threads)
      const names = new Set(variables.map(({ name }) => name))
      return then(ownerOf(text, where, threads, names), (thread) =>
        ok({ kind: 'register', thread, name: text, span: where }),
      )
    }
  }
}

/** `P0:r0` or `d0.b0.t0:r0`; `P0` is the thread that comes first in the file. */
function registerOf(threadName: string, name: string, where: Span, threads: readonly Thread[]): Result<Term> {
  const index = threads.findIndex((thread, i) => threadName === `P${i}` || threadName === thread.name)
  const thread = threads[index]
  if (thread === undefined) {
    const known = threads.map((one, i) => `P${i} (${one.name})`).join(', ')
    return fail(diagnostic(`there is no thread \`${threadName}\`; the threads are ${known}`, where))
  }
  if (writerOf(thread, name) !== undefined) return ok({ kind: 'register', thread: index, name, span: where })
  return fail(diagnostic(`${thread.name} does not write a register \`${name}\``, where))
}

/** An integer must be a value that the other side of the comparison can have. */
function checkIntegers(
  { left, right }: { readonly left: Term; readonly right: Term },
  program: Unasked,
): readonly Diagnostic[] {
  const check = (integer: Term, other: Term): readonly Diagnostic[] => {
    const width = widthOf(other, program)
    if (integer.kind !== 'integer' || width === undefined || isValueOf(integer.value, width)) return []
    return [
      diagnostic(`${integer.value} is not a value of ${width} bits; no execution could decide this`, integer.span),
    ]
  }
  return [...check(left, right), ...check(right, left)]
}

function widthOf(term: Term, { threads, variables, locations }: Unasked): number | undefined {
  switch (term.kind) {
    case 'integer':
      return undefined
    case 'register': {
      const thread = threads[term.thread]
      return thread === undefined ? undefined : registerType(thread, term.name)?.width
    }
    case 'memory': {
      const variable = variables.find(({ name }) => name === term.variable)
      return variable === undefined ? undefined : locations[variable.location]?.type.width
    }
  }
}

/** The reader of herd-style tests, `.litmus`. */

import { match } from 'ts-pattern'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { parseWith } from '../../source/grammar.js'
import { groupBy } from '../../source/group.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { type SourceText, type Span, span } from '../../source/text.js'
import type { Condition } from '../condition.js'
import { declaredName } from '../copies.js'
import type { Program, Question } from '../program.js'
import { checkReads } from '../registers.js'
import { readCondition, readTerm, type Unasked } from '../syntax/condition.js'
import { at } from '../syntax/words.js'
import * as grammar from './grammar.js'
import { readInitial } from './initial.js'
import type { FileSyntax, Part } from './syntax.js'
import { readThreads } from './threads.js'

/** The test of a file. Errors: whatever cannot be read, and whatever it uses that is not modelled, each with its place. */
export const readHerd = (source: SourceText): Result<Program> =>
  then(parseWith<FileSyntax>(grammar, source), (file) =>
    then(readInitial(file.initial, file.threads, source), (initial) =>
      then(readThreads(file, initial, source), (memory) => {
        const { threads, variables } = memory
        const program = memory
        const names = new Set(variables.map(declaredName))
        return then(
          collect({
            registers: unless(threads.flatMap((thread) => checkReads(thread, names))),
            asked: readParts(file.parts, source, program),
          }),
          ({ asked }) => ok({ format: 'herd', file: source.name, title: file.title, ...program, ...asked }),
        )
      }),
    ),
  )

/** What stands behind the threads: one question, and at most one filter and one list of locations. */
function readParts(
  parts: readonly Part[],
  source: SourceText,
  program: Unasked,
): Result<Pick<Program, 'questions' | 'filter' | 'observed'>> {
  const condition = (part: Part | undefined): Result<Condition | undefined> =>
    part === undefined || part.kind === 'locations' ? ok(undefined) : readCondition(part.condition, source, program)
  const questions = parts.filter((part) => part.kind === 'question')
  const [question] = questions
  const filter = parts.find((part) => part.kind === 'filter')
  return then(
    collect({
      once: unless(repeated(parts, source)),
      question: question === undefined ? fail(nothingAsked(source)) : condition(question),
      filter: condition(filter),
      observed: all(
        parts.flatMap((part) =>
          part.kind === 'locations' ? part.terms.map((term) => readTerm(term, source, program)) : [],
        ),
      ),
    }),
    ({ question: asked, filter, observed }) =>
      ok({
        questions:
          question === undefined || asked === undefined
            ? []
            : [questionOf(question.quantifier, asked, at(source, question.place))],
        ...(filter === undefined ? {} : { filter }),
        observed,
      }),
  )
}

const questionOf = (
  quantifier: Extract<Part, { kind: 'question' }>['quantifier'],
  condition: Condition,
  where: Span,
): Question =>
  match(quantifier)
    .returnType<Question>()
    .with('exists', (name) => ({ kind: 'check', name, condition, span: where }))
    .with('forall', (name) => ({ kind: 'assert', name, condition, span: where }))
    .with('~exists', (name) => ({ kind: 'assert', name, condition: { kind: 'not', condition }, span: where }))
    .exhaustive()

const nothingAsked = (source: SourceText): Diagnostic => {
  const end = source.text.trimEnd().length
  return diagnostic('a test that asks nothing: no exists, ~exists or forall', span(source, Math.max(0, end - 1), end))
}

const repeated = (parts: readonly Part[], source: SourceText): readonly Diagnostic[] =>
  [...groupBy(parts, ({ kind }) => kind)].flatMap(([kind, [first, ...others]]) =>
    others.map(({ place }) =>
      diagnostic(`a second ${kind === 'question' ? 'condition' : kind}; a test has one`, at(source, place), {
        message: 'the first',
        place: at(source, first.place),
      }),
    ),
  )

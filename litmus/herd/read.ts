/** The reader of herd-style tests, `.litmus`. */

import { match } from 'ts-pattern'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { parseWith } from '../../source/grammar.js'
import { groupBy } from '../../source/group.js'
import { collect, ok, type Result, then, unless } from '../../source/result.js'
import { type SourceText, span } from '../../source/text.js'
import type { Reading } from '../reading.js'
import type { Instance } from '../template.js'
import type { Unlinked, UnlinkedQuestion } from '../unlinked.js'
import * as grammar from './grammar.js'
import { checkInitial, initialOf, misspelt } from './initial.js'
import type { FileSyntax, Part } from './syntax.js'
import { readThreads } from './threads.js'

/** The test of a text. Errors: whatever cannot be read, and whatever is not modelled, each with its place. */
export const readHerd = ({ source }: Instance, { undeclared = false }: Reading): Result<Unlinked> =>
  then(parseWith<FileSyntax>(grammar, source), (file) => {
    const { parts } = file
    const initial = initialOf(file.initial)
    const filter = parts.find((part) => part.kind === 'filter')
    const [question] = parts.filter((part) => part.kind === 'question')
    return then(
      collect({ initial: unless(checkInitial(file.initial, file.threads)), threads: readThreads(file, initial) }),
      ({ threads }) =>
        ok({
          format: 'herd',
          file: source.name,
          title: file.title,
          declared: initial.declared,
          undeclared: undeclared ? 'global' : 'refused',
          threads,
          questions: question === undefined ? [] : [unlinkedQuestion(question)],
          ...(filter === undefined ? {} : { filter: filter.condition }),
          observed: parts.flatMap((part) => (part.kind === 'locations' ? part.terms : [])),
          problems: [
            ...(undeclared ? [] : misspelt(file.initial)),
            ...(question === undefined ? [nothingAsked(source)] : []),
            ...repeated(parts),
          ],
        }),
    )
  })

const unlinkedQuestion = ({ quantifier, condition, span }: Extract<Part, { kind: 'question' }>): UnlinkedQuestion =>
  match(quantifier)
    .returnType<UnlinkedQuestion>()
    .with('exists', (name) => ({ kind: 'check', name, condition, span }))
    .with('forall', (name) => ({ kind: 'assert', name, condition, span }))
    .with('~exists', (name) => ({ kind: 'assert', name, condition: { kind: 'not', condition }, span }))
    .exhaustive()

const nothingAsked = (source: SourceText): Diagnostic => {
  const end = source.text.trimEnd().length
  return diagnostic('a test that asks nothing: no exists, ~exists or forall', span(source, Math.max(0, end - 1), end))
}

/** A test has one question, and at most one filter and one list of locations. */
const repeated = (parts: readonly Part[]): readonly Diagnostic[] =>
  [...groupBy(parts, ({ kind }) => kind)].flatMap(([kind, [first, ...others]]) =>
    others.map(({ span }) =>
      diagnostic(`a second ${kind === 'question' ? 'condition' : kind}; a test has one`, span, {
        message: 'the first',
        place: first.span,
      }),
    ),
  )

/** The questions of a test, in either format. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import type { Span } from '../../source/text.js'
import type { Unlinked, UnlinkedQuestion } from '../unlinked.js'
import type { AskedSyntax, QuestionSyntax } from './words.js'

/**
 * Questions, the filter and the list of locations. Problems: no question, reported at `end`; two questions with one name; a second filter
 * or list of locations.
 */
export function readAsked(
  asked: readonly AskedSyntax[],
  end: Span,
): Pick<Unlinked, 'questions' | 'filter' | 'observed' | 'problems'> {
  const questions = asked.filter((one) => one.kind === 'question')
  const filter = asked.find((one) => one.kind === 'filter')
  return {
    questions: questions.map(unlinkedQuestion),
    ...(filter === undefined ? {} : { filter: filter.condition }),
    observed: asked.flatMap((one) => (one.kind === 'locations' ? one.terms : [])),
    problems: [
      ...(questions.length > 0
        ? []
        : [diagnostic('the test has no question: it needs a permit, assert, check, exists, ~exists or forall', end)]),
      ...repeatedNames(questions),
      ...repeated(asked.filter((one) => one.kind !== 'question')),
    ],
  }
}

/** The name of a question. One without a name is called by its first word. */
const nameOf = ({ name, quantifier, question }: QuestionSyntax): string => name?.text ?? quantifier ?? question

const unlinkedQuestion = (question: QuestionSyntax): UnlinkedQuestion => {
  const { question: kind, condition, span } = question
  return { kind, name: nameOf(question), condition, span }
}

const repeatedNames = (questions: readonly QuestionSyntax[]): readonly Diagnostic[] =>
  [...groupBy(questions, nameOf)].flatMap(([name, [first, ...others]]) =>
    others.map((other) =>
      diagnostic(
        other.name === null
          ? `a second \`${name}\` without a name; write \`${name} (…) as NAME\``
          : `a second question named \`${name}\``,
        (other.name ?? other).span,
        { message: 'the first', place: (first.name ?? first).span },
      ),
    ),
  )

const repeated = (parts: readonly Exclude<AskedSyntax, QuestionSyntax>[]): readonly Diagnostic[] =>
  [...groupBy(parts, ({ kind }) => kind)].flatMap(([kind, [first, ...others]]) =>
    others.map(({ span }) =>
      diagnostic(
        kind === 'filter' ? 'a second filter; a test has one' : 'a second list of locations; a test has one',
        span,
        { message: 'the first', place: first.span },
      ),
    ),
  )

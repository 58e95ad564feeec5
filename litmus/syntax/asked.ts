/** The questions of a test, in either format. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import type { Span } from '../../source/text.js'
import type { Unlinked, UnlinkedQuestion } from '../unlinked.js'
import type { AskedSyntax, ConditionSyntax, QuestionSyntax } from './words.js'

/**
 * Questions, the filter and the list of locations. Reports a test without questions at `end`, if that is an error, two
 * questions with one name, a condition that is nested too deeply, and a second filter or list of locations. Remarks on
 * a `not` that applies to more than the author may think.
 */
export function readAsked(
  all: readonly AskedSyntax[],
  end: Span | undefined,
): Pick<Unlinked, 'questions' | 'filter' | 'observed' | 'problems' | 'remarks'> {
  const deep = all.filter((one) => one.kind !== 'locations' && isDeeperThan(mostLevels, one.condition))
  const outermost = all.filter((one) => !deep.includes(one))
  const questions = outermost.filter((one) => one.kind === 'question')
  const filter = outermost.find((one) => one.kind === 'filter')
  return {
    questions: questions.map(unlinkedQuestion),
    ...(filter === undefined ? {} : { filter: filter.condition }),
    observed: outermost.flatMap((one) => (one.kind === 'locations' ? one.terms : [])),
    problems: [
      ...deep.map(({ span }) => diagnostic(`this condition is nested more than ${mostLevels} levels deep`, span)),
      ...(questions.length + deep.length > 0 || end === undefined
        ? []
        : [diagnostic('the test has no question: it needs a permit, assert, check, exists, ~exists or forall', end)]),
      ...repeatedNames(questions),
      ...repeated(outermost.filter((one) => one.kind !== 'question')),
    ],
    remarks: outermost.flatMap((one) => (one.kind === 'locations' ? [] : farReaching(one.condition))),
  }
}

/** The most levels of a condition: functions that examine a condition recurse as deep as it nests. */
const mostLevels = 300

/** Returns whether it has more levels. It looks no further than these, as the stack may end there. */
const isDeeperThan = (levels: number, condition: ConditionSyntax): boolean => {
  if (condition.kind === 'compare') return false
  if (levels === 0) return true
  const inner = condition.kind === 'not' ? [condition.condition] : condition.conditions
  return inner.some((one) => isDeeperThan(levels - 1, one))
}

/** Reports a `not` before several comparisons, all of which it negates. */
function farReaching(condition: ConditionSyntax): readonly Diagnostic[] {
  if (condition.kind === 'compare') return []
  if (condition.kind !== 'not') return condition.conditions.flatMap(farReaching)
  const { takesAll } = condition
  const inner = farReaching(condition.condition)
  if (takesAll === undefined) return inner
  const message =
    '`not` negates everything that follows it here; make this explicit with `not (…)`, or write `(not …)` around the part that it negates'
  return [diagnostic(message, takesAll), ...inner]
}

/** Returns the name of a question. One without a name is called by its first word. */
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

/** Merges the parts of a run of `check`. */

import type { CheckReport } from '../../report/check.js'
import { firstStatus } from '../../report/conclusion.js'
import { diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { fail, failAll, ok, type Result } from '../../source/result.js'
import { type Part, wrongParts } from './parts.js'

/** A document that `check --shard` wrote. */
export interface CheckPart extends CheckReport {
  readonly shard: NonNullable<CheckReport['shard']>
}

/**
 * Returns the document that one run would have written, except that the times of the parts are added up. Fails unless
 * the documents are all the parts of one run, each once and uninterrupted, with each question once.
 */
export function mergedCheck(parts: readonly Part<CheckPart>[]): Result<CheckReport> {
  const wrong = wrongParts(parts, isOtherRun, ({ exitStatus }) =>
    exitStatus === 130 ? 'it was interrupted' : undefined,
  )
  if (wrong.length > 0) return failAll(wrong)
  const { path, document } = must(parts[0], 'a part')
  const { shard, ...first } = document
  const documents = parts.map((part) => part.document)
  const questions = documents
    .flatMap((one) => one.questions.map((question, i) => ({ question, index: must(one.shard.indices[i], 'an index') })))
    .toSorted((a, b) => a.index - b.index)
  const repeated = questions.find(({ index }, i) => questions[i - 1]?.index === index)
  if (repeated !== undefined)
    return fail(diagnostic(`${repeated.question.test} ${repeated.question.question} is answered twice`, path))
  const keys = new Set(first.errors.map(keyOf))
  const errors = [
    ...first.errors,
    // Each part reads all inputs, so only an error due to a bug of ours can be missing in some.
    ...documents.flatMap((one) => one.errors.filter((error) => !keys.has(keyOf(error)))),
  ]
  if (questions.length < shard.questions && errors.length === 0)
    return fail(diagnostic(`only ${questions.length} of ${shard.questions} questions have an answer`, path))
  const sum = (count: (one: CheckReport) => number) => documents.reduce((total, one) => total + count(one), 0)
  const count: CheckReport['count'] = {
    files: first.count.files,
    tests: shard.tests,
    questions: questions.length,
    asExpected: sum((one) => one.count.asExpected),
    broken: sum((one) => one.count.broken),
    withoutExpectation: sum((one) => one.count.withoutExpectation),
    undecided: sum((one) => one.count.undecided),
    withinBound: sum((one) => one.count.withinBound),
    forSomeLanes: sum((one) => one.count.forSomeLanes),
    withoutTimeouts: sum((one) => one.count.withoutTimeouts),
    inLayoutsTried: sum((one) => one.count.inLayoutsTried),
    ifResident: sum((one) => one.count.ifResident),
    ifOverlapping: sum((one) => one.count.ifOverlapping),
    deviating: sum((one) => one.count.deviating),
    vacuous: sum((one) => one.count.vacuous),
    hanging: sum((one) => one.count.hanging),
    undefined: sum((one) => one.count.undefined),
    notCovered: sum((one) => one.count.notCovered),
  }
  return ok({
    ...first,
    questions: questions.map(({ question }) => question),
    errors,
    count,
    milliseconds: sum((one) => one.milliseconds),
    exitStatus: firstStatus(documents.map((one) => one.exitStatus)),
  })
}

const keyOf = ({ place, message }: CheckReport['errors'][number]): string => JSON.stringify([place, message])

/** Returns why a document is of another run than the first one. */
function isOtherRun(one: CheckPart, first: CheckPart): string | undefined {
  const of = (what: string) => `it is of another run: its ${what} not the same`
  if (one.model !== first.model) return of('model is')
  if (JSON.stringify(one.versions) !== JSON.stringify(first.versions)) return of('versions are')
  return one.shard.run === first.shard.run ? undefined : of('tests, tables or options are')
}

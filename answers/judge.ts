/** Compares verdicts with what is expected. */

import { type Program, type Question, testName } from '../litmus/program.js'
import type { ExpectedVerdict, QuestionReport } from '../report/check.js'
import { answerTo } from '../report/verdict.js'
import { formatPlace } from '../source/diagnostic.js'
import { partialReportOf } from '../witness/partial.js'
import type { Answer } from './answer.js'
import { qualificationsOf } from './qualified.js'
import type { Demands } from './standing.js'

/** The claim of a question by itself; a `check` claims nothing. */
const claims: { readonly [K in QuestionReport['kind']]: ExpectedVerdict | undefined } = {
  permit: 'allowed',
  assert: 'forbidden',
  check: undefined,
}

/** The expectation besides the claim of the question. */
interface Expected extends Partial<Demands> {
  /** A verdict stated elsewhere, which overrides the claim. */
  readonly stated?: ExpectedVerdict | undefined
}

/**
 * Returns the report on an answered question. A stated expectation overrides the question's own claim, and a vacuous
 * answer meets only a stated one. `read` is the time in milliseconds that reading the test took.
 */
export function judge(
  test: Program,
  question: Question,
  {
    verdict,
    liveness,
    unknown,
    undefined: reached,
    undefinedReason,
    strict: narrow,
    layouts,
    deviations,
    assumptions,
    finding,
    events,
    demands,
    cut,
    build,
    load,
    solve,
  }: Answer,
  read: number,
  { stated, mustEnd = false, strict = false }: Expected = {},
): QuestionReport {
  const expected = stated ?? claims[question.kind]
  const vacuous = verdict.kind === 'forbidden' && verdict.vacuous
  const isDefined = reached !== null && reached.length === 0
  const reason = 'reason' in verdict ? verdict.reason : undefinedReason
  const met = (): boolean | null => {
    if (verdict.kind === 'not covered')
      return expected === 'not covered' ? true : mustEnd && liveness.hang !== undefined ? false : null
    // Undefined behaviour overrides everything else that is known about the test.
    if (reached !== null && reached.length > 0) {
      const isMet = expected === undefined ? null : expected === 'undefined'
      return mustEnd && isMet !== false ? ends(isMet) : isMet
    }
    if (verdict.kind === 'undecided') return mustEnd && liveness.hang !== undefined ? false : null
    const otherwise = metOtherwise(verdict.kind)
    return reached !== null || (otherwise === false && expected !== 'undefined') ? otherwise : null
  }
  /** Returns the same, given that no undefined behaviour is reachable. */
  const metOtherwise = (outcome: 'allowed' | 'forbidden'): boolean | null => {
    if (mustEnd && ends(true) !== true) return ends(true)
    // If no execution of a test ends, none of its claims holds. If the test's own demands leave no execution, its questions are vacuous.
    if (vacuous && stated === undefined && (demands || question.kind === 'assert')) return false
    if (expected === undefined) return null
    const isMet = expected === 'vacuous' ? vacuous : expected === outcome
    const report = { ...limits, ...liveness, verdict: verdict.kind, answer, expected: expected ?? null }
    return isMet && strict && qualificationsOf(report, mustEnd).length > 0 ? null : isMet
  }
  /** Returns the same, given that every execution must end. */
  const ends = (isMet: boolean | null): boolean | null =>
    liveness.hang !== undefined ? false : liveness.liveness === 'undecided' ? null : isMet
  const limits = {
    ...('within' in verdict ? { within: { ...verdict.within, loops: [...verdict.within.loops] } } : {}),
    ...(cut !== undefined && isDefined && question.kind !== 'assert' && verdict.kind === 'allowed'
      ? { definedWithin: { ...cut, loops: [...cut.loops] } }
      : {}),
    ...partialReportOf(test),
    ...(layouts === undefined ? {} : { layouts }),
    ...(deviations === undefined ? {} : { deviations }),
    ...(assumptions === undefined ? {} : { assumptions }),
  }
  const answer = answerTo(question.kind, { verdict: verdict.kind, undefined: reached, ...liveness })
  const inStrict =
    narrow && answerTo(question.kind, { verdict: narrow.verdict.kind, undefined: narrow.undefined, ...narrow.liveness })
  return {
    test: testName(test),
    ...(test.row === undefined ? {} : { row: test.row }),
    question: question.name,
    place: formatPlace(question.span),
    kind: question.kind,
    verdict: verdict.kind,
    answer,
    ...(narrow === undefined || inStrict === undefined || inStrict === answer
      ? {}
      : { strict: { model: narrow.model, answer: inStrict } }),
    vacuous,
    ...liveness,
    ...unknown,
    undefined: reached,
    ...limits,
    ...(reason === undefined ? {} : { reason }),
    ...(finding === undefined ? {} : { finding }),
    expected: expected ?? null,
    asExpected: met(),
    events,
    milliseconds: { read: rounded(read), build: rounded(build), load: rounded(load), solve: rounded(solve) },
  }
}

/** Rounds a time to a microsecond. */
const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000

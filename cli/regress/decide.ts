/** The tests of one file, decided under each subject. */

import type { Solver } from '../../encoder/solver/solver.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import type { Reading } from '../../litmus/reading.js'
import type { UndefinedStop } from '../../report/parts.js'
import type { VerdictWord } from '../../report/verdict.js'
import type { SourceText } from '../../source/text.js'
import { undefinedReportOf } from '../../witness/undefined.js'
import { internalError } from '../console/errors.js'
import { type TestFile, testsOf } from '../input/tests.js'
import type { RenewedSolver } from '../z3/renewed.js'
import { type AnsweredQuestion, answersUnder, type SubjectVerdict } from './answers.js'
import { witnessLines } from './execution.js'
import { type Explained, explainVerdict } from './explain.js'
import { type ReportedError, reported } from './reported.js'
import type { Subject } from './subjects.js'
import { toExplain, type WhatToExplain } from './to-explain.js'

export interface RegressTask {
  readonly subjects: readonly Subject[]
  readonly reading: Reading
  /** True to show an execution for each question on which the subjects differ. */
  readonly witnesses: boolean
  readonly explain: WhatToExplain
  /** Milliseconds of the solver for each question. */
  readonly timeout?: number | undefined
  /** The bound of loops. */
  readonly bound: number
}

export interface DecidedFile {
  readonly file: string
  readonly tests: number
  readonly questions: readonly DecidedQuestion[]
  readonly errors: readonly ReportedError[]
}

export interface DecidedQuestion {
  readonly file: string
  readonly row?: Program['row']
  readonly question: string
  readonly kind: Question['kind']
  /** The verdicts in the order of the subjects. */
  readonly verdicts: readonly DecidedVerdict[]
  /** An execution of the first subject that allows what another does not. */
  readonly witness?: DecidedWitness
}

export interface DecidedVerdict {
  /** The subject. */
  readonly model: string
  readonly verdict: VerdictWord
  /** The reason why there is no verdict. */
  readonly reason?: string
  /** The places where undefined behaviour is reachable, if that is the verdict. */
  readonly undefined?: readonly UndefinedStop[]
  readonly explained?: Explained
}

interface DecidedWitness {
  /** The subject. */
  readonly model: string
  readonly lines: readonly string[]
}

/** A file, and its text. */
export interface FileToDecide {
  readonly file: TestFile
  readonly source: SourceText
}

/** Returns the verdicts on the tests of a file. A bug in this program costs one test, and is reported. */
export async function decideFile(
  { file, source }: FileToDecide,
  task: RegressTask,
  solver: RenewedSolver,
): Promise<DecidedFile> {
  const { tests, diagnostics } = testsOf(source, file, task.reading)
  const errors = [...diagnostics]
  const questions: DecidedQuestion[] = []
  for (const test of tests) {
    try {
      for (const one of await solver.run((decider) => decideTest(test, task, decider))) questions.push(one)
    } catch (error) {
      errors.push(internalError(error, testName(test)))
    }
  }
  return { file: source.name, tests: tests.length, questions, errors: errors.map(reported) }
}

const decideTest = (test: Program, task: RegressTask, solver: Solver): readonly DecidedQuestion[] =>
  answersUnder(task.subjects, test, solver, task).map((answered) => decidedQuestion(test, answered, task, solver))

function decidedQuestion(
  test: Program,
  { question, answers }: AnsweredQuestion,
  task: RegressTask,
  solver: Solver,
): DecidedQuestion {
  const isToExplain = toExplain(task.explain, test, question, answers)
  const verdicts = answers.map((answer): DecidedVerdict => {
    const { subject, graph, verdict, undefined: undefinedBehaviour, word } = answer
    const { undefined: reached } = undefinedReportOf(graph, undefinedBehaviour)
    const reason =
      'reason' in verdict ? verdict.reason : 'reason' in undefinedBehaviour ? undefinedBehaviour.reason : undefined
    const explained = isToExplain(answer) ? explainVerdict(test, question, answer, solver, task) : undefined
    return {
      model: subject.name,
      verdict: word,
      ...(reason === undefined ? {} : { reason }),
      ...(word === 'undefined' && reached !== null ? { undefined: reached } : {}),
      ...(explained === undefined ? {} : { explained }),
    }
  })
  const differ = new Set(answers.map(({ word }) => word)).size > 1
  const witness = task.witnesses && differ ? firstWitness(answers) : undefined
  return {
    file: test.file,
    ...(test.row === undefined ? {} : { row: test.row }),
    question: question.name,
    kind: question.kind,
    verdicts,
    ...(witness === undefined ? {} : { witness }),
  }
}

function firstWitness(answers: readonly SubjectVerdict[]): DecidedWitness | undefined {
  for (const { subject, graph, verdict, word } of answers)
    if (verdict.kind === 'allowed' && word === 'allowed')
      return { model: subject.name, lines: witnessLines(graph, verdict.execution) }
  return undefined
}

/** The tests of one file, decided under each subject. */

import { decide } from '../../encoder/decide/decide.js'
import { decideVariants, type Varied } from '../../encoder/decide/variants.js'
import type { Solver } from '../../encoder/solver/smt.js'
import { type Program, testName } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import type { VerdictWord } from '../../report/verdict.js'
import { type Diagnostic, diagnostic, formatDiagnostic, formatPlace } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import type { SourceText } from '../../source/text.js'
import { type Entries, entryFor, lookUp } from '../tables/baseline.js'
import { witnessLines } from './execution.js'
import { type Explained, explainVerdict } from './explain.js'
import { type Subject, wordFor } from './subjects.js'

export interface RegressTask {
  readonly subjects: readonly Subject[]
  /** Whether an execution is to be shown for each question on which the subjects differ. */
  readonly witnesses: boolean
  /** Whether verdicts are to be explained: those of the subjects that differ from the first, or from the rows of a table at that path. */
  readonly explain: 'nothing' | 'differences' | { readonly path: string; readonly recorded: Entries }
  /** Milliseconds for each check of z3. */
  readonly timeout?: number | undefined
  /** How often the body of a loop is executed at most. */
  readonly bound: number
}

export interface DecidedFile {
  readonly file: string
  readonly tests: number
  readonly questions: readonly DecidedQuestion[]
  readonly errors: readonly ToldError[]
}

export interface DecidedQuestion {
  readonly file: string
  readonly row?: Program['row']
  readonly question: string
  /** By subject. */
  readonly verdicts: readonly DecidedVerdict[]
  /** An execution of the first subject that allows what another does not. */
  readonly witness?: { readonly subject: number; readonly lines: readonly string[] }
}

export interface DecidedVerdict {
  readonly verdict: VerdictWord
  /** Why there is none. */
  readonly reason?: string
  readonly explained?: Explained
}

export interface ToldError {
  readonly message: string
  readonly place: string
  /** With the line and the caret. */
  readonly text: string
}

export const told = (one: Diagnostic): ToldError => ({
  message: one.message,
  place: formatPlace(one.place),
  text: formatDiagnostic(one),
})

/** What the tests of a text decide to. A fault of this program costs one test, and is told. */
export function decideFile(source: SourceText, task: RegressTask, solver: Solver): DecidedFile {
  const { tests, diagnostics } = readTests(source)
  const errors = [...diagnostics]
  const questions = tests.flatMap((test) => {
    try {
      return decideTest(test, task, solver)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      errors.push(diagnostic(`internal error, please report it: ${message}`, testName(test)))
      return []
    }
  })
  return { file: source.name, tests: tests.length, questions, errors: errors.map(told) }
}

function decideTest(test: Program, task: RegressTask, solver: Solver): readonly DecidedQuestion[] {
  const { subjects, witnesses } = task
  const byModel = [...groupBy(subjects, ({ model }) => model)]
  const decided = new Map<Subject, Varied & { readonly variant: number }>()
  for (const [, group] of byModel) {
    const varied = decideGroup(test, group, solver, task)
    for (const [variant, one] of group.entries()) decided.set(one, { ...varied, variant })
  }
  return test.questions.map((question, i) => {
    const { name } = question
    const answers = subjects.flatMap((one) => {
      const varied = decided.get(one)
      const verdict = varied?.verdicts[varied.variant]?.[i]
      return varied === undefined || verdict === undefined ? [] : [{ subject: one, graph: varied.graph, verdict }]
    })
    const words = answers.map(({ verdict }) => wordFor(verdict))
    const explains = toExplain(test, name, subjects, words, task.explain)
    const verdicts = answers.map(({ subject, graph, verdict }, index): DecidedVerdict => {
      const explained = explains(index)
        ? explainVerdict(test, question, { subject, graph, verdict }, solver, task)
        : undefined
      return {
        verdict: wordFor(verdict),
        ...('reason' in verdict ? { reason: verdict.reason } : {}),
        ...(explained === undefined ? {} : { explained }),
      }
    })
    const differ = witnesses && verdicts.some(({ verdict }) => verdict !== verdicts[0]?.verdict)
    const shown = differ ? answers.findIndex(({ verdict }) => verdict.kind === 'allowed') : -1
    const { graph, verdict } = answers[shown] ?? {}
    return {
      file: test.file,
      ...(test.row === undefined ? {} : { row: test.row }),
      question: name,
      verdicts,
      ...(graph !== undefined && verdict?.kind === 'allowed'
        ? { witness: { subject: shown, lines: witnessLines(graph, verdict.execution) } }
        : {}),
    }
  })
}

/** Subjects that are one model, whole or in part. */
function decideGroup(
  test: Program,
  group: readonly [Subject, ...Subject[]],
  solver: Solver,
  { timeout, bound }: Pick<RegressTask, 'timeout' | 'bound'>,
): Varied {
  const [{ model, without }, ...others] = group
  if (others.length > 0 || without.length > 0)
    return decideVariants(
      test,
      model,
      group.map((one) => one.without),
      solver,
      { timeout, bound },
    )
  const { graph, answers } = decide(test, solver, { model, timeout, bound })
  return { graph, verdicts: [answers.map(({ verdict }) => verdict)] }
}

/** Which verdicts on a question, by subject, are to be explained. */
function toExplain(
  test: Program,
  question: string,
  subjects: readonly Subject[],
  words: readonly VerdictWord[],
  explain: RegressTask['explain'],
): (subject: number) => boolean {
  const told = (word: VerdictWord | undefined): boolean => word !== 'undecided' && word !== 'not covered'
  if (explain === 'nothing') return () => false
  if (explain === 'differences') {
    const [first] = words
    const differs = (word: VerdictWord | undefined): boolean => told(first) && told(word) && word !== first
    return (subject) => (subject === 0 ? words.some(differs) : differs(words[subject]))
  }
  return (subject) => {
    const [model, word] = [subjects[subject], words[subject]]
    if (model === undefined || word === undefined || !told(word)) return false
    const before = lookUp(explain.recorded, entryFor(explain.path, test, question, model.name, word))?.verdict
    return before !== undefined && before !== word
  }
}

/** The replies of a worker to each query. */

import { testOutcomes } from '../../answers/outcomes.js'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Solver } from '../../encoder/solver/solver.js'
import { planOf } from '../../hardware/plan.js'
import { sourceOf } from '../../hardware/source.js'
import { printProgram } from '../../litmus/print.js'
import { isCompiled, type Program, type Question } from '../../litmus/program.js'
import type { TestOutcomes } from '../../report/outcomes.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { witnessOf } from '../../witness/build.js'
import { livenessTexts, undefinedReportTexts } from '../../witness/labels.js'
import { restTexts } from '../../witness/rests.js'
import {
  type CertificateShown,
  type ExecutionPicture,
  type Given,
  type Modules,
  type Outcomes,
  type Query,
  type Subject,
  seeExplanation,
  seeOthers,
} from '../protocol.js'
import { auditIn } from './audit.js'
import { type Answered, answered } from './check.js'
import { listed, mostStates, type Working } from './decider.js'
import { type Drawing, drawnAgain, shownOf } from './execution-view.js'
import { explained, remedies } from './explained.js'
import { described } from './hover.js'
import { racesIn } from './races.js'
import { repairsOf } from './repairs.js'
import { type ReadSubject, readSubject, sampleIn } from './subject.js'
import { thumbnailOf } from './thumbnail.js'
import { verdictsOf } from './verdicts.js'

/** What a reply is for: how the page draws pictures, and what receives how far the work is, in words. */
type Asking = Drawing & Partial<Pick<Working, 'progress'>>

const refused = (reason: string): Given<never> => ({ kind: 'refused', reason })
/** Only a module can be without questions: a test without one is an error. */
const noQuestion = `Nothing is claimed about this launch yet. Write a claim after Assert, such as p0 == 1. ${seeOthers}`
const given = <T>(value: T): Given<T> => ({ kind: 'given', value })

/**
 * Returns a function that answers queries with this solver, or if there is none, by brute force where that suffices. It
 * caches what it computed for the last subject.
 */
export function replying(
  solver: Solver | undefined,
  modules: Modules,
): (subject: Subject, query: Query, asking?: Asking) => Given<unknown> | Promise<Given<unknown>> {
  let last = cacheOf({
    name: '',
    text: '',
    launch: '',
    claim: '',
    modules: {},
    model: { kind: 'text', name: '', text: '' },
  })
  return (subject, query, asking = {}) => {
    if (JSON.stringify(subject) !== JSON.stringify(last.subject)) last = cacheOf(subject)
    return reply(last, query, asking)
  }

  function cacheOf(subject: Subject) {
    let read: ReadSubject | undefined
    const answers = new Map<number, Answered>()
    const states = new Map<number, TestOutcomes>()
    return {
      subject,
      read: () => (read ??= readSubject(subject, modules)),
      answers: (test: number, program: Program, model: Model) =>
        kept(answers, test, () => answered(program, model, solver, subject)),
      states: (test: number, program: Program, model: Model) =>
        kept(states, test, () =>
          testOutcomes(program, listed(program, model, solver), [], {
            ...{ witnesses: true, limit: mostStates },
            again: (one) => listed(one, model, solver),
          }),
        ),
    }
  }

  function reply(
    about: ReturnType<typeof cacheOf>,
    query: Query,
    { progress = () => undefined, ...drawing }: Asking,
  ): Given<unknown> | Promise<Given<unknown>> {
    if (query.kind === 'verdicts') return verdictsOf(query, solver, modules)
    if (query.kind === 'thumbnail') {
      const [one] = readSubject({ ...about.subject, ...query, launch: '', claim: '', modules: {} }, modules).tests
      return one === undefined ? refused('it has no test') : given(thumbnailOf(one))
    }
    if (query.kind === 'drawn') return given(drawnAgain(query, drawing))
    const { tests, model, messages } = about.read()
    if (query.kind === 'check') {
      const answers =
        model === undefined
          ? []
          : tests.map((test, i) => {
              if (tests.length > 1) progress(`${i} of ${tests.length} tests decided`)
              return about.answers(i, test, model)
            })
      return given({
        messages,
        launch: sampleIn(about.subject),
        tests: answers.map(({ shown }) => shown),
        solver: solver === undefined ? 'brute' : 'sat',
        milliseconds: answers.reduce((sum, one) => sum + one.milliseconds, 0),
      })
    }
    if (query.kind === 'hover') return given(described(query, query.text === about.subject.text ? tests : []))
    const test = tests[query.test]
    if (test === undefined || model === undefined) return refused('the text has errors')
    switch (query.kind) {
      case 'execution':
        return execution(test, about.answers(query.test, test, model), query.question, drawing)
      case 'outcomes':
        return given(withoutWitnesses(about.states(query.test, test, model)))
      case 'state': {
        const witness = about.states(query.test, test, model).states[query.state]?.witness
        return witness === undefined ? refused('there is no such state') : given(shownOf(test, witness, drawing))
      }
      case 'convert':
        return test.threads.some(isCompiled)
          ? refused('this kernel is compiled, and its threads cannot be written as those of a test')
          : given(printProgram(test, test.format === 'herd' ? 'nvlitmus' : 'herd'))
      case 'cuda':
        return cuda(test)
      case 'explain': {
        const question = test.questions[query.question]
        return question === undefined
          ? refused(noQuestion)
          : bySolver((sat) => explained(test, question, model, { solver: sat, progress, drawing }))
      }
      case 'remedies': {
        const question = test.questions[query.question]
        return question === undefined
          ? refused(noQuestion)
          : bySolver((sat) => remedies(test, question, model, { solver: sat, progress }))
      }
      case 'races':
        return bySolver((sat) => racesIn(test, model, { solver: sat, subject: about.subject, drawing }))
      case 'audit':
        return bySolver((sat) => auditIn(test, model, { solver: sat, progress }, about.subject))
      case 'certify':
        return certificate(about.subject, about.answers(query.test, test, model), query)
      case 'repairs':
        return bySolver((sat) => repairsOf(test, model, { solver: sat, progress }))
    }
  }

  /** Certifies an answer. The solver and the checker are loaded when the first certificate is wanted. */
  async function certificate(
    subject: Subject,
    { reports, milliseconds }: Answered,
    at: { readonly test: number; readonly question: number },
  ): Promise<Given<CertificateShown>> {
    const report = reports[at.question]
    if (report === undefined) return refused(noQuestion)
    const { certified } = await import('./certificates.js')
    return certified({ read: () => readSubject(subject, modules), subject, ...at }, report, milliseconds)
  }

  function bySolver<T>(work: (solver: Solver) => T): Given<T> {
    return solver === undefined ? refused('this needs CaDiCaL, which does not run here') : given(work(solver))
  }
}

function kept<T>(cache: Map<number, T>, key: number, make: () => T): T {
  const made = cache.get(key) ?? make()
  cache.set(key, made)
  return made
}

/** Returns the execution to show: one with undefined behaviour, one that reaches the outcome, or one that hangs. */
function execution(
  test: Program,
  { decision: { graph, model, answers } }: Answered,
  index: number,
  drawing: Drawing,
): Given<ExecutionPicture> {
  const answer = answers[index]
  if (answer === undefined) return refused(noQuestion)
  const { verdict, question, liveness, undefined: behaviour } = answer
  const show = (one: Parameters<typeof witnessOf>[0]['execution'], about?: Question): Given<ExecutionPicture> =>
    given(
      shownOf(
        test,
        witnessOf({ graph, model, execution: one, ...(about === undefined ? {} : { question: about }) }),
        drawing,
      ),
    )
  const [reached] = behaviour.kind === 'known' ? behaviour.found : []
  // A test with undefined behaviour has no other meaning, so its outcomes have nothing to show.
  if (reached !== undefined) return show(reached.execution)
  if (verdict.kind === 'allowed') return show(verdict.execution, question)
  if (liveness?.kind === 'hangs') return show(liveness.execution)
  return refused(
    verdict.kind === 'forbidden'
      ? `No consistent execution ${question.kind === 'assert' ? 'violates it' : 'reaches the outcome'}: ${seeExplanation}`
      : verdict.reason,
  )
}

const withoutWitnesses = (report: TestOutcomes): Outcomes => ({
  ...report,
  states: report.states.map(({ values }) => ({ values })),
  details: [
    ...restTexts(report),
    ...livenessTexts(report),
    ...(report.undefined === null ? [] : undefinedReportTexts(report)),
  ],
})

function cuda(test: Program): Given<string> {
  const planned = planOf(test)
  if (planned.kind === 'plan') return given(sourceOf([planned]))
  return refused(planned.reasons.map(formatDiagnostic).join('\n'))
}

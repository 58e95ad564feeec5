/** The final states of a test as a document. */

import { match } from 'ts-pattern'
import type { FinalState, Outcomes } from '../encoder/decide/outcomes.js'
import { holdsIn, observedIn } from '../encoder/execution/replay.js'
import type { Observable } from '../litmus/condition.js'
import { observableName } from '../litmus/observe.js'
import { type Program, type Question, testName } from '../litmus/program.js'
import type { TestOutcomes } from '../report/outcomes.js'
import { assumptionReportOf } from '../witness/assumptions.js'
import { witnessOf } from '../witness/build.js'
import { deviationReportOf } from '../witness/deviations.js'
import { valueText } from '../witness/event.js'
import { layoutReportOf } from '../witness/layouts.js'
import { partialReportOf } from '../witness/partial.js'
import { undefinedReportOf } from '../witness/undefined.js'
import { livenessIn } from '../witness/waits.js'
import { endsGivenIn } from './needs/needs.js'
import { outcomeDeviations } from './outcome-deviations.js'
import { quantified } from './quantified.js'

export interface StatesShown {
  /** True if each state has an execution that ends in it. */
  readonly witnesses: boolean
  /** The most states. */
  readonly limit: number
  /** The option that raises it. */
  readonly raisedBy?: string
  /** Lists the states of another program in the same way. */
  readonly again: (test: Program) => Outcomes
}

/** Returns the final states of a test. `besides` is observed although the test does not mention it. */
export function testOutcomes(
  test: Program,
  listed: Outcomes,
  besides: readonly Observable[],
  { witnesses, limit, raisedBy, again }: StatesShown,
): TestOutcomes {
  const { graph, model, observed, found, ending, liveness, undefined: reached, layouts } = listed
  const complete = ending.kind === 'complete'
  const reason = match(ending)
    .with({ kind: 'complete' }, () => undefined)
    .with(
      { kind: 'limited' },
      () => `the limit of ${limit} was reached, and there are more${raisedBy === undefined ? '' : `; see ${raisedBy}`}`,
    )
    .with({ kind: 'undecided' }, { kind: 'not covered' }, ({ reason }) => reason)
    .exhaustive()
  const names = observed.map(observableName)
  const finalText = (term: Observable, { values, execution }: FinalState, i: number): string => {
    const { value, type } = observedIn(term, graph, execution)
    return values[i] === undefined ? '?' : valueText(value, type, graph)
  }
  // If a value is open, two executions may end in one state and reach different outcomes.
  const states = [...new Map(found.map((state) => [state.values.map(String).join(' '), state])).values()]
  const counted = (question: Question): TestOutcomes['questions'][number] => {
    const { condition } = quantified(question)
    const positive = found.filter(({ execution }) => holdsIn(condition, graph, execution)).length
    const negative = found.length - positive
    const observation =
      positive > 0 && negative > 0 ? 'Sometimes' : !complete ? null : positive > 0 ? 'Always' : 'Never'
    return { name: question.name, kind: question.kind, positive, negative, observation }
  }
  return {
    test: testName(test),
    ...(test.row === undefined ? {} : { row: test.row }),
    observed: names,
    complete,
    ...partialReportOf(test),
    ...layoutReportOf(layouts),
    ...deviationReportOf(outcomeDeviations(test, listed, again)),
    ...assumptionReportOf(graph),
    ...livenessIn(graph, liveness),
    ...(liveness?.kind === 'ends' ? endsGivenIn(graph, {}) : {}),
    ...(ending.kind === 'not covered' ? { undefined: null } : undefinedReportOf(graph, reached)),
    ...(reason === undefined ? {} : { reason }),
    states: states.map((state) => ({
      values: Object.fromEntries(observed.map((term, i) => [names[i], finalText(term, state, i)])),
      ...(witnesses
        ? { witness: witnessOf({ graph, model, execution: state.execution, observed: besides.map(observableName) }) }
        : {}),
    })),
    questions: test.questions.map(counted),
  }
}

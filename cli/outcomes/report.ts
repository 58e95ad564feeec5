/** The final states of a test as a document. */

import { match } from 'ts-pattern'
import type { Outcomes } from '../../encoder/decide/outcomes.js'
import { holdsIn } from '../../encoder/execution/replay.js'
import type { Observable } from '../../litmus/condition.js'
import { observableName } from '../../litmus/observe.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import type { TestOutcomes } from '../../report/outcomes.js'
import { witnessOf } from '../../witness/build.js'
import { livenessIn } from '../../witness/waits.js'
import type { OutcomesArguments } from './command.js'
import { quantified } from './quantified.js'

/** `besides` is what is observed although the test does not mention it. */
export function testOutcomes(
  test: Program,
  { graph, model, observed, found, ending, liveness }: Outcomes,
  besides: readonly Observable[],
  { witnesses, limit }: Pick<OutcomesArguments, 'witnesses' | 'limit'>,
): TestOutcomes {
  const complete = ending.kind === 'complete'
  const reason = match(ending)
    .with({ kind: 'complete' }, () => undefined)
    .with({ kind: 'limited' }, () => `the limit of ${limit} was reached, and there are more; see --limit`)
    .with({ kind: 'undecided' }, { kind: 'not covered' }, ({ reason }) => reason)
    .exhaustive()
  const names = observed.map(observableName)
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
    ...livenessIn(graph, liveness),
    ...(reason === undefined ? {} : { reason }),
    states: found.map(({ values, execution }) => ({
      values: Object.fromEntries(names.map((name, i) => [name, `${values[i]}`])),
      ...(witnesses ? { witness: witnessOf({ graph, model, execution, observed: besides.map(observableName) }) } : {}),
    })),
    questions: test.questions.map(counted),
  }
}

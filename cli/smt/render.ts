/** Problems as SMT-LIB 2, commented, with the expected answers. */

import { match } from 'ts-pattern'
import { piecesOf } from '../../axioms/algebra/cat/print.js'
import { outcomeOf, type Problem, type QuestionGoals } from '../../encoder/decide/problem.js'
import type { Answered, Verdict } from '../../encoder/decide/verdict.js'
import type { Event, EventGraph } from '../../encoder/events/event.js'
import { toSmtLib } from '../../encoder/formula/smtlib.js'
import { testName } from '../../litmus/program.js'
import { printable } from '../../source/diagnostic.js'
import { taskText } from '../../witness/tasks.js'

/** One script: what holds of all executions, the axioms, then a check for each question, under an assumption of its own. */
export function renderProblem(problem: Problem<QuestionGoals>, answers: readonly Answered[]): string {
  const { graph, model, assertions, axioms, builder } = problem.encoding
  const { definitions, axioms: stated } = piecesOf(model)
  const { smt } = toSmtLib(assertions, () => [])
  const more = smt.continued()
  const comment = (lines: string): string =>
    lines
      .split('\n')
      .map((line) => `; ${printable(line)}`.trimEnd())
      .join('\n')
  // In the order of the script: what one piece defines, a later one does not repeat.
  const demanded = axioms.map(({ holds }, i) => {
    const piece = stated[i]
    const section = piece === undefined || piece.section === '' ? '' : ` (ISA ${piece.section})`
    return `${comment(`Axiom${section}: ${piece?.text ?? ''}`)}\n${more([holds])}`
  })
  const questions = answers.map(({ question, verdict }, i) => {
    const { name, kind, span } = question
    const outcome = outcomeOf(problem, question).formula
    const goal = `outcome_${i + 1}`
    const asked = span.source.text.slice(span.start, span.end).replace(/\s+/g, ' ')
    const wanted = kind === 'assert' ? 'that it is violated' : 'that its outcome is reached'
    return [
      comment(`Question ${name}: ${asked}\nAssumed is ${wanted}. ${expectation(verdict)}`),
      more([builder.or(builder.not(builder.variable(goal)), outcome)]),
      `(set-info :status ${statusOf(verdict)})`,
      `(check-sat-assuming (${goal}))`,
    ].join('\n')
  })
  return [
    comment(`${testName(graph.program)} under ${model.name}\n${names}`),
    comment(['Events:', ...graph.events.map((event) => eventLine(graph, event))].join('\n')),
    '(set-logic QF_BV)',
    `${comment('What holds of every candidate execution, whatever the model.')}\n${smt.text}`,
    comment(['Definitions of the model:', ...definitions.map((piece) => piece.text)].join('\n')),
    ...demanded,
    ...questions,
  ].join('\n\n')
}

const names = `rf_a_b: event b reads from event a. co_a_b: write a is coherence-before write b. sync_fence_a_b: fence a is before fence b in Fence-SC order.
final_a: the value of write a remains. value_a: what read a returns. t_n: parts of formulas.`

const eventLine = ({ program }: EventGraph, event: Event): string => {
  const { id, kind, origin, sets } = event
  if (event.kind === 'task') return `${id}: ${taskText(program.host?.tasks[event.task], event.phase)}`
  if (origin === undefined) return `${id}: initial write (${sets.join(' ')})`
  const thread = program.threads[origin.thread]
  const place = thread?.instructions[origin.instruction]?.span
  const text = place === undefined ? '' : place.source.text.slice(place.start, place.end).replace(/\s+/g, ' ')
  return `${id}: ${kind} of ${thread?.name ?? ''}, ${text} (${sets.join(' ')})`
}

const statusOf = ({ kind }: Verdict): 'sat' | 'unsat' | 'unknown' =>
  match(kind)
    .with('allowed', () => 'sat' as const)
    .with('forbidden', () => 'unsat' as const)
    .with('undecided', 'not covered', () => 'unknown' as const)
    .exhaustive()

const expectation = (verdict: Verdict): string =>
  match(verdict)
    .with({ kind: 'allowed' }, () => 'Expected: sat, it is allowed.')
    .with({ kind: 'forbidden' }, ({ within }) =>
      within === undefined
        ? 'Expected: unsat, it is forbidden.'
        : `Expected: unsat, it is forbidden within bound ${within.bound}.`,
    )
    .with({ kind: 'undecided' }, { kind: 'not covered' }, ({ reason }) => `Nobody knows: ${reason}.`)
    .exhaustive()

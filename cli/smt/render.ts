/** Problems as SMT-LIB 2, commented, with the expected answers. */

import { match } from 'ts-pattern'
import { piecesOf } from '../../axioms/algebra/cat/print.js'
import { outcomeOf, type Problem, type QuestionGoals } from '../../encoder/decide/problem.js'
import type { Answered, Verdict } from '../../encoder/decide/verdict.js'
import { toSmtLib } from '../../encoder/formula/smtlib.js'
import { type Question, testName } from '../../litmus/program.js'
import { answerText } from '../../report/verdict.js'
import { printable } from '../../source/diagnostic.js'
import { eventLine } from '../../witness/event.js'

/**
 * Returns one script: the assertions that hold for all executions, the axioms, then a check for each question, under
 * its own assumption.
 */
export function renderProblem(problem: Problem<QuestionGoals>, answers: readonly Answered[]): string {
  const { graph, model, assertions, unstated, axioms, builder } = problem.encoding
  const { definitions, axioms: stated } = piecesOf(model)
  const { smt } = toSmtLib(assertions, () => [], unstated)
  const more = smt.continued()
  const comment = (lines: string): string =>
    lines
      .split('\n')
      .map((line) => `; ${printable(line)}`.trimEnd())
      .join('\n')
  // The pieces are in the order of the script, since a piece does not repeat what an earlier one defines.
  const demanded = axioms.map(({ holds }, i) => {
    const piece = stated[i]
    const section = piece === undefined || piece.section === '' ? '' : ` (ISA ${piece.section})`
    return `${comment(`Axiom${section}: ${piece?.text ?? ''}`)}\n${more([holds])}`
  })
  const questions = answers.map(({ question, verdict }, i) => {
    const { name, kind, span } = question
    const outcome = outcomeOf(problem, question).formula
    const goal = `outcome_${i + 1}`
    const text = span.source.text.slice(span.start, span.end).replace(/\s+/g, ' ')
    const wanted = kind === 'assert' ? 'that it is violated' : 'that its outcome is reached'
    return [
      comment(`Question ${name}: ${text}\nThe check assumes ${wanted}. ${expectation(kind, verdict)}`),
      // An outcome that is always reached leaves nothing to assert.
      outcome.kind === 'true'
        ? `(declare-const ${goal} Bool)`
        : more([builder.or(builder.not(builder.variable(goal)), outcome)]),
      `(set-info :status ${statusOf(verdict)})`,
      `(check-sat-assuming (${goal}))`,
    ].join('\n')
  })
  return [
    comment(`${testName(graph.program)} under ${model.name}\n${names}`),
    comment(
      ['Events:', ...graph.events.map(({ id, sets }) => `${eventLine(graph, id)}   (${sets.join(' ')})`)].join('\n'),
    ),
    '(set-logic QF_BV)',
    `${comment('What holds of every candidate execution under every model.')}\n${smt.text}`,
    comment(['Definitions of the model:', ...definitions.map((piece) => piece.text)].join('\n')),
    ...demanded,
    ...questions,
  ].join('\n\n')
}

const names = `rf_1_2: e2 reads from e1. co_1_2: write e1 is coherence-before write e2. sync_fence_1_2: fence e1 is before fence e2 in Fence-SC order.
final_1: the value of write e1 remains. value_1: what read e1 returns. t_n: parts of formulas.`

const statusOf = ({ kind }: Verdict): 'sat' | 'unsat' | 'unknown' =>
  match(kind)
    .with('allowed', () => 'sat' as const)
    .with('forbidden', () => 'unsat' as const)
    .with('undecided', 'not covered', () => 'unknown' as const)
    .exhaustive()

const expectation = (kind: Question['kind'], verdict: Verdict): string =>
  match(verdict)
    .with({ kind: 'allowed' }, () => `Expected: sat (${answerText(kind, { verdict: verdict.kind })}).`)
    .with(
      { kind: 'forbidden' },
      ({ within, vacuous }) => `Expected: unsat (${answerText(kind, { verdict: verdict.kind, vacuous, within })}).`,
    )
    .with({ kind: 'undecided' }, { kind: 'not covered' }, ({ reason }) => `Undecided: ${reason}.`)
    .exhaustive()

/** Explanations of a test without a question: why it has a data race, or can hang, and what ends that. */

import { besides, nothingBesides } from '../../answers/needs/needs.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { decide } from '../../encoder/decide/decide.js'
import type { Solver } from '../../encoder/solver/solver.js'
import { raceReportOf } from '../../explain/document.js'
import { repairsToward } from '../../explain/explain.js'
import { repairedLines, searchedLines } from '../../explain/text/explanation.js'
import { type Program, testName } from '../../litmus/program.js'
import { findRace } from '../../races/find-races.js'
import { anything } from '../../repair/judge.js'
import { orderNothing } from '../../repair/orders-nothing.js'
import type { Goal, Repaired } from '../../repair/result.js'
import type { Conclusion } from '../../report/conclusion.js'
import { printable } from '../../source/diagnostic.js'
import { witnessOf } from '../../witness/build.js'
import { type TextOptions, witnessText } from '../../witness/text.js'
import type { Output } from '../console/output.js'
import { conclusionOf } from '../races/conclusion.js'
import { renderRaces } from '../races/render.js'
import { usualTimeout } from '../repairs/asked.js'
import type { ExplainArguments } from './command.js'

/** What is explained, and how: \`say\` gets each piece of the text as soon as it is known. */
export interface Explaining {
  readonly test: Program
  readonly model: Model
  readonly args: ExplainArguments
  readonly solver: Solver
  readonly output: Pick<Output, 'colours' | 'progress'>
  readonly texts: TextOptions
  readonly say: (text: string) => void
}

/** Explains the data races of a test as \`races\` does, and then says what ends them. */
export function explainRaces(explaining: Explaining): Conclusion {
  const { test, model, args, solver, output, texts, say } = explaining
  const { bound, timeout } = args
  const verdict = findRace(test, solver, { model, bound, ...(timeout === undefined ? {} : { timeout }) })
  const report = raceReportOf(test, model, verdict)
  const conclusion = conclusionOf(report, false)
  say(renderRaces(test, model, verdict, report, { conclusion, colours: output.colours, texts }).trimEnd())
  if (verdict.kind === 'racy') sayRepairs(explaining, 'races', { kind: 'race-free' })
  return conclusion === 'undecided' || conclusion === 'not covered' ? conclusion : 'done'
}

/** Shows an execution in which a thread waits for ever, if there is one, and then says what lets it end. */
export function explainHangs(explaining: Explaining): Conclusion {
  const { test, model, args, solver, texts, say } = explaining
  const { bound, timeout } = args
  const decided = (one: Program) =>
    decide({ ...one, questions: [anything(one)] }, solver, {
      model,
      bound,
      ...(timeout === undefined ? {} : { timeout }),
    })
  const decision = decided(test)
  const [answer] = decision.answers
  const liveness = answer?.liveness
  const scheduled = liveness?.kind === 'ends' ? besides(decision, nothingBesides, decided) : undefined
  const { graph, liveness: found } = scheduled?.kind === 'hangs' ? scheduled : { graph: decision.graph, liveness }
  const head = `${printable(testName(test))} · hangs · ${model.name}`
  if (found?.kind === 'hangs') {
    say(
      [
        `${head}: a thread can wait for ever`,
        '',
        witnessText(witnessOf({ graph, model, execution: found.execution }), texts),
      ].join('\n'),
    )
    sayRepairs(explaining, 'hangs', { kind: 'claims', questions: [], ends: true })
    return 'done'
  }
  if (found?.kind === 'ends') {
    say(`${head}: no thread waits for ever${found.within === undefined ? '' : ` within bound ${found.within.bound}`}`)
    return 'done'
  }
  say(`${head}: undecided: ${found?.kind === 'undecided' ? found.reason : 'whether a thread waits for ever'}`)
  return 'undecided'
}

function sayRepairs(
  { test, model, args, solver, output: { progress }, say }: Explaining,
  kind: 'races' | 'hangs',
  goal: Goal,
): void {
  if (args['no-repairs']) return
  const { bound, timeout = usualTimeout, effort } = args
  let count = 0
  const found = (repair: Repaired): void => {
    const nothing = kind === 'races' && orderNothing(test, repair.changes) ? ['  This orders nothing.'] : []
    say([...repairedLines(test, { kind }, repair, count), ...nothing].join('\n'))
    count += 1
  }
  const { changes } = repairsToward(test, goal, solver, { model, bound, timeout, effort, progress, found })
  for (const line of searchedLines({ kind }, changes)) say(line)
}

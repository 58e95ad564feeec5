/** `ptx-litmus regress`: decides tests under models, and reports what differs. */

import type { ExitStatus } from '../../report/check.js'
import { ok, then } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import { readSource } from '../input/source.js'
import { findTests } from '../input/tests.js'
import { axiomCounts } from './between.js'
import type { RegressArguments } from './command.js'
import { compare, questionsOf } from './compare.js'
import type { Comparison } from './comparison.js'
import type { RegressTask } from './decide.js'
import { decideAll } from './decide-all.js'
import { comparisonOf, type Plan, planFor } from './plan.js'
import { rewrite } from './recorded.js'
import { renderRegression } from './render.js'
import { regressionReport } from './report.js'
import { reported } from './reported.js'

/** Runs the command and returns the exit status. */
export async function run(args: RegressArguments, surroundings: CommandEnvironment): Promise<ExitStatus> {
  const { output } = surroundings
  const { words, row, update } = args
  const planned = await planFor(args, errorsTo(output).remark)
  const plan = planned.ok ? planned.value : undefined
  const { files, diagnostics } = findTests(words, row)
  const sources = planned.ok
    ? files.map((file) => then(readSource(file.path, 'test'), (source) => ok({ file, source })))
    : []
  const unread = [planned, ...sources].flatMap((one) => (one.ok ? [] : one.diagnostics))
  const readable = sources.flatMap((one) => (one.ok ? [one.value] : []))

  const decided = plan === undefined ? [] : await decideAll(readable, taskFor(plan, args), args.jobs, surroundings)
  const compared = plan === undefined ? nothing : compare(plan, decided, words)
  const unreadable = [...[...diagnostics, ...unread].map(reported), ...decided.flatMap((file) => file.errors)]
  const rewrites = plan?.comparison === 'baseline' && update && unreadable.length === 0
  const errors = [...unreadable, ...(rewrites ? rewrite(plan, decided, words) : [])]
  for (const { text } of errors) output.err(text)
  if (update && errors.length > 0) output.err(`${args.baseline}: not updated because of errors`)

  const report = regressionReport({
    comparison: comparisonOf(args),
    models: plan === undefined ? [] : plan.subjects.map(({ name }) => name),
    updated: update && errors.length === 0,
    files: files.length,
    decided,
    compared,
    axioms: plan?.comparison === 'each-axiom' ? axiomCounts(plan.subjects, questionsOf(decided)) : [],
    errors,
  })
  if (args.json) output.out(jsonText(report))
  else if (plan !== undefined) for (const line of renderRegression(report, args, output.colours)) output.out(line)
  return report.exitStatus
}

const nothing: Comparison = { changes: [], equal: 0, bounded: 0, notCovered: 0 }

const taskFor = (plan: Plan, { explain, timeout, bound, undeclared }: RegressArguments): RegressTask => ({
  subjects: plan.subjects,
  reading: { undeclared },
  witnesses: plan.comparison === 'against' || plan.comparison === 'without',
  explain: !explain
    ? 'nothing'
    : plan.comparison === 'baseline'
      ? { path: plan.path, recorded: plan.recorded }
      : 'differences',
  timeout,
  bound,
})

/** `ptx-litmus regress`: decides tests under models, and tells what differs. */

import type { ExitStatus } from '../../report/check.js'
import type { Surroundings } from '../commandline/command.js'
import { jsonText } from '../console/json.js'
import { findFiles, readSource } from '../input/files.js'
import { axiomCounts } from './between.js'
import type { RegressArguments } from './command.js'
import { compare } from './compare.js'
import type { Comparison } from './comparison.js'
import type { RegressTask } from './decide.js'
import { decideAll } from './decide-all.js'
import { comparisonOf, type Plan, planFor } from './plan.js'
import { rewrite } from './recorded.js'
import { renderRegression } from './render.js'
import { regressionReport } from './report.js'
import { told } from './told.js'

/** Runs the command and gives the exit status. */
export async function run(args: RegressArguments, surroundings: Surroundings): Promise<ExitStatus> {
  const { output } = surroundings
  const { words, update } = args
  const planned = await planFor(args)
  const plan = planned.ok ? planned.value : undefined
  const { files, diagnostics } = findFiles(words)
  const sources = planned.ok ? files.map(readSource) : []
  const unread = [planned, ...sources].flatMap((one) => (one.ok ? [] : one.diagnostics))
  const texts = sources.flatMap((one) => (one.ok ? [one.value] : []))

  const decided = plan === undefined ? [] : await decideAll(texts, taskFor(plan, args), surroundings)
  const compared = plan === undefined ? nothing : compare(plan, decided, words)
  const unreadable = [...[...diagnostics, ...unread].map(told), ...decided.flatMap((file) => file.errors)]
  const rewrites = plan?.comparison === 'baseline' && update && unreadable.length === 0
  const errors = [...unreadable, ...(rewrites ? rewrite(plan, decided, words) : [])]
  for (const { text } of errors) output.err(text)

  const report = regressionReport({
    comparison: comparisonOf(args),
    models: plan === undefined ? [] : plan.subjects.map(({ name }) => name),
    updated: update && errors.length === 0,
    files: files.length,
    decided,
    compared,
    axioms: plan?.comparison === 'each-axiom' ? axiomCounts(plan.subjects, compared.changes) : [],
    errors,
  })
  if (args.json) output.out(jsonText(report))
  else if (plan !== undefined)
    for (const line of renderRegression(report, args.verbose, output.colours)) output.out(line)
  return report.exitStatus
}

const nothing: Comparison = { changes: [], equal: 0, notCovered: 0 }

const taskFor = (plan: Plan, { explain, timeout, bound }: RegressArguments): RegressTask => ({
  subjects: plan.subjects,
  witnesses: plan.comparison === 'against' || plan.comparison === 'without',
  explain: !explain
    ? 'nothing'
    : plan.comparison === 'baseline'
      ? { path: plan.path, recorded: plan.recorded }
      : 'differences',
  timeout,
  bound,
})

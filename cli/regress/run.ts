/** `ptx-litmus regress`: decides tests under models, and tells what differs. */

import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { match } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import type { ExitStatus } from '../../report/check.js'
import type { RegressReport } from '../../report/regress.js'
import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { all, fail, ok, type Result, then } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import type { Surroundings } from '../commandline/command.js'
import { progressBar } from '../console/progress.js'
import { packageVersions } from '../console/versions.js'
import { findFiles, isThere, readSource } from '../input/files.js'
import { loadModel } from '../input/model.js'
import {
  type Entries,
  entriesOf,
  entryFor,
  lookUp,
  modelInTable,
  readBaseline,
  speaksOf,
  writeBaseline,
} from '../tables/baseline.js'
import { onThreads, workerScript } from '../threads/threads.js'
import type { ThreadWork } from '../worker.js'
import type { RegressArguments } from './command.js'
import { axiomCounts, type Comparison, type Current, changesBetween, changesFrom, joinComparisons } from './compare.js'
import { type DecidedFile, type RegressTask, type ToldError, told } from './decide.js'
import { renderRegression } from './render.js'
import { type Subject, subject } from './subjects.js'

/** What is compared with what. */
type Plan =
  | {
      readonly comparison: 'baseline'
      readonly subjects: readonly Subject[]
      readonly path: string
      readonly recorded: Entries
    }
  | { readonly comparison: 'against' | 'without'; readonly subjects: readonly [Subject, Subject] }
  | { readonly comparison: 'each-axiom'; readonly subjects: readonly Subject[] }

/** Runs the command and gives the exit status. */
export async function run(args: RegressArguments, surroundings: Surroundings): Promise<ExitStatus> {
  const { output } = surroundings
  const planned = await planFor(args)
  const { files, diagnostics } = findFiles(args.words)
  const sources = planned.ok ? files.map(readSource) : []
  const unread = [planned, ...sources].flatMap((one) => (one.ok ? [] : one.diagnostics))
  const texts = sources.flatMap((one) => (one.ok ? [one.value] : []))
  const plan = planned.ok ? planned.value : undefined

  const decided = plan === undefined ? [] : await decideAll(texts, plan, args, surroundings)
  const errors = [...[...diagnostics, ...unread].map(told), ...decided.flatMap((file) => file.errors)]
  const { changes, equal, notCovered } = plan === undefined ? nothing : compare(plan, decided, args)
  if (plan?.comparison === 'baseline' && args.update && errors.length === 0)
    errors.push(...writeEntries(plan, decided, args))
  const updated = args.update && errors.length === 0
  for (const { text } of errors) output.err(text)

  const count = (kind: (typeof changes)[number]['kind']) => changes.filter((one) => one.kind === kind).length
  const counted = {
    files: files.length,
    tests: decided.reduce((sum, { tests }) => sum + tests, 0),
    questions: decided.reduce((sum, { questions }) => sum + questions.length, 0),
    equal,
    changed: count('changed'),
    new: count('new'),
    vanished: count('vanished'),
    undecided: count('undecided'),
    notCovered,
  }
  const differs = counted.changed + counted.new + counted.vanished > 0
  const report: RegressReport = {
    versions: { ...packageVersions(), node: process.versions.node },
    comparison: plan?.comparison ?? 'baseline',
    models: plan?.subjects.map(({ name }) => name) ?? [],
    changes: [...changes],
    axioms: plan?.comparison === 'each-axiom' ? [...axiomCounts(plan.subjects, changes)] : [],
    updated,
    errors: errors.map(({ message, place }) => ({ message, place })),
    count: counted,
    milliseconds: Math.round(performance.now()),
    exitStatus:
      errors.length > 0
        ? 2
        : differs && !updated && plan?.comparison !== 'each-axiom'
          ? 1
          : counted.undecided > 0
            ? 3
            : 0,
  }
  if (args.json) output.out(JSON.stringify(report, undefined, 2))
  else if (plan !== undefined)
    for (const line of renderRegression(report, args.verbose, output.colours)) output.out(line)
  return report.exitStatus
}

const nothing: Comparison = { changes: [], equal: 0, notCovered: 0 }

async function planFor(args: RegressArguments): Promise<Result<Plan>> {
  const loaded = all(
    await Promise.all([...args.model, ...(args.against === undefined ? [] : [args.against])].map(loadModel)),
  )
  return then(loaded, (models): Result<Plan> => {
    const [model, other] = models
    if (model === undefined) throw new Error('a regression needs a model')
    const { baseline: path } = args
    if (path !== undefined) {
      const recorded: Result<Entries> =
        args.update && !isThere(path) ? ok(entriesOf([])) : then(readSource(path), readBaseline)
      const subjects = models.map((one) => subject(one))
      return then(recorded, (recorded) => ok({ comparison: 'baseline', subjects, path, recorded }))
    }
    if (other !== undefined) return ok({ comparison: 'against', subjects: [subject(model), subject(other)] })
    if (args['each-axiom']) {
      const each = model.axioms.map(({ name }) => subject(model, [name]))
      return ok({ comparison: 'each-axiom', subjects: [subject(model), ...each] })
    }
    return then(all(args.without.map((name) => axiomOf(model, name))), (without) =>
      ok({ comparison: 'without', subjects: [subject(model), subject(model, [...new Set(without)])] }),
    )
  })
}

function axiomOf({ name: model, axioms }: Model, name: string): Result<string> {
  const names = axioms.map((one) => one.name)
  if (names.includes(name)) return ok(name)
  return fail(diagnostic(`no axiom \`${name}\`${didYouMean(name, names)}; its axioms are ${names.join(', ')}`, model))
}

/** All tests under all subjects, on as many threads as there are processors. */
async function decideAll(
  texts: readonly SourceText[],
  plan: Plan,
  { timeout, bound, explain }: Pick<RegressArguments, 'timeout' | 'bound' | 'explain'>,
  { compiled, output: { progress } }: Surroundings,
): Promise<readonly DecidedFile[]> {
  const { comparison, subjects } = plan
  const task: RegressTask = {
    subjects,
    explain: !explain
      ? 'nothing'
      : plan.comparison === 'baseline'
        ? { path: plan.path, recorded: plan.recorded }
        : 'differences',
    witnesses: comparison === 'against' || comparison === 'without',
    timeout,
    bound,
  }
  const work: ThreadWork = { kind: 'decide files', z3: { compiled: await compiled() }, task }
  const decided = await onThreads<SourceText, DecidedFile>(
    workerScript,
    { workerData: work, count: Math.min(mostThreads, availableParallelism()) },
    texts,
    {
      onResult: (_result, _index, done) => progress(progressBar(done, texts.length, 'files')),
      onFault: ({ name }, reason) => {
        const fault = diagnostic(`internal error, please report it: ${reason}`, name)
        return { file: name, tests: 0, questions: [], errors: [told(fault)] }
      },
    },
  )
  progress('')
  return decided
}

/** Each has a z3 of its own, with its memory. */
const mostThreads = 8

const compare = (plan: Plan, decided: readonly DecidedFile[], args: RegressArguments): Comparison => {
  const questions = decided.flatMap((file) => file.questions)
  return match(plan)
    .with({ comparison: 'baseline' }, (plan) =>
      changesFrom(plan.recorded, currentEntries(plan, decided), isExpected(plan, decided, args)),
    )
    .with({ comparison: 'against' }, ({ subjects }) =>
      changesBetween(questions, subjects, [0, 1], subjects.map(({ name }) => name).join(' and ')),
    )
    .with({ comparison: 'without' }, ({ subjects }) => changesBetween(questions, subjects, [0, 1], subjects[1].name))
    .with({ comparison: 'each-axiom' }, ({ subjects }) =>
      joinComparisons(subjects.slice(1).map(({ name }, i) => changesBetween(questions, subjects, [0, i + 1], name))),
    )
    .exhaustive()
}

type BaselinePlan = Extract<Plan, { comparison: 'baseline' }>

const currentEntries = ({ path, subjects }: BaselinePlan, decided: readonly DecidedFile[]): readonly Current[] =>
  decided
    .flatMap(({ questions }) => questions)
    .flatMap(({ verdicts, question, row, file }) => {
      const program = row === undefined ? { file } : { file, row }
      return verdicts.map((decided, i): Current => {
        const entry = entryFor(path, program, question, subjects[i]?.name ?? '', decided.verdict)
        return { entry, ...(row === undefined ? {} : { row }), decided }
      })
    })

/** Whether a row of the baseline should be met again: one for a model at hand and a test below the given paths. */
const isExpected = ({ path, subjects }: BaselinePlan, decided: readonly DecidedFile[], { words }: RegressArguments) => {
  const models = new Set(subjects.map(({ name }) => modelInTable(path, name)))
  // Of a file with errors nobody knows what else is in it.
  const unknown = decided.filter(({ errors }) => errors.length > 0).map(({ file }) => file)
  const folder = dirname(path)
  return (entry: Parameters<typeof speaksOf>[0]): boolean =>
    models.has(entry.model) && speaksOf(entry, folder, words) && !speaksOf(entry, folder, unknown)
}

/** Rewrites the baseline; rows that speak of other tests and models stay. */
function writeEntries(
  plan: BaselinePlan,
  decided: readonly DecidedFile[],
  args: RegressArguments,
): readonly ToldError[] {
  const expected = isExpected(plan, decided, args)
  const current = currentEntries(plan, decided).map(({ entry }) => entry)
  const now = entriesOf(current)
  const kept = [...plan.recorded.values()].filter((entry) => !expected(entry) && lookUp(now, entry) === undefined)
  const written = writeBaseline(plan.path, entriesOf([...kept, ...current]))
  return written.ok ? [] : written.diagnostics.map(told)
}

/** `ptx-litmus witness`: executions that reach an outcome. */

import { type Promises, underPromises, unpromisedIn } from '../../answers/needs/promises.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { type Witnesses, witnesses } from '../../encoder/decide/witnesses.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import type { ExitStatus } from '../../report/check.js'
import { type Conclusion, statuses } from '../../report/conclusion.js'
import { conditionOfSeveral } from '../../report/needs.js'
import { diagnostic, printable } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, failAll, ok, type Result, then } from '../../source/result.js'
import { witnessOf } from '../../witness/build.js'
import { executionPicture } from '../../witness/picture/options.js'
import { relationsOf } from '../../witness/relations.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { formatFor } from '../commandline/ending.js'
import { watchLaunches } from '../commandline/fewer-lanes.js'
import { written } from '../commandline/written.js'
import { errorsTo } from '../console/errors.js'
import { executionText } from '../console/execution-text.js'
import { loadModel } from '../input/model.js'
import { readingOf } from '../input/reading.js'
import { questionNamed, testNamed } from '../input/tests.js'
import { formats, usualLimit, type WitnessArguments } from './command.js'
import { countText, noneText, renderWitnesses } from './render.js'

/** Runs the command and returns the exit status. */
export async function run(args: WitnessArguments, { solver, output }: CommandEnvironment): Promise<ExitStatus> {
  const starting = solver()
  watchLaunches(output, args)
  const errors = errorsTo(output)
  const [path] = args.words
  const request = errors.valueOf(
    then(
      collect({
        test: testNamed(path, { row: args.row, ...readingOf(args, output.progress) }, errors.remark),
        model: await loadModel(args.model, errors.remark),
      }),
      ({ test, model }) =>
        then(collect({ show: namesIn(args.show, model), sought: soughtIn(test, args) }), ({ show, sought }) =>
          ok({ test, model, show, sought }),
        ),
    ),
  )
  if (request === undefined) return 2
  const { test, model, show, sought } = request
  const { bound, timeout, all } = args
  if (typeof sought !== 'string' && args.question === undefined && test.questions.length > 1)
    output.err(
      `ptx-litmus: this is ${sought.name}, the first of ${test.questions.length} questions; --question selects another`,
    )

  const limit = all ? (args.limit ?? usualLimit) : undefined
  const decider = await starting
  output.progress(`deciding ${testName(test)} …`)
  const found = (test: Program): Witnesses => witnesses(test, sought, decider, { model, limit, bound, timeout })
  const promises = { resident: args.resident, overlap: args.overlap && args.overlap === 'yes' }
  const reached = found(sought === 'hang' ? underPromises(test, promises) : test)
  const format = args.format ?? (args.json ? 'json' : undefined) ?? formatFor(args.output, formats) ?? 'text'
  const { graph, found: executions, ending, within, layouts } = reached
  if (executions.length === 0) {
    const say = format === 'text' ? output.out : output.err
    const what = sought === 'undefined' ? 'undefined behaviour' : sought === 'hang' ? sought : sought.name
    const needs = sought === 'hang' && ending.kind === 'complete' ? needsBesides(test, promises, found) : []
    say(`${printable(testName(test))} · ${what} · ${model.name}: ${noneText(reached, needs)}`)
    return statuses[ofNone[ending.kind]]
  }
  const reaches = typeof sought === 'string' ? undefined : sought
  const shown = executions.map((execution) => witnessOf({ graph, model, execution, question: reaches, show }))
  const note = all ? countText(reached) : undefined
  const complete = ending.kind === 'complete' && within === undefined && layouts === undefined
  const texts = executionText(args, args.output === undefined ? output.width : undefined)
  const text = renderWitnesses(shown, format, {
    texts,
    drawn: { ...executionPicture(args), show },
    all,
    complete,
    within,
    layouts,
    note,
  })
  if (!written(text, args, output, errors)) return 2
  if (note !== undefined && format !== 'text') output.err(note)
  return statuses[ofFound[ending.kind]]
}

/** `all blocks are resident`, where no execution hangs with what is promised; nothing if none hangs without it. */
function needsBesides(test: Program, promises: Promises, found: (test: Program) => Witnesses): readonly string[] {
  const unpromised = unpromisedIn(test, promises)
  if (unpromised.length === 0) return []
  const { found: executions, ending } = found(
    underPromises(test, { resident: promises.resident ?? 1, overlap: promises.overlap ?? false }),
  )
  return executions.length === 0 && ending.kind === 'complete' ? [] : unpromised.map(conditionOfSeveral)
}

/** The conclusions if an execution is shown, and if none is, for each end of the search. */
const ofFound: { readonly [E in Witnesses['ending']['kind']]: Conclusion } = {
  complete: 'done',
  limited: 'done',
  undecided: 'undecided',
  'not covered': 'not covered',
}
const ofNone: { readonly [E in Witnesses['ending']['kind']]: Conclusion } = {
  complete: 'none',
  limited: 'undecided',
  undecided: 'undecided',
  'not covered': 'not covered',
}

/** Returns what the execution is to reach. Fails if there is no such question. */
const soughtIn = (test: Program, args: WitnessArguments): Result<Question | 'hang' | 'undefined'> =>
  args.hang ? ok('hang') : args.undefined ? ok('undefined') : questionNamed(test, args.question)

/** Returns the relations that `--show` names, separated by commas. Fails on a name that the model does not have. */
function namesIn(lists: readonly string[], model: Model): Result<readonly string[]> {
  const relations = relationsOf(model)
  const names = lists.flatMap((list) => list.split(',').map((name) => name.trim())).filter((name) => name !== '')
  const unknown = names.filter((name) => !relations.has(name))
  if (unknown.length === 0) return ok(names)
  const all = { message: `the relations of ${model.name} are ${[...relations.keys()].join(', ')}` }
  return failAll(
    unknown.map((name, i) =>
      diagnostic(
        `${model.name} has no relation \`${name}\`${didYouMean(name, relations.keys())}`,
        '--show',
        ...(i === unknown.length - 1 ? [all] : []),
      ),
    ),
  )
}

/** `ptx-litmus generate`: the minimal tests that a model forbids. */

import { availableParallelism } from 'node:os'
import type { Model } from '../../axioms/algebra/terms.js'
import type { ExitStatus } from '../../report/check.js'
import { statuses } from '../../report/conclusion.js'
import type { SuiteDocument } from '../../report/suite.js'
import { counted } from '../../source/counted.js'
import { diagnostic } from '../../source/diagnostic.js'
import { didYouMeanOneOf } from '../../source/nearest.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import { vocabularyOf } from '../../synthesis/words.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo, internalError } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import { loadModel } from '../input/model.js'
import { untilInterrupted } from '../synthesis/interruption.js'
import { search } from '../synthesis/search.js'
import { covered, searchable } from '../synthesis/searchable.js'
import { continued, fingerprintOf, namedTests, restored, suiteTestOf, writeSuite } from '../synthesis/suite.js'
import type { GenerateArguments } from './command.js'
import { renderSuite } from './render.js'

/** The time between two writes of the state, in milliseconds. */
const saveEvery = 2000

/** Runs the command and returns the exit status. */
export async function run(args: GenerateArguments, surroundings: CommandEnvironment): Promise<ExitStatus> {
  const { output } = surroundings
  const errors = errorsTo(output)
  const begun = errors.valueOf(
    then(await loadModel(args.model, errors.remark), (model) =>
      then(suiteFor(model, args), (suite) =>
        then(args.output === undefined ? ok(suite) : goneOn(suite, args.output), (startingSuite) =>
          ok({ model, startingSuite }),
        ),
      ),
    ),
  )
  if (begun === undefined) return 2
  const { model, startingSuite } = begun
  let suite = startingSuite
  let written = suite.tests.length
  let saved = performance.now()
  const save = (): boolean => {
    if (args.output === undefined) return true
    const isWritten =
      errors.valueOf(
        then(writeSuite(args.output, suite, { storedTests: written, force: args.force }), () => ok(true)),
      ) === true
    written = suite.tests.length
    saved = performance.now()
    return isWritten
  }
  let isFailed = false
  output.watch?.()
  const { signal, stop, end } = untilInterrupted(args.seconds)
  if (!suite.complete)
    await search(
      { kind: 'minimal', model, vocabulary: suite.vocabulary },
      {
        instructions: args.instructions,
        jobs: args.jobs ?? availableParallelism(),
        shard: suite.shard,
        from: suite.searched,
        isEnough: () => false,
        signal,
        onChunk: ({ chunk, inClass }, result) => {
          if (isFailed || signal.aborted) return
          if (result.kind !== 'minimal') {
            isFailed = true
            errors.report([internalError(result.kind === 'fault' ? result.reason : result.kind, model.name)])
            stop()
            return
          }
          const tests = result.tests.filter(({ axioms }) => args.axiom === undefined || axioms.includes(args.axiom))
          const searched = chunk.first + chunk.sketches.length
          suite = { ...suite, searched, tests: namedTests([...suite.tests, ...tests.map(suiteTestOf)]) }
          const { instructions, threads } = inClass
          output.progress(
            `${counted(instructions, 'instruction')}, ${counted(threads, 'thread')}: ${searched} sketches searched, ${counted(suite.tests.length, 'test')}`,
          )
          if (performance.now() - saved > saveEvery && !save()) {
            isFailed = true
            stop()
          }
        },
      },
      surroundings,
    )
  const why = end()
  output.progress('')
  if (why === undefined && !isFailed) suite = { ...suite, complete: true }
  if (!save()) return 2
  output.out(args.json ? jsonText(suite) : renderSuite(suite, args.output))
  if (isFailed) return 1
  if (why === undefined) return 0
  output.err(
    why === 'interrupted'
      ? 'interrupted; the same command resumes from here'
      : 'time is up; the same command resumes from here',
  )
  return statuses[why === 'interrupted' ? why : 'undecided']
}

/** Returns the suite that the folder holds so far, once each of its tests has a file there. */
const goneOn = (suite: SuiteDocument, folder: string): Result<SuiteDocument> =>
  then(continued(suite, folder), (previous) => then(restored(folder, previous), () => ok(previous)))

/** Returns the suite before anything is searched. Fails if the model has no such axiom, or cannot be searched. */
function suiteFor(model: Model, args: GenerateArguments): Result<SuiteDocument> {
  const names = model.axioms.map(({ name }) => name)
  const { axiom } = args
  if (axiom !== undefined && !names.includes(axiom))
    return fail(
      diagnostic(
        `${model.name} has no axiom ${axiom}${didYouMeanOneOf(axiom, names, `its axioms are ${names.join(', ')}`)}`,
        '--axiom',
      ),
    )
  const usable = then(covered([model], args.with), () => searchable(model))
  return then(usable, ({ ordersByDependencies }) =>
    ok({
      format: 'ptx-litmus suite',
      version: 1,
      model: model.name,
      fingerprint: fingerprintOf(model),
      instructions: args.instructions,
      vocabulary: vocabularyOf([model], args, ordersByDependencies),
      axiom: axiom ?? null,
      shard: args.shard ?? { number: 1, of: 1 },
      searched: 0,
      complete: false,
      tests: [],
    }),
  )
}

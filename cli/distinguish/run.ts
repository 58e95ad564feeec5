/** `ptx-litmus distinguish`: the smallest test that one model allows and another forbids. */

import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Model } from '../../axioms/algebra/terms.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import type { Solver } from '../../encoder/solver/solver.js'
import type { ExitStatus } from '../../report/check.js'
import { statuses } from '../../report/conclusion.js'
import type { DifferencesDocument } from '../../report/differences.js'
import { counted } from '../../source/counted.js'
import { must } from '../../source/must.js'
import { all, collect, ok, type Result, then } from '../../source/result.js'
import { nameOf } from '../../synthesis/cycle/name.js'
import { programIn, testText } from '../../synthesis/program.js'
import { byRank } from '../../synthesis/rank.js'
import type { SketchClass } from '../../synthesis/sketches.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { vocabularyOf } from '../../synthesis/words.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo, internalError } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import { loadModel } from '../input/model.js'
import { type OutputFile, writeAll } from '../input/outputs.js'
import { attemptToWrite } from '../input/system.js'
import { answersUnder } from '../regress/answers.js'
import { explainVerdict } from '../regress/explain.js'
import { subject } from '../regress/subjects.js'
import { untilInterrupted } from '../synthesis/interruption.js'
import { search } from '../synthesis/search.js'
import { covered, searchable } from '../synthesis/searchable.js'
import type { FoundDifference } from '../synthesis/work.js'
import type { DistinguishArguments } from './command.js'
import { renderDifferences } from './render.js'

/** Runs the command and returns the exit status. */
export async function run(args: DistinguishArguments, surroundings: CommandEnvironment): Promise<ExitStatus> {
  const { output, solver } = surroundings
  const errors = errorsTo(output)
  const start = performance.now()
  const [first, second] = args.words
  const loaded = errors.valueOf(
    then(
      collect({ first: await loadModel(first, errors.remark), second: await loadModel(second, errors.remark) }),
      ({ first, second }) =>
        then(vocabularyFor([first, second], args), (vocabulary) => ok({ first, second, vocabulary })),
    ),
  )
  if (loaded === undefined) return 2
  const { vocabulary } = loaded
  const models = [loaded.first, loaded.second] as const
  const wanted = args.all ?? 1
  const differences: FoundDifference[] = []
  let searched: SketchClass | undefined
  // The class that is searched now, and the number of its sketches so far.
  let size: SketchClass | undefined
  let ofSize = 0
  let isFailed = false
  output.watch?.()
  const { signal, stop, end } = untilInterrupted(args.seconds)
  await search(
    { kind: 'different', models: [...models], vocabulary },
    {
      instructions: args.instructions,
      jobs: args.jobs ?? availableParallelism(),
      shard: { number: 1, of: 1 },
      from: 0,
      isEnough: (done) => {
        searched = done
        return differences.length >= wanted
      },
      signal,
      onChunk: ({ chunk, inClass }, result) => {
        if (isFailed || signal.aborted) return
        if (result.kind !== 'different') {
          isFailed = true
          errors.report([internalError(result.kind === 'fault' ? result.reason : result.kind, first)])
          stop()
          return
        }
        for (const one of result.tests) differences.push(one)
        ofSize = size === inClass ? ofSize + chunk.sketches.length : chunk.sketches.length
        size = inClass
        output.progress(
          `${inClass.instructions} of ${counted(args.instructions, 'instruction')}, ${counted(inClass.threads, 'thread')}: ${ofSize} sketches of this size searched`,
        )
      },
    },
    surroundings,
  )
  const why = end()
  output.progress('')
  if (isFailed) return 1
  const smallest = differences.toSorted(byRank).slice(0, wanted)
  const decider = await solver()
  const tests = smallest.map((one) => verified(one, models, args.words, decider))
  const ofNone = why === 'late' ? 'undecided' : 'none'
  const exitStatus = statuses[why === 'interrupted' ? why : tests.length > 0 ? 'done' : ofNone]
  const document: DifferencesDocument = {
    models: [first, second],
    instructions: args.instructions,
    vocabulary,
    result: tests.length > 0 ? 'different' : why === undefined ? 'no difference' : 'not searched to the end',
    searched: searched ?? null,
    tests,
    milliseconds: performance.now() - start,
    exitStatus,
  }
  const { output: folder } = args
  const files = folder === undefined ? [] : filesFor(folder, tests)
  if (folder !== undefined && errors.valueOf(writtenTests(folder, files, args.force)) === undefined) return 2
  const paths = files.map(({ path }) => path)
  output.out(args.json ? jsonText(document) : renderDifferences(document, { isCut: why !== undefined, wanted, paths }))
  return exitStatus
}

const vocabularyFor = (models: readonly Model[], args: DistinguishArguments): Result<Vocabulary> =>
  then(covered(models, args.with), () =>
    then(all(models.map(searchable)), (compiled) =>
      ok(
        vocabularyOf(
          models,
          args,
          compiled.some(({ ordersByDependencies }) => ordersByDependencies),
        ),
      ),
    ),
  )

/** Decides the test afresh under both models. Throws if the solver does not agree. */
function verified(
  { labelled, outcome, forbids }: FoundDifference,
  models: readonly [Model, Model],
  names: readonly [string, string],
  decider: Solver,
): DifferencesDocument['tests'][number] {
  const [allowing, forbidding] = forbids === 'first' ? [1, 0] : [0, 1]
  const title = nameOf(labelled, outcome)
  const [allowedBy, forbiddenBy] = [must(names[allowing], 'a model'), must(names[forbidding], 'a model')]
  const text = `// ${title}: ${allowedBy} allows the outcome, ${forbiddenBy} forbids it.\n${testText(labelled, outcome)}`
  const program = programIn(text)
  const limits = { bound: defaultBound }
  const [asked] = answersUnder(
    models.map((model) => subject(model)),
    program,
    decider,
    limits,
  )
  const { question, answers } = must(asked, 'an answer')
  const [allowed, forbidden] = [allowing, forbidding].map((i) => must(answers[i], 'an answer of each model'))
  if (allowed?.word !== 'allowed' || forbidden?.word !== 'forbidden')
    throw new Error(`the solver finds this test ${allowed?.word} and ${forbidden?.word}:\n${text}`)
  const lines = (answer: typeof allowed): string[] => [
    ...(explainVerdict(program, question, answer, decider, limits)?.lines ?? []),
  ]
  return {
    title,
    instructions: labelled.sketch.threads.flat().length,
    threads: labelled.sketch.threads.length,
    allowedBy,
    forbiddenBy,
    text,
    forbidden: lines(forbidden),
    allowed: lines(allowed),
  }
}

/** Returns the file of each test, by position: its title, followed by 2 for the second test with a title. */
const filesFor = (folder: string, tests: DifferencesDocument['tests']): readonly OutputFile[] =>
  tests.map(({ title, text }, i) => {
    const number = tests.slice(0, i).filter((one) => one.title === title).length + 1
    return { path: join(folder, `${title}${number === 1 ? '' : `-${number}`}.test`), text }
  })

const writtenTests = (folder: string, files: readonly OutputFile[], force: boolean): Result<true> =>
  attemptToWrite(folder, () => {
    mkdirSync(folder, { recursive: true })
    return then(writeAll(files, force), () => ok(true))
  })

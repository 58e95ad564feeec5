/** `ptx-litmus merge`: combines the outputs of the shards of one run. */

import { match } from 'ts-pattern'
import * as z from 'zod'
import { checkReport, type ExitStatus } from '../../report/check.js'
import type { SuiteDocument } from '../../report/suite.js'
import { diagnostic, printable } from '../../source/diagnostic.js'
import { parseJson } from '../../source/json.js'
import { must } from '../../source/must.js'
import { all, fail, ok, type Result, then } from '../../source/result.js'
import { reportedOf } from '../check/cases.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { type Errors, errorsTo } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import type { Output } from '../console/output.js'
import { renderSuite } from '../generate/render.js'
import { writeTo } from '../input/outputs.js'
import { readSource } from '../input/source.js'
import { writeReports } from '../reporters/write.js'
import { continued, suiteFileAt, suiteOf, writeSuite } from '../synthesis/suite.js'
import { type CheckPart, mergedCheck } from './checks.js'
import type { MergeArguments } from './command.js'
import type { Part } from './parts.js'
import { renderCheck } from './render.js'
import { mergedSuite } from './suites.js'

/** Runs the command and returns the exit status. */
export async function run(args: MergeArguments, { output }: CommandEnvironment): Promise<ExitStatus> {
  const errors = errorsTo(output)
  const parts = errors.valueOf(then(all(args.words.map(readPart)), ofOneKind))
  if (parts === undefined) return 2
  return match(parts)
    .with({ kind: 'suite' }, ({ parts }) => mergeSuites(parts, args, errors, output))
    .with({ kind: 'check' }, ({ parts }) => mergeChecks(parts, args, errors, output))
    .exhaustive()
}

type Parts =
  | { readonly kind: 'suite'; readonly parts: readonly Part<SuiteDocument>[] }
  | { readonly kind: 'check'; readonly parts: readonly Part<CheckPart>[] }

/** Reads the document of a file, or of the suite in a folder. Fails if it is not one that shards write. */
const readPart = (word: string): Result<Parts> => {
  const path = suiteFileAt(word)
  return then(readSource(path, 'suite'), (source) =>
    then(parseJson(source), (value): Result<Parts> => {
      if (!isOfCheck.safeParse(value).success) {
        if (!isOfGenerate.safeParse(value).success)
          return fail(diagnostic('this is neither a document of check nor a suite of ptx-litmus', path))
        return then(suiteOf(value, path), (document) => ok({ kind: 'suite', parts: [{ path, document }] }))
      }
      const { data, error } = checkReport.safeParse(value)
      if (error !== undefined) {
        const { path: at, message } = must(error.issues[0], 'what is wrong')
        return fail(diagnostic(`this is not a document of check: ${at.join('.')}: ${message}`, path))
      }
      const { shard } = data
      if (shard === undefined)
        return fail(diagnostic('this is a whole run, not a part of one; --shard makes parts', path))
      if (shard.indices.length !== data.questions.length)
        return fail(diagnostic('this is not a document of check: shard.indices: expected one for each question', path))
      return ok({ kind: 'check', parts: [{ path, document: { ...data, shard } }] })
    }),
  )
}

/** A field that only documents of `check` have. */
const isOfCheck = z.object({ questions: z.array(z.unknown()), count: z.object() })

/** A field that only suites have. */
const isOfGenerate = z.object({ format: z.unknown() })

/** Returns the parts of all files. Fails if some are of suites and others of `check`. */
function ofOneKind(read: readonly Parts[]): Result<Parts> {
  const suites = read.flatMap((one) => (one.kind === 'suite' ? one.parts : []))
  const checks = read.flatMap((one) => (one.kind === 'check' ? one.parts : []))
  const [suite] = suites
  const [check] = checks
  if (suite !== undefined && check !== undefined)
    return fail(diagnostic(`this is a suite, but ${check.path} is a document of check`, suite.path))
  return ok(suite === undefined ? { kind: 'check', parts: checks } : { kind: 'suite', parts: suites })
}

function mergeSuites(
  parts: readonly Part<SuiteDocument>[],
  { output: folder, force, json, reporter }: MergeArguments,
  errors: Errors,
  { out }: Output,
): ExitStatus {
  if (reporter.length > 0) errors.report([diagnostic('a suite has no reports', '--reporter')])
  const suite = errors.valueOf(
    then(mergedSuite(parts), (suite) =>
      folder === undefined || reporter.length > 0
        ? ok(suite)
        : then(continued(suite, folder), () =>
            then(writeSuite(folder, suite, { storedTests: 0, force }), () => ok(suite)),
          ),
    ),
  )
  if (suite === undefined || errors.all.length > 0) return 2
  out(json ? jsonText(suite) : renderSuite(suite, folder))
  return 0
}

function mergeChecks(
  parts: readonly Part<CheckPart>[],
  { output: file, force, json, reporter }: MergeArguments,
  errors: Errors,
  output: Output,
): ExitStatus {
  const report = errors.valueOf(mergedCheck(parts))
  if (report === undefined) return 2
  const { strict, hangs } = must(parts[0], 'a part').document.shard
  const demands = { strict, mustEnd: hangs }
  if (file !== undefined) errors.valueOf(writeTo(file, `${jsonText(report)}\n`, force))
  errors.report(writeReports({ reporter, force }, reportedOf(report, demands), output))
  const isAlone = reporter.some((one) => one.file === undefined)
  const print = isAlone ? output.err : output.out
  if (json) output.out(jsonText(report))
  else {
    for (const { place, message } of report.errors) output.err(`${place}: ${printable(message)}`)
    print(renderCheck(report, demands, output.colours))
  }
  return errors.all.length > 0 ? 2 : report.exitStatus
}

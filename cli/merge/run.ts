/** `ptx-litmus merge`: puts together what the shards of one run wrote. */

import type { ExitStatus } from '../../report/check.js'
import type { SuiteDocument } from '../../report/suite.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { largest } from '../../source/largest.js'
import { must } from '../../source/must.js'
import { all, failAll, ok, type Result, then } from '../../source/result.js'
import type { Surroundings } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import { renderSuite } from '../generate/render.js'
import { continued, isOther, namedTests, readSuite, writeSuite } from '../synthesis/suite.js'
import type { MergeArguments } from './command.js'

/** Runs the command and gives the exit status. */
export async function run(
  { words, output: folder, json }: MergeArguments,
  { output }: Surroundings,
): Promise<ExitStatus> {
  const errors = errorsTo(output)
  const read = words.map((path) => then(readSuite(path), (suite): Result<Part> => ok({ path, suite })))
  const suite = errors.valueOf(
    then(all(read), (parts) =>
      then(merged(parts), (suite) =>
        folder === undefined
          ? ok(suite)
          : then(continued(suite, folder), () => then(writeSuite(folder, suite, 0), () => ok(suite))),
      ),
    ),
  )
  if (suite === undefined) return 2
  output.out(json ? jsonText(suite) : renderSuite(suite, folder))
  return 0
}

interface Part {
  readonly path: string
  readonly suite: SuiteDocument
}

/** The suite of all parts. Errors: they are not all the parts of one run, each complete and once. */
function merged(parts: readonly Part[]): Result<SuiteDocument> {
  const first = must(parts[0], 'a part')
  const { of } = first.suite.shard
  const problems = parts.flatMap(({ path, suite }, i): readonly Diagnostic[] => {
    const { shard, complete } = suite
    const other =
      isOther(suite, first.suite) ?? (shard.of === of ? undefined : `it is one of ${shard.of} parts, not of ${of}`)
    const before = parts.slice(0, i).find((one) => one.suite.shard.number === shard.number)
    return [
      ...(other === undefined ? [] : [diagnostic(`${other} as in ${first.path}`, path)]),
      ...(other === undefined && before !== undefined
        ? [diagnostic(`it is part ${shard.number} of ${of}, as ${before.path} is`, path)]
        : []),
      ...(complete ? [] : [diagnostic('its search is not complete', path)]),
    ]
  })
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter(
    (number) => !parts.some(({ suite }) => suite.shard.number === number),
  )
  const incomplete =
    problems.length === 0 && missing.length > 0
      ? [diagnostic(`of its ${of} parts, these are missing: ${missing.join(', ')}`, first.path)]
      : []
  if (problems.length + incomplete.length > 0) return failAll([...problems, ...incomplete])
  const tests = parts.flatMap(({ suite }) => suite.tests).toSorted((a, b) => a.sketch - b.sketch)
  return ok({
    ...first.suite,
    shard: { number: 1, of: 1 },
    searched: largest(parts.map(({ suite }) => suite.searched)),
    tests: namedTests(tests),
  })
}

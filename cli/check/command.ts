/** The arguments and options of `ptx-litmus check`. */

import * as z from 'zod'
import { defineCommand, type Problem, unusable } from '../commandline/command.js'
import { flag, option } from '../commandline/option.js'
import {
  bound,
  encoding,
  force,
  hangs,
  jobs,
  json,
  launching,
  memory,
  model,
  overlap,
  path,
  question,
  quiet,
  reporting,
  resident,
  row,
  shard,
  size,
  solver,
  strict,
  testPaths,
  timeout,
  timeouts,
  undeclared,
  verbose,
  wrongLaunch,
} from '../commandline/options.js'
import { isStandardInput } from '../input/source.js'
import { type Reporter, reporter, wrongReporters } from '../reporters/names.js'

const takes = z
  .object({
    words: testPaths,
    ...launching,
    model,
    row,
    question,
    solver,
    encoding,
    expect: option(z.string().min(1, 'expected a file or folder').optional(), {
      type: 'string',
      describe: 'a CSV table of expected verdicts, which overrides the tests, or a folder with such tables',
    }),
    hangs,
    resident,
    overlap,
    strict,
    json,
    jsonl: flag('write each verdict as a line of JSON as soon as it is known'),
    reporter,
    force,
    certify: option(path.optional(), {
      type: 'string',
      describe: 'write a certificate of each answer about all executions into this new folder, for verify',
    }),
    shard,
    watch: flag('afterwards, wait for files to change, and decide again what has changed'),
    quiet,
    verbose,
    jobs,
    timeout,
    memory,
    bound,
    size,
    timeouts,
    undeclared,
  })
  .refine(({ json, jsonl }) => !(json && jsonl), { path: ['jsonl'], message: 'it cannot be combined with --json' })
  .superRefine(
    reporting((given) => [
      ...wrongLaunch(given, true),
      ...wrongWatch(given),
      ...wrongCertify(given),
      ...wrongReporters(given.reporter, given.json ? '--json' : given.jsonl ? '--jsonl' : undefined),
    ]),
  )

/** Reports the options that make no sense with `--watch`, which never ends and decides on one thread. */
function wrongWatch({
  watch,
  words,
  reporter,
  ...given
}: {
  readonly [option in 'watch' | 'json' | 'jsonl']: boolean
} & {
  readonly words: readonly string[]
  readonly reporter: readonly Reporter[]
  readonly shard?: unknown
  readonly jobs?: unknown
  readonly memory?: unknown
}): readonly Problem[] {
  if (!watch) return []
  const { json, jsonl, shard, jobs, memory } = given
  const others = Object.entries({ json: json || undefined, jsonl: jsonl || undefined, shard, jobs, memory })
  return [
    ...others.flatMap(([name, value]) =>
      value === undefined ? [] : [{ argument: 'watch', message: `it cannot be combined with --${name}` }],
    ),
    ...(words.some(isStandardInput) ? [{ argument: 'watch', message: 'standard input does not change' }] : []),
    ...(reporter.some(({ file }) => file === undefined)
      ? [{ argument: 'reporter', message: 'with --watch, name a file for the report: NAME=FILE' }]
      : []),
  ]
}

/** Reports the options that make no sense with `--certify`. */
const wrongCertify = (given: {
  readonly certify?: string | undefined
  readonly watch: boolean
  readonly solver: string
  readonly words: readonly string[]
}): readonly Problem[] =>
  given.certify === undefined
    ? []
    : [
        ...(given.watch ? ['it cannot be combined with --watch'] : []),
        ...(given.solver === 'brute' ? ['it cannot be combined with --solver brute'] : []),
        ...(given.words.some(isStandardInput) ? ['standard input cannot be read again'] : []),
      ].map((message) => ({ argument: 'certify', message }))

export type CheckArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<tests..>',
  describe: 'decide every question of the tests',
  takes,
  writes: async () => (await import('../../report/check.js')).checkReport,
  examples: [
    ['check MP.test', 'one test'],
    ['check MP.test --question stale', 'one question of it'],
    ['check tests --expect tests', 'a folder, against its tables'],
    ["check spin.ptx --launch 'spin<<<2,1>>>(lock: u32, n: u32)' --assert 'n == 2'", 'a compiled kernel'],
    ['check --json - < MP.test', 'standard input, as JSON'],
    ['check tests --shard 2/4 --json > part2.json', 'the second of four parts, for merge'],
    ['check tests --reporter junit=report.xml', 'a folder, and a report for a build server'],
  ],
  notes: [
    'TESTS are files, folders, rows of templates (file#row), or - for standard input.',
    'An assert, ~exists or forall is a claim. It holds or is violated. The outcome of a permit, check or exists is allowed or forbidden.',
    'A test can hang if some execution leaves a thread waiting for ever. If no execution ends, no claim holds. `witness --hang` shows such an execution.',
    'If an execution reaches undefined behaviour, an access outside of memory or not aligned to its size, the misuse of a barrier, or a trap, every claim of the test is broken. A table has the verdict undefined for it. `witness --undefined` shows such an execution.',
    '--question decides only the question of that name in each test that has one, and leaves the other tests out.',
    'A table of expected verdicts has the columns test,question,model,verdict or test,model,condition.',
    '--reporter writes for other tools: junit is JUnit XML, sarif SARIF 2.1.0, github workflow commands that annotate lines, tap TAP 14. A verdict that is not as expected is a failure. A question that is undecided or not covered, or an unreadable input, is an error. A question without an expectation is skipped. The option may be repeated, but only one report can go to standard output.',
    '--shard i/n reads all tests, and decides every n-th, from the i-th on. merge combines the documents that all parts write with --json.',
    '--watch decides on one thread. After the first run it waits for changes to tests, to the modules and models that they use, and to tables. It decides again what an edit changes, and prints these lines and the count. Reports are written each time. Ctrl-C ends it.',
    '--certify DIR writes what each answer about all executions rests on: problems in DIMACS, and proofs in LRAT that they have no solution. `verify DIR` checks them. An answer that cannot be certified within the time limit ends with exit status 3.',
    '--quiet shows only verdicts that are not as expected, undecided or not covered. --verbose adds event counts, and where the time went.',
  ],
  statuses: {
    0: 'every verdict is as expected',
    1: 'a verdict is not as expected',
    ...unusable,
    3: 'a verdict is undecided or not covered, or with --strict, it is qualified',
    130: 'interrupted',
  },
})

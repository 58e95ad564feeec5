/** `ptx-litmus convert`: a test in the other format. */

import { type Format, formats } from '../../litmus/format.js'
import { printForPeers, printProgram } from '../../litmus/print.js'
import { isCompiled, type Program } from '../../litmus/program.js'
import type { ExitStatus } from '../../report/check.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { collect, ok, type Result, then, unless } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { formatFor } from '../commandline/ending.js'
import { written } from '../commandline/written.js'
import { errorsTo } from '../console/errors.js'
import { questionNamed, testNamed } from '../input/tests.js'
import type { ConvertArguments } from './command.js'

/** Writes the test and returns the exit status. */
export async function run(
  { words: [path], row, to, question, output: file, force, undeclared }: ConvertArguments,
  { output }: CommandEnvironment,
): Promise<ExitStatus> {
  const errors = errorsTo(output)
  const converted = errors.valueOf(
    then(testNamed(path, { row, undeclared }, errors.remark), (whole) =>
      then(collect({ test: onlyQuestion(whole, question), written: unless(compiled(whole)) }), ({ test }) => {
        const target = to ?? formatFor(file, formats) ?? otherFormat(whole)
        const printed = to === undefined ? ok(printProgram(test, target)) : printForPeers(test, target)
        return then(unless(pairsFor(target, test)), () => then(printed, (text) => ok({ test, text })))
      }),
    ),
  )
  if (converted === undefined) return 2
  const { test, text } = converted
  if (to === 'herd' && test.questions.some(({ kind }) => kind === 'permit'))
    output.err(
      `${path}: note: a permit claims that its outcome can be reached; the exists that is written only asks whether it can`,
    )
  return written(text.trimEnd(), { output: file, force }, output, errors) ? 0 : 2
}

/** Reports threads of a compiled kernel, which no test can spell out. */
const compiled = ({ threads }: Program): readonly Diagnostic[] =>
  threads
    .filter(isCompiled)
    .slice(0, 1)
    .map(({ span }) =>
      diagnostic('this kernel is compiled, and its threads cannot be written as those of a test', span),
    )

/** Reports two registers with a bar between, which ends a cell of a herd-style test. */
const pairsFor = (target: Format, { threads }: Program): readonly Diagnostic[] =>
  target === 'herd'
    ? threads
        .flatMap(({ instructions }) => instructions)
        .filter((one) => one.kind === 'warp' && one.paired === true)
        .slice(0, 1)
        .map(({ span }) => diagnostic('a herd-style test cannot write two registers with `|` between them', span))
    : []

/** Returns the format that the test is not in. */
const otherFormat = ({ format }: Program): Format => (format === 'herd' ? 'nvlitmus' : 'herd')

const onlyQuestion = (program: Program, name: string | undefined): Result<Program> =>
  name === undefined
    ? ok(program)
    : then(questionNamed(program, name), (question) => ok({ ...program, questions: [question] }))

/** `ptx-litmus convert`: a test in the other format. */

import { printProgram } from '../../litmus/print.js'
import type { Program } from '../../litmus/program.js'
import { type Format, formatOf } from '../../litmus/read.js'
import type { ExitStatus } from '../../report/check.js'
import { diagnostic, formatDiagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import type { Surroundings } from '../commandline/command.js'
import { writeOutput } from '../input/files.js'
import { testNamed } from '../input/tests.js'

export interface ConvertArguments {
  readonly words: readonly string[]
  readonly to?: Format | undefined
  readonly question?: string | undefined
  readonly output?: string | undefined
}

/** Writes the test and gives the exit status. */
export async function convert(
  { words: [path = ''], to, question, output }: ConvertArguments,
  { output: { out, err } }: Surroundings,
): Promise<ExitStatus> {
  const result = then(testNamed(path), (program) => {
    const source = program.questions[0]?.span.source ?? { name: program.file, text: '' }
    const target = to ?? (formatOf(source) === 'herd' ? 'nvlitmus' : 'herd')
    return then(onlyQuestion(program, question), (chosen) =>
      then(printProgram(chosen, target), (text) => {
        if (target === 'herd' && chosen.questions.some(({ kind }) => kind === 'permit'))
          err(
            `${path}: note: a permit claims that its outcome can be reached; as an exists it asks, and claims nothing`,
          )
        return output === undefined ? ok(text) : then(writeOutput(output, text.trimEnd()), () => ok(text))
      }),
    )
  })
  if (!result.ok) {
    for (const one of result.diagnostics) err(formatDiagnostic(one))
    return 2
  }
  if (output === undefined) out(result.value.trimEnd())
  return 0
}

function onlyQuestion(program: Program, name: string | undefined): Result<Program> {
  if (name === undefined) return ok(program)
  const question = program.questions.find((one) => one.name === name)
  if (question !== undefined) return ok({ ...program, questions: [question] })
  const known = program.questions.map((one) => one.name)
  return fail(
    diagnostic(
      `no question \`${name}\`${didYouMean(name, known)}; its questions are ${known.join(', ')}`,
      program.file,
    ),
  )
}

/** `ptx-litmus replay`: witnesses checked without the solver. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { ExitStatus } from '../../report/check.js'
import { diagnostic } from '../../source/diagnostic.js'
import { all, fail, type Result, then } from '../../source/result.js'
import { type Replayable, readWitnesses, replay, resolveWitness } from '../../witness/replay.js'
import { titleText } from '../../witness/shown.js'
import type { Surroundings } from '../commandline/command.js'
import { tellErrors } from '../console/errors.js'
import { readSource, standardInput } from '../input/files.js'
import { isModelName, loadModel, noModel } from '../input/model.js'

export interface ReplayArguments {
  readonly words: readonly string[]
  /** In place of the one that a document names. */
  readonly model?: string | undefined
}

/** Runs the command and gives the exit status: what is unreadable wins over what is broken, and that over what is not judged. */
export async function replayFiles(
  { words, model }: ReplayArguments,
  { output: { out, err, colours } }: Surroundings,
): Promise<ExitStatus> {
  const found = { broken: false, open: false }
  const { all: errors, tell } = tellErrors({ err })
  for (const word of words) {
    const file = standardInput(word)
    const read = then(readSource(file), (source) =>
      then(readWitnesses(source), (witnesses) => all(witnesses.map((one) => resolveWitness(one, file)))),
    )
    if (!read.ok) {
      tell(read.diagnostics)
      continue
    }
    for (const one of read.value) {
      const chosen = await modelOf(one, model, file)
      if (!chosen.ok) {
        tell(chosen.diagnostics)
        continue
      }
      const result = replay(one, chosen.value)
      const title = titleText({ ...one.witness, model: chosen.value.name })
      if (result.kind === 'not judged') {
        found.open = true
        out(`${colours.yellow('?')}  ${title}  ${result.reason}`)
      } else if (result.objections.length === 0) {
        out(`${colours.green('✓')}  ${title}  consistent`)
      } else {
        found.broken = true
        out([`${colours.red('✗')}  ${title}  broken`, ...result.objections.map((line) => `    ${line}`)].join('\n'))
      }
    }
  }
  return errors.length > 0 ? 2 : found.broken ? 1 : found.open ? 3 : 0
}

/** The model that was asked for, or the one that the document names. */
async function modelOf({ witness }: Replayable, asked: string | undefined, file: string): Promise<Result<Model>> {
  const name = asked ?? witness.model
  if (isModelName(name)) return loadModel(name)
  return fail(diagnostic(`model: there is no model \`${name}\`: ${noModel(name)}`, file))
}

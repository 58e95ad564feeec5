/** `ptx-litmus replay`: witnesses checked without the solver. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { ExitStatus } from '../../report/check.js'
import { type Conclusion, exitStatusOf } from '../../report/conclusion.js'
import { diagnostic } from '../../source/diagnostic.js'
import { all, fail, type Result, then } from '../../source/result.js'
import { type Replayable, type Replayed, readWitnesses, replay, resolveWitness } from '../../witness/replay.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { type Errors, errorsTo } from '../console/errors.js'
import { isModelName, loadModel, noModel } from '../input/model.js'
import { readSource, standardInput } from '../input/source.js'
import type { ReplayArguments } from './command.js'
import { renderReplayed } from './render.js'

/** Runs the command and returns the exit status. */
export async function run({ words, model }: ReplayArguments, { output }: CommandEnvironment): Promise<ExitStatus> {
  const results: Replayed[] = []
  const errors = errorsTo(output)
  for (const word of words) {
    const file = standardInput(word)
    const read = errors.valueOf(
      then(readSource(file, 'witness'), (source) =>
        then(readWitnesses(source), (witnesses) => all(witnesses.map((one) => resolveWitness(one, file)))),
      ),
    )
    if (read === undefined) continue
    for (const one of read) {
      const chosen = errors.valueOf(await modelOf(one, model, file, errors.remark))
      if (chosen === undefined) continue
      const result = replay(one, chosen)
      results.push(result)
      output.out(renderReplayed(one, chosen, result, output.colours))
    }
  }
  return exitStatusOf([...errors.all.map(() => 'error' as const), ...results.map(conclusionOf)])
}

const conclusionOf = (result: Replayed): Conclusion =>
  result.kind === 'not judged' ? 'not covered' : result.objections.length > 0 ? 'not as expected' : 'as expected'

/** Returns the requested model, or the one that the document names. */
async function modelOf(
  { witness }: Replayable,
  word: string | undefined,
  file: string,
  remark: Errors['remark'],
): Promise<Result<Model>> {
  const name = word ?? witness.model
  if (isModelName(name)) return loadModel(name, remark, word === undefined ? 'document' : 'user')
  return fail(diagnostic(`model: there is no model \`${name}\`: ${noModel(name)}`, file))
}

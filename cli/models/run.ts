/** `ptx-litmus models`: lists, shows and compares models. */

import { match } from 'ts-pattern'
import { printFlat, printModel } from '../../axioms/algebra/cat/print.js'
import { models as builtIn } from '../../axioms/models.js'
import type { ExitStatus } from '../../report/check.js'
import { collect } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { loadModel } from '../input/model.js'
import type { ModelsArguments } from './command.js'
import { differencesBetween } from './differences.js'
import { renderDifference, renderList } from './render.js'

/** Runs the command and returns the exit status. */
export function run({ words, flat }: ModelsArguments, { output }: CommandEnvironment): Promise<ExitStatus> {
  const { out, colours } = output
  const { valueOf, remark } = errorsTo(output)
  return match(words)
    .returnType<Promise<ExitStatus>>()
    .with({ action: 'show' }, async ({ names: [name] }) => {
      const model = valueOf(await loadModel(name, remark))
      if (model === undefined) return 2
      out((flat ? printFlat(model) : printModel(model)).trimEnd())
      return 0
    })
    .with({ action: 'diff' }, async ({ names: [left, right] }) => {
      const models = valueOf(collect({ left: await loadModel(left, remark), right: await loadModel(right, remark) }))
      if (models === undefined) return 2
      const differences = differencesBetween(models.left, models.right)
      for (const one of differences) out(renderDifference(one, colours))
      if (differences.length === 0) out('the models have the same definitions and axioms')
      return differences.length === 0 ? 0 : 1
    })
    .otherwise(async () => {
      for (const line of renderList(builtIn)) out(line)
      return 0
    })
}

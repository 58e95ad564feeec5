/** The models that users name: those that come with the tool, and files in cat. */

import { realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { Open } from '../../axioms/algebra/cat/read.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { models } from '../../axioms/models.js'
import type { Diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { ok, type Result, then } from '../../source/result.js'
import { readSource } from './source.js'

const modelFileEnding = '.cat'

const names = models.map(({ name }) => name)

/** Returns whether a word names a model of the tool, or a file that may hold one. */
export const isModelName = (word: string): boolean => names.includes(word) || word.endsWith(modelFileEnding)

/** Returns what is wrong with a word that names no model. */
export const noModel = (word: string): string =>
  `it must be one of ${names.join(', ')}, or a file that ends in ${modelFileEnding}${didYouMean(word, names)}`

/**
 * Returns the model of that name, or of that file, which the user or a document names. Errors are those of the file;
 * `remark` gets what its author may have overlooked. `opened` gets the path of each file that is looked for.
 */
export async function loadModel(
  word: string,
  remark: (remarks: readonly Diagnostic[]) => void,
  by: 'user' | 'document' = 'user',
  opened: (path: string) => void = () => undefined,
): Promise<Result<Model>> {
  const builtIn = models.find(({ name }) => name === word)
  if (builtIn !== undefined) return ok(builtIn)
  const [{ readRemarkedModel }, { openBuiltIn }] = await Promise.all([
    import('../../axioms/algebra/cat/read.js'),
    import('../../axioms/include.js'),
  ])
  opened(word)
  const open = openBeside(opened)
  return then(readSource(word, by === 'user' ? 'model' : 'include'), (source) =>
    then(readRemarkedModel(source, openBuiltIn(open)), ({ model, remarks }) => {
      remark(remarks)
      return ok(model)
    }),
  )
}

/**
 * Opens included files in the folder of the file that includes them. Links must not lead out of it either. `opened`
 * gets the path of each file that is looked for.
 */
export const openBeside =
  (opened: (path: string) => void): Open =>
  (path, from) => {
    const folder = dirname(from.name)
    opened(join(folder, path))
    const source = readSource(join(folder, path), 'include')
    if (!source.ok) return { ok: false, reason: source.diagnostics.map(({ message }) => message).join('; ') }
    const place = relative(realpathSync(folder), realpathSync(source.value.name))
    if (place === '..' || place.startsWith(`..${sep}`))
      return { ok: false, reason: 'a symbolic link leads out of its folder' }
    return { ok: true, source: source.value }
  }

/** The files beside a test: the modules that it names, and the CUDA sources that these were compiled from. */

import { baseName } from '../../source/line.js'
import { sourceFiles } from '../../source/source-line.js'
import { modulesAt } from '../worker/modules.js'
import type { Texts } from './examples.js'

export interface FileBeside {
  /** The name, as texts give it: without folders. */
  readonly name: string
  readonly text: string
  /** Whether it is a module, which is decided; a source only says what it was compiled from. */
  readonly isModule: boolean
}

/** Returns the paths that a test names as modules. It may have errors. */
const modulesNamed = (text: string): readonly string[] =>
  [...text.matchAll(/\bmodule\s+"([^"\n]+)"/g)].flatMap(([, path]) => path ?? [])

/** Returns whether a test names modules, so that there may be files beside it. */
export const namesModules = (text: string): boolean => modulesNamed(text).length > 0

/** A test, and the texts of its modules that the user changed, by their names without folders. */
interface Test {
  readonly name: string
  readonly text: string
  readonly modules: Texts
}

/** Returns the files beside a test of that name, each module followed by its sources; each name once. */
export function filesBeside(test: Test, modules: Texts, sources: Texts): readonly FileBeside[] {
  const files = modulesNamed(test.text).flatMap((path) => {
    const [module] = modulesAt(test.name, path, modules)
    if (module === undefined) return []
    const folder = module.path.replace(/[^/]*$/, '')
    const compiledFrom = sourceFiles({ name: path, text: module.text }).flatMap((file) => {
      const text = sources[`${folder}${baseName(file)}`]
      return text === undefined ? [] : [{ name: baseName(file), text, isModule: false }]
    })
    const name = baseName(path)
    return [{ name, text: test.modules[name] ?? module.text, isModule: true }, ...compiledFrom]
  })
  return [...new Map(files.map((one) => [one.name, one])).values()]
}

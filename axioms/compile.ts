/**
 * Turns the cat files in this folder into modules for build.mjs, so that the tool reads no model text when it starts.
 */

import { formatDiagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { type Open, readModel } from './algebra/cat/read.js'
import { emitModels } from './emit.js'

/** The models that come with the tool, each in a file of that name. The first is the default. */
const modelNames = ['ptx-9.4', 'ptx-9.4-strict', 'ptx-7.5', 'ptx-6.0', 'nvlitmus']

/**
 * Returns the texts of two modules, from the texts of the cat files by their names: the models, and the files that
 * models of users may include. Throws, with what the reader says, if a model cannot be read.
 */
export function compileModels(files: ReadonlyMap<string, string>): {
  readonly builtIn: string
  readonly library: string
} {
  const open: Open = (path) => {
    const text = files.get(path)
    return text === undefined ? { ok: false, reason: 'no such file' } : { ok: true, source: { name: path, text } }
  }
  const models = modelNames.map((name) => {
    const file = `${name}.cat`
    const read = readModel({ name: file, text: must(files.get(file), file) }, open)
    if (!read.ok) throw new Error(read.diagnostics.map(formatDiagnostic).join('\n'))
    return { ...read.value, name }
  })
  return {
    builtIn: emitModels(models),
    library: [
      '/** Made of the cat files beside this by `npm run build`. */',
      '',
      `export const library: ReadonlyMap<string, string> = new Map(${JSON.stringify([...files], undefined, 2)})`,
      '',
    ].join('\n'),
  }
}

/** The sources that PTX was compiled from, if they are available. */

import { dirname, isAbsolute, join } from 'node:path'
import { baseName } from '../../source/line.js'
import { sourceFiles } from '../../source/source-line.js'
import type { SourceText } from '../../source/text.js'
import { readSource } from './source.js'

/** Files with other names are not shown, whatever source a module names. */
const endings = /\.(?:cu|cuh|h|hh|hpp|hxx|inl|c|cc|cpp|cxx)$/i

/**
 * Returns PTX with its sources: those that are where the compiler says, or beside it under the same name, and the file
 * of CUDA with the name of the module, if it includes one of them. Unreadable ones are ignored, since a module can be
 * read without them.
 */
export function withSources(module: SourceText): SourceText {
  const sources = sourceFiles(module)
    .filter((file) => endings.test(file))
    .flatMap((file): readonly SourceText[] => {
      const folder = dirname(module.name)
      for (const path of [isAbsolute(file) ? file : join(folder, file), join(folder, baseName(file))]) {
        const read = readSource(path, 'source')
        if (read.ok) return [{ name: file, text: read.value.text }]
      }
      return []
    })
  const all = [...sources, ...includingIn(module, sources)]
  return all.length === 0 ? module : { ...module, sources: all }
}

/**
 * Returns the file of CUDA with the name of a module that includes one of its sources. The compiler does not name it if
 * no code comes from it: for example, if it only defines what the source that it includes uses.
 */
function includingIn({ name }: SourceText, sources: readonly SourceText[]): readonly SourceText[] {
  const path = name.replace(/\.ptx$/i, '.cu')
  const file = baseName(path)
  if (sources.length === 0 || path === name || sources.some((one) => baseName(one.name) === file)) return []
  const read = readSource(path, 'source')
  if (!read.ok) return []
  const { text } = read.value
  const included = [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]+"([^"\n]+)"/gm)].map(([, one = '']) => baseName(one))
  return sources.some((one) => included.includes(baseName(one.name))) ? [{ name: file, text }] : []
}

/** The sources that PTX was compiled from, if they are available. */

import { dirname, isAbsolute, join } from 'node:path'
import { baseName } from '../../source/line.js'
import { sourceFiles } from '../../source/source-line.js'
import type { SourceText } from '../../source/text.js'
import { readSource } from './source.js'

/** Files with other names are not shown, whatever source a module names. */
const endings = /\.(?:cu|cuh|h|hh|hpp|hxx|inl|c|cc|cpp|cxx)$/i

/**
 * Returns PTX with its sources: those that are where the compiler says, or beside it under the same name. Unreadable
 * ones are ignored, since a module can be read without them.
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
  return sources.length === 0 ? module : { ...module, sources }
}

/** The descriptions of words, as the language server gives them. */

import { catHover, testHover } from '../../language/hover.js'
import type { Program } from '../../litmus/program.js'
import type { Described, Queries } from '../protocol.js'
import { modelFiles } from './subject.js'

/** Returns the description of a word; undefined if there is none. `tests` are those of the text, if it can be read. */
export function described(
  { of, name, text, offset }: Queries['hover']['asks'],
  tests: readonly Program[],
): Described | undefined {
  // Nothing describes the words of CUDA C++, which is beside a test.
  if (name.endsWith('.cu')) return undefined
  const hover = of === 'model' ? catHover({ name, text }, modelFiles, offset) : testHover({ name, text }, tests, offset)
  return hover && { from: hover.at.start, to: hover.at.end, markdown: hover.markdown }
}

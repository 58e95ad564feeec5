/** The lines of instructions, in all the files that a page shows. */

import { compiledFrom } from '../../source/compiled.js'
import { baseName } from '../../source/line.js'
import { inFile, position, type Span } from '../../source/text.js'
import type { FileLine } from '../protocol.js'

/**
 * Returns the lines of what is written at a place: of the source that it was compiled from, of the calls by which it is
 * inlined, and of the text itself; none without a place.
 */
export function linesAt(place: Span | undefined): readonly FileLine[] {
  if (place === undefined) return []
  const from = compiledFrom(place)
  return [...(from === undefined ? [] : [from, ...from.calls]), position(inFile(place))].map(({ file, line }) => ({
    file: baseName(file),
    line,
  }))
}

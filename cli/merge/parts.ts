/** Parts of one run, of any command. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'

interface OfPart {
  readonly shard: { readonly number: number; readonly of: number }
}

/** A document of a part, and where it was read. */
export interface Part<D extends OfPart> {
  readonly path: string
  readonly document: D
}

/**
 * Returns what keeps the parts from being put together: they are not all the parts of one run, each once. `isOther`
 * says why a part is not of the run of the first, and `isUnfinished` why it cannot be used.
 */
export function wrongParts<D extends OfPart>(
  parts: readonly Part<D>[],
  isOther: (one: D, first: D) => string | undefined,
  isUnfinished: (one: D) => string | undefined,
): readonly Diagnostic[] {
  const first = must(parts[0], 'a part')
  const { of } = first.document.shard
  const problems = parts.flatMap(({ path, document }, i): readonly Diagnostic[] => {
    const { shard } = document
    const other =
      isOther(document, first.document) ??
      (shard.of === of ? undefined : `it is one of ${shard.of} parts, not of ${of}`)
    const before = parts.slice(0, i).find((one) => one.document.shard.number === shard.number)
    const unfinished = isUnfinished(document)
    return [
      ...(other === undefined ? [] : [diagnostic(`${other} as in ${first.path}`, path)]),
      ...(other === undefined && before !== undefined
        ? [diagnostic(`it is part ${shard.number} of ${of}, as ${before.path} is`, path)]
        : []),
      ...(unfinished === undefined ? [] : [diagnostic(unfinished, path)]),
    ]
  })
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter(
    (number) => !parts.some(({ document }) => document.shard.number === number),
  )
  return problems.length === 0 && missing.length > 0
    ? [diagnostic(`of its ${of} parts, these are missing: ${missing.join(', ')}`, first.path)]
    : problems
}

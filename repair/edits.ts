/** Changes of texts. */

import { groupBy } from '../source/group.js'
import type { SourceText } from '../source/text.js'

/** The replacement of a stretch of a text. */
export interface TextEdit {
  readonly source: SourceText
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Returns each text that the edits change, in its new form; undefined if two of them change one place. Insertions at
 * one place keep their order.
 */
export function edited(edits: readonly TextEdit[]): ReadonlyMap<SourceText, string> | undefined {
  const texts = [...groupBy(edits, ({ source }) => source)].map(
    ([source, some]) => [source, rewritten(source, some)] as const,
  )
  return texts.some(([, text]) => text === undefined)
    ? undefined
    : new Map(texts.flatMap(([source, text]) => (text === undefined ? [] : [[source, text] as const])))
}

function rewritten({ text }: SourceText, edits: readonly TextEdit[]): string | undefined {
  // An instruction inserted before a removed stretch is not part of the stretch.
  const inOrder = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  const parts: string[] = []
  let from = 0
  for (const one of inOrder) {
    if (one.start < from) return undefined
    parts.push(text.slice(from, one.start), one.text)
    from = one.end
  }
  return [...parts, text.slice(from)].join('')
}

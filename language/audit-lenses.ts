/** The lines that an editor shows above what synchronises in a test: whether it is needed. */

import type { Audit } from '../audit/audit.js'
import { plainAuditDocument } from '../audit/document.js'
import { goesBy, markOf, saidOf, summary, togetherLines } from '../audit/text.js'
import type { Model } from '../axioms/algebra/terms.js'
import { type Program, threadAt } from '../litmus/program.js'
import { printable } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { inFile, type SourceText, type Span } from '../source/text.js'
import { type Lens, marks } from './lenses.js'
import type { Range } from './marks.js'

/**
 * Returns where the audit of a test is offered, and its counts are shown: at the first of its threads in this text.
 * Undefined if the text has none, and for instances of a template, which share their lines.
 */
export const auditPlace = ({ threads, row }: Program, source: SourceText): Range | undefined =>
  row === undefined ? threads.flatMap(({ span }) => placeIn(source, span))[0] : undefined

/** Returns a place if it is in this text. */
function placeIn({ name }: SourceText, place: Span): readonly Range[] {
  const { source, start, end } = inFile(place)
  return source.name === name ? [{ start, end }] : []
}

/** Returns a lens for each piece that is in this text, and one with the counts. */
export function auditLensesOf(test: Program, source: SourceText, model: Model, audited: Audit): readonly Lens[] {
  const document = plainAuditDocument(test, model, audited)
  const { pieces, result, reason = '' } = document
  const at = auditPlace(test, source)
  if (at === undefined) return []
  if (audited.kind !== 'audited') return [{ at, title: `audit: ${result}`, details: printable(reason) }]
  return [
    {
      at,
      title: pieces.length === 0 ? 'audit: nothing synchronises' : `audit: ${summary(pieces)}`,
      details: [...goesBy(document), ...togetherLines(document)].join('\n'),
    },
    ...audited.audited.flatMap(({ piece: { thread, at } }, i): readonly Lens[] => {
      const { span } = must(threadAt(test.threads, thread).instructions[at], 'the instruction of a piece')
      const said = must(pieces[i], 'the document of a piece')
      const title = printable(`${marks[markOf[said.need]]}${said.number} ${saidOf(said)}`)
      return placeIn(source, span).map((place) => ({ at: place, title, details: '' }))
    }),
  ]
}

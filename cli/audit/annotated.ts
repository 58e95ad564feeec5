/** The sources of an audited test with a mark and a few words for each piece: as text, and as a page. */

import type { Audited } from '../../audit/audit.js'
import { locatedAt } from '../../audit/located.js'
import { goesBy, limitsText, markOf, summary, togetherLines } from '../../audit/text.js'
import { type Program, threadAt } from '../../litmus/program.js'
import { type AuditDocument, needs, type PieceDocument } from '../../report/audit.js'
import { printable } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import type { SourceText } from '../../source/text.js'
import { escapedXml } from '../../source/xml.js'
import { marks } from '../console/marks.js'
import type { Output } from '../console/output.js'

/** A text with the pieces of each of its lines; lines count from 1. */
interface Annotated {
  readonly source: SourceText
  readonly lines: ReadonlyMap<number, readonly PieceDocument[]>
}

/** Returns the texts in which pieces are, in the order of the audit. */
function annotated(test: Program, audited: readonly Audited[], { pieces }: AuditDocument): readonly Annotated[] {
  const placed = pieces.map((document, i) => {
    const { thread, at } = must(audited[i], 'the audit of a piece').piece
    const instruction = must(threadAt(test.threads, thread).instructions[at], 'the instruction of a piece')
    return { document, located: locatedAt(instruction.span) }
  })
  return [...groupBy(placed, ({ located }) => located.source).entries()].map(([source, some]) => ({
    source,
    lines: new Map(
      [...groupBy(some, ({ located }) => located.start.line).entries()].map(([line, there]) => [
        line,
        there.map(({ document }) => document),
      ]),
    ),
  }))
}

/** Returns what a line says of a piece: `3 may be weaker: atomicAdd_block(…)`. */
function words(one: PieceDocument): string {
  const { number, need, fault, instead, change, reason } = one
  const [cuda] = change?.cuda ?? []
  const more =
    need === 'needed'
      ? `${instead === undefined ? 'without it' : `as \`${instead}\``}, ${fault?.kind}`
      : need === 'may be weaker'
        ? (cuda ?? change?.text)
        : reason
  return `${number} ${need}${limitsText(one)}${more === undefined ? '' : `: ${more}`}`
}

/** The number of lines that are shown before and after one with a piece. */
const around = 3

/** Returns the sources as text: the lines with pieces, and some around them. */
export const annotatedText = (
  test: Program,
  audited: readonly Audited[],
  document: AuditDocument,
  colours: Output['colours'],
): string =>
  [
    printable(`${document.test} · ${document.model}: ${summary(document.pieces)}`),
    goesBy(document).join('\n'),
    ...annotatedTexts(test, audited, document, colours),
    togetherLines(document).join('\n'),
  ]
    .filter((text) => text !== '')
    .join('\n\n')

const annotatedTexts = (
  test: Program,
  audited: readonly Audited[],
  document: AuditDocument,
  colours: Output['colours'],
): readonly string[] =>
  annotated(test, audited, document).map(({ source, lines }) => {
    const all = source.text.split('\n')
    const width = `${all.length}`.length
    const isShown = (line: number): boolean => [...lines.keys()].some((one) => Math.abs(one - line) <= around)
    const shown = all.flatMap((text, i) => {
      const pieces = lines.get(i + 1) ?? []
      const worst = worstOf(pieces)
      const mark = worst === undefined ? ' ' : marks(colours)[markOf[worst]]
      const note = pieces.length === 0 ? '' : `  // ${pieces.map(words).join('; ')}`
      if (!isShown(i + 1)) return isShown(i) ? ['  …'] : []
      return [`${mark} ${`${i + 1}`.padStart(width)} ${printable(`${text.trimEnd()}${note}`)}`.trimEnd()]
    })
    return [printable(source.name), ...shown].join('\n')
  })

const worstOf = (pieces: readonly PieceDocument[]): PieceDocument['need'] | undefined =>
  needs.toReversed().find((need) => pieces.some((one) => one.need === need))

/** Returns the sources as a page without scripts: lines with pieces are marked, and say what was found. */
export function annotatedPage(test: Program, audited: readonly Audited[], document: AuditDocument): string {
  const { mutants } = document
  const score = mutants === undefined ? '' : `<p>Mutation score: ${Math.round(100 * mutants.score)} %</p>`
  const files = annotated(test, audited, document).map(({ source, lines }) => {
    const shown = source.text.split('\n').map((text, i) => {
      const pieces = lines.get(i + 1) ?? []
      const line = `<span>${i + 1}</span> ${escapedXml(text.trimEnd())}`
      const worst = worstOf(pieces)
      if (worst === undefined) return line
      const notes = pieces.map((one) => `<i>${escapedXml(words(one))}</i>`).join('')
      return `<b class="${worst.replaceAll(' ', '-')}">${line}</b>${notes}`
    })
    return `<h2>${escapedXml(source.name)}</h2>\n<pre>\n${shown.join('\n')}\n</pre>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Audit of ${escapedXml(document.test)}</title>
<style>
body { font: 1rem/1.5 system-ui; margin: 2rem; color-scheme: light dark }
span { display: inline-block; width: 3em; text-align: right; opacity: .6 }
b { font-weight: normal; background: #8884 }
.needed { background: #2a52 } .may-be-weaker, .not-needed { background: #d802 }
i { margin-left: 2em; opacity: .8 }
</style>
<h1>Audit of ${escapedXml(document.test)}</h1>
<p>${escapedXml(document.model)}</p>
${score}
${files.join('\n')}
</html>
`
}

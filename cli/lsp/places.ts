/** Texts and places in them, in the terms of the protocol. */

import { fileURLToPath, pathToFileURL } from 'node:url'
import type { DiagnosticRelatedInformation, Location, Range as LspRange } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Range, Related } from '../../language/marks.js'
import type { SourceText, Span } from '../../source/text.js'

/**
 * Returns the name of a text in messages: its path, or what an editor calls a text without one, with the ending of its
 * language.
 */
export function nameOf({ uri, languageId }: Pick<TextDocument, 'uri' | 'languageId'>): string {
  return pathOf(uri) ?? `${uri}${endings.get(languageId) ?? ''}`
}

/** Returns the path that a URI means; undefined if this system has no such path, as for files of another host. */
function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

/** The endings by the names of languages that the VS Code extension uses, and other editors usually do. */
const endings: ReadonlyMap<string, string> = new Map([
  ['ptx-test', '.test'],
  ['ptx-litmus', '.litmus'],
  ['litmus', '.litmus'],
  ['cat', '.cat'],
])

/** Returns a stretch of a text, by lines and columns. */
export const rangeIn = (document: TextDocument, { start, end }: Range): LspRange => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
})

/**
 * Returns a place in a file; undefined if it is in no file, but in a model that comes with the tool, or on a command
 * line.
 */
export function locationOf({ source, start, end }: Span, document: TextDocument): Location | undefined {
  if (source.name === nameOf(document)) return { uri: document.uri, range: rangeIn(document, { start, end }) }
  if (source.name.startsWith('<') || source.command !== undefined) return undefined
  return {
    uri: pathToFileURL(source.name).href,
    range: rangeIn(asDocument(source), { start, end }),
  }
}

const asDocument = ({ name, text }: SourceText): TextDocument => TextDocument.create(name, '', 0, text)

/** Returns the further places of a diagnostic; only those in files. */
export const relatedIn = (related: readonly Related[], document: TextDocument): DiagnosticRelatedInformation[] =>
  related.flatMap(({ message, place }) => {
    const location = locationOf(place, document)
    return location === undefined ? [] : [{ location, message }]
  })

/** A text that an editor has open, at one version. */

import type { TextDocument } from 'vscode-languageserver-textdocument'
import {
  type DocumentKind,
  documentKind,
  type ReadDocument,
  type ReadingContext,
  readDocument,
} from '../../language/document.js'
import { once } from '../../source/once.js'
import type { SourceText } from '../../source/text.js'
import { type Stamps, stamps } from '../check/stamps.js'
import { nameOf } from './places.js'

export interface OpenText {
  readonly document: TextDocument
  readonly version: number
  readonly source: SourceText
  readonly kind: DocumentKind
  /** Returns what it says, read once. */
  readonly read: () => ReadDocument
  /** The files that were looked for to read it, as they were then. */
  readonly files: Stamps
}

/** The options for reading texts. `opened` gets the path of each file that is looked for. */
export type Surrounded = (opened: (path: string) => void) => ReadingContext

/** Returns the present version of a document, which changes later. */
export function openText(document: TextDocument, surrounded: Surrounded): OpenText {
  // Commands leave a byte order mark out. A blank in its place keeps the offsets.
  const source = { name: nameOf(document), text: document.getText().replace(/^\ufeff/, ' ') }
  const kind = documentKind(source.name) ?? 'test'
  const files = stamps()
  const read = once(() => readDocument(source, kind, surrounded(files.add)))
  return { document, version: document.version, source, kind, read, files }
}

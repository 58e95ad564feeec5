/** A text that an editor has open, at one version. */

import type { TextDocument } from 'vscode-languageserver-textdocument'
import {
  type DocumentKind,
  documentKind,
  type ReadDocument,
  readDocument,
  type Surroundings,
} from '../../language/document.js'
import { once } from '../../source/once.js'
import type { SourceText } from '../../source/text.js'
import { nameOf } from './places.js'

export interface OpenText {
  readonly document: TextDocument
  readonly version: number
  readonly source: SourceText
  readonly kind: DocumentKind
  /** What it says, read once. */
  readonly read: () => ReadDocument
}

/** The present version of a document, which changes later. */
export function openText(document: TextDocument, surroundings: Surroundings): OpenText {
  // Commands leave a byte order mark out. A blank in its place keeps the offsets.
  const source = { name: nameOf(document), text: document.getText().replace(/^\ufeff/, ' ') }
  const kind = documentKind(source.name) ?? 'test'
  const read = once(() => readDocument(source, kind, surroundings))
  return { document, version: document.version, source, kind, read }
}

/** A document that an editor has open: a test or a model, as text. */

import { type Open, readRemarkedModel } from '../axioms/algebra/cat/read.js'
import { openBuiltIn } from '../axioms/include.js'
import { isTestFile } from '../litmus/format.js'
import type { Program } from '../litmus/program.js'
import { mergeRows, readTests } from '../litmus/read.js'
import type { Reading } from '../litmus/reading.js'
import { type Diagnostic, firstErrors } from '../source/diagnostic.js'
import type { SourceText } from '../source/text.js'

export type DocumentKind = 'test' | 'model'

/** Returns what a text is, by the ending of its name; undefined if it is neither. */
export const documentKind = (name: string): DocumentKind | undefined =>
  name.endsWith('.cat') ? 'model' : isTestFile(name) ? 'test' : undefined

/** The options for reading texts, and the function that opens the files that they name. */
export interface ReadingContext extends Pick<Reading, 'undeclared' | 'load'> {
  /** Opens the files that a model includes, except those that come with the tool. */
  readonly open: Open
}

/** A text that was read. */
export interface ReadDocument {
  /** The tests, without those that have errors. */
  readonly tests: readonly Program[]
  readonly errors: readonly Diagnostic[]
  readonly remarks: readonly Diagnostic[]
}

/** Returns the tests of a text, and what commands would report about it. */
export function readDocument(
  source: SourceText,
  kind: DocumentKind,
  { open, ...reading }: ReadingContext,
): ReadDocument {
  if (kind === 'model') {
    const read = readRemarkedModel(source, openBuiltIn(open))
    return read.ok
      ? { tests: [], errors: [], remarks: read.value.remarks }
      : { tests: [], errors: firstErrors(read.diagnostics), remarks: [] }
  }
  const { tests, diagnostics, remarks } = readTests(source, reading)
  return { tests, errors: diagnostics, remarks: firstErrors(mergeRows(remarks)) }
}

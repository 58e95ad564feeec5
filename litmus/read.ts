/** Litmus tests from text. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { type SourceText, span } from '../source/text.js'
import { formatOf } from './format.js'
import { readHerd } from './herd/read.js'
import { type ReadTests, readNvlitmus } from './nvlitmus/read.js'

/**
 * The tests of a file: one, or with a template one for each row. Whatever is wrong with the text comes back as diagnostics; a row that
 * cannot be read does not hide the others.
 */
export function readTests(source: SourceText): ReadTests {
  const zero = source.text.indexOf('\0')
  if (zero !== -1) return nothing(diagnostic('this is not text: it holds a zero byte', span(source, zero, zero + 1)))
  if (source.text.trim() === '') return nothing(diagnostic('the file is empty', span(source, 0, 0)))
  if (formatOf(source) === 'nvlitmus') return readNvlitmus(source)
  const read = readHerd(source)
  return read.ok ? { tests: [read.value], diagnostics: [] } : nothing(...read.diagnostics)
}

const nothing = (...diagnostics: readonly Diagnostic[]): ReadTests => ({ tests: [], diagnostics })

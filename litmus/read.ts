/** Litmus tests from text. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { type SourceText, span } from '../source/text.js'
import type { ReadTests } from './nvlitmus/read.js'
import { readNvlitmus } from './nvlitmus/read.js'

/** The endings of the files that hold tests. */
export const testFileEndings: readonly string[] = ['.test']

/**
 * The tests of a file in the nvlitmus format: one, or with a template one for each row. Whatever is wrong with the text
 * comes back as diagnostics; a row that cannot be read does not hide the others.
 */
export function readTests(source: SourceText): ReadTests {
  const zero = source.text.indexOf('\0')
  if (zero !== -1) return nothing(diagnostic('this is not text: it holds a zero byte', span(source, zero, zero + 1)))
  if (source.text.trim() === '') return nothing(diagnostic('the file is empty', span(source, 0, 0)))
  if (/^\s*PTX\s/.test(source.text)) {
    return nothing(diagnostic('a herd-style test; tests are read in the nvlitmus format, `.test`', span(source, 0, 3)))
  }
  return readNvlitmus(source)
}

const nothing = (problem: Diagnostic): ReadTests => ({ tests: [], diagnostics: [problem] })

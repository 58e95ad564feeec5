/** Litmus tests from text. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { type SourceText, span } from '../source/text.js'
import { readHerd } from './herd/read.js'
import { type ReadTests, readNvlitmus } from './nvlitmus/read.js'

export const formats = ['nvlitmus', 'herd'] as const
export type Format = (typeof formats)[number]

/** The ending of the files of each format. */
export const endings: { readonly [F in Format]: string } = { nvlitmus: '.test', herd: '.litmus' }

/** The endings of the files that hold tests. */
export const testFileEndings: readonly string[] = Object.values(endings)

/** By its ending, or where that says nothing, by its first line: a herd-style test begins with `PTX`. */
export const formatOf = ({ name, text }: SourceText): Format =>
  formats.find((format) => name.endsWith(endings[format])) ?? (/^\s*PTX\b/.test(text) ? 'herd' : 'nvlitmus')

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

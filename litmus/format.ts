/** The formats in which tests are written. */

import type { SourceText } from '../source/text.js'

export const formats = ['nvlitmus', 'herd'] as const
export type Format = (typeof formats)[number]

/** The ending of the files of each format. */
const endings: { readonly [F in Format]: string } = { nvlitmus: '.test', herd: '.litmus' }

/** The endings of the files that hold tests. */
export const testFileEndings: readonly string[] = Object.values(endings)

/** Returns whether the ending of a file is that of tests. */
export const isTestFile = (name: string): boolean => testFileEndings.some((ending) => name.endsWith(ending))

/**
 * Returns the format, by the ending of the file, or if that does not tell, by the first line: a herd-style test begins
 * with `PTX`.
 */
export const formatOf = ({ name, text }: SourceText): Format =>
  formats.find((format) => name.endsWith(endings[format])) ?? (/^\s*PTX\b/i.test(text) ? 'herd' : 'nvlitmus')

/**
 * Returns whether a text is a module of PTX, by the ending of its file, or if that does not tell, by its first
 * directive.
 */
export const isModule = ({ name, text }: SourceText): boolean =>
  name.endsWith('.ptx') || (!isTestFile(name) && /^(?:\s|\/\/[^\n]*\n)*\.version\b/.test(text))

/**
 * Options of nvcc that change what a source means: macros, folders of headers, the standard of C++ and the
 * architecture.
 */

import { resolve } from 'node:path'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result } from '../../source/result.js'

/** One option, as nvcc takes it in one word. */
export interface NvccOption {
  readonly kind: 'macro' | 'folder' | 'standard' | 'architecture'
  /** The text after the option's name: `N=4`, an absolute path, `c++20`, `sm_90a`. */
  readonly value: string
  /** The option as it is shown. */
  readonly shown: string
}

/**
 * The rules of each kind. nvcc passes its options through a shell, inside double quotes, so that macros must have no
 * character which means something there. Folders may have any name, since they are linked to under another one.
 */
const rules: Readonly<
  Record<NvccOption['kind'], { readonly option: string; readonly value: RegExp; readonly expected: string }>
> = {
  macro: { option: '-D', value: /^[A-Za-z_]\w*(?:=[\w.,:+*/()<>=-]*)?$/, expected: 'a macro, as in -DN=4' },
  folder: { option: '-I', value: /^[^\n\r]+$/, expected: 'a folder' },
  standard: { option: '-std=', value: /^c\+\+\d\d$/, expected: 'a standard, as in -std=c++20' },
  architecture: {
    option: '-arch=',
    value: /^(?:sm|compute)_\d{2,3}[af]?$/,
    expected: 'an architecture, as in -arch=sm_90a',
  },
}

const kinds = ['macro', 'folder', 'standard', 'architecture'] as const

/** The start of an option, by its kind. */
export const optionOf: Readonly<Record<NvccOption['kind'], string>> = {
  macro: rules.macro.option,
  folder: rules.folder.option,
  standard: rules.standard.option,
  architecture: rules.architecture.option,
}

/**
 * Returns the options of a text, separated by blanks; folders are relative to that one. Fails on any other option, and
 * on a value that may mean something to a shell.
 */
export function nvccOptionsIn(text: string, folder: string): Result<readonly NvccOption[]> {
  const options: NvccOption[] = []
  for (const word of text
    .trim()
    .replaceAll(/(^|\s)(-[DI])\s+/g, '$1$2')
    .split(/\s+/)) {
    if (word === '') continue
    const kind = kinds.find((one) => word.startsWith(rules[one].option))
    if (kind === undefined)
      return fail(
        diagnostic(
          `\`${word}\`: the options of nvcc that it takes are ${kinds.map((one) => optionOf[one]).join(', ')}`,
          place,
        ),
      )
    const rule = rules[kind]
    const value = word.slice(rule.option.length)
    if (!rule.value.test(value)) return fail(diagnostic(`\`${word}\`: expected ${rule.expected}`, place))
    options.push({ kind, value: kind === 'folder' ? resolve(folder, value) : value, shown: word })
  }
  return ok(options)
}

const place = '--nvcc-options'

/**
 * Returns all options of both lists. Only one standard and one architecture count: those of the second list, if it has
 * them.
 */
export const withOptions = (first: readonly NvccOption[], second: readonly NvccOption[]): readonly NvccOption[] => [
  ...first.filter(({ kind }) => kind === 'macro' || kind === 'folder' || second.every((one) => one.kind !== kind)),
  ...second,
]

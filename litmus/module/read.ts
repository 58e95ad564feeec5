/** The reader of modules of PTX, as nvcc, NVRTC, clang and Triton write them (ISA, chapters 4, 5 and 11). */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { parseWith } from '../../source/grammar.js'
import { ok, type Result, then, unless } from '../../source/result.js'
import { type SourceText, span } from '../../source/text.js'
import * as grammar from './grammar.js'
import type { FunctionSyntax, Linked, ModuleSyntax, VariableSyntax, VariablesSyntax } from './syntax.js'

export interface Module {
  readonly source: SourceText
  /** Its entries and functions by their names. */
  readonly functions: ReadonlyMap<string, FunctionSyntax>
  /** What it declares outside of functions. */
  readonly variables: ReadonlyMap<string, DeclaredInModule>
}

/** One name of a declaration, with what it says about all of them. */
export interface DeclaredInModule extends Pick<VariablesSyntax, 'space' | 'align' | 'type'>, VariableSyntax, Linked {}

/** The module of a text. Errors: what the grammar does not allow, and versions of PTX before 6.0 and after 9.5. */
export const readModule = (source: SourceText): Result<Module> =>
  then(unless(foreignText(source)), () =>
    then(parseWith(grammar, source), (syntax) =>
      then(unless(checkVersion(syntax)), () => ok(moduleOf(source, syntax))),
    ),
  )

function moduleOf(source: SourceText, { items }: ModuleSyntax): Module {
  const functions = new Map<string, FunctionSyntax>()
  const variables = new Map<string, DeclaredInModule>()
  for (const item of items) {
    // A definition replaces the prototypes before it.
    if (item.kind === 'function' && (item.body !== null || !functions.has(item.name.text)))
      functions.set(item.name.text, item)
    if (item.kind === 'variables')
      for (const declared of item.names) {
        const { space, align, type, linkage } = item
        const known = variables.get(declared.name.text)
        if (known === undefined || known.linkage.includes('extern'))
          variables.set(declared.name.text, { space, align, type, linkage, ...declared })
      }
  }
  for (const item of items) {
    const target = item.kind === 'alias' ? functions.get(item.of.text) : undefined
    if (item.kind === 'alias' && target !== undefined) functions.set(item.name.text, target)
  }
  return { source, functions, variables }
}

/** What is no text of PTX at all. */
function foreignText(source: SourceText): readonly Diagnostic[] {
  if (source.text.trim() === '') return [diagnostic('the module is empty', span(source, 0, 0))]
  return []
}

function checkVersion({ version }: ModuleSyntax): readonly Diagnostic[] {
  const [major = 0, minor = 0] = version.text.split('.').map(Number)
  const number = 100 * major + minor
  return number >= 600 && number <= 905
    ? []
    : [diagnostic(`PTX ${version.text} is not read: the versions are 6.0 to 9.5`, version.span)]
}

/** The entries of a module, in the order of its text. */
export const entriesOf = ({ functions }: Module): readonly FunctionSyntax[] =>
  [...functions.values()].filter(({ entry, body }) => entry && body !== null)

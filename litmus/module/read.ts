/** The reader of modules of PTX, as nvcc, NVRTC, clang and Triton write them (ISA, chapters 4, 5 and 11). */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { parseWith } from '../../source/grammar.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { fail, ok, type Result, then, unless } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import { checkBeginning, unclosed, versionNumber } from './foreign.js'
import * as grammar from './grammar.js'
import type { FunctionSyntax, Linked, ModuleSyntax, VariableSyntax, VariablesSyntax } from './syntax.js'

export interface Module {
  readonly source: SourceText
  /** The version of PTX that it names: 903 for 9.3. */
  readonly version: number
  /** Its entries and functions by their names. */
  readonly functions: ReadonlyMap<string, FunctionSyntax>
  /** The declarations outside of functions. */
  readonly variables: ReadonlyMap<string, DeclaredInModule>
}

/** One name of a declaration, with the properties that the declaration gives to all its names. */
export interface DeclaredInModule
  extends Pick<VariablesSyntax, 'space' | 'managed' | 'align' | 'type'>,
    VariableSyntax,
    Linked {}

/**
 * Returns the module of a text, which is read once. Fails on what is not a complete module of PTX 6.0 to 9.5, and on
 * addresses of 32 bits.
 */
export const readModule: (source: SourceText) => Result<Module> = memoisedWeakly((source) =>
  then(unless(checkBeginning(source)), () => {
    const parsed = parseWith(grammar, source)
    if (parsed.ok) return then(unless(checkAddresses(parsed.value)), () => ok(moduleOf(source, parsed.value)))
    const [reason] = parsed.diagnostics
    const cause = reason && unclosed(source, reason)
    return cause === undefined ? parsed : fail(cause)
  }),
)

const checkAddresses = ({ items }: ModuleSyntax): readonly Diagnostic[] =>
  items.flatMap((item) =>
    item.kind === 'address size' && item.size.value !== 64n
      ? [diagnostic('addresses have 64 bits here: compile the module for 64 bits', item.size.span)]
      : [],
  )

function moduleOf(source: SourceText, { version, items }: ModuleSyntax): Module {
  const functions = new Map<string, FunctionSyntax>()
  const variables = new Map<string, DeclaredInModule>()
  for (const item of items) {
    // A definition replaces the prototypes before it.
    if (item.kind === 'function' && (item.body !== null || !functions.has(item.name.text)))
      functions.set(item.name.text, item)
    if (item.kind === 'variables')
      for (const declared of item.names) {
        const { space, managed, align, type, linkage } = item
        const earlier = variables.get(declared.name.text)
        if (earlier === undefined || earlier.linkage.includes('extern'))
          variables.set(declared.name.text, { space, managed, align, type, linkage, ...declared })
      }
  }
  for (const item of items) {
    const target = item.kind === 'alias' ? functions.get(item.of.text) : undefined
    if (item.kind === 'alias' && target !== undefined) functions.set(item.name.text, target)
  }
  return { source, version: versionNumber(version.text), functions, variables }
}

/** Returns the entries of a module, in the order of its text. */
export const entriesOf = ({ functions }: Module): readonly FunctionSyntax[] =>
  [...functions.values()].filter(({ entry, body }) => entry && body !== null)

/** A test as written: the output of readers, which `link` turns into a program. */

import type { Diagnostic } from '../source/diagnostic.js'
import type { Program, Question, WrittenThread } from './program.js'
import type { ConditionSyntax, TermSyntax } from './syntax/words.js'
import type { DeclaredVariable } from './variables.js'

export interface Unlinked extends Pick<Program, 'format' | 'file' | 'row' | 'title' | 'partial' | 'timeouts'> {
  readonly declared: readonly DeclaredVariable[]
  /**
   * The meaning of a name that is only mentioned: an error, since it may be misspelt, or a location of global memory
   * that starts at 0.
   */
  readonly undeclared: 'refused' | 'global'
  /** Addresses name variables as declared. */
  readonly threads: readonly WrittenThread[]
  readonly questions: readonly UnlinkedQuestion[]
  readonly filter?: ConditionSyntax
  readonly observed: readonly TermSyntax[]
  /** The errors of the format. Names are looked up nevertheless, and all errors are reported together. */
  readonly problems: readonly Diagnostic[]
  /** Remarks on text that is accepted but may not mean what its author thinks. */
  readonly remarks: readonly Diagnostic[]
}

export type UnlinkedQuestion = Omit<Question, 'condition'> & { readonly condition: ConditionSyntax }

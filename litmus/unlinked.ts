/** A test as written: the output of readers, which `link` turns into a program. */

import type { Diagnostic } from '../source/diagnostic.js'
import type { Program, Question, WrittenThread } from './program.js'
import type { ConditionSyntax, TermSyntax } from './syntax/words.js'
import type { DeclaredVariable } from './variables.js'

export interface Unlinked extends Pick<Program, 'format' | 'file' | 'row' | 'title' | 'partial'> {
  readonly declared: readonly DeclaredVariable[]
  /** What a name means that is only mentioned: an error, since it may be misspelt, or a location of global memory that starts at 0. */
  readonly undeclared: 'refused' | 'global'
  /** Addresses name variables as declared. */
  readonly threads: readonly WrittenThread[]
  readonly questions: readonly UnlinkedQuestion[]
  readonly filter?: ConditionSyntax
  readonly observed: readonly TermSyntax[]
  /** The errors of the format. They do not keep names from being looked up, and are reported together with the errors of that. */
  readonly problems: readonly Diagnostic[]
  /** What is read, but perhaps not as its author thinks. */
  readonly remarks: readonly Diagnostic[]
}

export type UnlinkedQuestion = Omit<Question, 'condition'> & { readonly condition: ConditionSyntax }

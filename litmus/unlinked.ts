/** A test as its text has it: what readers give, and `link` makes a program of. */

import type { Diagnostic } from '../source/diagnostic.js'
import type { Program, Question, WrittenThread } from './program.js'
import type { ConditionSyntax, TermSyntax } from './syntax/words.js'
import type { DeclaredVariable } from './variables.js'

export interface Unlinked extends Pick<Program, 'format' | 'file' | 'row' | 'title'> {
  readonly declared: readonly DeclaredVariable[]
  /** What a name is that is only mentioned: an error, since it may be misspelt, or a location of global memory that starts at 0. */
  readonly undeclared: 'refused' | 'global'
  /** Their addresses name variables as they were declared. */
  readonly threads: readonly WrittenThread[]
  readonly questions: readonly UnlinkedQuestion[]
  readonly filter?: ConditionSyntax
  readonly observed: readonly TermSyntax[]
  /** What the format objects to. It keeps no name from being looked up, and is told together with what comes of that. */
  readonly problems: readonly Diagnostic[]
}

export type UnlinkedQuestion = Omit<Question, 'condition'> & { readonly condition: ConditionSyntax }

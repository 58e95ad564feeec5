/** The repairs that `fix` finds for a question, as an editor offers them. */

import type { Program, Question } from '../litmus/program.js'
import type { Repaired } from '../repair/result.js'
import { repairText } from '../repair/text.js'
import { inFile, type SourceText } from '../source/text.js'
import { changeOf, type Edit } from './edit.js'
import type { Range } from './marks.js'

/** A question for which a fix may be requested. */
export interface Fixable {
  readonly test: number
  readonly question: number
  readonly name: string
}

/**
 * Returns the questions that a stretch of a text touches. A template has none, since no fix can be written into its
 * text.
 */
export const fixableAt = (tests: readonly Program[], { start, end }: Range): readonly Fixable[] =>
  tests.flatMap(({ questions, row }, test) =>
    row !== undefined
      ? []
      : questions.flatMap(({ name, span }, question) => {
          const at = inFile(span)
          return at.start <= end && start <= at.end ? [{ test, question, name }] : []
        }),
  )

/** A fix as text: its effect, and the changed test. */
export interface Fix {
  readonly title: string
  readonly text: string
}

/** Writes `insert fence.acq_rel.gpu … (forbids stale)`. */
export const fixTitle = (test: Program, { kind, name }: Question, { changes }: Repaired): string =>
  `${changes.flatMap(({ edits }) => edits.map((edit) => repairText(test, edit))).join('; ')} (${kind === 'assert' ? 'makes' : 'forbids'} ${name}${kind === 'assert' ? ' hold' : ''})`

/** Returns the changes of a text that make a fix of it. */
export const fixEdits = ({ text }: SourceText, fix: Fix): readonly Edit[] => changeOf(text, fix.text)

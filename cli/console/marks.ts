/** Marks at the start of a line: right, wrong, undecided, neutral. */

import type { Mark } from '../../report/conclusion.js'
import type { Output } from './output.js'

/** Returns the mark at the start of a line: whether the line is as it should be. */
export const marks = ({ green, red, yellow, dim }: Output['colours']): { readonly [M in Mark]: string } => ({
  good: green('✓'),
  bad: red('✗'),
  /** It is undecided. */
  open: yellow('?'),
  /** The mark for an answer without an expectation. */
  neutral: dim('·'),
})

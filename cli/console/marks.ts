/** Marks at the start of a line: right, wrong, undecided, neutral. */

import type { Output } from './output.js'

/** The mark at the start of a line: whether the line is as it should be. */
export const marks = ({ green, red, yellow, dim }: Output['colours']) => ({
  good: green('✓'),
  bad: red('✗'),
  /** It is undecided. */
  open: yellow('?'),
  /** Nothing is expected. */
  neutral: dim('·'),
})

import type { Output } from './output.js'

/** What a line begins with: whether what it tells is as it should be. */
export const marks = ({ green, red, yellow, dim }: Output['colours']) => ({
  good: green('✓'),
  bad: red('✗'),
  /** Nobody knows. */
  open: yellow('?'),
  /** Nothing is expected. */
  neutral: dim('·'),
})

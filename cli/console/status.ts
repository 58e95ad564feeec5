/**
 * The exit status of a run that judges tests: 2 if something could not be read, else 1 if something is not as it should be, else 3 if
 * something is undecided.
 */
export const exitStatusOf = (found: {
  readonly errors: boolean
  readonly bad: boolean
  readonly open: boolean
}): 0 | 1 | 2 | 3 => (found.errors ? 2 : found.bad ? 1 : found.open ? 3 : 0)

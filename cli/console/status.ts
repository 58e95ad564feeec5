/**
 * The exit status of a run that judges tests: 2 if something could not be read, else 1 if something is not as it should be, else 3 if
 * something is undecided.
 */
export const exitStatusOf = (outcome: {
  readonly errors: boolean
  readonly bad: boolean
  readonly open: boolean
}): 0 | 1 | 2 | 3 => (outcome.errors ? 2 : outcome.bad ? 1 : outcome.open ? 3 : 0)

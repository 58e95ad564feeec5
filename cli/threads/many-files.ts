/**
 * The number of files from which threads pay off: starting one takes about 0.2 s of processor time. `regress` takes
 * longer for a file than `check` does.
 */
export const manyFiles = { check: 40, regress: 4 } as const

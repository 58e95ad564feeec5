/**
 * The number of files from which threads pay off: starting one takes about 0.2 s of processor time. What `regress` does with a file takes longer than
 * a check of it.
 */
export const manyFiles = { check: 40, regress: 4 } as const

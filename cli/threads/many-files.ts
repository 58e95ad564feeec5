/**
 * From how many files on threads pay off: to start one takes some 0.2 s of a processor. What `regress` does with a file takes longer than a
 * check of it.
 */
export const manyFiles = { check: 40, regress: 4 } as const

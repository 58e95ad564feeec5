/**
 * The limits on the size of programs. Beyond them, the formula outgrows the memory of z3's WebAssembly, or values are
 * nested too deeply.
 */

/** The most instructions of all threads together, with their loops executed. */
export const mostInstructions = 20_000

/** Accesses, fences and barriers. */
export const mostAccesses = 2000

/** Operations that follow each other in the computation of a value. */
export const mostDepth = 1000

/** Returns advice for a limit that `Program.size` multiplies. */
export const raising = (size: number): string => `--size ${size + 1} raises the limit`

/** Places of one access. Each two accesses by computed addresses are compared at each two of their places. */
export const mostPlaces = 512

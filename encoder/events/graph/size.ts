/**
 * The limits on the size of programs. Beyond them, the formula outgrows the memory of z3's WebAssembly, or values are
 * nested too deeply.
 */

/** Limits on what the threads of a program do together, with their loops executed. */
export interface Limits {
  readonly instructions: number
  /** Accesses, fences and barriers. */
  readonly accesses: number
  /**
   * Those that are never left out, fences, atomics and other strong accesses: up to this many, a loop that constants end
   * is executed to its end.
   */
  readonly kept: number
}

/** The limits if each access makes events. A longer loop is cut at the bound, although constants end it. */
export const usualLimits: Limits = { instructions: 20_000, accesses: 2000, kept: 2000 }

/** The limits if most accesses turn out to be such that no axiom can tell them. */
export const limitsOfUnseen: Limits = { instructions: 2_000_000, accesses: 500_000, kept: 3000 }

/** The events up to which all are shown. In larger programs, those that no axiom can tell are left out. */
export const mostShown = 256

/** Operations that follow each other in the computation of a value. */
export const mostDepth = 1000

/** Returns advice for a limit that `Program.size` multiplies. */
export const raising = (size: number): string => `--size ${size + 1} raises the limit`

/**
 * Places of one access up to which a pointer counts as any address, even where it is read before it is stored. Each two
 * accesses by computed addresses are compared at each two of their places.
 */
export const mostPlaces = 512

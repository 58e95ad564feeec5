/** Decodes the control information of a machine instruction: what it waits for, and what it announces. */

/** The control information of an instruction. Scoreboards are numbered from 0 to 5. */
export interface Control {
  /** The cycles before the next instruction of the warp may begin. */
  readonly stall: number
  readonly yields: boolean
  /** The scoreboard that is released when the result has been written; undefined if there is none. */
  readonly writes: number | undefined
  /** The scoreboard that is released when the operands have been read; undefined if there is none. */
  readonly reads: number | undefined
  /** The scoreboards that must be free before the instruction begins. */
  readonly waits: readonly number[]
}

const scoreboards = 6
/** The number that means no scoreboard. */
const none = 7

/**
 * Returns the control information that the upper 64 of the 128 bits of an instruction hold, from sm_70 on. NVIDIA does
 * not document the layout. Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking", 2018,
 * section 2.1, describes it: from bit 41 of this half, 4 bits of stall, a bit of yield, two scoreboards of 3 bits, and a
 * mask of 6.
 */
export function controlOf(upper: bigint): Control {
  const field = (from: number, bits: number): number => Number((upper >> BigInt(from)) & ((1n << BigInt(bits)) - 1n))
  const scoreboard = (from: number): number | undefined => (field(from, 3) === none ? undefined : field(from, 3))
  const mask = field(52, scoreboards)
  return {
    stall: field(41, 4),
    // The bit is clear if the scheduler should prefer another warp.
    yields: field(45, 1) === 0,
    writes: scoreboard(46),
    reads: scoreboard(49),
    waits: Array.from({ length: scoreboards }, (_, i) => i).filter((i) => ((mask >> i) & 1) === 1),
  }
}

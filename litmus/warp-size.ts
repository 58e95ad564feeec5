/** The sizes of warps and of warpgroups. */

/** The number of threads in a warp (ISA 3.1). */
export const warpSize = 32

/** The number of warps in a warpgroup (ISA, Warpgroup). */
export const warpsOfGroup = 4

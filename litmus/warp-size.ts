/** How many threads a warp has (ISA 3.1). */
export const warpSize = 32

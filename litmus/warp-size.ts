/** The number of threads in a warp (ISA 3.1). */
export const warpSize = 32

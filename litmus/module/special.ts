/** Special registers (ISA, chapter 10): the value of each in a thread of a launch. */

/** Three numbers of CTAs or threads. */
export interface Dimensions {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** The place where a thread of a launch runs. */
export interface Placed {
  readonly grid: Dimensions
  readonly block: Dimensions
  /** The CTAs of a cluster; 1 by 1 by 1 without clusters. */
  readonly cluster: Dimensions
  readonly ctaid: Dimensions
  readonly tid: Dimensions
  /** Bytes that the launch gives to `extern .shared`. */
  readonly shared: number
}

const warp = 32

/** Returns the number of positions. */
export const countOf = ({ x, y, z }: Dimensions): number => x * y * z

/** Returns the linear index of a position, x first. */
export const indexIn = ({ x, y }: Dimensions, at: Dimensions): number => at.x + x * (at.y + y * at.z)

/** Returns the position with that number. */
export const placeIn = ({ x, y }: Dimensions, index: number): Dimensions => ({
  x: index % x,
  y: Math.floor(index / x) % y,
  z: Math.floor(index / (x * y)),
})

const perAxis = (
  name: string,
  of: (placed: Placed, axis: 'x' | 'y' | 'z') => number,
): readonly (readonly [string, (placed: Placed) => number])[] =>
  (['x', 'y', 'z'] as const).map((axis) => [`%${name}.${axis}`, (placed) => of(placed, axis)] as const)

/** Returns the number of a thread in its warp. */
export const laneIn = ({ block, tid }: Placed): number => indexIn(block, tid) % warp

const inCluster = ({ ctaid, cluster }: Placed): Dimensions => ({
  x: ctaid.x % cluster.x,
  y: ctaid.y % cluster.y,
  z: ctaid.z % cluster.z,
})

const registers: ReadonlyMap<string, (placed: Placed) => number> = new Map<string, (placed: Placed) => number>([
  ...perAxis('tid', ({ tid }, axis) => tid[axis]),
  ...perAxis('ntid', ({ block }, axis) => block[axis]),
  ...perAxis('ctaid', ({ ctaid }, axis) => ctaid[axis]),
  ...perAxis('nctaid', ({ grid }, axis) => grid[axis]),
  ...perAxis('clusterid', ({ ctaid, cluster }, axis) => Math.floor(ctaid[axis] / cluster[axis])),
  ...perAxis('nclusterid', ({ grid, cluster }, axis) => Math.floor(grid[axis] / cluster[axis])),
  ...perAxis('cluster_ctaid', (placed, axis) => inCluster(placed)[axis]),
  ...perAxis('cluster_nctaid', ({ cluster }, axis) => cluster[axis]),
  ['%cluster_ctarank', (placed) => indexIn(placed.cluster, inCluster(placed))],
  ['%cluster_nctarank', ({ cluster }) => countOf(cluster)],
  ['%is_explicit_cluster', ({ cluster }) => (countOf(cluster) > 1 ? 1 : 0)],
  ['%laneid', laneIn],
  ['%lanemask_eq', (placed) => 2 ** laneIn(placed)],
  ['%lanemask_lt', (placed) => 2 ** laneIn(placed) - 1],
  ['%lanemask_le', (placed) => 2 ** (laneIn(placed) + 1) - 1],
  ['%lanemask_gt', (placed) => 2 ** warp - 2 ** (laneIn(placed) + 1)],
  ['%lanemask_ge', (placed) => 2 ** warp - 2 ** laneIn(placed)],
  ['%dynamic_smem_size', ({ shared }) => shared],
  // The registers in which the CUDA runtime passes the workspace of a cooperative launch. Other launches have none.
  ['%envreg1', () => 0],
  ['%envreg2', () => 0],
])

/** Returns the value of the register, of 32 bits; undefined if the launch does not fix it. */
export const specialValue = (register: string, placed: Placed): number | undefined => registers.get(register)?.(placed)

/**
 * The registers that hardware sets, or whose values change from read to read, so that they are unknown; each with the
 * number of its bits.
 */
const unknown: readonly (readonly [pattern: RegExp, width: 32 | 64])[] = [
  [/^%clock(_hi)?$/, 32],
  [/^%clock64$/, 64],
  [/^%globaltimer$/, 64],
  [/^%globaltimer_(lo|hi)$/, 32],
  // The number of a slot of the multiprocessor, not of a warp within its CTA.
  [/^%n?(warpid|smid)$/, 32],
  [/^%gridid$/, 64],
  [/^%(total_smem_size|aggr_smem_size)$/, 32],
  [/^%reserved_smem_offset_(begin|end|cap|\d+)$/, 32],
  [/^%pm\d$/, 32],
  [/^%pm\d_64$/, 64],
  [/^%envreg\d+$/, 32],
  [/^%current_graph_exec$/, 64],
]

/** Returns the number of bits of a special register with an unknown value; undefined for any other. */
export const unknownSpecial = (register: string): 32 | 64 | undefined =>
  isSpecial(register) ? undefined : unknown.find(([pattern]) => pattern.test(register))?.[1]

/** Returns whether the launch fixes the value of the register. */
export const isSpecial = (register: string): boolean => registers.has(register)

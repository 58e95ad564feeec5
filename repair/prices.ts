/** The price of each thing that a change may add: about the cycles that it takes on an H100. */

import { type Measured, measured } from './measured.js'

/** The cycles of the same step with the weakest form of the instruction. */
const plain = (name: Measured): number =>
  name === 'ld' || name.startsWith('ld.')
    ? measured.ld.cycles
    : name.startsWith('atom.')
      ? measured['atom.relaxed.cta'].cycles
      : measured.st.cycles

/**
 * What decides between instructions of the same machine code: the weaker order and the narrower scope is cheaper. The
 * numbers also keep a stronger instruction from being cheaper where measurements differ by a few cycles.
 */
const ranks: { readonly [part: string]: number } = {
  relaxed: 1,
  acquire: 2,
  release: 2,
  acq_rel: 8,
  sc: 16,
  cluster: 3,
  gpu: 4,
  sys: 5,
  'shared::cluster': 1,
}

const rankOf = (name: string): number => name.split('.').reduce((sum, part) => sum + (ranks[part] ?? 0), 0)

/** What an instruction adds to the time of a step, and its rank. No instruction is free. */
const priceOf = (name: Measured): number => Math.max(1, Math.max(0, measured[name].cycles - plain(name)) + rankOf(name))

/** Names whose price is not that of a measured instruction. */
const estimates = {
  /** A new line: a change of a line that exists is read more easily. */
  line: 10,
  /** A new line where the source has a statement, which must become two. */
  'within a statement': 20,
  /**
   * A weak access that becomes strong. That alone removes a race and orders nothing, so that a fence, a barrier or an
   * order of what is strong already comes first. It counts only if there must be no race.
   */
  strong: 5000,
  /** A load, a computation and a store that become one atomic: what is guarded by a lock must not. */
  'read-modify-write': 3000,
  /** A volatile access, or a builtin such as `atomicAdd`, that becomes an access of `cuda::atomic_ref`: a fence is kinder. */
  atomic_ref: 700,
  /** An access or a fence that gets a scope of its own, beside the declaration that it shares with others. */
  'own scope': 1000,
  /** Another order of lines. */
  swap: 1,
  move: 2,
  /** The other phase of an mbarrier. */
  parity: 4,
  /** Another number of arrivals, or another mask of lanes. */
  operand: 4,
  /** A load that avoids the read-only path. */
  'ld.global': 2,
  /** Threads that wait for each other, or for the kernel before. */
  'threads wait': 100,
  /** Each half of a handshake at an mbarrier: the arrival has the memory barrier, the wait the invalidation of the L1. */
  'mbarrier.arrive.relaxed.cta': 1,
  'mbarrier.arrive.relaxed.cluster': 2,
  'mbarrier.arrive.release.cta': 2,
  'mbarrier.arrive.release.cluster': 661,
  'mbarrier.wait.relaxed.cta': 1,
  'mbarrier.wait.relaxed.cluster': 2,
  'mbarrier.wait.acquire.cta': 2,
  'mbarrier.wait.acquire.cluster': 12,
  /** The arrival of `barrier.cluster` has the memory barrier of the two. */
  'barrier.cluster.arrive.relaxed': 1,
  'barrier.cluster.arrive.release': 672,
  'cp.async.bulk.relaxed.cta': 1,
  'cp.async.bulk.relaxed.cluster': 2,
  'cp.async.bulk.relaxed.gpu': 3,
  'cp.async.bulk.relaxed.sys': 4,
  'fence.proxy.alias.release': 500,
  'fence.proxy.alias.acquire': 500,
  'fence.proxy.surface': 1300,
  'fence.proxy.texture': 1300,
  'fence.proxy.constant': 1300,
  /** Waiting for a matrix instruction; an earlier group is done sooner. */
  'wgmma.fence': 10,
  'wgmma.wait_group': 50,
  'wgmma.wait_group 0': 60,
  /** What orders Tensor Memory. No GPU with it was at hand. */
  'tcgen05.fence': 10,
  'tcgen05.wait': 50,
  'tcgen05.commit': 20,
  /** Calls of the host, a microsecond or more. */
  cudaEventRecord: 1000,
  cudaStreamWaitEvent: 1000,
  cudaStreamSynchronize: 2000,
  stream: 2000,
  /** A launch that does not overlap the kernel before it. */
  programmatic: 2000,
  /** Another launch: what the kernel is written for. */
  launch: 1,
  /** What no assembler accepts costs most. */
  'model only': 1_000_000,
} as const

export type Price = Measured | keyof typeof estimates

/** Prices other than the usual ones. */
export type Costs = { readonly [P in Price]?: number }

const isMeasured = (name: string): name is Measured => Object.hasOwn(measured, name)
const isPrice = (name: string): name is Price => isMeasured(name) || Object.hasOwn(estimates, name)

/** The names of all prices. */
export const priceNames: readonly Price[] = [...Object.keys(measured), ...Object.keys(estimates)].filter(isPrice)

/** Returns the price of one thing. */
export const priceIn = (costs: Costs, name: Price): number =>
  costs[name] ?? (isMeasured(name) ? priceOf(name) : estimates[name])

/** All usual prices. */
export const defaultCosts: Costs = Object.fromEntries(priceNames.map((name) => [name, priceIn({}, name)]))

/** The price of each thing that a change may add. */

/**
 * The price of each thing that a change may add, or that an instruction has before it is weakened. What synchronises
 * less is cheaper: relaxed is cheaper than acquire or release, and these are cheaper than both; an order on an access
 * is cheaper than a fence; a narrower scope, or a proxy fence for less memory, is cheaper than a wider one. What no
 * assembler accepts costs most.
 */
export const defaultCosts = {
  relaxed: 1,
  acquire: 2,
  release: 2,
  acq_rel: 4,
  'fence.acq_rel': 8,
  'fence.sc': 16,
  cta: 0,
  cluster: 1,
  gpu: 2,
  sys: 3,
  'fence.mbarrier_init': 6,
  'fence.sync_restrict': 6,
  'fence.proxy.alias.release': 4,
  'fence.proxy.alias.acquire': 4,
  'fence.proxy.alias': 10,
  'fence.proxy.surface': 10,
  'fence.proxy.texture': 10,
  'fence.proxy.constant': 10,
  'fence.proxy.async.shared::cta': 10,
  'fence.proxy.async.global': 11,
  'fence.proxy.async.shared::cluster': 12,
  'fence.proxy.async': 14,
  'fence.proxy.async::generic': 12,
  'fence.proxy.tensormap': 12,
  'ld.global': 2,
  swap: 1,
  move: 2,
  'bar.warp.sync': 6,
  'bar.sync': 20,
  'barrier.cluster': 30,
  commit: 6,
  wait: 4,
  parity: 4,
  cudaEventRecord: 10,
  cudaStreamWaitEvent: 10,
  cudaStreamSynchronize: 20,
  stream: 20,
  'griddepcontrol.wait': 6,
  programmatic: 12,
  'model only': 1000,
} as const satisfies { readonly [price: string]: number }

export type Price = keyof typeof defaultCosts
export type Costs = { readonly [P in Price]: number }

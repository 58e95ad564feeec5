/** The names of the sets and relations that every execution has. The encoder knows what each holds. */

export const baseSets = [
  /** Reads and writes; an atomic is one of each. */
  'R',
  'W',
  /** Memory fences and proxy fences. */
  'F',
  /** Execution barriers. */
  'B',
  /** The initial write of each location. */
  'IW',
  /** The read of a reduction, `red`. */
  'RED',
  /** Orders. `fence.sc` is in `SC` and in `ACQ_REL`. */
  'RLX',
  'ACQ',
  'REL',
  'ACQ_REL',
  'SC',
  /** Scopes of strong events. */
  'CTA',
  'CLUSTER',
  'GPU',
  'SYS',
  /** Proxies: generic, surface, texture, constant, and the non-coherent read-only path. */
  'GEN',
  'SUR',
  'TEX',
  'CON',
  'NC',
  /** Operations of bulk copies, and the fences between them and the generic proxy. */
  'ASYNC',
  /** Reads of tensor maps by copies, and the fences between them and the generic proxy. */
  'TMAP',
  /** Alias fences. */
  'ALIAS',
  /** Events of a thread that issue an asynchronous operation, or wait for a group of them. */
  'ISSUE',
  'WAIT',
  /** Operations on mbarriers. */
  'MBAR',
  /** Initialisations of mbarriers, and the fences for them alone. */
  'INIT',
  /**
   * Release and acquire fences for one state space, `sync_restrict`, for tensor maps, and those of a pair for aliases,
   * which are in `GEN`. They are in neither `REL` nor `ACQ`.
   */
  'SREL',
  'SACQ',
  /** `wgmma.fence`, and the reads of `wgmma.mma_async`. */
  'WGMMA',
  /** Accesses to Tensor Memory: the accumulator of a product, its other operands, and those of the other instructions. */
  'TMEM',
  'TMMA_D',
  'TMMA_A',
  'TCP',
  'TCP4',
  'TSHIFT',
  'TLD',
  'TST',
  /** Reads of matrices in shared memory by `tcgen05`. */
  'TSHARED',
  /** `tcgen05.fence::before_thread_sync`, `tcgen05.fence::after_thread_sync` */
  'TBEFORE',
  'TAFTER',
  /** The host's calls of the runtime, and the starts and ends of what it enqueues. */
  'API',
] as const

export type BaseSet = (typeof baseSets)[number]

export const baseRelations = [
  /** The identity. */
  'id',
  /** Program order, transitive. */
  'po',
  /** Overlap in physical memory; by one virtual address as well (ISA 8.2.1). */
  'loc',
  'vloc',
  /** Complete overlap: the same bytes of physical memory. */
  'complete',
  /** The read of an atomic to its own write. */
  'rmw',
  /** Dependencies of a write's value, of control, of addresses. */
  'data',
  'ctrl',
  'addr',
  /** Same CTA of the same GPU. */
  'scta',
  /** Each event's scope includes the other's thread. */
  'sr',
  /**
   * `scta` and `sr`, except that an asynchronous operation on shared memory counts as in the CTA that owns the memory,
   * not in its thread's.
   */
  'scta_memory',
  'sr_memory',
  /** Same cluster of the same GPU. */
  'scluster',
  /** Same warp. */
  'swarp',
  /**
   * Common cells of Tensor Memory; all cells of the first are cells of the second; the same first cell; the same shape of
   * accumulators.
   */
  'tensor_loc',
  'tensor_within',
  'tensor_address',
  'tensor_shape',
  /** Same GPU and memory synchronisation domain. */
  'sgpu',
  /** Leads from what a thread issues to its operations, which are not in program order. */
  'issue',
  /**
   * Among the operations of one asynchronous instruction: from reads to their writes, and from these to what tells of
   * their completion.
   */
  'async_order',
  /**
   * Leads from asynchronous operations to the wait of their thread that waits for them, and to an arrival that comes
   * when they are complete.
   */
  'completed',
  /** Relates the reads of each warp to those of the other warps of its warpgroup in one `wgmma.mma_async`. */
  'one_operation',
  /**
   * Leads from a fence of one state space to the accesses of memory there, and from other fences of the async proxy to
   * all accesses.
   */
  'fenced',
  /** Leads from the arrivals at a barrier to those that wait there. */
  'syncbar',
  /**
   * The order that the host's runtime calls impose: streams, events, launches and host calls (ISA 8.9.4, API
   * synchronization).
   */
  'api',
  /**
   * Leads from the first `griddepcontrol.launch_dependents` of each CTA to the events of the kernel that it lets start
   * (`trigger`), and to the later ones of other threads of the CTA (`trigger_order`).
   */
  'trigger',
  'trigger_order',
  /** Leads from the arrivals at the barrier of a cluster to the waits of the same phase. */
  'clusterbar',
  /**
   * Leads from the arrivals at a named barrier of a CTA, if it may start again, to the waits of the same phase and of
   * later ones.
   */
  'phase_order',
  /**
   * Leads from a read to a write: `rf^-1; co` leads there, but by way of bytes that they do not have in common, so it
   * is not a from-read. Empty unless accesses overlap partially.
   */
  'other_bytes',
  /** Chosen by the execution: reads-from, coherence, Fence-SC order. */
  'rf',
  'co',
  'sync_fence',
] as const

export type BaseRelation = (typeof baseRelations)[number]

/** The features that a program may use and a model may not cover. */
export const features = [
  /** An access or a fence of a proxy other than the generic one. */
  'proxies',
  /** Loads by the read-only path, which is also a proxy. */
  'read-only path',
  /** Two virtual addresses of one location. */
  'aliases',
  'red',
  'atomics other than add',
  'one-sided fences',
  'barriers',
  'branches',
  'clusters',
  'kernels and streams',
  /** Kernels that may start before the one before them has ended. */
  'dependent launches',
  /** `barrier.cluster` */
  'cluster barriers',
  'initial values',
  'final values',
  /** Accesses that overlap partially. */
  'mixed sizes',
  /** Addresses in registers. */
  'computed addresses',
  'vectors',
  /** Copies that go on while their thread does, mbarriers, and the fences for them. */
  'asynchronous operations',
  /** `tcgen05` */
  'Tensor Memory',
  /** `fence.proxy.alias.release.sys` and `fence.proxy.alias.acquire.sys` */
  'one-way alias fences',
] as const

export type Feature = (typeof features)[number]

/** The rule that decides whether a model covers a feature. */
type Known = {
  /** The larger feature that the model must cover for that. */
  readonly partOf?: Feature
  /**
   * If absent, a model that mentions no barriers at all may leave it out, since it has no synchronisation that could be
   * missing.
   */
  readonly always?: true
} & (
  | {
      /** The name that the model mentions if it covers the feature. */
      readonly relation: BaseRelation
    }
  | {
      /** The role that a relation of the model has if it covers the feature. */
      readonly role: 'tensor order'
    }
)

export const knownBy: { readonly [F in Feature]?: Known } = {
  'cluster barriers': { relation: 'clusterbar', partOf: 'clusters' },
  'kernels and streams': { relation: 'api' },
  'dependent launches': { relation: 'trigger', partOf: 'kernels and streams' },
  'mixed sizes': { relation: 'complete', always: true },
  'asynchronous operations': { relation: 'issue', always: true },
  'Tensor Memory': { role: 'tensor order', always: true },
  'one-way alias fences': { relation: 'fenced', always: true },
}

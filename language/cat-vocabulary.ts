/** The meaning of the names that every model has, in a few words. */

import { type BaseRelation, type BaseSet, baseRelations, baseSets } from '../axioms/algebra/names.js'

const sets: { readonly [S in BaseSet]: string } = {
  R: 'reads; an atomic is a read and a write',
  W: 'writes; an atomic is a read and a write',
  F: 'memory fences and proxy fences',
  B: 'execution barriers',
  IW: 'the initial write of each location',
  RED: 'the read of a `red`',
  RLX: 'strong and relaxed, including `volatile` and `mmio`',
  ACQ: 'acquires',
  REL: 'releases',
  ACQ_REL: 'fences that release and acquire, including `fence.sc`',
  SC: '`fence.sc`',
  CTA: 'strong events of scope `.cta`',
  CLUSTER: 'strong events of scope `.cluster`',
  GPU: 'strong events of scope `.gpu`',
  SYS: 'strong events of scope `.sys`',
  GEN: 'the generic proxy, including memory fences',
  SUR: 'the surface proxy',
  TEX: 'the texture proxy',
  CON: 'the constant proxy',
  NC: 'the non-coherent read-only path',
  ASYNC: 'operations of bulk copies, and the fences between them and the generic proxy',
  TMAP: 'reads of tensor maps by copies, and the fences between them and the generic proxy',
  ALIAS: 'alias fences',
  ISSUE: 'what issues asynchronous operations',
  WAIT: 'what waits for groups of them',
  MBAR: 'operations on mbarriers',
  INIT: 'initialisations of mbarriers, and the fences for them alone',
  SREL: 'release fences of one state space, of tensor maps or of aliases, which are not in `REL`',
  SACQ: 'acquire fences of one state space, which are not in `ACQ`',
  WGMMA: '`wgmma.fence`, and the reads of `wgmma.mma_async`',
  API: "the host's calls, and the starts and ends of what it enqueues",
}

const relations: { readonly [R in BaseRelation]: string } = {
  id: 'each event with itself',
  po: 'program order, transitive',
  loc: 'overlap in physical memory',
  vloc: 'overlap by one virtual address',
  complete: 'the same bytes of physical memory',
  rmw: 'the read of an atomic to its write',
  data: 'dependencies of the value of a write',
  ctrl: 'dependencies of control',
  addr: 'dependencies of addresses',
  scta: 'the same CTA of the same GPU',
  sr: "each event's scope includes the other's thread",
  scta_memory: '`scta`, where an asynchronous operation on shared memory is in the CTA that owns it',
  sr_memory: '`sr`, where an asynchronous operation on shared memory is in the CTA that owns it',
  scluster: 'the same cluster of the same GPU',
  sgpu: 'the same GPU, in kernels of one memory synchronisation domain',
  issue: 'what issues an asynchronous operation to the operation',
  async_order: 'the order within one asynchronous instruction',
  completed: 'asynchronous operations to what comes when they are complete',
  one_operation: 'among the parts that the warps of a warpgroup have in one `wgmma.mma_async`',
  fenced: 'a fence for asynchronous operations to the accesses to which it applies',
  syncbar: 'the arrivals at a barrier to those that wait there',
  api: "what the host's calls order, one step at a time",
  trigger: 'the first `griddepcontrol.launch_dependents` of each CTA to everything that the dependent kernel does',
  trigger_order: 'the first `griddepcontrol.launch_dependents` of a CTA to those of its other threads',
  clusterbar: 'the arrivals at the barrier of a cluster to the waits of that phase',
  phase_order:
    'the arrivals at a named barrier that starts again to the waits of the phase, and to all that come in later ones',
  other_bytes: 'a read to a write to which `rf^-1; co` leads by bytes that the two do not have in common',
  rf: 'reads-from: a write to the reads that return its value',
  co: 'coherence: the order of the writes to a location',
  sync_fence: 'Fence-SC order',
}

const derived: readonly (readonly [string, string])[] = [
  ['_', 'all events'],
  ['M', 'reads and writes'],
  ['int', 'pairs of events of one thread'],
  ['ext', 'pairs of events of two threads'],
  ['po-loc', '`po & loc`'],
  ['fr', 'from-reads: a read to the writes that follow the one that it reads, `rf^-1; co \\ other_bytes`'],
  ['dep', '`data | ctrl | addr`'],
  ...(['rf', 'co', 'fr'] as const).flatMap(
    (one) =>
      [
        [`${one}e`, `\`${one} & ext\``],
        [`${one}i`, `\`${one} & int\``],
      ] as const,
  ),
  ['domain', 'the first events of the pairs of a relation'],
  ['range', 'the second events of the pairs of a relation'],
  ['fencerel', 'events with a fence of the set between them, in program order'],
]

/** The meanings of the names, by name. */
export const catVocabulary: ReadonlyMap<string, string> = new Map([
  ...baseSets.map((name) => [name, sets[name]] as const),
  ...baseRelations.map((name) => [name, relations[name]] as const),
  ...derived,
])

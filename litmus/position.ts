/**
 * The positions of threads: in a CTA, in a cluster of CTAs if the test declares them, on a GPU (ISA, Thread Hierarchy;
 * 8.5).
 */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import type { DeviceThread, Thread, ThreadPosition } from './program.js'
import { warpSize } from './warp-size.js'

/**
 * Returns whether two threads are in one CTA. CTAs are numbered within their cluster, and clusters within their GPU or,
 * if there are kernels, within their grid. The host is in none.
 */
export const sameCta = (a: ThreadPosition | undefined, b: ThreadPosition | undefined): boolean =>
  a !== undefined && b !== undefined && sameGrid(a, b) && a.cluster === b.cluster && a.cta === b.cta

const sameGrid = (a: ThreadPosition, b: ThreadPosition): boolean => a.gpu === b.gpu && a.kernel === b.kernel

/**
 * Returns whether two threads are within reach of each other at `.gpu` scope: on one GPU, and in kernels of one memory
 * synchronisation domain (CUDA C++ Programming Guide, Memory Synchronization Domains).
 */
export const sameGpu = (a: ThreadPosition | undefined, b: ThreadPosition | undefined): boolean =>
  a !== undefined && b !== undefined && gpuName(a) === gpuName(b)

/** Returns a key that is equal for threads within reach of each other at `.gpu` scope. */
export const gpuName = ({ gpu, domain = 0 }: ThreadPosition): string => `${gpu} ${domain}`

/** Returns whether two threads are in one cluster. A CTA without a declared cluster forms its own. */
export const sameCluster = (a: ThreadPosition | undefined, b: ThreadPosition | undefined): boolean =>
  a?.cluster === undefined || b === undefined ? sameCta(a, b) : sameGrid(a, b) && a.cluster === b.cluster

/** Returns the rank of a thread's CTA in a cluster (ISA, %cluster_ctarank); undefined for threads elsewhere. */
export function rankIn(cluster: ThreadPosition, thread: Thread): number | undefined {
  const position = threadPosition(thread)
  if (position === undefined || !sameCluster(position, cluster)) return undefined
  return position.cluster === undefined ? 0 : position.cta
}

/** Returns the index of a thread in the CTA with that rank in a cluster; undefined if there is none. */
export function ctaOfRank(rank: number, cluster: ThreadPosition, threads: readonly Thread[]): number | undefined {
  const index = threads.findIndex((thread) => rankIn(cluster, thread) === rank)
  return index === -1 ? undefined : index
}

/** Returns the ranks that a mask of CTAs has, of 16 bits. */
export const ranksIn = (mask: bigint): readonly number[] =>
  Array.from({ length: 16 }, (_, rank) => rank).filter((rank) => ((mask >> BigInt(rank)) & 1n) === 1n)

/** Returns the rank of the other CTA of a pair (ISA, CTA pair: the ranks differ in the last bit). */
export const peerOf = (rank: number): number => rank ^ 1

/** Returns where a thread runs; undefined for the host and for transfers, which run on no GPU. */
export const threadPosition = (thread: Thread): ThreadPosition | undefined =>
  thread.kind === 'device' ? thread.position : undefined

/** Returns the rank of a thread's CTA in its cluster, the value of `%cluster_ctarank`. */
export const rankOf = ({ cluster, cta }: ThreadPosition): number => (cluster === undefined ? 0 : cta)

/** Returns the name of a CTA: `d0.b1`, `d0.c0.b1` in a declared cluster, `foo.d0.b1` in a kernel. */
export const ctaName = ({ kernel, gpu, cluster, cta }: ThreadPosition): string =>
  `${kernel === undefined ? '' : `${kernel}.`}d${gpu}${cluster === undefined ? '' : `.c${cluster}`}.b${cta}`

/** Returns the name of a thread's CTA; undefined for the host and for transfers. */
export const ctaOf = (thread: Thread): string | undefined =>
  thread.kind === 'device' ? ctaName(thread.position) : undefined

/** Returns a key that is equal for threads of one cluster. */
export const clusterName = (position: ThreadPosition): string =>
  position.cluster === undefined ? ctaName(position) : `${position.kernel ?? ''} d${position.gpu}.c${position.cluster}`

/** Returns the warp of its CTA in which a thread runs: 32 threads in the order of their numbers. */
export const warpOf = (thread: Thread): number =>
  thread.kind === 'device' ? Math.floor(thread.position.thread / warpSize) : 0

/** Returns the lane of a thread in its warp. */
export const laneOf = (thread: Thread): number => (thread.kind === 'device' ? thread.position.thread % warpSize : 0)

/** Returns the name of a position: `d0.b1.t0`, the name of the CTA and the thread in it. */
export const positionName = (position: ThreadPosition): string => `${ctaName(position)}.t${position.thread}`

interface Titled {
  readonly kernel?: string | undefined
  readonly cluster?: number | undefined
  readonly cta?: number | undefined
}

/** Returns the name of a CTA within its GPU for pictures: `CTA 1`, or `foo, CTA 1 of cluster 0`. */
export const ctaTitle = ({ kernel, cluster, cta }: Titled): string =>
  `${kernel === undefined ? '' : `${kernel}, `}CTA ${cta}${cluster === undefined ? '' : ` of cluster ${cluster}`}`

/**
 * Returns the index of the thread with that name, of the place among the threads that `P2` or `2` give, or of the
 * position that `d0.b1.t0` does; -1 if there is none.
 */
export function threadNamed(name: string, threads: readonly Thread[]): number {
  const wanted = /^\d+$/.test(name) ? `P${name}` : name
  const isThere = (thread: Thread): boolean => thread.kind === 'device' && positionName(thread.position) === wanted
  const ways = [(thread: Thread) => thread.name === wanted, (_: Thread, i: number) => wanted === `P${i}`, isThere]
  return ways.map((way) => threads.findIndex(way)).find((index) => index !== -1) ?? -1
}

/**
 * Reports GPUs on which some threads declare a cluster and others do not, since it would be unclear which CTAs are the
 * same.
 */
export function mixedClusters(threads: readonly DeviceThread[]): readonly Diagnostic[] {
  return [...groupBy(threads, ({ position }) => `${position.kernel} ${position.gpu}`).values()].flatMap((onGpu) => {
    const without = onGpu.find(({ position }) => position.cluster === undefined)
    const within = onGpu.find(({ position }) => position.cluster !== undefined)
    if (without === undefined || within === undefined) return []
    const note = { message: 'this one does', place: within.span }
    return [diagnostic('this thread declares no cluster, but another thread on its GPU does', without.span, note)]
  })
}

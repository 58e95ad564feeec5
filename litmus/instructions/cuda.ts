/** Functions of CUDA C++ that correspond to one instruction, and the scopes that CUDA programs name. */

import type { Scope } from '../operand.js'
import type { AtomicOperation } from './access-definitions.js'

/** Returns whether an instruction, or the call to which it belongs, is written in CUDA C++. */
export const isCuda = (text: string): boolean => /\(|\bmemory_order_/.test(text)

/** Fences of CUDA C++: `membar`, which is `fence.sc`, at a scope. */
export const fences: ReadonlyMap<string, Scope> = new Map([
  ['__threadfence_block', 'cta'],
  ['__threadfence', 'gpu'],
  ['__threadfence_system', 'sys'],
])

/**
 * The part of a function's name after `atomic`: relaxed, at the scope of the device unless `_block` or `_system`
 * follows.
 */
export const atomics: ReadonlyMap<string, AtomicOperation> = new Map([
  ['Add', 'add'],
  ['Sub', 'sub'],
  ['Exch', 'exch'],
  ['Min', 'min'],
  ['Max', 'max'],
  ['Inc', 'inc'],
  ['Dec', 'dec'],
  ['CAS', 'cas'],
  ['And', 'and'],
  ['Or', 'or'],
  ['Xor', 'xor'],
])

/** The scope with CUDA's name, as in `cuda::thread_scope_device` and `atomicAdd_block`. */
export const scopeInCuda: ReadonlyMap<string, Scope> = new Map([
  ['block', 'cta'],
  ['device', 'gpu'],
  ['system', 'sys'],
])

/** The operations of those methods of `cuda::atomic_ref` that read and write. It has none that wraps at a bound. */
export const methods: ReadonlyMap<string, AtomicOperation> = new Map([
  ['fetch_add', 'add'],
  ['fetch_sub', 'sub'],
  ['fetch_min', 'min'],
  ['fetch_max', 'max'],
  ['fetch_and', 'and'],
  ['fetch_or', 'or'],
  ['fetch_xor', 'xor'],
  ['exchange', 'exch'],
  ['compare_exchange_strong', 'cas'],
  ['compare_exchange_weak', 'cas'],
])

/** The barriers of CUDA C++ that count or combine predicates. */
export const votes: ReadonlyMap<string, 'popc' | 'and' | 'or'> = new Map([
  ['__syncthreads_count', 'popc'],
  ['__syncthreads_and', 'and'],
  ['__syncthreads_or', 'or'],
])

const barrierInstead = (name: string): string => {
  const vote = votes.get(name)
  if (vote === undefined) return 'bar.sync 0'
  return vote === 'popc' ? 'bar.red.popc.u32 r, 0, p' : `bar.red.${vote}.pred q, 0, p`
}

/** The operations that lanes of a warp execute together, by the start of their names. */
const inWarps: ReadonlyMap<string, string> = new Map([
  ['__syncwarp', 'bar.warp.sync mask'],
  ['__activemask', 'activemask.b32 r'],
  ['__ballot_sync', 'vote.sync.ballot.b32 r, p, mask'],
  ['__all_sync', 'vote.sync.all.pred q, p, mask'],
  ['__any_sync', 'vote.sync.any.pred q, p, mask'],
  ['__match_any_sync', 'match.any.sync.b32 r, value, mask'],
  ['__match_all_sync', 'match.all.sync.b32 r|q, value, mask'],
  ['__shfl_sync', 'shfl.sync.idx.b32 r, value, lane, 0x1f, mask'],
  ['__shfl_up_sync', 'shfl.sync.up.b32 r, value, distance, 0, mask'],
  ['__shfl_down_sync', 'shfl.sync.down.b32 r, value, distance, 0x1f, mask'],
  ['__shfl_xor_sync', 'shfl.sync.bfly.b32 r, value, lanes, 0x1f, mask'],
  ['__reduce_add_sync', 'redux.sync.add.u32 r, value, mask'],
  ['__reduce_min_sync', 'redux.sync.min.u32 r, value, mask'],
  ['__reduce_max_sync', 'redux.sync.max.u32 r, value, mask'],
  ['__reduce_and_sync', 'redux.sync.and.b32 r, value, mask'],
  ['__reduce_or_sync', 'redux.sync.or.b32 r, value, mask'],
  ['__reduce_xor_sync', 'redux.sync.xor.b32 r, value, mask'],
])

/** The functions that kernels which overlap call. */
const dependencies: ReadonlyMap<string, string> = new Map([
  ['cudaTriggerProgrammaticLaunchCompletion', 'griddepcontrol.launch_dependents'],
  ['cudaGridDependencySynchronize', 'griddepcontrol.wait'],
])

/** The replacement for cooperative groups. */
const meetings = '`bar.sync 0` for a block, and `barrier.cluster.arrive` and `barrier.cluster.wait` for a cluster'

/**
 * Returns what to write instead of a function that a kernel calls; undefined if no instruction does the same, or if the
 * function is unknown. For a function that is read, it is the correct form of the call.
 */
export function insteadOf(name: string): string | undefined {
  if (fences.has(name) || name === '__syncthreads') return `write a call, \`${name}()\``
  const [, family = '', suffix = ''] = /^atomic([A-Z][A-Za-z]*?)(_block|_system)?$/.exec(name) ?? []
  const operation = atomics.get(family)
  if (operation !== undefined)
    return `write a call, \`atomic${family}${suffix}(&x, ${operation === 'cas' ? 'expected, new' : 'value'})\``
  const dependency = dependencies.get(name)
  if (dependency !== undefined) return `in PTX, write \`${dependency}\``
  if (name === '__ldg') return 'write a call, `r0 = __ldg(&x)`'
  if (name === '__nanosleep') return 'write a call, `__nanosleep(t)`'
  if (/(\.|::|->)sync$/.test(name)) return `in PTX, write ${meetings}`
  const method = /(?:\.|::|->)([a-z_]+)$/.exec(name)?.[1] ?? ''
  if (method === 'load' || method === 'store' || methods.has(method))
    return `declare what it is called on, as in \`cuda::atomic_ref<int, cuda::thread_scope_device> flag(x);\`, and call \`flag.${method}(…)\``
  if (/^__syncthreads_/.test(name)) return `in PTX, write \`${barrierInstead(name)}\``
  const inWarp = [...inWarps].find(([start]) => name.startsWith(start))?.[1]
  return inWarp === undefined ? undefined : `in PTX, write \`${inWarp}\``
}

/** Functions of CUDA C++ that correspond to one instruction, and the scopes that CUDA programs name. */

import type { AtomicOperation, Scope } from '../instruction.js'
import type { Dialect } from './statement.js'

/** Fences of CUDA C++: `membar`, which is `fence.sc`, at a scope. */
export const fences: ReadonlyMap<string, Scope> = new Map([
  ['__threadfence_block', 'cta'],
  ['__threadfence', 'gpu'],
  ['__threadfence_system', 'sys'],
])

/** What follows `atomic` in the name of a function: relaxed, at the scope of the device unless `_block` or `_system` follows. */
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

/** What the lanes of a warp do together, by how the names begin. */
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

/** Of cooperative groups. */
const meetings = '`bar.sync 0` for a block, and `barrier.cluster.arrive` and `barrier.cluster.wait` for a cluster'

/** Of `cuda::atomic_ref` and `cuda::atomic`. */
const methods: ReadonlyMap<string, (x: string) => string> = new Map([
  ['load', (x: string) => `\`ld.relaxed.gpu r, ${x}\` or \`ld.acquire.gpu r, ${x}\``],
  ['store', (x: string) => `\`st.relaxed.gpu ${x}, value\` or \`st.release.gpu ${x}, value\``],
  ['fetch_add', (x: string) => `\`atom.relaxed.gpu.add r, ${x}, value\`, or with another order`],
  ['exchange', (x: string) => `\`atom.relaxed.gpu.exch r, ${x}, value\`, or with another order`],
  ['compare_exchange_strong', (x: string) => `\`atom.relaxed.gpu.cas r, ${x}, expected, new\`, or with another order`],
  ['compare_exchange_weak', (x: string) => `\`atom.relaxed.gpu.cas r, ${x}, expected, new\`, or with another order`],
  ['atomic_thread_fence', () => '`fence.sc.gpu` or `fence.acq_rel.gpu`'],
])

/** What to write instead of a function that a kernel calls; undefined if no instruction does the same, or if the function is unknown. */
export function insteadOf(name: string, format: Dialect): string | undefined {
  const place = (x: string): string => (format === 'herd' ? x : `[${x}]`)
  const fence = fences.get(name)
  if (fence !== undefined) return `in PTX, write \`fence.sc.${fence}\``
  const [, family = '', suffix] = /^atomic([A-Z][A-Za-z]*)(?:_(block|system))?$/.exec(name) ?? []
  const operation = atomics.get(family)
  if (operation !== undefined) {
    const scope = scopeInCuda.get(suffix ?? 'device') ?? 'gpu'
    const operands = operation === 'cas' ? 'expected, new' : 'value'
    return `in PTX, write \`atom.relaxed.${scope}.${operation} r, ${place('x')}, ${operands}\``
  }
  if (/(\.|::|->)sync$/.test(name)) return `in PTX, write ${meetings}`
  const method = methods.get(name.replace(/^.*(?:\.|::|->)/s, ''))
  if (method !== undefined && /\.|::|->/.test(name)) return `in PTX, write ${method(place('x'))}`
  if (name === '__ldg') return `in PTX, write \`ld.global.nc r, ${place('x')}\``
  if (/^__syncthreads(_|$)/.test(name)) return `in PTX, write \`${barrierInstead(name)}\``
  const inWarp = [...inWarps].find(([start]) => name.startsWith(start))?.[1]
  if (inWarp !== undefined) return `in PTX, write \`${inWarp}\``
  if (name === '__nanosleep') return 'in PTX, write `nanosleep.u32 t`'
  return undefined
}

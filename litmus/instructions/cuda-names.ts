/** The names of PTX instructions in CUDA C++: the functions that nvcc compiles to them. */

import type { Instruction } from '../instruction.js'
import { type Access, type Scope, sink } from '../operand.js'
import type { Atomic, Load, Store } from './access-definitions.js'
import type { AsyncFence } from './async-fences.js'
import type { AsyncGroup } from './async-groups.js'
import type { AsyncStore } from './async-stores.js'
import type { ClusterBarrier } from './cluster-barriers.js'
import { atomics, fences, methods, scopeInCuda, votes } from './cuda.js'
import type { Fence } from './fences.js'
import type { NamedBarrier } from './named-barriers.js'
import { printConstant } from './text.js'
import type { WarpInstruction } from './warps.js'

/** The kind of text that has the instruction. In compiled code, the source names and types of registers are unknown. */
type From = 'test' | 'compiled'

/**
 * Returns the functions of CUDA C++ that nvcc compiles to the instruction; the first is followed by others that people
 * use in its place, which are stronger. Unknown arguments are `…`. There are none for an ordinary access, or if CUDA
 * C++ has no function.
 */
export function namesInCuda(instruction: Instruction, from: From): readonly string[] {
  switch (instruction.kind) {
    case 'fence':
      return fenceNames(instruction)
    case 'proxy-fence':
      return instruction.proxy === 'alias' ? ['cuda::ptx::fence_proxy_alias()'] : []
    case 'async-fence':
      return asyncFenceNames(instruction)
    case 'async-group':
      return instruction.of === 'wgmma' ? [] : [asyncGroupName(instruction)]
    case 'async-store':
      return asyncStoreNames(instruction)
    case 'load':
      return loadNames(instruction, from)
    case 'store':
      return storeNames(instruction, from)
    case 'atomic':
      return atomicNames(instruction, from)
    case 'named-barrier':
      return barrierNames(instruction)
    case 'cluster-barrier':
      return [clusterBarrierName(instruction)]
    case 'warp':
      return warpNames(instruction)
    case 'grid-dependency':
      return [
        instruction.action === 'wait' ? 'cudaGridDependencySynchronize()' : 'cudaTriggerProgrammaticLaunchCompletion()',
      ]
    case 'active-mask':
      return ['__activemask()']
    default:
      return []
  }
}

const functionOf = <T>(functions: ReadonlyMap<string, T>, sought: T): string | undefined =>
  [...functions].find(([, one]) => one === sought)?.[0]

/**
 * Writes an order as `cuda::memory_order_acquire`, a scope as `cuda::thread_scope_device`; undefined for clusters,
 * which have none.
 */
const orderText = (order: string): string => `cuda::memory_order_${order}`
const scopeText = (scope: Scope): string | undefined => {
  const name = functionOf(scopeInCuda, scope)
  return name === undefined ? undefined : `cuda::thread_scope_${name}`
}

/** Writes an order for the compiler's own functions, which know clusters. */
const ofCompiler = (order: string): string => `__NV_ATOMIC_${order.toUpperCase()}, __NV_THREAD_SCOPE_CLUSTER`

function fenceNames({ order, scope }: Fence): readonly string[] {
  const inCuda = order === 'sc' ? 'seq_cst' : order
  const of = scopeText(scope)
  const plain = functionOf(fences, scope)
  if (of === undefined || plain === undefined) return [`__nv_atomic_thread_fence(${ofCompiler(inCuda)})`]
  const strong = `${plain}()`
  return order === 'sc' ? [strong] : [`cuda::atomic_thread_fence(${orderText(inCuda)}, ${of})`, strong]
}

const spacesInCuda = { global: 'global', 'shared::cta': 'shared', 'shared::cluster': 'cluster' } as const

/**
 * Returns the functions of libcu++, and the older one of `cuda/barrier` for the shared memory of the thread's own CTA.
 */
function asyncFenceNames({ what }: AsyncFence): readonly string[] {
  switch (what.kind) {
    case 'both-ways': {
      const space = what.space === undefined ? '' : `cuda::ptx::space_${spacesInCuda[what.space]}`
      const older = what.space === 'shared::cta' ? ' or cde::fence_proxy_async_shared_cta()' : ''
      return [`cuda::ptx::fence_proxy_async(${space})${older}`]
    }
    case 'one-way': {
      const { order, proxy } = what
      const name = proxy ? 'fence_proxy_async_generic_sync_restrict' : 'fence_sync_restrict'
      const space = order === 'release' ? 'space_shared' : 'space_cluster'
      return [`cuda::ptx::${name}(cuda::ptx::sem_${order}, cuda::ptx::${space}, cuda::ptx::scope_cluster)`]
    }
    case 'tensormap': {
      const { order, scope } = what
      const map = order === 'acquire' ? ', map, cuda::ptx::n32_t<128>()' : ''
      return [`cuda::ptx::fence_proxy_tensormap_generic(cuda::ptx::sem_${order}, cuda::ptx::scope_${scope}${map})`]
    }
    case 'alias':
      return [`cuda::ptx::fence_proxy_alias(cuda::ptx::sem_${what.order})`]
    case 'mbarrier-init':
      return ['cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release, cuda::ptx::scope_cluster)']
  }
}

function asyncGroupName({ of, action, pending, read }: AsyncGroup): string {
  const count = `${pending ?? 0n}`
  if (of === 'bulk')
    return action === 'commit'
      ? 'cuda::ptx::cp_async_bulk_commit_group()'
      : `cuda::ptx::cp_async_bulk_wait_group${read ? '_read' : ''}(cuda::ptx::n32_t<${count}>())`
  return action === 'commit' ? '__pipeline_commit()' : `__pipeline_wait_prior(${count})`
}

/** Returns the names of an asynchronous store. C++ operators that are words have separate names in libcu++. */
function asyncStoreNames({ operation, completes }: AsyncStore): readonly string[] {
  if (completes.by === 'release') return []
  const given = `${unknown}, ${unknown}, ${unknown}`
  if (operation === undefined) return [`cuda::ptx::st_async(${given})`]
  const isWord = operation === 'and' || operation === 'or' || operation === 'xor'
  return [`cuda::ptx::red_async(cuda::ptx::op_${operation}${isWord ? '_op' : ''}, ${given})`]
}

const volatileRead = 'a volatile read'
const volatileWrite = 'a volatile write'

function loadNames(load: Load, from: From): readonly string[] {
  const { order, scope, proxy } = load
  if (proxy === 'non-coherent') return [`__ldg(${pointerText(load, from)})`]
  if (order === 'volatile') return [volatileRead]
  if (scope === undefined || order === 'mmio' || !isOfAtomics(load)) return []
  if (scope === 'cluster') return [`__nv_atomic_load_n(${pointerText(load, from)}, ${ofCompiler(order)})`]
  return [
    `${referenceText(load, scope, from)}.load(${orderText(order)})`,
    ...(order === 'acquire' ? fenced(order, scope, volatileRead) : []),
  ]
}

function storeNames(store: Store, from: From): readonly string[] {
  const { order, scope } = store
  if (order === 'volatile') return [volatileWrite]
  if (scope === undefined || order === 'mmio' || !isOfAtomics(store)) return []
  const value = valueText(store.value, from)
  if (scope === 'cluster') return [`__nv_atomic_store_n(${pointerText(store, from)}, ${value}, ${ofCompiler(order)})`]
  return [
    `${referenceText(store, scope, from)}.store(${value}, ${orderText(order)})`,
    ...(order === 'release' ? fenced(order, scope, volatileWrite) : []),
  ]
}

function atomicNames(atomic: Atomic, from: From): readonly string[] {
  const { order, scope, operation } = atomic
  const values = from === 'compiled' ? [] : atomic.operands.map((one) => valueText(one, from))
  const [family, method] = [functionOf(atomics, operation), functionOf(methods, operation)]
  const suffix = functionOf(scopeInCuda, scope)
  if (atomic.proxy !== 'generic') return []
  const given = [pointerText(atomic, from), ...values].join(', ')
  // The expected value of a method is a variable, which receives the old value.
  const [first] = atomic.operands
  const expects = operation === 'cas' && first?.kind !== 'register'
  const inMethod = from === 'compiled' ? [unknown] : expects ? ['expected', ...values.slice(1)] : values
  if (suffix === undefined) {
    const name = operation === 'exch' ? 'exchange_n' : method
    const isNamed = name !== undefined && operation !== 'cas' && isOfAtomics(atomic)
    return isNamed ? [`__nv_atomic_${name}(${given}, ${ofCompiler(order)})`] : []
  }
  const relaxed = `atomic${family}${suffix === 'device' ? '' : `_${suffix}`}(${given})`
  if (order === 'relaxed') return family === undefined ? [] : [relaxed]
  return [
    ...(method !== undefined && isOfAtomics(atomic)
      ? [`${referenceText(atomic, scope, from)}.${method}(${[...inMethod, orderText(order)].join(', ')})`]
      : []),
    ...(family === undefined ? [] : fenced(order, scope, relaxed)),
  ]
}

/** Writes an order in the older way: a relaxed access with fences beside it. */
function fenced(order: 'acquire' | 'release' | 'acq_rel', scope: Scope, access: string): readonly string[] {
  const name = functionOf(fences, scope)
  if (name === undefined) return []
  const fence = `${name}()`
  const steps = [...(order === 'acquire' ? [] : [fence]), access, ...(order === 'release' ? [] : [fence])]
  return [steps.join(nextStep)]
}

const nextStep = ', then '

/** Returns whether a name from `namesInCuda` is an access with a fence beside it, which orders the access itself less. */
export const isFenced = (name: string): boolean => name.includes(nextStep)

/**
 * Returns whether `cuda::atomic_ref` accesses that memory by one instruction: 32 or 64 bits of global or shared memory,
 * no element of a vector.
 */
const isOfAtomics = ({ type, element, proxy, address }: Access): boolean =>
  (type.width === 32 || type.width === 64) &&
  element === undefined &&
  proxy === 'generic' &&
  address.space !== 'const' &&
  address.space !== 'local'

const referenceText = (access: Access, scope: Scope, from: From): string =>
  `cuda::atomic_ref<${from === 'compiled' ? 'T' : typeText(access)}, ${scopeText(scope) ?? ''}>(${placeText(access, from) ?? unknown})`

const typeText = ({ type: { width, signed } }: Access): string =>
  `${signed ? '' : 'unsigned '}${width === 64 ? 'long long' : 'int'}`

const unknown = '…'

/** Writes `x`, `a[2]`, `*r1`; undefined if the test has no words of C++ for the place. */
function placeText({ address }: Access, from: From): string | undefined {
  if (from === 'compiled' || address.offset !== 0n) return undefined
  if (address.kind === 'pointer') return `*${address.register}`
  const { name, index, owner } = address
  if (owner !== undefined || name.includes(':')) return undefined
  return index === undefined ? name : `${name}[${index}]`
}

const pointerText = (access: Access, from: From): string => {
  const place = placeText(access, from)
  if (place === undefined) return unknown
  return place.startsWith('*') ? place.slice(1) : `&${place}`
}

const valueText = (value: Store['value'], from: From): string => {
  if (from === 'compiled') return unknown
  return value.kind === 'register' ? (value.name === sink ? unknown : value.name) : printConstant(value)
}

function barrierNames({ action, aligned, id, threads, reduction }: NamedBarrier): readonly string[] {
  if (id.kind !== 'integer' || id.value !== 0n || threads !== undefined) return []
  if (!aligned) return action === 'sync' ? ['cooperative_groups::this_thread_block().sync()'] : []
  if (action === 'sync') return ['__syncthreads()']
  const vote = reduction === undefined ? undefined : functionOf(votes, reduction.operation)
  return vote === undefined ? [] : [`${vote}(${unknown})`]
}

const inWarps: ReadonlyMap<WarpInstruction['operation'], string> = new Map([
  ['elect', 'cuda::ptx::elect_sync'],
  ['vote-all', '__all_sync'],
  ['vote-any', '__any_sync'],
  ['vote-uni', '__uni_sync'],
  ['vote-ballot', '__ballot_sync'],
  ['shfl-idx', '__shfl_sync'],
  ['shfl-up', '__shfl_up_sync'],
  ['shfl-down', '__shfl_down_sync'],
  ['shfl-bfly', '__shfl_xor_sync'],
  ['match-any', '__match_any_sync'],
  ['match-all', '__match_all_sync'],
  ...(['add', 'min', 'max', 'and', 'or', 'xor'] as const).map(
    (how) => [`redux-${how}`, `__reduce_${how}_sync`] as const,
  ),
])

function warpNames({ operation, mask }: WarpInstruction): readonly string[] {
  const all = mask.kind === 'integer' && BigInt.asUintN(32, mask.value) === 0xffff_ffffn
  if (operation === 'bar') return [all ? '__syncwarp()' : `__syncwarp(${unknown})`]
  const name = inWarps.get(operation)
  return name === undefined ? [] : [`${name}(${unknown})`]
}

const clusterBarrierName = ({ action, order }: ClusterBarrier): string => {
  if (order === 'relaxed') return 'cuda::ptx::barrier_cluster_arrive(cuda::ptx::sem_relaxed)'
  return `cooperative_groups::this_cluster().barrier_${action}()`
}

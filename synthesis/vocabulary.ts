/** The strengths of instructions as words, from weak to strong, and for each the words that are one step weaker. */

import { match } from 'ts-pattern'
import { isAccess, isGeneric, type Path, pathParts, type Slot } from './sketch.js'

export type Scope = 'cta' | 'cluster' | 'gpu' | 'sys'

/** The vocabulary of a search. */
export interface Vocabulary {
  /** The scopes, from narrow to wide. */
  readonly scopes: readonly Scope[]
  /** The paths besides the generic one. */
  readonly paths: readonly Exclude<Path, 'generic'>[]
  readonly atomics: boolean
  readonly fences: boolean
  /** `fence.acquire` and `fence.release`. */
  readonly oneSided: boolean
  /** True if accesses through surfaces, textures and constants have orders and scopes. */
  readonly proxyOrders: boolean
  /**
   * The places where a written value may depend on what was read: nowhere, anywhere, or where dependencies and reads
   * may form a cycle.
   */
  readonly dependencies: 'none' | 'in cycles' | 'anywhere'
  /** True if outcomes mention final memory. */
  readonly finalValues: boolean
  /** True if threads of one GPU may be in several CTAs, and threads on several GPUs. */
  readonly severalCtas: boolean
  readonly severalGpus: boolean
  /** Bulk copies that store, waits for them, and `fence.proxy.async`. */
  readonly asynchronous?: true | undefined
  /** Bulk copies that load, each with a wait. */
  readonly asyncLoads?: true | undefined
  /** Relaxed bulk copies. No access writes their ends, since it would write a part of an element. */
  readonly strongCopies?: true | undefined
  /** `st.async.release` into global memory. */
  readonly asyncStores?: true | undefined
  /** `fence.proxy.alias.acquire.sys` and `fence.proxy.alias.release.sys`. */
  readonly oneWayAlias?: true | undefined
  readonly threads: number
  readonly locations: number
}

/**
 * An order with a scope. `weak` has none, and neither has a wait, whose order says whether copies are complete or only
 * their sources have been read.
 */
export interface Strength {
  readonly order: 'weak' | 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'sc' | 'complete' | 'read'
  readonly scope?: Scope
}

const interned = new Map<string, Strength>()

/** Returns one object for each strength, so that they can be compared by identity. */
export const strengthOf = (order: Strength['order'], scope?: Scope): Strength => {
  const key = `${order} ${scope ?? ''}`
  const strength = interned.get(key) ?? (scope === undefined ? { order } : { order, scope })
  interned.set(key, strength)
  return strength
}

/** Returns the greatest strength of a slot: all others are weaker. */
export function strongest(slot: Slot, { scopes, proxyOrders, strongCopies }: Vocabulary): Strength {
  const scope = scopes.at(-1) ?? 'sys'
  const isWeak = (path: Path): boolean => pathParts[path].proxy === 'read-only' || (!proxyOrders && !isGeneric(path))
  return (
    match(slot)
      .returnType<Strength>()
      .with({ kind: 'fence' }, () => strengthOf('sc', scope))
      .with({ kind: 'proxy fence' }, { kind: 'async fence' }, () => strengthOf('weak'))
      .with({ kind: 'alias fence' }, ({ direction }) => strengthOf(direction, 'sys'))
      .with({ kind: 'copy' }, { kind: 'load' }, () =>
        strongCopies === true ? strengthOf('relaxed', scope) : strengthOf('weak'),
      )
      // The scope is at least that of the GPU.
      .with({ kind: 'async write' }, () => strengthOf('release', scope === 'sys' ? 'sys' : 'gpu'))
      .with({ kind: 'wait' }, () => strengthOf('complete'))
      .with({ kind: 'atomic' }, () => strengthOf('acq_rel', scope))
      .with({ kind: 'read' }, ({ path }) => (isWeak(path) ? strengthOf('weak') : strengthOf('acquire', scope)))
      .with({ kind: 'write' }, ({ path }) => (isWeak(path) ? strengthOf('weak') : strengthOf('release', scope)))
      .exhaustive()
  )
}

/** Returns the strengths that are one step weaker; none if only the omission of the instruction would be. */
export function weaker(slot: Slot, { order, scope }: Strength, { scopes, oneSided }: Vocabulary): readonly Strength[] {
  if (order === 'complete') return [strengthOf('read')]
  if (scope === undefined || slot.kind === 'alias fence') return []
  const narrower = slot.kind === 'async write' && scope === 'gpu' ? undefined : scopes[scopes.indexOf(scope) - 1]
  const orders = match(order)
    .returnType<readonly Strength['order'][]>()
    .with('sc', () => ['acq_rel'])
    .with('acq_rel', () => (slot.kind === 'atomic' || oneSided ? ['acquire', 'release'] : []))
    .with('acquire', 'release', () => (slot.kind === 'fence' || slot.kind === 'async write' ? [] : ['relaxed']))
    .with('relaxed', () => [])
    .with('weak', 'read', () => [])
    .exhaustive()
  return [
    ...orders.map((one) => strengthOf(one, scope)),
    ...(narrower === undefined ? [] : [strengthOf(order, narrower)]),
    // A relaxed access of the narrowest scope is stronger than a weak one; an atomic is never weak.
    ...(order === 'relaxed' && narrower === undefined && slot.kind !== 'atomic' ? [strengthOf('weak')] : []),
  ]
}

/** Commits what was issued, and waits until its sources are read, or until it is complete. */
export const waitRead = 'cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0'
const waitComplete = 'cp.async.bulk.commit_group; cp.async.bulk.wait_group 0'

/** Returns the mnemonic of an instruction, such as `ld.acquire.gpu`. */
export const mnemonic = (slot: Slot, { order, scope }: Strength): string => {
  const words = scope === undefined ? order : `${order}.${scope}`
  const through = (proxy: string): string => (order === 'weak' ? proxy : `${proxy}.${words}`)
  const copied = (way: string): string => `cp.async.bulk.${order === 'weak' ? way : `${words}.${way}.b128`}`
  return match(isAccess(slot) ? { kind: slot.kind, proxy: pathParts[slot.path].proxy } : slot)
    .with({ kind: 'fence' }, () => `fence.${words}`)
    .with({ kind: 'proxy fence' }, ({ proxy }) => `fence.proxy.${proxy}`)
    .with({ kind: 'async fence' }, () => 'fence.proxy.async')
    .with({ kind: 'alias fence' }, () => `fence.proxy.alias.${words}`)
    .with({ kind: 'copy' }, () => copied('global.shared::cta.bulk_group'))
    .with({ kind: 'load' }, () => copied('shared::cta.global.mbarrier::complete_tx::bytes'))
    .with({ kind: 'async write' }, () => `st.async.${words}.global.u32`)
    .with({ kind: 'wait' }, () => (order === 'read' ? waitRead : waitComplete))
    .with({ kind: 'atomic' }, () => `atom.${words}.exch`)
    .with({ kind: 'read', proxy: 'texture' }, () => through('tld'))
    .with({ kind: 'read', proxy: 'surface' }, () => through('suld'))
    .with({ kind: 'read', proxy: 'constant' }, () => through('ldc'))
    .with({ kind: 'read', proxy: 'read-only' }, () => 'ld.global.nc')
    .with({ kind: 'write', proxy: 'surface' }, () => through('sust'))
    .with({ kind: 'read' }, () => `ld.${words}`)
    .with({ kind: 'write' }, () => `st.${words}`)
    .exhaustive()
}

/**
 * Instructions as strong as they may be made, or as weak: the same with other orders, scopes and paths (ISA 8.4, 8.5,
 * 8.8).
 */

import { match } from 'ts-pattern'
import type { Instruction } from '../litmus/instruction.js'
import type { Atomic, Load, Store } from '../litmus/instructions/access-definitions.js'
import type { AsyncCopy } from '../litmus/instructions/async-copy.js'
import type { AsyncFence } from '../litmus/instructions/async-fences.js'
import type { ClusterBarrier } from '../litmus/instructions/cluster-barriers.js'
import type { Fence } from '../litmus/instructions/fences.js'
import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import type { Scope } from '../litmus/operand.js'
import type { Price } from './prices.js'

/** An instruction, and the properties by which it compares with its other forms. */
export interface Form {
  readonly instruction: Instruction
  readonly order: Order
  readonly scope: Scope | undefined
  /** The path that an access takes: nothing orders the read-only one. */
  readonly path: 'read-only' | 'generic'
  /** Its price; a weak access has none. */
  readonly price: Price | undefined
}

type Order = 'weak' | 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'sc'

export const scopes: readonly Scope[] = ['cta', 'cluster', 'gpu', 'sys']

/** The orders that are not stronger than each order. */
const below: { readonly [O in Order]: readonly Order[] } = {
  weak: ['weak'],
  relaxed: ['weak', 'relaxed'],
  acquire: ['weak', 'relaxed', 'acquire'],
  release: ['weak', 'relaxed', 'release'],
  acq_rel: ['weak', 'relaxed', 'acquire', 'release', 'acq_rel'],
  sc: ['weak', 'relaxed', 'acquire', 'release', 'acq_rel', 'sc'],
}

/** Returns whether a form is at most as strong as another of the same instruction. */
export const isBelow = (a: Form, b: Form): boolean =>
  below[b.order].includes(a.order) &&
  (a.scope === undefined || (b.scope !== undefined && scopes.indexOf(a.scope) <= scopes.indexOf(b.scope))) &&
  (a.path === 'read-only' || b.path === 'generic')

type Difference = 'path' | 'order' | 'scope'

/** Returns the difference between two forms: the path before the order before the scope. */
export const difference = (a: Form, b: Form): readonly Difference[] => [
  ...(a.path === b.path ? [] : ['path' as const]),
  ...(a.order === b.order ? [] : ['order' as const]),
  ...(a.scope === b.scope || a.order === 'weak' || b.order === 'weak' ? [] : ['scope' as const]),
]

/**
 * Returns all forms of an instruction with these scopes, including itself; undefined if it has no others. Elements of
 * vectors have none, since a change is of one instruction and a vector access has several.
 */
export function formsOf(one: Instruction, among: readonly Scope[]): readonly Form[] | undefined {
  switch (one.kind) {
    case 'load':
      return ofLoad(one, among)
    case 'store':
      return ofStore(one, among)
    case 'atomic':
      return ofAtomic(one, among)
    case 'fence':
      return ofFence(one, among)
    case 'cluster-barrier':
      return ofArrival(one)
    case 'mbarrier':
      return ofMbarrier(one, among)
    case 'async-fence':
      return ofMapFence(one, among)
    case 'async-copy':
      return ofCopy(one, among)
    default:
      return undefined
  }
}

/** Returns the present form of an instruction. */
export const formOf = (forms: readonly Form[], one: Instruction): Form | undefined =>
  forms.find(({ instruction }) => instruction === one)

const form = (
  instruction: Instruction,
  order: Order,
  scope: Scope | undefined,
  price: Price | undefined,
  path: Form['path'] = 'generic',
): Form => ({ instruction, order, scope, path, price })

/** Returns the same object for the present form, so that it can be found. */
const same = <I extends Instruction>(one: I, made: I, is: boolean): I => (is ? one : made)

const isOrdinary = (one: Load | Store): boolean =>
  one.element === undefined &&
  (one.proxy === 'generic' || one.proxy === 'non-coherent') &&
  one.order !== 'volatile' &&
  one.order !== 'mmio'

/**
 * Returns an access as a relaxed one. Volatile accesses, and those of MMIO, are relaxed at the scope of the system (ISA
 * 8.4). Of the scopes among which a volatile access chooses, the widest includes all threads, so it is as strong. MMIO
 * stays at the scope of the system, since devices outside the program take part in it.
 */
function asRelaxed(
  one: Load | Store,
  order: 'acquire' | 'release',
  among: readonly Scope[],
  stronger: (scope: Scope) => Instruction,
): readonly Form[] | undefined {
  if (one.element !== undefined || one.proxy !== 'generic') return undefined
  const scope = one.order === 'volatile' ? (among.at(-1) ?? 'sys') : 'sys'
  const mnemonic = one.kind === 'load' ? 'ld' : 'st'
  return [
    form(one, 'relaxed', scope, `${mnemonic}.volatile`),
    form(stronger(scope), order, scope, order === 'acquire' ? `ld.acquire.${scope}` : `st.release.${scope}`),
  ]
}

function ofLoad(one: Load, among: readonly Scope[]): readonly Form[] | undefined {
  if (one.order === 'volatile' || one.order === 'mmio')
    return asRelaxed(one, 'acquire', among, (scope) => ({ ...one, order: 'acquire', scope }))
  if (!isOrdinary(one)) return undefined
  const plain = { ...one, proxy: 'generic' as const }
  const isPlain = one.proxy === 'generic'
  return [
    ...(isPlain ? [] : [form(one, 'weak', undefined, undefined, 'read-only')]),
    form(
      same(one, { ...plain, order: 'weak', scope: undefined }, isPlain && one.order === 'weak'),
      'weak',
      undefined,
      undefined,
    ),
    ...(['relaxed', 'acquire'] as const).flatMap((order) =>
      among.map((scope) =>
        form(
          same(one, { ...plain, order, scope }, isPlain && one.order === order && one.scope === scope),
          order,
          scope,
          `ld.${order}.${scope}`,
        ),
      ),
    ),
  ]
}

function ofStore(one: Store, among: readonly Scope[]): readonly Form[] | undefined {
  if (one.order === 'volatile' || one.order === 'mmio')
    return asRelaxed(one, 'release', among, (scope) => ({ ...one, order: 'release', scope }))
  if (!isOrdinary(one)) return undefined
  return [
    form(same(one, { ...one, order: 'weak', scope: undefined }, one.order === 'weak'), 'weak', undefined, undefined),
    ...(['relaxed', 'release'] as const).flatMap((order) =>
      among.map((scope) =>
        form(
          same(one, { ...one, order, scope }, one.order === order && one.scope === scope),
          order,
          scope,
          `st.${order}.${scope}`,
        ),
      ),
    ),
  ]
}

const ofAtomic = (one: Atomic, among: readonly Scope[]): readonly Form[] | undefined =>
  one.element !== undefined || one.proxy !== 'generic'
    ? undefined
    : (['relaxed', 'acquire', 'release', 'acq_rel'] as const)
        // A reduction returns nothing, so it cannot acquire.
        .filter(
          (order) => one.destination !== undefined || order === 'relaxed' || order === 'release' || order === one.order,
        )
        .flatMap((order) =>
          among.map((scope) =>
            form(
              same(one, { ...one, order, scope }, one.order === order && one.scope === scope),
              order,
              scope,
              one.destination === undefined && (order === 'relaxed' || order === 'release')
                ? `red.${order}.${scope}`
                : `atom.${order}.${scope}`,
            ),
          ),
        )

const ofFence = (one: Fence, among: readonly Scope[]): readonly Form[] =>
  (['acquire', 'release', 'acq_rel', 'sc'] as const)
    // The fences in one direction are recent; they stay where they are, and are not proposed.
    .filter((order) => order === 'acq_rel' || order === 'sc' || order === one.order)
    .flatMap((order) =>
      among.map((scope) =>
        form(
          same(one, { ...one, order, scope }, one.order === order && one.scope === scope),
          order,
          scope,
          `fence.${order}.${scope}`,
        ),
      ),
    )

const ofArrival = (one: ClusterBarrier): readonly Form[] | undefined =>
  one.action === 'wait'
    ? undefined
    : (['relaxed', 'release'] as const).map((order) =>
        form(same(one, { ...one, order }, one.order === order), order, undefined, `barrier.cluster.arrive.${order}`),
      )

/** Arrivals and waits; the other operations have one form. */
function ofMbarrier(one: Mbarrier, among: readonly Scope[]): readonly Form[] | undefined {
  const { action, order, scope, waitsFor } = one
  if (waitsFor === undefined && action !== 'arrive' && action !== 'arrive_drop') return undefined
  if (order === 'weak' || scope === undefined) return undefined
  const strong = waitsFor === undefined ? ('release' as const) : ('acquire' as const)
  return (['relaxed', strong] as const).flatMap((order) =>
    (['cta', 'cluster'] as const)
      .filter((scope) => among.includes(scope) || scope === one.scope)
      .map((scope) =>
        form(
          same(one, { ...one, order, scope }, one.order === order && one.scope === scope),
          order,
          scope,
          order === 'acquire'
            ? `mbarrier.wait.acquire.${scope}`
            : order === 'release'
              ? `mbarrier.arrive.release.${scope}`
              : waitsFor === undefined
                ? `mbarrier.arrive.relaxed.${scope}`
                : `mbarrier.wait.relaxed.${scope}`,
        ),
      ),
  )
}

/**
 * The scopes of bulk reductions, and of bulk copies that are relaxed. Between the CTAs of a cluster, none is wider than
 * that (ISA, `cp.async.bulk`). A weak copy stays weak: it accesses other elements than a relaxed one.
 */
function ofCopy(one: AsyncCopy, among: readonly Scope[]): readonly Form[] | undefined {
  const { tile, relaxed, to, from } = one
  if (tile !== undefined || relaxed === undefined) return undefined
  const widest = to.space === 'global' || from.space === 'global' ? 'sys' : 'cluster'
  return among
    .filter((scope) => scopes.indexOf(scope) <= scopes.indexOf(widest))
    .map((scope) =>
      form(
        same(one, { ...one, relaxed: scope }, relaxed === scope),
        'relaxed',
        scope,
        `cp.async.bulk.relaxed.${scope}`,
      ),
    )
}

const ofMapFence = (one: AsyncFence, among: readonly Scope[]): readonly Form[] | undefined =>
  match(one.what)
    .with({ kind: 'tensormap' }, (what) =>
      among.map((scope) =>
        form(
          same(one, { ...one, what: { ...what, scope } }, what.scope === scope),
          what.order,
          scope,
          `fence.proxy.tensormap.${what.order}.${scope}`,
        ),
      ),
    )
    .otherwise(() => undefined)

/** The smallest changes of a program that make a reachable outcome unreachable; each is decided, not guessed. */

import {
  type Fence,
  type FenceOrder,
  type Instruction,
  isBarrier,
  type Load,
  type Scope,
  type Store,
} from '../litmus/instruction.js'
import { clusterName, ctaName } from '../litmus/position.js'
import type { Program, ThreadPosition } from '../litmus/program.js'
import { fencedProxies } from '../litmus/proxy.js'
import { asyncRepairs, isAsynchronous } from '../repair/async-repairs.js'
import { barriers, clusterBarriers } from '../repair/barrier-repairs.js'
import { hostRepairs } from '../repair/host-repairs.js'
import { deviceTexts, deviceThreads, isElement, isFurtherElement, startOfLine } from '../repair/lines.js'
import type { Mending, Repair, What } from '../repair/repair.js'
import type { Trials } from './trials.js'

const scopes: readonly Scope[] = ['cta', 'cluster', 'gpu', 'sys']

/**
 * The first repairs that forbid the outcome: single changes, with proxy fences and the host's calls before all others; if there are none,
 * two changes that each strengthen one access.
 */
export function repairsOf(
  program: Program,
  usesProxies: boolean,
  { forbidding: tried }: Pick<Trials, 'forbidding'>,
): readonly Mending[] {
  const { waits, swaps: exchanged, streams, synchronizations, paired } = hostRepairs(program)
  const calls = [waits, exchanged, streams, synchronizations]
  const fences = usesProxies ? proxyFences(program) : []
  if (isAsynchronous(program)) {
    const changes = asyncRepairs(deviceTexts(program), startOfLine)
    const alone = first(mostReported, onePlace(tried(changes.map((change) => [change]))))
    if (alone.length > 0) return alone
    // The two ends of a synchronisation are often written with the same mistake, or both fences of a tensor map left out.
    const ends = first(1, tried([...pairs(changes.filter(widens)), ...pairs(changes.filter(fencesMaps))]))
    if (ends.length > 0) return ends
  }
  const single = closest([...tried(fences.map((one) => [one]))])
  const strengthened = [...swaps(program), ...strengthenings(program), ...memoryFences(program)]
  if (program.host !== undefined) {
    // A call may also forbid an outcome by keeping apart what must run at the same time; so repairs of the kernels come first.
    const inKernels = first(1, tried(strengthened.map((change) => [change])))
    const asked = calls.flatMap((some) => first(1, tried(some.map((one) => [one])))).slice(0, mostReported)
    const found = [...single, ...inKernels, ...asked]
    if (found.length > 0) return found
  }
  if (single.length > 0) return single
  const recorded = first(1, tried(paired))
  if (recorded.length > 0) return recorded
  // Two fences at one place may be in either order.
  const both = pairs(fences).flatMap(([a, b]) =>
    a.thread === b.thread && a.at === b.at
      ? [
          [a, b],
          [b, a],
        ]
      : [[a, b]],
  )
  const two = first(1, tried(both))
  if (two.length > 0) return two
  const one = first(mostReported, narrowest(tried(strengthened.map((change) => [change]))))
  if (one.length > 0) return one
  const met = first(1, tried([...barriers(program).map((change) => [change]), ...clusterBarriers(program)]))
  if (met.length > 0) return met
  const isFence = ({ change }: Repair) => change.kind === 'insert'
  const plain = memoryFences(program).filter(
    ({ change }) => change.kind === 'insert' && 'order' in change.instruction && change.instruction.order === 'acq_rel',
  )
  const apart = (some: readonly Repair[]) =>
    pairs(some).filter(([a, b]) => a.thread !== b.thread || Math.abs(a.at - b.at) > 1)
  // Two wider scopes change least: a mistake in the scope is often made twice.
  const twoStronger = apart(strengthened.filter((change) => !isFence(change)))
  const stronger = first(
    1,
    tried([...twoStronger.filter((pair) => pair.every(widens)), ...twoStronger.filter((pair) => !pair.every(widens))]),
  )
  return stronger.length > 0 ? stronger : first(1, tried(apart(plain)))
}

const mostReported = 3

const fencesMaps = ({ change }: Repair): boolean =>
  change.kind === 'insert' && change.instruction.kind === 'async-fence' && change.instruction.what.kind === 'tensormap'

const widens = ({ change }: Repair): boolean => change.kind === 'replace' && change.what === 'scope'

/** The first of them; no more are tried. */
function first<T>(count: number, items: Iterable<T>): readonly T[] {
  const taken: T[] = []
  for (const one of items) {
    taken.push(one)
    if (taken.length === count) break
  }
  return taken
}

/** Of several changes of one instruction, only the first, which changes least. The same holds for several fences before it. */
function* narrowest(mendings: Iterable<Mending>): Generator<Mending, undefined> {
  const seen = new Set<string>()
  for (const one of mendings) {
    const [change] = one.changes
    const key = `${change?.thread} ${change?.at} ${change?.change.kind === 'insert'}`
    if (seen.has(key)) continue
    seen.add(key)
    yield one
  }
  return undefined
}

/** Of several places of a thread for one fence or wait, only the first; and of several changes of one instruction. */
function* onePlace(mendings: Iterable<Mending>): Generator<Mending, undefined> {
  const seen = new Set<string>()
  for (const one of mendings) {
    const [repair] = one.changes
    const where = repair?.change.kind === 'insert' ? repair.change.instruction.kind : repair?.at
    const key = `${repair?.thread} ${where}`
    if (seen.has(key)) continue
    seen.add(key)
    yield one
  }
  return undefined
}

/** Of several places for one fence, only the first for each thread and proxy. */
function closest(mendings: readonly Mending[]): readonly Mending[] {
  const seen = new Set<string>()
  return mendings.filter(({ changes: [one] }) => {
    const key = `${one?.thread} ${one?.change.kind === 'insert' && 'proxy' in one.change.instruction ? one.change.instruction.proxy : ''}`
    return !seen.has(key) && seen.add(key)
  })
}

const pairs = <T>(items: readonly T[]): readonly (readonly [T, T])[] =>
  items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b] as const))

function proxyFences(program: Program): readonly Repair[] {
  return deviceTexts(program).flatMap(([thread, { instructions }]) =>
    Array.from({ length: Math.max(0, instructions.length - 1) }, (_, i) => i + 1)
      .filter((at) => startOfLine(instructions, at) === at)
      .flatMap((at) =>
        fencedProxies.map((proxy): Repair => {
          const span = instructions[at]?.span ?? instructions[0]?.span
          if (span === undefined) throw new Error('a thread without instructions has no place for a fence')
          return { thread, at, change: { kind: 'insert', instruction: { kind: 'proxy-fence', proxy, span } } }
        }),
      ),
  )
}

/** A fence between any two accesses, at the narrowest scope that includes all threads. */
function memoryFences(program: Program): readonly Repair[] {
  const threads = deviceThreads(program)
  const differ = (of: (position: ThreadPosition) => unknown) =>
    new Set(threads.map(([, { position }]) => of(position))).size > 1
  const scope: Scope = differ(({ gpu }) => gpu)
    ? 'sys'
    : differ(clusterName)
      ? 'gpu'
      : differ(ctaName)
        ? 'cluster'
        : 'cta'
  return deviceTexts(program).flatMap(([thread, { instructions }]) =>
    instructions.flatMap((one, index): readonly Repair[] => {
      const { kind, span } = one
      const isAccess = kind === 'load' || kind === 'store' || kind === 'atomic'
      const at = startOfLine(instructions, index)
      if (at === 0 || !isAccess || isFurtherElement(instructions, index)) return []
      return (['acq_rel', 'sc'] as const).map((order) => ({
        thread,
        at,
        change: { kind: 'insert', instruction: { kind: 'fence', order, scope, span } },
      }))
    }),
  )
}

/** Fences that change places with a neighbouring access: the fence is on the wrong side. */
const swaps = (program: Program): readonly Repair[] =>
  deviceTexts(program).flatMap(([thread, { instructions }]) =>
    instructions.flatMap((one, at): readonly Repair[] => {
      const next = instructions[at + 1]
      const isFence = (some: Instruction | undefined) => some?.kind === 'fence' || some?.kind === 'proxy-fence'
      return next !== undefined &&
        isFence(one) !== isFence(next) &&
        isPlain(one) &&
        isPlain(next) &&
        !isElement(one) &&
        !isElement(next)
        ? [{ thread, at, change: { kind: 'swap' } }]
        : []
    }),
  )

const isPlain = (one: Instruction): boolean => one.kind !== 'label' && one.kind !== 'branch' && !isBarrier(one)

/** Each access and fence with a wider scope, or with an order that synchronises; and loads by the read-only path as generic ones. */
const strengthenings = (program: Program): readonly Repair[] =>
  deviceTexts(program).flatMap(([thread, { instructions, position }]) =>
    instructions.flatMap((one, at) =>
      stronger(one, position.cluster !== undefined).map(
        ({ instruction, what }): Repair => ({ thread, at, change: { kind: 'replace', instruction, what } }),
      ),
    ),
  )

function stronger(
  one: Instruction,
  inCluster: boolean,
): readonly { readonly instruction: Instruction; readonly what: What }[] {
  // A change is of one instruction, and the elements of a vector access are several.
  if (isElement(one)) return []
  switch (one.kind) {
    case 'load':
      if (one.proxy === 'non-coherent') return [{ instruction: { ...one, proxy: 'generic' }, what: 'path' }]
      return [...wider(one, inCluster), ...synchronising(one)]
    case 'store':
      return [...wider(one, inCluster), ...synchronising(one)]
    case 'fence':
      return [...wider(one, inCluster), ...fenceOrders(one)]
    case 'cluster-barrier':
      return one.order === 'relaxed' ? [{ instruction: { ...one, order: 'release' }, what: 'order' }] : []
    case 'atomic':
      return [
        ...wider(one, inCluster),
        ...(one.order === 'acq_rel'
          ? []
          : [{ instruction: { ...one, order: 'acq_rel' as const }, what: 'order' as const }]),
      ]
    default:
      return []
  }
}

const wider = <I extends Extract<Instruction, { scope: unknown }>>(
  one: I,
  inCluster: boolean,
): readonly { readonly instruction: I; readonly what: 'scope' }[] => {
  const { scope } = one
  if (scope === undefined) return []
  return scopes
    .slice(scopes.indexOf(scope) + 1)
    .filter((wide) => wide !== 'cluster' || inCluster)
    .map((wide) => ({ instruction: { ...one, scope: wide }, what: 'scope' }))
}

function synchronising(one: Load | Store): readonly { readonly instruction: Instruction; readonly what: 'order' }[] {
  const scope = one.scope ?? 'sys'
  if (one.kind === 'load')
    return one.order === 'acquire' ? [] : [{ instruction: { ...one, order: 'acquire', scope }, what: 'order' }]
  return one.order === 'release' ? [] : [{ instruction: { ...one, order: 'release', scope }, what: 'order' }]
}

const fenceOrders = (one: Fence): readonly { readonly instruction: Instruction; readonly what: 'order' }[] =>
  (['acq_rel', 'sc'] satisfies readonly FenceOrder[])
    .slice(one.order === 'acq_rel' ? 1 : 0)
    .filter((order) => order !== one.order && one.order !== 'sc')
    .map((order) => ({ instruction: { ...one, order }, what: 'order' }))

/** The smallest changes of a program that make a reachable outcome unreachable; each is decided, not guessed. */

import {
  type Fence,
  type FenceOrder,
  type Instruction,
  isBarrier,
  type Load,
  type NamedBarrier,
  type Scope,
  type Store,
  type WarpInstruction,
} from '../litmus/instruction.js'
import { clusterName, ctaName, warpOf } from '../litmus/position.js'
import { type DeviceThread, type Program, type ThreadPosition, threadAt } from '../litmus/program.js'
import { fencedProxies } from '../litmus/proxy.js'
import type { Span } from '../source/text.js'
import { asyncRepairs, isAsynchronous } from './async-repairs.js'
import { hostRepairs } from './host-repairs.js'
import type { Mending, Repair, What } from './repair.js'
import { isFirstOfText, sharing } from './same-text.js'
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
  const { single: calls, paired } = hostRepairs(program)
  const fences = usesProxies ? proxyFences(program) : []
  if (isAsynchronous(program)) {
    const changes = asyncRepairs(deviceTexts(program), startOfLine)
    const alone = first(mostReported, onePlace(tried(changes.map((change) => [change]))))
    if (alone.length > 0) return alone
    // The two ends of a synchronisation are often written with the same mistake.
    const ends = first(1, tried(pairs(changes.filter(widens))))
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
  const met = first(1, tried(barriers(program).map((change) => [change])))
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

/** The threads that run on a GPU, with their indices. */
const deviceThreads = ({ threads }: Program): readonly (readonly [number, DeviceThread])[] =>
  threads.flatMap((thread, i) => (thread.kind === 'device' ? [[i, thread] as const] : []))

/** The texts that run on a GPU, each by the first thread that runs it. */
const deviceTexts = (program: Program): readonly (readonly [number, DeviceThread])[] =>
  deviceThreads(program).filter(([thread]) => isFirstOfText(program, thread))

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

/**
 * A barrier of the CTA before any access or branch of a text that several of its threads run. Where the text is of one warp, whose lanes do
 * something together, it is a barrier of the warp.
 */
function barriers(program: Program): readonly Repair[] {
  if (program.format !== 'nvlitmus') return []
  return deviceTexts(program).flatMap(([thread, { instructions, position }]) => {
    const mates = sharing(program, thread).filter((other) => {
      const one = threadAt(program.threads, other)
      return one.kind === 'device' && ctaName(one.position) === ctaName(position)
    })
    if (mates.length < 2) return []
    const ofWarp =
      instructions.some(({ kind }) => kind === 'warp') &&
      new Set(mates.map((mate) => warpOf(threadAt(program.threads, mate)))).size === 1
    const places = instructions.flatMap(({ kind }, index) =>
      ['load', 'store', 'atomic', 'branch'].includes(kind) ? [afterLast(instructions, index)] : [],
    )
    return [...new Set(places)].flatMap((at): readonly Repair[] => {
      const span = instructions[at]?.span
      if (at === 0 || span === undefined) return []
      return [{ thread, at, change: { kind: 'insert', instruction: ofWarp ? warpBarrier(span) : ctaBarrier(span) } }]
    })
  })
}

const ctaBarrier = (span: Span): NamedBarrier => ({
  kind: 'named-barrier',
  action: 'sync',
  aligned: true,
  id: { kind: 'integer', value: 0n, span },
  threads: undefined,
  span,
})

/** Of all lanes. */
const warpBarrier = (span: Span): WarpInstruction => ({
  kind: 'warp',
  operation: 'bar',
  mnemonic: 'bar.warp.sync',
  operands: [],
  from: { width: 32, signed: false },
  mask: { kind: 'integer', value: 0xffff_ffffn, span },
  span,
})

/** Where what is computed for an instruction begins: behind what accesses memory, branches or is branched to before it. */
function afterLast(instructions: readonly Instruction[], at: number): number {
  const start = startOfLine(instructions, at)
  const before = instructions[start - 1]
  return before?.kind === 'arithmetic' || before?.kind === 'set-predicate' ? afterLast(instructions, start - 1) : start
}

/** Whether an instruction is a further element of a vector access, which the text writes as one. */
const isFurtherElement = (instructions: readonly Instruction[], at: number): boolean => {
  const [before, one] = [instructions[at - 1], instructions[at]]
  return one !== undefined && isElement(one) && before?.span === one.span
}

const isElement = (one: Instruction): boolean => 'element' in one && one.element !== undefined

/** Where the line begins in which an instruction is written: with its guard, or the first element of a vector access. */
function startOfLine(instructions: readonly Instruction[], at: number): number {
  const [before, one] = [instructions[at - 1], instructions[at]]
  const isGuard = before?.kind === 'branch' && before.guards === true
  const endsGuard =
    one?.kind === 'label' &&
    instructions.some((other) => other.kind === 'branch' && other.guards && other.target === one.name)
  return isGuard || endsGuard || isFurtherElement(instructions, at) ? startOfLine(instructions, at - 1) : at
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

/**
 * Checks that mbarriers, asynchronous copies and stores fit the memory that they name: its state space, its bytes, its
 * owner (ISA, `cp.async`, `mbarrier`).
 */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import type { Span } from '../source/text.js'
import type { TypedRoot } from './elements.js'
import type { Instruction } from './instruction.js'
import { type AsyncCopy, elementBytes } from './instructions/async-copy.js'
import type { AsyncFence } from './instructions/async-fences.js'
import type { AsyncArrive } from './instructions/async-groups.js'
import type { AsyncStore } from './instructions/async-stores.js'
import { responseBytes, type TryCancel } from './instructions/cluster-launch-control.js'
import type { Mbarrier } from './instructions/mbarriers.js'
import type { TensorMapChange } from './instructions/tensor-maps.js'
import { checkBytes } from './memory.js'
import type { Target } from './operand.js'
import { targetsOf } from './operands.js'
import { ctaName, ctaOfRank, rankIn, ranksIn, sameCta, threadPosition } from './position.js'
import { isCompiled, type Thread, threadAt, type Variable } from './program.js'
import type { Memory } from './resolve-instances.js'
import {
  checkAlike,
  checkChanged,
  checkHostMaps,
  checkTensorMaps,
  checkTile,
  elementOf,
  tensorAt,
  tensorOf,
  tileBytes,
} from './tensor-maps.js'
import { memoryOf } from './variables.js'

/** A name of memory, where an instruction mentions it. */
interface Named {
  readonly variable: Variable
  readonly root: TypedRoot
  readonly offset: number
  readonly space: Target['space']
  readonly span: Span
}

/**
 * Reports an mbarrier that is not in shared memory, or out of the operation's reach; copies from or to another memory
 * than they name, of bytes outside it, or that are misaligned; tensor maps that describe no tensor, or that other
 * instructions access. Undeclared names are reported elsewhere.
 */
export function checkAsynchronous({ threads, variables, roots }: Memory): readonly Diagnostic[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const named = (name: string, offset: bigint, space: Target['space'], span: Span): readonly Named[] => {
    const variable = byName.get(name)
    if (variable === undefined) return []
    return [{ variable, root: must(roots[variable.location], 'a location'), offset: Number(offset), space, span }]
  }
  const target = ({ value, offset, space, span }: Target): readonly Named[] =>
    value.kind === 'address' ? named(value.name, value.offset + offset, space, span) : []
  const check = (thread: Thread, one: Instruction): readonly Diagnostic[] => {
    if (one.kind === 'async-copy')
      return [
        ...checkCopy(one, target, { variables, roots, compiled: isCompiled(thread) }),
        ...checkMask(one, thread, threads),
      ]
    if (one.kind === 'async-store') return checkStore(one, target, threads)
    if (one.kind === 'try-cancel') return checkRequest(one, target, thread, threads)
    if (one.kind === 'tensormap' || one.kind === 'async-fence') return checkMaps(one, target, { variables, roots })
    if (!('address' in one) || one.address.kind !== 'name') return []
    if (thread.kind === 'transfer') return []
    if (one.kind !== 'mbarrier' && one.kind !== 'async-arrive')
      return named(one.address.name, 0n, undefined, one.address.span).flatMap(notOfMap)
    const { name, offset, space, span } = one.address
    // An access to memory other than the instruction names is reported each time.
    return named(name, offset, undefined, span).flatMap((place) => [
      ...notOfMap(place),
      ...(space === undefined ? checkMbarrier(place) : []),
      ...checkReach(one, place, thread, threads),
    ])
  }
  return [
    ...checkTensorMaps({ variables, roots }),
    ...checkHostMaps({ threads, variables, roots }),
    ...threads.flatMap((thread) => thread.instructions.flatMap((one) => check(thread, one))),
  ]
}

const memoryName = ({ space }: Variable): string => (space === 'const' ? 'constant' : memoryOf(space))

const checkMbarrier = ({ variable, span }: Named): readonly Diagnostic[] =>
  memoryName(variable) === 'shared'
    ? []
    : [diagnostic(`an mbarrier is in shared memory; \`${variable.name}\` is in ${memoryName(variable)} memory`, span)]

/** Checks that only operations without a result reach the mbarriers of other CTAs (ISA, `mbarrier`). */
function checkReach(
  one: Mbarrier | AsyncArrive,
  { variable: { instance }, span }: Named,
  thread: Thread,
  threads: readonly Thread[],
): readonly Diagnostic[] {
  const owner = instance && threadPosition(threadAt(threads, instance.owner))
  if (instance === undefined || owner === undefined || sameCta(owner, threadPosition(thread))) return []
  const counts = one.kind === 'mbarrier' && one.order !== 'weak' && one.waitsFor === undefined && !one.noComplete
  if (counts && one.destination === undefined) return []
  const which = `\`${instance.of}\` of ${ctaName(owner)} is an mbarrier of another CTA`
  return [
    diagnostic(
      counts
        ? `${which}: an arrival there returns no state, so write \`_\``
        : `${which}, which only arrivals, \`expect_tx\` and \`complete_tx\` reach`,
      span,
    ),
  ]
}

function checkCopy(
  copy: AsyncCopy,
  named: (target: Target) => readonly Named[],
  { variables, roots, compiled }: Pick<Memory, 'variables' | 'roots'> & { readonly compiled: boolean },
): readonly Diagnostic[] {
  const { to, from, size, read, bulk, tile, completes } = copy
  const bytesOf = (operand: AsyncCopy['size']): number | undefined =>
    operand?.kind === 'integer' ? Number(operand.value) : undefined
  const [map] = tile === undefined ? [] : named(tile.side === 'to' ? to : from)
  const described = map && tensorAt(map.root, map.offset)
  const tensor = described && tensorOf(described)
  const type = tensor && elementOf(tensor, { variables, locations: roots })
  const whole =
    tensor === undefined || type === undefined || tile === undefined ? bytesOf(size) : tileBytes(tensor, type, tile)
  // A test may copy in ways that no kernel can: fewer bytes, and from any place.
  const aligned = bulk ? (compiled ? 16 : elementBytes(copy)) : (whole ?? 1)
  const copied = (target: Target, bytes: number | undefined): readonly Diagnostic[] =>
    named(target).flatMap((place) => {
      const problem = [...notOfMap(place), ...checkSpace(place)]
      if (problem.length > 0 || bytes === undefined || bytes === 0) return problem
      const { variable, offset, span, root } = place
      return checkBytes({ what: 'this copy', name: variable.name, from: offset, bytes, aligned, span }, root)
    })
  const ofSide = (side: 'to' | 'from', target: Target, bytes: number | undefined): readonly Diagnostic[] => {
    if (tile?.side !== side) return copied(target, bytes)
    return map === undefined ? [] : checkTile(tile, map, type)
  }
  const mbarrier = completes?.by === 'mbarrier' ? named(completes.at) : []
  return [
    ...ofSide('to', to, whole),
    ...ofSide('from', from, read === undefined ? whole : bytesOf(read)),
    ...mbarrier.flatMap(checkCounting),
  ]
}

/**
 * Checks that a mask of CTAs in a test names CTAs that the test has. In compiled kernels, errors show when a thread
 * gets there.
 */
function checkMask({ multicast }: AsyncCopy, thread: Thread, threads: readonly Thread[]): readonly Diagnostic[] {
  const position = threadPosition(thread)
  if (multicast?.kind !== 'integer' || position === undefined || isCompiled(thread)) return []
  const missing = ranksIn(multicast.value).find((rank) => ctaOfRank(rank, position, threads) === undefined)
  if (missing === undefined) return []
  const ranks = new Set(threads.flatMap((one) => rankIn(position, one) ?? []))
  return [
    diagnostic(
      `the mask names the CTA of rank ${missing} in the cluster of ${ctaName(position)}; there ${ranks.size === 1 ? 'is only' : 'are'} ${[...ranks].toSorted((a, b) => a - b).join(', ')}`,
      multicast.span,
    ),
  ]
}

/** Returns what counts the bytes of an operation. */
function checkCounting(place: Named): readonly Diagnostic[] {
  const { variable, offset, span, root } = place
  const problem = checkMbarrier(place)
  const range = { what: 'this mbarrier', name: variable.name, from: offset, bytes: 8, aligned: 8, span }
  return problem.length > 0 ? problem : checkBytes(range, root)
}

/**
 * Checks that the destination and the mbarrier belong to one CTA, and that without an mbarrier the destination is in
 * global memory (ISA, `st.async`, `red.async`).
 */
function checkStore(
  { to, completes, values, type, operation }: AsyncStore,
  named: (target: Target) => readonly Named[],
  threads: readonly Thread[],
): readonly Diagnostic[] {
  const [what, bytes] = [operation === undefined ? 'this store' : 'this reduction', (values.length * type.width) / 8]
  const stored = named(to).flatMap((place): readonly Diagnostic[] => {
    const { variable, offset, span, root } = place
    const memory = memoryName(variable)
    if (memory !== (completes.by === 'mbarrier' ? 'shared' : 'global'))
      return [
        diagnostic(
          completes.by === 'mbarrier'
            ? `an asynchronous store is of shared memory; \`${variable.name}\` is in ${memory} memory`
            : `an asynchronous release is in global memory; \`${variable.name}\` is in ${memory} memory`,
          span,
        ),
      ]
    return checkBytes({ what, name: variable.name, from: offset, bytes, aligned: bytes, span }, root)
  })
  const mbarriers = completes.by === 'mbarrier' ? named(completes.at) : []
  const problems = [...stored, ...mbarriers.flatMap(checkCounting)]
  if (problems.length > 0) return problems
  const ownerOf = ({ variable: { instance } }: Named) => instance && threadPosition(threadAt(threads, instance.owner))
  return named(to).flatMap((place) =>
    mbarriers.flatMap((mbarrier) => {
      const [stored, counting] = [ownerOf(place), ownerOf(mbarrier)]
      if (stored === undefined || counting === undefined || sameCta(stored, counting)) return []
      return [
        diagnostic(
          `${what} is into the shared memory of ${ctaName(stored)}, the mbarrier is one of ${ctaName(counting)}: both belong to one CTA`,
          mbarrier.span,
        ),
      ]
    }),
  )
}

/** Checks that a response and its mbarrier are in the shared memory of the thread's CTA (ISA, `clusterlaunchcontrol`). */
function checkRequest(
  { to, at }: TryCancel,
  named: (target: Target) => readonly Named[],
  thread: Thread,
  threads: readonly Thread[],
): readonly Diagnostic[] {
  const written = named(to).flatMap((place): readonly Diagnostic[] => {
    const { variable, offset, span, root } = place
    const memory = memoryName(variable)
    if (memory !== 'shared')
      return [diagnostic(`a response is in shared memory; \`${variable.name}\` is in ${memory} memory`, span)]
    const [what, bytes] = ['this response', responseBytes]
    return checkBytes({ what, name: variable.name, from: offset, bytes, aligned: bytes, span }, root)
  })
  const problems = [...written, ...named(at).flatMap(checkCounting)]
  if (problems.length > 0) return problems
  return [to, at].flatMap(named).flatMap(({ variable: { instance, name }, span }) => {
    const owner = instance && threadPosition(threadAt(threads, instance.owner))
    return owner === undefined || sameCta(owner, threadPosition(thread))
      ? []
      : [
          diagnostic(
            `\`${name}\` is in the shared memory of ${ctaName(owner)}; a request is of the thread's own CTA`,
            span,
          ),
        ]
  })
}

/**
 * Reports an instruction for tensor maps that names something else, or a map in memory that it cannot access, and a
 * copy of a map that describes another tensor.
 */
function checkMaps(
  one: TensorMapChange | AsyncFence,
  named: (target: Target) => readonly Named[],
  memory: Pick<Memory, 'variables' | 'roots'>,
): readonly Diagnostic[] {
  const maps = targetsOf(one).flatMap(named)
  const problems = maps.flatMap((place) =>
    checkChanged(place, one.kind === 'tensormap' ? place.space : 'global', spaceWord(place.space)),
  )
  const [to, from] = maps
  return problems.length > 0 || from === undefined || to === undefined
    ? problems
    : checkAlike(to.root, from.root, from.span, memory)
}

/** Reports a tensor map, whose bytes have no meaning to a program. */
const notOfMap = ({ variable: { name }, root, span }: Named): readonly Diagnostic[] =>
  root.tensor === undefined
    ? []
    : [
        diagnostic(
          `\`${name}\` is a tensor map, which only copies of tensors and \`tensormap\` instructions access`,
          span,
        ),
      ]

/** Reports memory of a state space other than the one that the copy names. */
function checkSpace({ variable, space, span }: Named): readonly Diagnostic[] {
  const memory = memoryName(variable)
  const said = space === 'shared::cluster' ? 'shared' : space
  if (said === undefined || said === memory) return []
  return [diagnostic(`\`${variable.name}\` is in ${memory} memory; the copy says \`.${spaceWord(space)}\``, span)]
}

const spaceWord = (space: Target['space']): string => (space === 'shared' ? 'shared::cta' : (space ?? 'global'))

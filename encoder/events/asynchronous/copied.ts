/**
 * The bytes that asynchronous copies move: a range, or a tile of a tensor range by range (ISA, asynchronous copies,
 * Tensors).
 */

import { holder } from '../../../litmus/instances.js'
import { type AsyncCopy, dimensionsOf, elementBytes } from '../../../litmus/instructions/async-copy.js'
import type { Operand } from '../../../litmus/operand.js'
import { ctaOfRank, peerOf, rankOf, ranksIn, sameCluster, sameCta, threadPosition } from '../../../litmus/position.js'
import { type Program, type Tensor, threadAt, variableAt } from '../../../litmus/program.js'
import { addressBytes, elementOf, hasSeveralRows, tileBytes } from '../../../litmus/tensor-maps.js'
import { must } from '../../../source/must.js'
import { constant, type Expression } from '../../values/expression.js'
import { valueIn } from '../control/flow.js'
import type { Performed } from '../control/performed.js'
import type { AccessPlace, Copied } from '../graph/event.js'
import { ownerOf } from '../graph/scopes.js'
import { shifted } from '../memory/pieces.js'
import { isPlace, mapAt, type Placed, placeOf, whyUnknown } from '../memory/targets.js'
import type { AsyncRecording } from './recording.js'
import { rangesOfRows, rangesOfTile } from './tensors.js'

/** Bytes that a copy moves, one after the other on both sides. */
interface Move {
  readonly from: AccessPlace
  /** Several, if it is into several CTAs. */
  readonly to: readonly [Destination, ...Destination[]]
  readonly bytes: number
  /** The number of bytes that are read; the bytes after them become 0. */
  readonly read: number
  /** Only where the tensor map holds this address. */
  readonly base?: bigint
}

/** A move into one place. */
type OneMove = Omit<Move, 'to'> & { readonly to: AccessPlace }

/** Missing memory that a copy would access. */
interface Outside {
  readonly address: Expression
  readonly copied: Copied
}

interface Destination {
  readonly place: AccessPlace
  /** The number of the CTA among those of the copy. */
  readonly cta: number
}

interface Planned {
  readonly kind: 'planned'
  readonly moves: readonly Move[]
  /** The number of bytes that the complete-tx counts. */
  readonly bytes: number
  /** One in each CTA, in the order of these; none where it completes in another way. */
  readonly mbarriers: readonly AccessPlace[]
  readonly reduction: AsyncCopy['reduction']
  /**
   * The tensor map that it reads, if something may have changed it, and the addresses with which it would leave memory.
   */
  readonly map?: { readonly place: AccessPlace; readonly outside: readonly (Outside & { readonly base: bigint })[] }
}

/**
 * The effect of a copy, if it is known before anything is read; or that the copy reaches memory that does not exist.
 */
type Plan =
  | Planned
  | { readonly kind: 'not modelled'; readonly why: string }
  | (Outside & { readonly kind: 'outside' })
  | { readonly kind: 'wrong CTA'; readonly problem: 'no such CTA' | 'own CTA' | 'other CTA' }

const notModelled = (why: string): Plan => ({ kind: 'not modelled', why })

/** Returns what a copy does when it is performed. */
export const planOf = (copy: AsyncCopy, performed: Performed, recording: AsyncRecording): Plan =>
  copy.tile === undefined ? planOfRange(copy, performed, recording) : planOfTile(copy, copy.tile, performed, recording)

function planOfRange(copy: AsyncCopy, performed: Performed, recording: AsyncRecording): Plan {
  const bytes = copy.size && numberOf(copy.size, performed)
  if (bytes === undefined) return notModelled('its size depends on what is read')
  const ignored = copy.ignored === undefined ? 0 : numberOf(copy.ignored, performed)
  const said = copy.read === undefined ? bytes : numberOf(copy.read, performed)
  if (ignored === undefined || said === undefined) return notModelled('how much it reads depends on what is read')
  // ISA, cp.async: "Specifying src-size larger than cp-size results in undefined behavior".
  if (said > bytes) return notModelled(`it is to read ${said} bytes, more than the ${bytes} that it copies`)
  const read = ignored === 0 ? said : 0
  const aligned = copy.bulk ? bulkAlignment(copy) : { aligned: Math.max(1, bytes) }
  const to = placeOf(copy.to, { bytes, ...aligned }, performed, recording)
  if (isPlace(to) && isStrictlyRemote(copy) && isOwn(to, performed, recording))
    return { kind: 'wrong CTA', problem: 'own CTA' }
  // If nothing is read, any source is fine.
  const from = read === 0 ? to : placeOf(copy.from, { bytes: read, ...aligned }, performed, recording)
  return placed([from, to], copy, performed, recording, ([from, to]) => ({
    moves: [{ from, to, bytes, read }],
    bytes,
    reduction: copy.reduction,
  }))
}

/** The alignment of the addresses of a bulk copy (ISA, `cp.async.bulk`), and of tensors (ISA, Tensors). */
const bulkBytes = 16

const bulkAlignment = (copy: AsyncCopy) => ({ aligned: bulkBytes, written: elementBytes(copy) })

/**
 * The alignment of a tile in shared memory. The CUDA C++ Programming Guide demands it; the ISA only counts its patterns
 * in units of 128 bytes (5.5.7).
 */
const tileAlignment = 128

/**
 * Returns whether a copy must be into another CTA of the cluster: one from shared memory to shared memory is (ISA,
 * `cp.async.bulk`).
 */
const isStrictlyRemote = ({ bulk, from, to, reduction }: AsyncCopy): boolean =>
  bulk && from.space === 'shared' && to.space === 'shared::cluster' && reduction === undefined

const isOwn = (place: AccessPlace, { thread }: Performed, { program }: AsyncRecording): boolean => {
  const owner = ownerOf(program, { places: [place] })
  return owner !== undefined && sameCta(owner, threadPosition(threadAt(program.threads, thread)))
}

/** Returns what a copy of a tile moves: bytes outside of the tensor become 0, or are not written. */
function planOfTile(
  copy: AsyncCopy,
  copied: NonNullable<AsyncCopy['tile']>,
  performed: Performed,
  recording: AsyncRecording,
): Plan {
  const { program } = recording
  const { side, coordinates, rows, reduction: operation } = copied
  const at = coordinates.map((one) => signedOf(one, performed))
  if (!at.every((one) => one !== undefined)) return notModelled('its coordinates depend on what is read')
  const map = mapAt(copy[side], performed, recording)
  const type = map && elementOf(map.tensor, program)
  if (map === undefined || type === undefined)
    return notModelled('it names no tensor map, or one that depends on what is read')
  const { tensor, place } = map
  if (tensor.sizes.length !== dimensionsOf(copied)) return notModelled('the tensor has another number of dimensions')
  if (rows !== undefined && hasSeveralRows(tensor)) return notModelled('the tiles of the tensor have several rows')
  const changed = recording.running.maps?.get(place.location)
  const bytes = tileBytes(tensor, type, copied)
  const tile = placeOf(
    side === 'from' ? copy.to : copy.from,
    { bytes, aligned: tileAlignment, written: 1 },
    performed,
    recording,
  )
  const reduction = operation && { operation, type }
  const moves = (tensorAt: AccessPlace, tileAt: AccessPlace): readonly OneMove[] =>
    (rows === undefined ? rangesOfTile : rangesOfRows)(tensor, at, type.width / 8).flatMap(
      ({ at, bytes, tensorOffset }): readonly OneMove[] => {
        const inTile = { ...tileAt, ...shifted(tileAt, at) }
        if (tensorOffset === undefined) return side === 'from' ? [{ from: inTile, to: inTile, bytes, read: 0 }] : []
        const inTensor = { ...tensorAt, ...shifted(tensorAt, tensorOffset) }
        const [from, to] = side === 'from' ? [inTensor, inTile] : [inTile, inTensor]
        return [{ from, to, bytes, read: bytes }]
      },
    )
  if (changed === undefined) {
    const base = must(program.locations[place.location], 'a location').initial[place.offset / addressBytes]
    const start = tensorAt(typeof base === 'bigint' ? base : 0n, tensor, copy, performed, recording)
    return placed([start, tile], copy, performed, recording, ([start, tile]) => ({
      moves: moves(start, tile),
      bytes,
      reduction,
    }))
  }
  const bases = changed.map((base) => ({ base, start: tensorAt(base, tensor, copy, performed, recording) }))
  const unknown = bases.map(({ start }) => start).find((start) => typeof start === 'string')
  if (unknown !== undefined) return notModelled(whyUnknown(unknown))
  return placed([tile, tile], copy, performed, recording, ([tile]) => ({
    moves: bases.flatMap(({ base, start }) =>
      isPlace(start) ? moves(start, tile).map((move) => ({ ...move, base })) : [],
    ),
    bytes,
    reduction,
    map: {
      place,
      outside: bases.flatMap(({ base, start }) =>
        typeof start === 'object' && !isPlace(start) ? [{ base, address: start.outside, copied: start.copied }] : [],
      ),
    },
  }))
}

/** Returns the place of a tensor that begins at an address, which is a multiple of the size of its elements. */
function tensorAt(
  base: bigint,
  tensor: Tensor,
  { span }: AsyncCopy,
  performed: Performed,
  recording: AsyncRecording,
): Placed {
  const element = must(elementOf(tensor, recording.program), 'the array of a tensor').width / 8
  const bytes = tensor.sizes.reduce((product, size) => product * size, element)
  const space = 'global'
  return base % BigInt(element) === 0n
    ? placeOf(
        { value: { kind: 'integer', value: base, span }, offset: 0n, space, span },
        { bytes, aligned: bulkBytes, written: element },
        performed,
        recording,
      )
    : { outside: constant(base, 64), copied: { bytes, aligned: element, space } }
}

/** Returns the plan, given the places of both sides, if they are known and there is memory at both. */
function placed(
  [one, other]: readonly [Placed, Placed],
  { completes, multicast, tile, group }: AsyncCopy,
  performed: Performed,
  recording: AsyncRecording,
  plan: (
    sides: readonly [AccessPlace, AccessPlace],
  ) => Omit<Planned, 'kind' | 'moves' | 'mbarriers'> & { readonly moves: readonly OneMove[] },
): Plan {
  const mbarrier =
    completes?.by === 'mbarrier' ? placeOf(completes.at, { bytes: 8, aligned: 8 }, performed, recording) : undefined
  for (const place of [one, other, mbarrier]) {
    if (typeof place === 'string') return notModelled(whyUnknown(place))
    if (place !== undefined && !('location' in place))
      return { kind: 'outside', address: place.outside, copied: place.copied }
  }
  if (!isPlace(one) || !isPlace(other)) return notModelled('its address depends on what is read')
  if (tile?.side === 'from' && isPlace(mbarrier) && areApart(recording.program, other, mbarrier, group))
    return { kind: 'wrong CTA', problem: 'other CTA' }
  const { moves, ...planned } = plan([one, other])
  const mask = multicast && numberOf(multicast, performed)
  if (multicast !== undefined && mask === undefined)
    return notModelled('the CTAs of its destination depend on what is read')
  const ctas = mask === undefined ? undefined : ctasIn(mask, performed, recording)
  if (ctas?.includes(undefined)) return { kind: 'wrong CTA', problem: 'no such CTA' }
  const inEach = (place: AccessPlace): readonly AccessPlace[] =>
    ctas === undefined ? [place] : ctas.flatMap((cta) => (cta === undefined ? [] : [instanceIn(cta, place, recording)]))
  const signalled =
    !isPlace(mbarrier) || ctas === undefined || group !== 2 ? undefined : inPairs(ctas, mbarrier, recording)
  if (signalled?.includes(undefined)) return { kind: 'wrong CTA', problem: 'no such CTA' }
  return {
    kind: 'planned',
    ...planned,
    moves: moves.flatMap((move) => toEach(move, inEach(move.to))),
    mbarriers: !isPlace(mbarrier)
      ? []
      : (signalled?.flatMap((one) => (one === undefined ? [] : [one])) ?? inEach(mbarrier)),
  }
}

/**
 * Returns the mbarrier that each CTA of a copy with `.cta_group::2` signals: that in the CTA of its pair whose rank has
 * the parity of the one in which the named mbarrier is (ISA, `cp.async.bulk.tensor`). Undefined where there is no such
 * CTA.
 */
function inPairs(
  ctas: readonly (number | undefined)[],
  mbarrier: AccessPlace,
  recording: AsyncRecording,
): readonly (AccessPlace | undefined)[] {
  const { program } = recording
  const owner = ownerOf(program, { places: [mbarrier] })
  return ctas.map((cta) => {
    const position = cta === undefined ? undefined : threadPosition(threadAt(program.threads, cta))
    if (owner === undefined || position === undefined) return undefined
    const [own, named] = [rankOf(position), rankOf(owner)]
    const there = ctaOfRank(own % 2 === named % 2 ? own : peerOf(own), position, program.threads)
    return there === undefined ? undefined : instanceIn(there, mbarrier, recording)
  })
}

/**
 * Returns whether the mbarrier is in another CTA than the tile, where it must not be: with `.cta_group::2` it may be in
 * the other CTA of the pair (ISA, `cp.async.bulk.tensor`).
 */
function areApart(program: Program, tile: AccessPlace, mbarrier: AccessPlace, group: AsyncCopy['group']): boolean {
  const [owner, counting] = [tile, mbarrier].map((place) => ownerOf(program, { places: [place] }))
  if (owner === undefined || counting === undefined || sameCta(owner, counting)) return false
  return group !== 2 || !sameCluster(owner, counting) || peerOf(rankOf(owner)) !== rankOf(counting)
}

/**
 * Returns a move into each place. Bytes that become 0 without a source are a separate move for each place, since
 * nothing splits all of them alike.
 */
function toEach(move: Omit<Move, 'to'>, places: readonly AccessPlace[]): readonly Move[] {
  const [first, ...others] = places.map((place, cta): Destination => ({ place, cta }))
  if (first === undefined) return []
  if (move.read > 0) return [{ ...move, to: [first, ...others] }]
  return [first, ...others].map((one) => ({ ...move, from: one.place, to: [one] }))
}

/** Returns, for each rank in a mask, a thread of that CTA in the issuer's cluster. */
export function ctasIn(
  mask: number,
  { thread }: Pick<Performed, 'thread'>,
  { program }: Pick<AsyncRecording, 'program'>,
): readonly (number | undefined)[] {
  const position = threadPosition(threadAt(program.threads, thread))
  return ranksIn(BigInt.asUintN(16, BigInt(mask))).map((rank) => position && ctaOfRank(rank, position, program.threads))
}

/** Returns the same place in the shared memory of the CTA of a thread. */
export function instanceIn(
  thread: number,
  place: AccessPlace,
  { program: { variables, threads } }: AsyncRecording,
): AccessPlace {
  const { instance: own } = variableAt({ variables }, place.address)
  const owner = holder('shared', thread, threads)
  const { location, address } = must(
    variables.find(({ instance }) => instance?.owner === owner && instance.of === own?.of),
    'what is copied to several CTAs in each of them',
  )
  return { ...place, location, address }
}

/** Returns the value of an operand that is known before anything is read; undefined if it is not. */
export function numberOf(operand: Operand, { flow }: Performed): number | undefined {
  const { value } = valueIn(flow, operand, 32)
  return value.kind === 'constant' ? Number(value.value) : undefined
}

/** Evaluates an operand as `numberOf` does, as a signed number. */
function signedOf(operand: Operand, performed: Performed): number | undefined {
  const number = numberOf(operand, performed)
  return number === undefined ? undefined : Number(BigInt.asIntN(32, BigInt(number)))
}

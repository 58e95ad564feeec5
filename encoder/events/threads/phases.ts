/**
 * Runs the threads of a program in phases. The places of accesses depend on the values of reads, and these depend on
 * the places of accesses and on what is copied. So each phase runs the threads with the results of earlier phases, and
 * finds what the next ones need.
 *
 * The first phase has no places for computed addresses. The next ones add the addresses that tensor maps may hold,
 * copies that move their bytes, and places; the last adds the initial writes. A phase that would find nothing new does
 * not run. Within a phase, `run.ts` starts again if a loop has too many rounds, or if it has found more private memory
 * or constant results of warps. `events.ts` starts again if memory turns out not to be private.
 */

import type { Program } from '../../../litmus/program.js'
import { largest } from '../../../source/largest.js'
import { exceed, limited } from '../../../source/limited.js'
import { once } from '../../../source/once.js'
import type { Expression } from '../../values/expression.js'
import { possibleMaps } from '../asynchronous/tensor-maps.js'
import { isNotPrivate, type NotPrivate } from '../control/private.js'
import { type Cell, type Event, isMemory } from '../graph/event.js'
import { limitsOfUnseen, mostPlaces, usualLimits } from '../graph/size.js'
import { cellsOf, initialWrites, observedRanges, rangesByName, rangesOf, rangeText } from '../memory/cells.js'
import { type Extent, type Pieces, piecesOf, rangesOfPieces, type Touched, wholePieces } from '../memory/pieces.js'
import type { Possible } from '../memory/places.js'
import { type Computed, possibleValues } from '../memory/possible.js'
import { keyOfAccess } from '../memory/recording.js'
import { mayBeOutside } from '../memory/unknown-indices.js'
import { bystandersIn } from './bystanders.js'
import { noRewriting, rewritingIn } from './overwritten.js'
import type { Ran, Running } from './recording.js'
import { runThreads } from './run.js'
import { aloneIn, areUnseen, plainIn, rangesOfExtents, rangesWithKinds, unseenIn } from './unseen.js'

/** The results of the last phase, with memory divided into these cells. */
interface Settled {
  readonly cells: readonly Cell[]
  readonly ran: Ran
  /** The number of events that are left out, since no axiom can tell. */
  readonly leftOut: number
}

/** What is left out of large programs. */
export interface LeavingOut {
  /** The events up to which all are kept. If there are more, those that no axiom can tell from others are left out. */
  readonly mostShown: number
  /** True if writes are, too, that their threads overwrite: coherence of a thread's writes is their order. */
  readonly overwritten: boolean
}

export const nothingLeftOut: LeavingOut = { mostShown: Number.POSITIVE_INFINITY, overwritten: false }

/** The facts that are known before the first phase. */
interface Given
  extends Omit<
    Running,
    'initial' | 'unknowns' | 'addresses' | 'otherAddresses' | 'pieces' | 'maps' | 'unseen' | 'idle' | 'limits'
  > {
  readonly leavingOut: LeavingOut
}

/** The inputs of a phase, and its results. */
interface Phase {
  readonly running: Running
  readonly ran: Ran
}

/**
 * Runs the threads of a program in which addresses are integers. If all accesses are by name, there is the last phase
 * only. Returns what they do, or a location that was to have no events but is not private. Exceeds limits if there are
 * too many steps.
 */
export function runInPhases(program: Program, given: Given): Settled | NotPrivate {
  const usual = limited(() => phases(program, { ...given, limits: usualLimits }))
  const isWhole = 'built' in usual && (isNotPrivate(usual.built) || usual.built.ran.endless.size === 0)
  if (!isWhole) {
    const { size = 1 } = program
    const most = limitsOfUnseen.kept * size
    const accesses = (given.leavingOut.mostShown < Number.POSITIVE_INFINITY ? limitsOfUnseen : usualLimits).accesses
    const long = limited(() => phases(program, { ...given, limits: { ...limitsOfUnseen, accesses } }))
    if ('built' in long) {
      if (isNotPrivate(long.built)) return long.built
      // Loops whose rounds are known are cut at the bound if there are that many events. If that does not help, memory
      // and time are the limits.
      if ('tooLarge' in usual || ownEvents(long.built.ran).length <= most) return long.built
    }
  }
  return 'built' in usual ? usual.built : exceed(usual.tooLarge)
}

/** Returns the events of threads. */
const ownEvents = ({ events }: Ran): readonly Event[] => events.filter(({ origin }) => origin !== undefined)

/** Runs the threads in phases within limits. */
function phases(program: Program, { leavingOut, ...given }: Given & Pick<Running, 'limits'>): Settled | NotPrivate {
  const running: Running = {
    ...given,
    initial: [],
    unknowns: [],
    addresses: new Map(),
    otherAddresses: new Set(),
    unseen: new Map(),
    idle: new Set(),
  }
  const named = rangesByName(program)
  if (named !== undefined)
    return then(settled(program, running, cellsOf(program, named)), (whole) =>
      lean(program, { running, ran: whole.ran }, () => whole, leavingOut),
    )
  const mapped = then(unplaced(program, running), (phase) => withMaps(program, phase))
  const flowing = then(mapped, (phase) => withCopies(program, phase))
  const placed = then(flowing, (phase) => withPlaces(program, phase))
  return then(placed, (phase) => lean(program, phase, () => divided(program, phase), leavingOut))
}

/** Runs the next phase, unless an earlier one has found that a location is not private. */
const then = <T extends object, U>(phase: T | NotPrivate, next: (phase: T) => U | NotPrivate): U | NotPrivate =>
  isNotPrivate(phase) ? phase : next(phase)

/** Runs the threads with the given inputs. */
const phaseWith = (program: Program, running: Running): Phase | NotPrivate =>
  then(runThreads(program, running), (ran) => ({ running, ran }))

/**
 * Finds the changes of tensor maps, the contents of copies, and the accesses by computed addresses, which have no
 * places yet.
 */
const unplaced = phaseWith

/** Finds the contents of copies by tensor maps that something changes. Without such maps, nothing runs. */
function withMaps(program: Program, { running, ran }: Phase): Phase | NotPrivate {
  const maps = possibleMaps(program, ran.changes)
  return maps.size === 0 ? { running, ran } : phaseWith(program, { ...running, maps })
}

/**
 * A phase with the events through which values flow: the run in which copies have their reads and writes, each in one
 * piece.
 */
interface Flowing extends Phase {
  readonly flowing: Ran
}

/** Finds the values that flow through copies. Without copies, nothing runs. */
function withCopies(program: Program, { running, ran }: Phase): Flowing | NotPrivate {
  if (ran.extents.length === 0) return { running, ran, flowing: ran }
  const whole = runThreads(program, { ...running, pieces: wholePieces(ran.extents) })
  return then(whole, (flowing) => ({ running, ran, flowing }))
}

/**
 * Finds the bytes that accesses may reach, by the possible values of their addresses. Without computed addresses,
 * nothing runs.
 */
function withPlaces(program: Program, { running, ran, flowing }: Flowing): Phase | NotPrivate {
  const placed = { ...running, ...addressesIn(program, flowing) }
  if (flowing.computed.length === 0) return { running: placed, ran }
  return phaseWith(program, placed)
}

/** Returns the values that computed addresses may have, by the key of the access. */
function addressesIn(program: Program, { events, computed }: Ran): Pick<Running, 'addresses' | 'otherAddresses'> {
  if (computed.length === 0) return { addresses: new Map(), otherAddresses: new Set() }
  const byKey = (initially: 'known' | 'stored' | 'constant'): Running['addresses'] => {
    const { addressesOf } = possibleValues(program, events, computed, observedRanges(program), initially)
    return new Map(computed.map((one) => [one.key, addressesOf(one)]))
  }
  const mostOf = (addresses: Running['addresses']): number =>
    largest(computed.map((one) => (addresses.get(one.key) === 'any' ? placesOf(one) : 0)))
  const tensor = computed.filter((one) => one.tensor)
  const known = byKey('known')
  const isOpen = ({ key }: Computed & { readonly key: string }): boolean => known.get(key) === 'any'
  const stored = once(() => byKey('stored'))
  const constants = once(() => byKey('constant'))
  // Compilers reuse the bytes in which `tcgen05.alloc` stored an address for results that are unknown. No execution need
  // read one of these as an address, but where one does, it is not modelled.
  const otherAddresses = new Set(tensor.flatMap(({ key }) => (stored().get(key) === 'any' ? [key] : [])))
  // What memory held before an address was stored there is no address: the behaviour is undefined.
  const ofTensor = tensor.map(
    ({ key }) => [key, (otherAddresses.has(key) ? constants() : stored()).get(key) ?? 'any'] as const,
  )
  const addresses = new Map([...known, ...ofTensor])
  // A pointer that is read before it is stored may be outside of memory, so that the behaviour is undefined. That it may
  // also be somewhere in memory need not be known then. So may an element, by an index that is read before it is stored,
  // unless a mask or a comparison keeps it inside.
  const open = computed.filter((one) => one.tensor === undefined && isOpen(one))
  const widths = new Map(events.flatMap((one) => (isMemory(one) ? [[one.id, one.value.width] as const] : [])))
  const isIndexed = (one: Computed): boolean => !isPointer(one.address) && mayBeOutside(one, (id) => widths.get(id))
  const mayBeAnywhere = open.every((one) => isPointer(one.address) || isIndexed(one))
  if (!mayBeAnywhere || (mostOf(addresses) <= mostPlaces && !open.some(isIndexed))) return { addresses, otherAddresses }
  const orOutside = open.map(({ key }) => [key, orNull(stored().get(key))] as const)
  return { addresses: new Map([...addresses, ...orOutside]), otherAddresses }
}

/** Adds the null address, which is outside of memory, to those that an access may have. */
const orNull = (possible: Possible | undefined): Possible =>
  possible === undefined || possible === 'any' ? 'any' : new Set([...possible, 0n])

/** Returns whether an address is what was read, or at a constant distance from it. */
const isPointer = (address: Expression): boolean =>
  address.kind === 'read' ||
  (address.kind === 'operation' &&
    address.operator === 'add' &&
    address.right.kind === 'constant' &&
    isPointer(address.left))

/** Returns how many places an access may have, of all that it may reach. */
const placesOf = ({ regions, bytes }: Computed): number =>
  Math.floor(regions.reduce((sum, one) => sum + Number(one.bytes), 0) / bytes)

/** Divides copies and memory where accesses and questions split them, and runs the last phase. */
function divided(program: Program, { running, ran }: Phase): Settled | NotPrivate {
  const { pieces, cells } = dividedBy(program, ran.extents, rangesWithKinds(ran.events))
  return settled(program, { ...running, pieces }, cells)
}

/** Returns the pieces of copies, and the cells of memory, given the ranges of other accesses. */
function dividedBy(
  program: Program,
  extents: readonly Extent[],
  accessed: readonly Touched[],
): { readonly pieces: Pieces; readonly cells: readonly Cell[] } {
  const ranges = [...accessed, ...observedRanges(program)]
  const pieces = piecesOf(extents, ranges)
  return { pieces, cells: cellsOf(program, [...ranges, ...rangesOfPieces(extents, pieces)]) }
}

/**
 * Runs the last phase without the accesses that no axiom can tell from others, if it has more than `mostShown` events.
 */
function lean(
  program: Program,
  { running, ran }: Phase,
  whole: () => Settled | NotPrivate,
  { mostShown, overwritten }: LeavingOut,
): Settled | NotPrivate {
  const own = ownEvents(ran)
  // What copies do makes more events once they are divided, each of which has pairs with all others.
  if (own.length + ran.extents.length <= (ran.extents.length > 0 ? mostShown / 2 : mostShown)) return whole()
  const plain = plainIn(program, ran)
  const alone = aloneIn(program, ran, plain)
  const idle = bystandersIn(program, ran, alone)
  const rewriting = overwritten ? rewritingIn(program, ran.events, plain, rangesOfExtents(ran.extents)) : noRewriting
  const { unseen, rewritten } = unseenIn(ran, alone, rewriting)
  const isIdle = ({ origin }: Event): boolean => origin !== undefined && idle.has(origin.thread)
  const left = own.filter((event) => !isIdle(event) && event.origin && !unseen.has(keyOfAccess(event.origin)))
  if (left.length === own.length) return whole()
  const { pieces, cells } = dividedBy(program, ran.extents, rangesWithKinds(left))
  const rest = [...rangesOf(left), ...rangesOfPieces(ran.extents, pieces)]
  const accessed = new Set(rest.map(rangeText))
  const others = rangesWithKinds(own.filter((event) => isIdle(event) && alone.has(event.id)))
  return then(settled(program, { ...running, unseen, idle, pieces }, cells), (last) => {
    // A thread may go further, since reads return known bits.
    const isNew = rangesOf(last.ran.events.slice(cells.length)).some((one) => !accessed.has(rangeText(one)))
    if (last.ran.computed.length > 0 || isNew || !areUnseen(program, last.ran, others, rewritten)) return whole()
    return { ...last, leftOut: own.length - left.length }
  })
}

/** Runs the last phase: it finds all events, which come after the initial writes of these cells. */
const settled = (program: Program, running: Running, cells: readonly Cell[]): Settled | NotPrivate =>
  then(runThreads(program, { ...running, ...initialWrites(program, cells) }), (ran) => ({ cells, ran, leftOut: 0 }))

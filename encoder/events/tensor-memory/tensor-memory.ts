/**
 * Performs `tcgen05` (ISA, TensorCore 5th Generation Family Instructions): accesses to Tensor Memory, which are outside
 * of program order, and what waits for them. The first thread of a warp acts for it.
 */

import type { BaseSet } from '../../../axioms/algebra/names.js'
import type {
  Tcgen05,
  TensorAccess,
  TensorAddress,
  TensorCopy,
  TensorProduct,
} from '../../../litmus/instructions/tensor-memory.js'
import type { Target } from '../../../litmus/operand.js'
import { ctaOf, ctaOfRank, rankOf, threadPosition, warpOf } from '../../../litmus/position.js'
import { threadAt } from '../../../litmus/program.js'
import { warpSize, warpsOfGroup } from '../../../litmus/warp-size.js'
import { must } from '../../../source/must.js'
import { always, anyOf, both, compare, constant, never, type Predicate } from '../../values/expression.js'
import { addIssue } from '../asynchronous/asynchronous.js'
import { ctasIn, instanceIn, numberOf } from '../asynchronous/copied.js'
import { countAt } from '../asynchronous/mbarriers.js'
import { leaderOf } from '../barriers/leaders.js'
import { type Flow, nextPhase, phaseOf, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { Assumed, TensorCells, TensorEvent, TensorProblem } from '../graph/event.js'
import { columnsOfCta, isTensor, lanesOfCta } from '../graph/tensor-cells.js'
import { addWrite, controlled, nothing } from '../memory/accesses.js'
import { isPlace, ownPlaceOf, placeOf, whyUnknown } from '../memory/targets.js'
import { addressIn, columnFor, placesAt, type TensorPlace } from './addresses.js'
import { beginApart, beginsElsewhere } from './lanes.js'
import { footprintsOf } from './products.js'
import type { TensorRecording } from './recording.js'
import { readShared, type SharedOperand } from './shared-operands.js'

/** The count of a thread of such instructions, by its name among those of its barriers. */
const uses = 'tcgen05 uses'

/** Performs an instruction. Returns the flow after it. */
export function performTensor(one: Tcgen05, performed: Performed, recording: TensorRecording): Flow {
  const { does } = one
  switch (does.action) {
    case 'alloc':
      return allocate(one, does, performed, recording)
    case 'dealloc':
      return deallocate(one, does, performed, recording)
    case 'relinquish': {
      const event = addTensor(['TMEM'], { cells: [], starts: [], writes: false }, performed, recording)
      const isFirst = leaderOf(recording.program, performed.thread) === performed.thread
      return used(one, isFirst ? [event] : [], performed, recording)
    }
    case 'ld':
    case 'st':
      return move(one, does, performed, recording)
    case 'wait':
      return wait(one, does.of, performed, recording)
    case 'mma':
      return multiply(one, does, performed, recording)
    case 'cp':
      return copy(one, does, performed, recording)
    case 'shift':
      return shift(one, does.at, performed, recording)
    case 'commit':
      return commit(one, does, performed, recording)
    case 'fence': {
      const id = recording.events.length
      const sets: readonly BaseSet[] = ['F', does.side === 'before' ? 'TBEFORE' : 'TAFTER']
      recording.events.push({ id, kind: 'fence', sets, origin: originOf(performed), guard: performed.flow.guard })
      controlled(id, performed, recording)
      return performed.flow
    }
  }
}

const ctaName = ({ thread }: Pick<Performed, 'thread'>, { program }: TensorRecording): string =>
  must(ctaOf(threadAt(program.threads, thread)), 'the CTA of a thread of the device')

const misuse = (problem: TensorProblem, when: Predicate, performed: Performed, recording: TensorRecording): void => {
  const reached = both(performed.flow.guard, when)
  if (reached !== never)
    recording.undefined.push({ ...originOf(performed), reason: 'tensor memory', problem, when: reached })
}

const assume = (what: Assumed['what'], performed: Performed, { assumed }: TensorRecording): void => {
  assumed.push({ what, ...originOf(performed), when: performed.flow.guard })
}

/** Records that an instruction is not modelled, and ends the path. */
function refuse(why: string, performed: Performed, { unmodelled }: TensorRecording): Flow {
  unmodelled.push({ ...originOf(performed), why, when: performed.flow.guard })
  return { ...performed.flow, guard: never }
}

/** Records that a thread has come to an instruction, with the accesses that it makes. Returns the flow after it. */
function used(one: Tcgen05, events: readonly number[], performed: Performed, recording: TensorRecording): Flow {
  const { flow } = performed
  recording.tensorUses.push({
    ...originOf(performed),
    cta: ctaName(performed, recording),
    group: one.group,
    does: one.does.action,
    mnemonic: one.mnemonic,
    count: phaseOf(flow, uses),
    guard: flow.guard,
    events,
  })
  return nextPhase(flow, uses)
}

/** Threads of the CTAs that an instruction concerns: its own, and with `.cta_group::2` one of the peer. */
function ctasOf({ group }: Tcgen05, performed: Performed, recording: TensorRecording): readonly number[] {
  const { thread } = performed
  if (group !== 2) return [thread]
  const { threads } = recording.program
  const position = threadPosition(threadAt(threads, thread))
  const peer = position && ctaOfRank(rankOf(position) ^ 1, position, threads)
  if (peer === undefined) misuse('no peer', always, performed, recording)
  return peer === undefined ? [thread] : [thread, peer]
}

/** The cells of an access: from an address on, or in whole lanes from a column on. */
interface Reach {
  readonly lanes: 'all' | number
  readonly columns: number
  readonly certain: number
}

type Access = Pick<TensorEvent, 'cells' | 'starts' | 'writes' | 'shape'>

/** Returns the cells that an access has at its possible places, and those that it certainly has. */
function cellsAt(
  places: readonly TensorPlace[],
  { lanes, columns, certain }: Reach,
  ctas: readonly number[],
  recording: TensorRecording,
): Pick<Access, 'cells' | 'starts'> & { readonly surely: readonly TensorCells[] } {
  const each = places.flatMap((place) => ctas.map((thread) => ({ ...place, cta: ctaName({ thread }, recording) })))
  const cells = (count: number): readonly TensorCells[] =>
    each.map(({ cta, lane, column, when }) => ({
      cta,
      lanes: lanes === 'all' ? [0, lanesOfCta] : [lane, lane + lanes],
      columns: [column, column + count],
      when,
    }))
  return {
    cells: cells(columns),
    surely: cells(certain),
    starts: each.map(({ cta, address, when }) => ({ cta, address, when })),
  }
}

/** Adds an access to Tensor Memory. Returns its id. */
function addTensor(
  sets: readonly BaseSet[],
  { shape, ...access }: Access,
  performed: Performed,
  recording: TensorRecording,
  asynchronous?: true,
): number {
  const id = recording.events.length
  recording.events.push({
    id,
    kind: 'tensor',
    sets,
    origin: originOf(performed),
    guard: performed.flow.guard,
    ...access,
    ...(shape === undefined ? {} : { shape }),
    ...(asynchronous === undefined ? {} : { asynchronous }),
  })
  return controlled(id, performed, recording)
}

/** Adds an asynchronous access from an address on. Returns its id. */
function addAccess(
  {
    set,
    at,
    number,
    reach,
    writes,
    shape,
    mask,
  }: {
    readonly set: BaseSet
    readonly at: TensorAddress
    /** Distinguishes the operands of an instruction. */
    readonly number: number
    readonly reach: Reach
    readonly writes: boolean
    readonly shape?: string
    readonly mask?: bigint
  },
  ctas: readonly number[],
  performed: Performed,
  recording: TensorRecording,
): number {
  const places = placesAt(addressIn(at, performed), number, performed, recording, mask)
  const { surely, ...cells } = cellsAt(places, reach, ctas, recording)
  const access = { ...cells, writes, ...(shape === undefined ? {} : { shape }) }
  const event = addTensor(['TMEM', set], access, performed, recording, true)
  recording.certain.push({ ...originOf(performed), event, cells: surely, guard: performed.flow.guard })
  return event
}

/** Records what an instruction issues, and that a later commit or wait of the thread waits for it. */
function issueAll(
  events: readonly number[],
  of: 'commit' | 'ld' | 'st',
  { group }: Tcgen05,
  when: Predicate,
  performed: Performed,
  recording: TensorRecording,
): void {
  const { issue, pendingTensor } = recording
  const issued = addIssue(performed, recording)
  for (const event of events) issue.push([issued, event, when])
  pendingTensor.push({ thread: performed.thread, of, group, events, when })
}

/** Records accesses that begin at none of these lanes, or not all at the same. */
function beginAt(
  lanes: readonly number[],
  accesses: readonly number[],
  performed: Performed,
  recording: TensorRecording,
): void {
  const all = accesses.flatMap((id) => recording.events[id] ?? []).filter(isTensor)
  misuse('lane', anyOf([...all.map((one) => beginsElsewhere(one, lanes)), beginApart(all)]), performed, recording)
}

/** Performs `tcgen05.mma`. */
function multiply(one: Tcgen05, does: TensorProduct, performed: Performed, recording: TensorRecording): Flow {
  const descriptor = numberOf(does.instruction, performed)
  if (descriptor === undefined)
    return refuse('its instruction descriptor depends on what is read', performed, recording)
  const footprints = footprintsOf(does, one.group ?? 1, BigInt.asUintN(32, BigInt(descriptor)))
  if (typeof footprints === 'string') return refuse(footprints, performed, recording)
  const ctas = ctasOf(one, performed, recording)
  const shared: readonly SharedOperand[] = [
    ...(does.a.in === 'shared' ? [{ descriptor: does.a.descriptor, matrix: footprints.matrixA, ctas }] : []),
    { descriptor: does.b, matrix: footprints.matrixB, ctas },
  ]
  const reads = readShared(shared, performed, recording)
  if (reads === undefined)
    return refuse('its descriptor names no shared memory that is known before anything is read', performed, recording)
  if (!footprints.exact) assume('whole lanes', performed, recording)
  if (does.metadata !== undefined) assume('metadata', performed, recording)
  if (does.collected) assume('collected', performed, recording)
  const operand = (at: TensorAddress, number: number, columns: (typeof footprints)['a'], mask?: bigint): number =>
    addAccess(
      {
        set: 'TMMA_A',
        at,
        number,
        reach: { lanes: 'all', ...columns },
        writes: false,
        ...(mask === undefined ? {} : { mask }),
      },
      ctas,
      performed,
      recording,
    )
  // The two highest bits of the address of scale factors select bytes of a cell.
  const scale = 0x3fffffffn
  const ofLayout = [
    ...(does.a.in === 'tensor' ? [operand(does.a.at, 1, footprints.a)] : []),
    ...(does.metadata === undefined ? [] : [operand(does.metadata, 2, footprints.metadata)]),
  ]
  const scales =
    does.scales === undefined
      ? []
      : [operand(does.scales.a, 3, footprints.scaleA, scale), operand(does.scales.b, 4, footprints.scaleB, scale)]
  const accumulator = addAccess(
    {
      set: 'TMMA_D',
      at: does.accumulator,
      number: 0,
      reach: { lanes: 'all', ...footprints.accumulator },
      writes: true,
      shape: footprints.shape,
    },
    ctas,
    performed,
    recording,
  )
  beginAt(footprints.lanes, [...ofLayout, accumulator], performed, recording)
  const events = [...ofLayout, ...scales, accumulator]
  issueAll([...reads, ...events], 'commit', one, always, performed, recording)
  return used(one, events, performed, recording)
}

/** Performs `tcgen05.cp`. */
function copy(one: Tcgen05, does: TensorCopy, performed: Performed, recording: TensorRecording): Flow {
  const ctas = ctasOf(one, performed, recording)
  const { descriptor, rows, bytes, to } = does
  const reads = readShared(
    [{ descriptor, matrix: { rows, depth: bytes, bits: 8, transposed: false }, ctas }],
    performed,
    recording,
  )
  if (reads === undefined)
    return refuse('its descriptor names no shared memory that is known before anything is read', performed, recording)
  // It is not said which lanes four rows go to.
  if (rows === 4) assume('whole lanes', performed, recording)
  const columns = bytes / 4
  const event = addAccess(
    {
      set: rows === 4 ? 'TCP4' : 'TCP',
      at: to,
      number: 0,
      reach: { lanes: 'all', columns, certain: columns },
      writes: true,
    },
    ctas,
    performed,
    recording,
  )
  // All 128 lanes are copied to.
  if (rows === lanesOfCta) beginAt([0], [event], performed, recording)
  issueAll([...reads, event], 'commit', one, always, performed, recording)
  return used(one, [event], performed, recording)
}

/** Performs `tcgen05.shift`, which moves rows of 32 bytes. */
function shift(one: Tcgen05, at: TensorAddress, performed: Performed, recording: TensorRecording): Flow {
  const ctas = ctasOf(one, performed, recording)
  const reach = { lanes: 'all', columns: 8, certain: 8 } as const
  assume('whole lanes', performed, recording)
  const event = addAccess({ set: 'TSHIFT', at, number: 0, reach, writes: true }, ctas, performed, recording)
  beginAt([0, 32, 64, 96], [event], performed, recording)
  issueAll([event], 'commit', one, always, performed, recording)
  return used(one, [event], performed, recording)
}

/** Performs `tcgen05.ld` and `tcgen05.st`: the first thread of the warp makes the access, which each thread issues. */
function move(one: Tcgen05, does: TensorAccess, performed: Performed, recording: TensorRecording): Flow {
  const { program, tensorUses } = recording
  const { thread, flow } = performed
  const leader = leaderOf(program, thread)
  if (leader !== thread) {
    const count = phaseOf(flow, uses)
    for (const use of tensorUses.filter((use) => use.thread === leader && use.mnemonic === one.mnemonic)) {
      const when = compare('equal', count, use.count)
      if (when !== never) issueAll(use.events, does.action, one, when, performed, recording)
    }
    return used(one, [], performed, recording)
  }
  const first = (warpOf(threadAt(program.threads, thread)) % warpsOfGroup) * warpSize
  const { action, at, lanes, columns, half } = does
  const starts = half === undefined ? [at] : [at, { ...at, offset: at.offset + half }]
  const events = starts.map((start, number) => {
    for (const { lane, when } of placesAt(addressIn(start, performed), number, performed, recording))
      if (lane < first || lane + lanes > first + warpSize) misuse('quarter', when, performed, recording)
    const set = action === 'ld' ? 'TLD' : 'TST'
    const reach = { lanes, columns, certain: columns }
    return addAccess({ set, at: start, number, reach, writes: action === 'st' }, [thread], performed, recording)
  })
  issueAll(events, action, one, always, performed, recording)
  return used(one, events, performed, recording)
}

/** Performs `tcgen05.wait::ld` and `tcgen05.wait::st`. */
function wait(one: Tcgen05, of: 'ld' | 'st', performed: Performed, recording: TensorRecording): Flow {
  const { events, pendingTensor, completed } = recording
  const id = events.length
  events.push({ id, kind: 'wait', sets: ['WAIT'], origin: originOf(performed), guard: performed.flow.guard })
  controlled(id, performed, recording)
  for (const pending of pendingTensor)
    if (pending.thread === performed.thread && pending.of === of)
      for (const event of pending.events) completed.push([event, id, pending.when])
  return used(one, [], performed, recording)
}

/**
 * Performs `tcgen05.commit`: once the products, copies and shifts of the thread are complete, the system arrives at the
 * mbarrier, in each CTA of the mask. Nothing else of the thread comes before that.
 */
function commit(
  one: Tcgen05,
  { at, mask }: { readonly at: Target; readonly mask: Parameters<typeof numberOf>[0] | undefined },
  performed: Performed,
  recording: TensorRecording,
): Flow {
  const { undefined: undefineds, pendingTensor, completed, issue, async_order } = recording
  const { flow, thread } = performed
  const place = placeOf(at, { bytes: 8, aligned: 8 }, performed, recording)
  if (typeof place === 'string') return refuse(whyUnknown(place), performed, recording)
  if (!isPlace(place)) {
    const { outside: address, copied } = place
    undefineds.push({ ...originOf(performed), reason: 'access', when: flow.guard, address, copied })
    return { ...flow, guard: never }
  }
  const number = mask && numberOf(mask, performed)
  if (mask !== undefined && number === undefined)
    return refuse('the CTAs of its mask depend on what is read', performed, recording)
  const ctas = number === undefined ? undefined : ctasIn(number, performed, recording)
  if (ctas?.includes(undefined)) {
    undefineds.push({ ...originOf(performed), reason: 'mbarrier', problem: 'no such CTA', when: flow.guard })
    return { ...flow, guard: never }
  }
  const issued = addIssue(performed, recording)
  const places =
    ctas === undefined ? [place] : ctas.flatMap((cta) => (cta === undefined ? [] : [instanceIn(cta, place, recording)]))
  for (const each of places) {
    const { events } = countAt(
      { read: ['RLX', 'CLUSTER', 'RED'], write: ['REL', 'CLUSTER'], does: { arrivals: one32 }, sources: nothing },
      { places: [each], sources: nothing, guard: flow.guard, asynchronous: true },
      performed,
      recording,
    )
    for (const pending of pendingTensor)
      if (pending.thread === thread && pending.of === 'commit' && pending.group === one.group)
        for (const operation of pending.events)
          for (const event of events) completed.push([operation, event, pending.when])
    async_order.push([events[0], events[1], always])
    for (const event of events) issue.push([issued, event, always])
  }
  return used(one, [], performed, recording)
}

const one32 = constant(1n, 32)

/** Returns whether a number of columns can be allocated. */
const isAllocatable = (columns: number): boolean =>
  columns >= 32 && columns <= columnsOfCta && (columns & (columns - 1)) === 0

/** Performs `tcgen05.alloc`: the first thread of the warp stores the address. */
function allocate(
  one: Tcgen05,
  { to, columns: given }: { readonly to: Target; readonly columns: Parameters<typeof numberOf>[0] },
  performed: Performed,
  recording: TensorRecording,
): Flow {
  const { program, undefined: undefineds, allocations } = recording
  const { thread, flow } = performed
  const columns = numberOf(given, performed)
  if (columns === undefined) return refuse('its number of columns depends on what is read', performed, recording)
  if (!isAllocatable(columns)) {
    misuse('columns', always, performed, recording)
    return { ...flow, guard: never }
  }
  if (leaderOf(program, thread) !== thread) return used(one, [], performed, recording)
  const place = ownPlaceOf(to, 4, performed, recording)
  if (typeof place === 'string') return refuse(whyUnknown(place), performed, recording)
  if (!isPlace(place)) {
    const { outside: address, copied } = place
    undefineds.push({ ...originOf(performed), reason: 'access', when: flow.guard, address, copied })
    return { ...flow, guard: never }
  }
  const cta = ctaName(performed, recording)
  const column = columnFor(cta, columns, recording)
  if (column === undefined)
    return refuse(
      `its CTA allocates more than ${columnsOfCta} columns, of which some are freed before`,
      performed,
      recording,
    )
  assume('columns', performed, recording)
  if (one.group === 2) assume('peer', performed, recording)
  ctasOf(one, performed, recording)
  const event = addWrite(
    { proxy: 'generic' },
    [],
    { value: constant(BigInt(column), 32), when: always, sources: nothing },
    { places: [place], sources: nothing, guard: flow.guard },
    performed,
    recording,
  )
  allocations.push({ ...originOf(performed), cta, column, columns, event, guard: flow.guard })
  return used(one, [event], performed, recording)
}

/** Performs `tcgen05.dealloc`, which conflicts with all accesses to the cells that it frees. */
function deallocate(
  one: Tcgen05,
  {
    at,
    columns: given,
  }: {
    readonly at: Parameters<typeof numberOf>[0]
    readonly columns: Parameters<typeof numberOf>[0]
  },
  performed: Performed,
  recording: TensorRecording,
): Flow {
  const { program, deallocations } = recording
  const { thread, flow } = performed
  const columns = numberOf(given, performed)
  if (columns === undefined) return refuse('its number of columns depends on what is read', performed, recording)
  if (leaderOf(program, thread) !== thread) return used(one, [], performed, recording)
  if (one.group === 2) assume('peer', performed, recording)
  const address = valueIn(flow, at, 32).value
  const places = placesAt(address, 0, performed, recording)
  // "Issuing warp and peer CTA warp must synchronize Tensor Memory accesses before": it frees the cells of both.
  const ctas = ctasOf(one, performed, recording)
  const { surely: _, ...cells } = cellsAt(places, { lanes: 'all', columns, certain: 0 }, ctas, recording)
  const event = addTensor(['TMEM'], { ...cells, writes: true }, performed, recording)
  deallocations.push({
    ...originOf(performed),
    cta: ctaName(performed, recording),
    event,
    address,
    columns: constant(BigInt(columns), 32),
    guard: flow.guard,
  })
  return used(one, [event], performed, recording)
}

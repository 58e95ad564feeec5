/** The places where executions reach undefined behaviour and traps, for documents. */

import type { UndefinedBehaviour, UndefinedIn } from '../encoder/decide/verdict.js'
import { accessAt, type Copied, type EventGraph } from '../encoder/events/graph/event.js'
import type { Region } from '../encoder/events/graph/regions.js'
import { windowOf } from '../encoder/events/graph/windows.js'
import { declaredName } from '../litmus/instances.js'
import type { Instruction } from '../litmus/instruction.js'
import { threadAt } from '../litmus/program.js'
import type { UndefinedReport, UndefinedStop } from '../report/parts.js'
import { formatPlace } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { writtenAt } from '../source/text.js'
import { accessedName, isOfMap, originOf } from './event.js'
import { shortfallText } from './shortfall.js'
import { sourceAt } from './source.js'

/** Returns the report on the undefined behaviour of a program, for documents. */
export const undefinedReportOf = (graph: EventGraph, behaviour: UndefinedBehaviour): UndefinedReport => ({
  undefined: behaviour.kind === 'known' ? behaviour.found.map((one) => undefinedAt(graph, one)) : null,
})

/**
 * Returns the place where a thread stops. The elements of a vector are one access, so the whole vector must be aligned.
 */
export function undefinedAt(graph: EventGraph, reached: UndefinedIn): UndefinedStop {
  const { program, layout } = graph
  const { thread, instruction } = reached
  const { name, instructions } = threadAt(program.threads, thread)
  const access = must(instructions[instruction], 'the instruction whose behaviour is undefined')
  const { span } = access
  const at = { thread: name, instruction: writtenAt(span), place: formatPlace(span), ...sourceAt(span) }
  if (reached.reason === 'trap') return { ...at, problem: 'trap' }
  if (reached.reason === 'mbarrier') {
    const { problem, endedBy } = reached
    return { ...at, problem, ...(endedBy === undefined ? {} : { endedBy: issuedAt(graph, endedBy) }) }
  }
  if (reached.reason === 'tensor memory' || reached.reason === 'launch') return { ...at, problem: reached.problem }
  if (reached.reason === 'asynchronous') {
    const memory = accessedName(accessAt(graph, reached.access), graph, reached.execution)
    if (reached.problem === 'exited') return { ...at, problem: reached.problem, memory }
    const { problem, operation, shortfalls } = reached
    return {
      ...at,
      problem,
      access: accessAt(graph, reached.access).kind,
      operation: accessAt(graph, operation).kind,
      memory,
      ...(isOfMap(accessAt(graph, operation)) ? { map: true as const } : {}),
      issue: issuedAt(graph, reached.issue),
      because: shortfalls.map((one) => shortfallText(graph, one)),
    }
  }
  if (reached.reason === 'barrier' || reached.reason === 'warpgroup') {
    const other = reached.other === undefined ? null : threadAt(program.threads, reached.other).name
    if (reached.reason === 'warpgroup') return { ...at, problem: reached.problem, other }
    const { problem, otherAt } = reached
    const there =
      otherAt === undefined || reached.other === undefined
        ? undefined
        : must(threadAt(program.threads, reached.other).instructions[otherAt], 'the instruction of the other thread')
            .span
    return {
      ...{ ...at, problem, other },
      ...(there === undefined
        ? {}
        : { otherAt: { instruction: writtenAt(there), place: formatPlace(there), ...sourceAt(there) } }),
    }
  }
  const { bytes, aligned, address, space, areRowsAligned = true } = reachedBy(access, reached)
  const about = { ...at, bytes, ...(aligned === bytes ? {} : { aligned }) }
  const region = nearest(address, layout.regionsOf(thread, space))
  if (region === undefined)
    return { ...about, problem: 'no memory', address: `0x${address.toString(16)}`, object: null }
  const object = declaredName(
    must(
      program.variables.find((one) => one.location === region.location && one.address === region.address),
      'the variable of a region',
    ),
  )
  const offset = address - region.base
  const isInside = offset >= 0n && offset + BigInt(bytes) <= region.bytes
  const suffix = offset === 0n ? '' : offset < 0n ? `${offset}` : `+${offset}`
  const isAligned = address % BigInt(aligned) === 0n
  const unaligned = areRowsAligned ? undefined : 'misaligned row'
  const problem = !isInside ? 'outside' : isAligned ? (unaligned ?? 'read only') : 'misaligned'
  const { alignment } = must(program.locations[region.location], 'a location')
  const declared = problem === 'misaligned' && alignment !== undefined && alignment < aligned ? { alignment } : {}
  return { ...about, problem, address: `${object}${suffix}`, object, ...declared }
}

/** Returns the bytes that an instruction accesses, from the first. */
function reachedBy(
  access: Instruction,
  { address, copied }: Extract<UndefinedIn, { readonly reason: 'access' }>,
): Copied & { readonly address: bigint } {
  if (copied !== undefined) return { ...copied, address }
  if (!('address' in access)) throw new Error('an instruction whose behaviour is undefined accesses no memory')
  const { type, element = 0, elements = 1 } = access
  const bytes = type.width / 8
  return {
    bytes: bytes * elements,
    aligned: bytes * elements,
    address: address - BigInt(bytes * element),
    space: access.address.space,
  }
}

/** Returns the instruction of an event, such as that which issued an operation, for documents. */
function issuedAt(graph: EventGraph, issue: number) {
  const { thread, instruction } = must(
    originOf(must(graph.events[issue], 'an event'), graph.program),
    'the thread of an event',
  )
  return {
    thread: thread.name,
    instruction: writtenAt(instruction.span),
    place: formatPlace(instruction.span),
    ...sourceAt(instruction.span),
  }
}

/** Returns the memory nearest to an address, in its window. */
const nearest = (address: bigint, regions: readonly Region[]): Region | undefined =>
  regions
    .filter(({ base }) => windowOf(base) === windowOf(address))
    .toSorted((one, other) => Number(distance(address, one) - distance(address, other)))[0]

const distance = (address: bigint, { base, bytes }: Region): bigint =>
  address < base ? base - address : address < base + bytes ? 0n : address - base - bytes

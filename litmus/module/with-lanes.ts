/** Launched kernels with only some lanes of each warp, as `lanes` after a launch leaves the others out. */

import { groupBy } from '../../source/group.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import { type Condition, type Term, termsOf } from '../condition.js'
import { enqueued } from '../host/link.js'
import { holder } from '../instances.js'
import type { Instruction } from '../instruction.js'
import type { Constant } from '../operand.js'
import { ctaName } from '../position.js'
import {
  type DeviceThread,
  type InitialRegister,
  type PartialLaunch,
  type Program,
  type Thread,
  type Variable,
  writtenThreads,
} from '../program.js'
import { warpSize } from '../warp-size.js'
import { arrivingForAll, countsFor, type Lanes, leftOut, leftOutBeside } from './lanes.js'

/** A program without some of its threads, and the index that each of its threads has in the whole program. */
export interface FewerThreads {
  readonly program: Program
  readonly threads: readonly number[]
}

/**
 * Returns the program without the threads of other lanes, as a launch with `lanes` has it: threads keep their numbers,
 * and arrivals at mbarriers count for those that are left out. Undefined if that leaves nothing out, if lanes are left
 * out already, if some thread of a GPU is not of a launch of a compiled kernel, or if a question is about a register of
 * a thread that is left out.
 */
export function withLanes(program: Program, lanes: Lanes): FewerThreads | undefined {
  const device = program.threads.filter((one) => one.kind === 'device')
  const areLaunched = device.every(({ compiled, position }) => compiled === true && position.kernel !== undefined)
  const isKept = (thread: Thread): boolean =>
    thread.kind !== 'device' || lanes.includes(thread.position.thread % warpSize)
  if (program.partial !== undefined || !areLaunched || device.every(isKept)) return undefined
  const threads = program.threads.flatMap((one, index) => (isKept(one) ? [index] : []))
  const conditions = [...program.questions.map(({ condition }) => condition), program.filter ?? []].flat()
  const named = [...conditions.flatMap(termsOf), ...program.observed].flatMap((term) =>
    term.kind === 'register' ? [term.thread] : [],
  )
  if (!named.every((one) => threads.includes(one))) return undefined
  const kept = threads.map((index) => must(program.threads[index], 'a thread that is kept'))
  const changed = kept.map(amongLanes(device, lanes))
  const memory = memoryOf(program, kept, threads)
  const renumbered = <T extends Term>(term: T): T =>
    term.kind === 'register' ? { ...term, thread: threads.indexOf(term.thread) } : term
  const fewer: Program = {
    ...program,
    ...memory,
    threads: changed,
    partial: partialIn(device, lanes),
    questions: program.questions.map((one) => ({ ...one, condition: withTerms(one.condition, renumbered) })),
    ...(program.filter === undefined ? {} : { filter: withTerms(program.filter, renumbered) }),
    observed: program.observed.map(renumbered),
  }
  const hosted = program.host === undefined ? {} : enqueued(writtenThreads(fewer), fewer)
  return { program: { ...fewer, ...hosted }, threads }
}

/** Returns how a thread is where those of other lanes are left out. */
function amongLanes(device: readonly DeviceThread[], lanes: Lanes): (thread: Thread) => Thread {
  const isFlat = device.every(isNumberedAlongX)
  const arriving = memoised((instructions: readonly Instruction[]) => arrivingForAll(instructions, isFlat))
  const ctas = groupBy(device, ({ position }) => ctaName(position))
  return (thread) => {
    if (thread.kind !== 'device') return thread
    const { position, registers, span } = thread
    const mates = ctas.get(ctaName(position)) ?? []
    const { instructions, arrivals } = arriving(thread.instructions)
    const times = BigInt(countsFor(position.thread, mates.length, lanes))
    const counts = arrivals.map(({ register, each }): InitialRegister => {
      const value = { kind: 'integer', value: each * times, span } as const
      return { name: register, value, type: { width: 32, signed: false }, span }
    })
    const beside = leftOutBeside(position.thread, mates.length, lanes)
    const others = mates.filter((mate) => beside.includes(mate.position.thread))
    return {
      ...thread,
      instructions,
      registers: [...registers, ...counts],
      ...(others.length === 0
        ? {}
        : {
            leftOut: others.map((mate) => ({
              thread: mate.position.thread,
              registers: mate.registers.filter((one) => !registers.some((own) => isSameRegister(own, one))),
            })),
          }),
    }
  }
}

const isSameRegister = (one: InitialRegister, other: InitialRegister): boolean =>
  one.name === other.name && isSameConstant(one.value, other.value)

const isSameConstant = (one: Constant, other: Constant): boolean =>
  one.kind === 'integer'
    ? other.kind === 'integer' && one.value === other.value
    : other.kind === 'address' && one.name === other.name && one.offset === other.offset

/** Returns the memory of the threads that are kept: local memory of the others goes with them. */
function memoryOf(
  { threads, variables, locations }: Program,
  kept: readonly Thread[],
  indices: readonly number[],
): Pick<Program, 'variables' | 'locations'> {
  const ownerOf = ({ instance, space }: Variable): number => {
    if (instance === undefined) return -1
    const mate = indices.findIndex((index) => holder(space, index, threads) === instance.owner)
    return mate === -1 ? -1 : holder(space, mate, kept)
  }
  const remaining = variables.filter((one) => one.instance === undefined || ownerOf(one) !== -1)
  const used = locations.flatMap((_, index) => (remaining.some(({ location }) => location === index) ? [index] : []))
  const addresses = [...new Set(remaining.map(({ address }) => address))]
  return {
    locations: used.map((index) => must(locations[index], 'a location that is kept')),
    variables: remaining.map((one) => ({
      ...one,
      location: used.indexOf(one.location),
      address: addresses.indexOf(one.address),
      ...(one.instance === undefined ? {} : { instance: { ...one.instance, owner: ownerOf(one) } }),
    })),
  }
}

/** Returns a condition with other terms. */
function withTerms(condition: Condition, changed: (term: Term) => Term): Condition {
  switch (condition.kind) {
    case 'compare':
      return { ...condition, left: changed(condition.left), right: changed(condition.right) }
    case 'not':
      return { ...condition, condition: withTerms(condition.condition, changed) }
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map((one) => withTerms(one, changed)) }
  }
}

/** Returns whether `%tid.x` is the number of a thread in its CTA, if the kernel reads it. */
const isNumberedAlongX = ({ registers, position }: DeviceThread): boolean =>
  registers.every(
    ({ name, value }) => name !== '%tid.x' || (value.kind === 'integer' && value.value === BigInt(position.thread)),
  )

const partialIn = (threads: readonly DeviceThread[], lanes: Lanes): readonly PartialLaunch[] =>
  [...groupBy(threads, ({ position }) => position.kernel ?? '')].flatMap(([kernel, of]) => {
    const ctas = new Set(of.map(({ position }) => ctaName(position))).size
    return leftOut(kernel, lanes, { ctas, threads: of.length / ctas }) ?? []
  })

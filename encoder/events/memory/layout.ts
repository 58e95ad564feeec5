/**
 * Where memory lies. Each virtual address of each location has a fixed base, so that an address is an integer and all arithmetic applies to
 * it; at an access it becomes a place in memory again. Shared, local and constant memory have windows of generic addresses, as the ISA's
 * generic addressing (6.1.1) has them: behind the window's number come 32 bits that are the address within the state space.
 */

import { rankOf, sameCluster, sameCta, threadPosition } from '../../../litmus/position.js'
import { type Location, type Program, threadAt, type Variable } from '../../../litmus/program.js'
import { largest } from '../../../source/largest.js'
import { must } from '../../../source/must.js'
import type { Layout, LayoutOrder, Region, Window } from '../graph/regions.js'
import { inCta, mapsAddresses } from './cluster-addresses.js'

/** Bytes to which every base is aligned. */
const alignment = 256n

/** The window that state spaces other than global memory have, by its number: bits 32 and up of a generic address. */
const windows = {
  forwards: { global: 0x7f5an, shared: 0x7e01n, local: 0x7e02n, const: 0x7e03n },
  // Each bit differs, as it does behind the windows.
  backwards: { global: 0x80a5n, shared: 0x81fen, local: 0x81fdn, const: 0x81fcn },
} as const

/** The window that an address lies in, if it is one. */
export const windowOf = (address: bigint): Window | undefined =>
  allWindows.find((window) => Object.values(windows).some((numbers) => address >> 32n === numbers[window]))

const allWindows: readonly Window[] = ['global', 'shared', 'local', 'const']

/** Behind the start of a window: the first object. What is less than that is no address within a state space. */
export const lowest = 4n * alignment

/** The multiple of the alignment whose higher bits, as far as they are within a window, are the others. */
const mirrored = (start: bigint): bigint => 0xffff_ff00n - start

/** The size of a location in bytes. */
const sizeOf = ({ type, length }: Pick<Location, 'type' | 'length'>): number => (type.width / 8) * (length ?? 1)

/** The places of a program's memory. */
export function layoutOf({ variables, locations, threads }: Program, order: LayoutOrder): Layout {
  const next = new Map(allWindows.map((window) => [window, lowest]))
  const windowBase = (window: Window): bigint => windows[order][window] << 32n
  const bases = new Map<string, bigint>()
  const bytesOf = ({ location }: Pick<Variable, 'location'>): bigint =>
    BigInt(sizeOf(must(locations[location], 'the location of a variable')))
  const windowFor = ({ space }: Variable): Window =>
    space === 'shared' || space === 'local' || space === 'const' ? space : 'global'
  /** Instances of one variable have one address: whose instance it is depends on the thread. */
  const keyOf = ({ instance, address }: Variable): string => instance?.of ?? `${address}`
  for (const variable of variables) {
    const [key, window] = [keyOf(variable), windowFor(variable)]
    if (bases.has(key)) continue
    const start = must(next.get(window), 'a start in each window')
    const largestInstance = largest(variables.filter((one) => keyOf(one) === key).map((one) => Number(bytesOf(one))))
    const more = BigInt(Math.max(0, largestInstance - 1)) / alignment
    bases.set(key, windowBase(window) + (order === 'forwards' ? start : mirrored(start + more * alignment)))
    // Objects far from each other leave the low bits of the next as they are, so that mirrored, each bit of an address differs.
    const gap = order === 'forwards' ? 1n : 17n
    next.set(window, start + (more + gap + (BigInt(largestInstance) % alignment === 0n ? 1n : 0n)) * alignment)
  }
  const baseOf = (variable: Variable): bigint => must(bases.get(keyOf(variable)), 'a base for each variable')
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const positionAt = (thread: number) => threadPosition(threadAt(threads, thread))
  const isOwn = ({ space, instance }: Variable, thread: number): boolean => {
    if (instance === undefined) return true
    if (space === 'local') return instance.owner === thread
    const [here, there] = [positionAt(thread), positionAt(instance.owner)]
    return sameCta(here, there) && sameCluster(here, there)
  }
  const isOfCluster = ({ instance }: Variable, thread: number): boolean =>
    instance !== undefined && sameCluster(positionAt(thread), positionAt(instance.owner))
  const rankAt = (thread: number): number => {
    const position = positionAt(thread)
    return position === undefined ? 0 : rankOf(position)
  }
  const isMapped = mapsAddresses({ threads })
  const owned = variables.map((variable) => ({ variable, base: baseOf(variable) }))
  /** Instances of shared memory, where the CTAs of a cluster have them by rank. */
  const mapped = owned.flatMap(({ variable, base }) =>
    isMapped && variable.space === 'shared' && variable.instance !== undefined
      ? [{ variable, base: inCta(base, rankAt(variable.instance.owner)) }]
      : [],
  )
  const sorted = [...new Set([...owned, ...mapped].map(({ base }) => base))].toSorted((a, b) => (a < b ? -1 : 1))
  return {
    isMirrored: order === 'backwards',
    isMapped,
    rankOf: rankAt,
    windowBase,
    addressOf: ({ variable, offset }) => baseOf(must(byName.get(variable), `the variable ${variable}`)) + offset,
    pointerAt: (address) => {
      const owner = [...owned, ...mapped].find(
        ({ variable, base }) => address >= base && address - base <= bytesOf(variable),
      )
      return owner && { variable: owner.variable.name, offset: address - owner.base }
    },
    objectAt: (address) =>
      windowOf(address) === undefined
        ? undefined
        : sorted.findLast((base) => base <= address && windowOf(base) === windowOf(address)),
    regionsOf: (thread, space) => {
      const window = space === 'shared::cluster' ? 'shared' : space
      const reached = [
        ...owned.filter(({ variable }) => isOwn(variable, thread)),
        ...(space === 'shared' ? [] : mapped.filter(({ variable }) => isOfCluster(variable, thread))),
      ].filter(({ variable }) => window === undefined || windowFor(variable) === window)
      const regions = reached.map(({ variable, base }): Region => {
        const { location, address } = variable
        return { location, address, base, bytes: bytesOf(variable) }
      })
      return [...new Map(regions.map((region) => [`${region.address} ${region.base}`, region])).values()]
    },
  }
}

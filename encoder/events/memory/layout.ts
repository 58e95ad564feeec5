/**
 * The layout of memory. Each virtual address of each location has a fixed base, so that an address is an integer and
 * all arithmetic applies to it; at an access it becomes a place in memory again. Shared, local and constant memory have
 * windows of generic addresses, as the ISA's generic addressing (6.1.1) has them: the window's number is followed by 32
 * bits that are the address within the state space.
 */

import { rankOf, sameCluster, sameCta, threadPosition } from '../../../litmus/position.js'
import { type Location, type Program, threadAt, type Variable } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { largest } from '../../../source/largest.js'
import { must } from '../../../source/must.js'
import type { Arrangement, Layout, Region, Window } from '../graph/regions.js'
import { windows } from '../graph/windows.js'
import { inCta, mapsAddresses } from './cluster-addresses.js'
import { allocated, isMirrored, startsInReach, startsOf } from './starts.js'

/** Returns the size of a location in bytes. */
const sizeOf = ({ type, length }: Pick<Location, 'type' | 'length'>): bigint => BigInt((type.width / 8) * (length ?? 1))

/** Returns the alignment that an object has in every layout. */
export const alignmentOf = ({ alignment }: { readonly alignment?: number | undefined }): bigint =>
  alignment === undefined ? allocated : BigInt(alignment)

/** Returns whether an access to an object has its alignment only by what a launch assumes. */
export const restsOnAssumption = (
  { alignment, declaredAlignment }: Pick<Location, 'alignment' | 'declaredAlignment'>,
  needed: bigint,
): boolean =>
  declaredAlignment !== undefined &&
  BigInt(declaredAlignment) % needed !== 0n &&
  alignmentOf({ alignment }) % needed === 0n

/** Returns how many objects a program has at most in one window; instances of one variable count as one. */
export const objectsIn = ({ variables }: Pick<Program, 'variables'>): number =>
  largest([...groupBy(variables, windowFor).values()].map((group) => groupBy(group, keyOf).size))

const windowFor = ({ space }: Variable): Window =>
  space === 'shared' || space === 'local' || space === 'const' ? space : 'global'

/** Instances of one variable have one address: whose instance it is depends on the thread. */
const keyOf = ({ instance, address }: Variable): string => instance?.of ?? `${address}`

/** Returns the places of a program's memory in an arrangement. */
export function layoutOf({ variables, locations, threads }: Program, arrangement: Arrangement): Layout {
  const mirrored = isMirrored(arrangement)
  const windowBase = (window: Window): bigint => windows[mirrored ? 'backwards' : 'forwards'][window] << 32n
  const locationOf = ({ location }: Pick<Variable, 'location'>): Location =>
    must(locations[location], 'the location of a variable')
  const bytesOf = (variable: Pick<Variable, 'location'>): bigint => sizeOf(locationOf(variable))
  const bases = new Map<string, bigint>()
  const hasDescriptors = threads.some(({ instructions }) =>
    instructions.some(({ kind }) => kind === 'wgmma' || kind === 'tcgen05'),
  )
  for (const group of groupBy(variables, windowFor).values()) {
    const objects = [...groupBy(group, keyOf)].map(([key, instances]) => ({
      key,
      bytes: BigInt(largest(instances.map((one) => Number(bytesOf(one))))),
      alignment: alignmentOf(locationOf(instances[0])),
    }))
    const window = windowFor(group[0])
    const starts =
      window === 'shared' && hasDescriptors ? startsInReach(objects, arrangement) : startsOf(objects, arrangement)
    const base = windowBase(window)
    for (const [i, { key }] of objects.entries()) bases.set(key, base + must(starts[i], 'a start of each object'))
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
  /** Instances of shared memory that the CTAs of a cluster have, by rank. */
  const mapped = owned.flatMap(({ variable, base }) =>
    isMapped && variable.space === 'shared' && variable.instance !== undefined
      ? [{ variable, base: inCta(base, rankAt(variable.instance.owner)) }]
      : [],
  )
  const objects = [...owned, ...mapped].map(({ variable, base }) => ({
    base,
    end: base + bytesOf(variable),
    alignment: alignmentOf(locationOf(variable)),
  }))
  const least = objects.reduce((all, { alignment }) => (alignment < all ? alignment : all), allocated)
  const objectAt = (address: bigint) => objects.find(({ base, end }) => base <= address && address <= end)
  return {
    isMirrored: mirrored,
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
    objectAt: (address) => objectAt(address)?.base,
    alignmentAt: (address) => (address === undefined ? undefined : objectAt(address)?.alignment) ?? least,
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

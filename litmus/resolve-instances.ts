/** Resolves accesses to shared and local memory to the instances that they mean. */

import { diagnostic } from '../source/diagnostic.js'
import { memoised } from '../source/memoised.js'
import { must } from '../source/must.js'
import { all, fail, ok, type Result, then } from '../source/result.js'
import type { TypedRoot } from './elements.js'
import type { Format } from './format.js'
import { declaredName, holder, instanceName, isPrivate, noInstances, ownerNamed } from './instances.js'
import type { Instruction } from './instruction.js'
import type { AddressOf, NamedAddress, Operand, Target } from './operand.js'
import { type ChangePlace, placesIn, targetsOf, withPlaces } from './operands.js'
import { ctaName, ctaOf, ctaOfRank, peerOf, ranksIn, sameCluster, threadPosition } from './position.js'
import { type Space, type Thread, threadAt, type Variable } from './program.js'

/** Threads, and the memory that they access. */
export interface Memory {
  readonly threads: readonly Thread[]
  readonly variables: readonly Variable[]
  readonly roots: readonly TypedRoot[]
}

/**
 * Returns the memory with a variable and a location for each instance that an instruction accesses, or one if none
 * does, and the threads with accesses to these. Every CTA has an instance of shared memory whose address is taken. A
 * single instance keeps the declared name. Fails on an unknown CTA or thread, the instance of a CTA outside the
 * cluster, the instance of another CTA where the access says `.shared`, the local memory of another thread, an instance
 * of memory that has none.
 */
export function resolveInstances(memory: Memory, format: Format): Result<Memory> {
  const { threads, variables } = memory
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const targets = targetsIn(threads)
  const spaceOf = (place: InstancePlace) => (place.kind === 'name' ? place.space : targets.get(place))
  const ownersIn = (places: readonly InstancePlace[], thread: number): Result<Owners> =>
    then(
      all(
        places.flatMap((place) => {
          const variable = byName.get(place.name)
          if (variable === undefined || (place.owner === undefined && !isPrivate(variable.space))) return []
          return then(ownerOfPlace({ ...place, space: spaceOf(place) }, thread, variable, threads), (owner) =>
            ok([place, owner] as const),
          )
        }),
      ),
      (pairs) => ok(new Map(pairs)),
    )
  const owners = all(threads.map((thread, index) => ownersIn(placesOf(thread), index)))
  return then(owners, (owners) => ok(withInstances(memory, owners, targets, format)))
}

type InstancePlace = NamedAddress | AddressOf

/** The thread that identifies the instance that a place means; undefined where there are no instances. */
type Owners = ReadonlyMap<InstancePlace, number | undefined>

/** The state space that a copy names for each of its places. */
type Targets = ReadonlyMap<Operand | InstancePlace, Target['space']>

const targetsIn = (threads: readonly Thread[]): Targets =>
  new Map(
    [...new Set(threads.map(({ instructions }) => instructions))].flatMap((instructions) =>
      instructions.flatMap(targetsOf).map(({ value, space }) => [value, space] as const),
    ),
  )

/** Returns all places in memory that a thread mentions. */
const placesOf = ({ registers, instructions }: Thread): readonly InstancePlace[] => [
  ...registers.flatMap(({ value }) => (value.kind === 'address' ? [value] : [])),
  ...instructions.flatMap(placesIn),
]

/** Returns the memory, given the owners of the instances that each thread means. */
function withInstances(
  { threads, variables, roots }: Memory,
  owners: readonly Owners[],
  targets: Targets,
  format: Format,
): Memory {
  const locations = new Map(variables.map(({ name, location }) => [name, location]))
  const accessed = new Map<number | undefined, Set<number>>()
  const accesses = (location: number | undefined, owner: number): unknown =>
    accessed.set(location, (accessed.get(location) ?? new Set()).add(owner))
  for (const places of owners)
    for (const [{ name }, owner] of places) if (owner !== undefined) accesses(locations.get(name), owner)
  for (const thread of threads)
    for (const one of thread.instructions)
      for (const { name, owner } of reachedInPeers(one, thread, threads)) accesses(locations.get(name), owner)
  // A thread may get the address of shared memory from anywhere, and access the instance of its own CTA with it.
  const mentioned = owners.flatMap((places) => [...places.keys()]).filter((place) => !targets.has(place))
  const addresses = [...mentioned, ...roots.flatMap(({ initial }) => initial)]
  const taken = addresses.flatMap((one) => (one.kind === 'address' ? [locations.get(one.name)] : []))
  for (const location of new Set(taken))
    if (location !== undefined && roots[location]?.space === 'shared')
      for (const [thread, { kind }] of threads.entries())
        if (kind === 'device') accesses(location, holder('shared', thread, threads))

  /**
   * Returns the owners of the instances of a location: the first thread if no thread accesses it; undefined if one
   * instance serves all threads.
   */
  const holders = (location: number, space: Space): readonly (number | undefined)[] =>
    isPrivate(space) ? [...(accessed.get(location) ?? [0])].toSorted((a, b) => a - b) : [undefined]
  const named = (name: string, location: number, space: Space, owner: number | undefined) => {
    if (owner === undefined) return { name }
    const instance = { of: name, owner }
    return {
      name: holders(location, space).length === 1 ? name : instanceName({ space, instance }, threads, format),
      instance,
    }
  }
  const located = roots.flatMap((root, location) =>
    holders(location, root.space).map((owner) => ({
      location,
      owner,
      root: { ...root, name: named(root.name, location, root.space, owner).name },
    })),
  )
  const numbers = new Map<string, number>()
  const instances = variables.flatMap((variable) =>
    holders(variable.location, variable.space).map((owner): Variable => {
      const key = `${variable.address} ${owner}`
      const address = numbers.get(key) ?? numbers.size
      numbers.set(key, address)
      return {
        ...variable,
        ...named(variable.name, variable.location, variable.space, owner),
        location: located.findIndex((one) => one.location === variable.location && one.owner === owner),
        address,
      }
    }),
  )
  const instanceNames = new Map(
    instances.flatMap(({ name, instance }) =>
      instance === undefined ? [] : [[`${instance.owner}:${instance.of}`, name] as const],
    ),
  )
  const nameIn = (thread: number, place: InstancePlace): string => {
    const owner = owners[thread]?.get(place)
    return owner === undefined
      ? place.name
      : must(instanceNames.get(`${owner}:${place.name}`), `the instance of ${place.name}`)
  }
  // Threads of one launch share their instructions if they mean the same instances.
  const shared = memoised((_: readonly Instruction[]) => new Map<string, readonly Instruction[]>())
  const resolved = threads.map((thread, index) => {
    const own = owners[index]
    if (own === undefined || own.size === 0) return thread
    const named: ChangePlace = (place) => ({ ...place, name: nameIn(index, place), owner: undefined })
    const byOwners = shared(thread.instructions)
    const key = [...own.values()].join()
    const instructions = byOwners.get(key) ?? thread.instructions.map((one) => withPlaces(one, named))
    byOwners.set(key, instructions)
    return {
      ...thread,
      registers: thread.registers.map((one) =>
        one.value.kind === 'address' ? { ...one, value: named(one.value) } : one,
      ),
      instructions,
    }
  })
  return {
    threads: resolved,
    variables: instances,
    roots: located.map(({ root, owner }) => ({
      ...root,
      initial: root.initial.map((one) => (one.kind === 'address' ? ofInstances(one, owner, instances, threads) : one)),
    })),
  }
}

/** Returns what a copy or a response to several CTAs accesses in each of them: the memory that it names, and the mbarrier. */
function reachedInPeers(
  one: Instruction,
  thread: Thread,
  threads: readonly Thread[],
): readonly { readonly name: string; readonly owner: number }[] {
  const position = threadPosition(thread)
  const isForAll = one.kind === 'try-cancel' && one.multicast
  const mask = one.kind === 'async-copy' ? one.multicast : undefined
  if ((mask === undefined && !isForAll) || position === undefined) return []
  const named = ranksIn(mask?.kind === 'integer' ? mask.value : -1n)
  // The mbarrier may be that of the other CTA of the pair.
  const isOfPairs = one.kind === 'async-copy' && one.group === 2
  const ranks = isOfPairs ? named.flatMap((rank) => [rank, peerOf(rank)]) : named
  const counted = one.kind === 'async-copy' && one.completes?.by === 'mbarrier' ? [one.completes.at] : []
  const reached = one.kind === 'try-cancel' ? [one.to, one.at] : one.kind === 'async-copy' ? [one.to, ...counted] : []
  return reached.flatMap(({ value }) =>
    value.kind !== 'address'
      ? []
      : ranks.flatMap((rank) => {
          const there = ctaOfRank(rank, position, threads)
          return there === undefined ? [] : [{ name: value.name, owner: holder('shared', there, threads) }]
        }),
  )
}

/**
 * Resolves an address that memory holds from the start. An address of shared memory is that of every instance; the name
 * means the holder's own instance, or the first.
 */
function ofInstances(
  address: AddressOf,
  owner: number | undefined,
  variables: readonly Variable[],
  threads: readonly Thread[],
): AddressOf {
  const [first, ...others] = variables.filter((one) => declaredName(one) === address.name)
  const own = [first, ...others].find(
    (one) =>
      one?.instance !== undefined && owner !== undefined && one.instance.owner === holder(one.space, owner, threads),
  )
  return { ...address, name: (own ?? first)?.name ?? address.name }
}

/** Returns the owner of the instance that a place means; undefined if there are no instances. */
function ownerOfPlace(
  {
    name,
    owner,
    span,
    space,
  }: Pick<InstancePlace, 'name' | 'owner' | 'span'> & { readonly space: NamedAddress['space'] },
  thread: number,
  variable: Variable,
  threads: readonly Thread[],
): Result<number | undefined> {
  if (!isPrivate(variable.space)) return owner === undefined ? ok(undefined) : fail(noInstances(name, variable, span))
  const own = holder(variable.space, thread, threads)
  if (owner === undefined) return ok(own)
  // The name of the kernel is left out within it.
  const kernel = threadPosition(threadAt(threads, thread))?.kernel
  const inKernel = `${kernel}.${owner}`
  const isOwn = threads.some((one) => one.name === inKernel || ctaOf(one) === inKernel)
  return then(ownerNamed(kernel !== undefined && isOwn ? inKernel : owner, variable.space, threads, span), (named) => {
    const [here, there] = [own, named].map((one) => threadPosition(threadAt(threads, one)))
    if (named === own || here === undefined || there === undefined) return ok(own)
    if (variable.space === 'local')
      return fail(
        diagnostic(`\`${name}\` of ${owner} is local memory of another thread; only that thread reaches it`, span),
      )
    if (!sameCluster(here, there))
      return fail(
        diagnostic(
          `\`${name}\` of ${ctaName(there)} is shared memory of another CTA, which is not in the cluster of ${ctaName(here)}`,
          span,
        ),
      )
    if (space === 'shared')
      return fail(
        diagnostic(
          `\`.shared\` means the thread's own CTA, ${ctaName(here)}; \`.shared::cluster\`, or no space at all, reaches \`${name}\` of ${ctaName(there)}`,
          span,
        ),
      )
    return ok(named)
  })
}

/** Resolves accesses to shared and local memory to the copies that they mean. */

import { diagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { all, fail, ok, type Result, then } from '../source/result.js'
import { copyName, holder, isPrivate, noCopies, ownerNamed } from './copies.js'
import type { Format } from './format.js'
import type { Access, Instruction } from './instruction.js'
import { ctaName, ctaOf, sameCluster, threadPosition } from './position.js'
import { type Space, type Thread, threadAt, type Variable } from './program.js'
import type { Root } from './variables.js'

/** Threads, and the memory that they access. */
export interface Memory {
  readonly threads: readonly Thread[]
  readonly variables: readonly Variable[]
  readonly roots: readonly Root[]
}

/**
 * The same memory with a variable and a location for each copy that an instruction accesses, or one if none does, and the threads with
 * accesses to these. A single copy keeps the declared name. Errors: an unknown CTA or thread, the copy of a CTA outside the cluster, the
 * copy of another CTA where the access says `.shared`, the local memory of another thread, a copy of memory that has none.
 */
export function resolveCopies(memory: Memory, format: Format): Result<Memory> {
  const { threads, variables } = memory
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const ownerIn = (instruction: Instruction, thread: number): Result<number | undefined> => {
    const variable = 'address' in instruction ? byName.get(instruction.address.name) : undefined
    return 'address' in instruction && variable !== undefined
      ? ownerOfAccess(instruction, thread, variable, threads)
      : ok(undefined)
  }
  const owners = all(threads.map(({ instructions }, thread) => all(instructions.map((one) => ownerIn(one, thread)))))
  return then(owners, (owners) => ok(withCopies(memory, owners, format)))
}

/** The memory, given the owners of the copies that accesses mean, by thread and instruction. */
function withCopies(
  { threads, variables, roots }: Memory,
  owners: readonly (readonly (number | undefined)[])[],
  format: Format,
): Memory {
  const locations = new Map(variables.map(({ name, location }) => [name, location]))
  const accessed = new Map<number | undefined, Set<number>>()
  for (const [thread, { instructions }] of threads.entries())
    for (const [index, one] of instructions.entries()) {
      const owner = owners[thread]?.[index]
      if (!('address' in one) || owner === undefined) continue
      const location = locations.get(one.address.name)
      accessed.set(location, (accessed.get(location) ?? new Set()).add(owner))
    }

  /** The owners of copies of a location: the first thread if no thread accesses it. Undefined if there is one for all. */
  const holders = (location: number, space: Space): readonly (number | undefined)[] =>
    isPrivate(space) ? [...(accessed.get(location) ?? [0])].toSorted((a, b) => a - b) : [undefined]
  const named = (name: string, location: number, space: Space, owner: number | undefined) => {
    if (owner === undefined) return { name }
    const copy = { of: name, owner }
    return { name: holders(location, space).length === 1 ? name : copyName({ space, copy }, threads, format), copy }
  }
  const located = roots.flatMap((root, location) =>
    holders(location, root.space).map((owner) => ({
      location,
      owner,
      root: { ...root, name: named(root.name, location, root.space, owner).name },
    })),
  )
  const addresses = new Map<string, number>()
  const copies = variables.flatMap((variable) =>
    holders(variable.location, variable.space).map((owner): Variable => {
      const key = `${variable.address} ${owner}`
      const address = addresses.get(key) ?? addresses.size
      addresses.set(key, address)
      return {
        ...variable,
        ...named(variable.name, variable.location, variable.space, owner),
        location: located.findIndex((one) => one.location === variable.location && one.owner === owner),
        address,
      }
    }),
  )
  const copyNames = new Map(
    copies.flatMap(({ name, copy }) => (copy === undefined ? [] : [[`${copy.owner}:${copy.of}`, name] as const])),
  )
  const resolved = threads.map((thread, index) => ({
    ...thread,
    instructions: thread.instructions.map((one, at): Instruction => {
      if (!('address' in one)) return one
      const owner = owners[index]?.[at]
      const { name } = one.address
      const meant = owner === undefined ? name : must(copyNames.get(`${owner}:${name}`), `the copy of ${name}`)
      return { ...one, address: { ...one.address, name: meant, owner: undefined } }
    }),
  }))
  return { threads: resolved, variables: copies, roots: located.map(({ root }) => root) }
}

/** Whose copy an access means; undefined if there are no copies. */
function ownerOfAccess(
  { address }: Access,
  thread: number,
  variable: Variable,
  threads: readonly Thread[],
): Result<number | undefined> {
  const { name, owner, space, span } = address
  if (!isPrivate(variable.space)) return owner === undefined ? ok(undefined) : fail(noCopies(name, variable, span))
  const own = holder(variable.space, thread, threads)
  if (owner === undefined) return ok(own)
  // Within a kernel its name is left out.
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

/**
 * Memory of which each CTA, or each thread, has a copy of its own: `.shared` and `.local` (ISA, State Spaces). A copy is a variable with a
 * location behind it like any other; only while a test is read do several of them have one name.
 */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { didYouMean } from '../source/nearest.js'
import { fail, ok, type Result, then } from '../source/result.js'
import type { Span } from '../source/text.js'
import type { Format } from './format.js'
import type { Access, Instruction } from './instruction.js'
import { ctaName, positionName, sameCluster, sameCta, threadNamed, threadPosition } from './position.js'
import type { Space, Thread, Variable } from './program.js'
import type { Root } from './variables.js'

/** Threads, and the memory that they access. */
export interface Memory {
  readonly threads: readonly Thread[]
  readonly variables: readonly Variable[]
  readonly roots: readonly Root[]
}

/** What a variable was declared as, also where it is one of several copies. */
export const declaredName = ({ name, copy }: Pick<Variable, 'name' | 'copy'>): string => copy?.of ?? name

/**
 * The same memory with a variable and a location for each copy that an instruction accesses, or one where none does; and the threads with
 * the accesses to them. A single copy keeps the name that was declared. Errors: a CTA or a thread that there is not, the copy of a CTA
 * outside the cluster, the copy of another CTA where the access says `.shared`, the local memory of another thread, a copy of what has none.
 */
export function resolveCopies({ threads, variables, roots }: Memory, format: Format): Result<Memory> {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const diagnostics: Diagnostic[] = []
  const accessed = new Map<number, Set<number>>()
  const owners = new Map<Instruction, number>()
  for (const [thread, { instructions }] of threads.entries())
    for (const one of instructions) {
      const variable = 'address' in one ? byName.get(one.address.name) : undefined
      if (!('address' in one) || variable === undefined) continue
      const owner = ownerOfAccess(one, thread, variable, threads)
      if (!owner.ok) diagnostics.push(...owner.diagnostics)
      else if (owner.value !== undefined) {
        owners.set(one, owner.value)
        accessed.set(variable.location, (accessed.get(variable.location) ?? new Set()).add(owner.value))
      }
    }

  if (diagnostics.length > 0) return fail(...diagnostics)
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
  const copyNames = new Map(copies.map(({ name, copy }) => [`${copy?.owner}:${copy?.of}`, name]))
  const resolved = threads.map((thread) => ({
    ...thread,
    instructions: thread.instructions.map((one): Instruction => {
      if (!('address' in one)) return one
      const name = copyNames.get(`${owners.get(one)}:${one.address.name}`) ?? one.address.name
      return { ...one, address: { ...one.address, name, owner: undefined } }
    }),
  }))
  return ok({ threads: resolved, variables: copies, roots: located.map(({ root }) => root) })
}

const isPrivate = (space: Space): boolean => space === 'shared' || space === 'local'

/** The thread whose copy another thread's name for it means: of a CTA the first. */
function holder(space: Space, thread: number, threads: readonly Thread[]): number {
  const position = threadPosition(threads[thread])
  if (space === 'local' || position === undefined) return thread
  return threads.findIndex((other) => sameCta(threadPosition(other), position))
}

/** Whose copy an access means; undefined where there are no copies. */
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
  const kernel = threadPosition(threads[thread])?.kernel
  const inKernel = `${kernel}.${owner}`
  const isOwn = threads.some((one) => one.name === inKernel || ctaOf(one) === inKernel)
  return then(ownerNamed(kernel !== undefined && isOwn ? inKernel : owner, variable.space, threads, span), (named) => {
    const [here, there] = [threadPosition(threads[own]), threadPosition(threads[named])]
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
          `\`.shared\` is of the own CTA, ${ctaName(here)}; \`.shared::cluster\`, or no space at all, reaches \`${name}\` of ${ctaName(there)}`,
          span,
        ),
      )
    return ok(named)
  })
}

const noCopies = (name: string, { space }: Variable, span: Span): Diagnostic =>
  diagnostic(`\`${name}\` is .${space}: there is one, not a copy for each CTA or thread; write \`[${name}]\``, span)

const ctaOf = (thread: Thread): string | undefined => (thread.kind === 'device' ? ctaName(thread.position) : undefined)

function ownerNamed(owner: string, space: Space, threads: readonly Thread[], span: Span): Result<number> {
  const thread = threadNamed(owner, threads)
  const named = thread === -1 && space === 'shared' ? threads.findIndex((one) => ctaOf(one) === owner) : thread
  if (named !== -1) return ok(holder(space, named, threads))
  const known = new Set(
    threads.flatMap((one) => (one.kind !== 'device' ? [] : space === 'shared' ? ctaName(one.position) : one.name)),
  )
  const [what, which] = space === 'shared' ? ['CTA', 'CTAs'] : ['thread', 'threads']
  const hint = didYouMean(owner, known)
  return fail(
    diagnostic(
      `there is no ${what} \`${owner}\`${hint === '' ? `; the ${which} are ${[...known].join(', ')}` : hint}`,
      span,
    ),
  )
}

/** The variable that a name means outside of any thread. Errors: it is not declared, or has copies and does not say whose. */
export function variableNamed(
  name: string,
  owner: string | undefined,
  { threads, variables }: Pick<Memory, 'threads' | 'variables'>,
  span: Span,
): Result<Variable> {
  const [first, second] = variables.filter((variable) => declaredName(variable) === name)
  if (first === undefined) {
    const known = new Set(variables.map(declaredName))
    return fail(diagnostic(`\`${name}\` is not declared${didYouMean(name, known)}`, span))
  }
  if (owner === undefined) {
    if (second === undefined) return ok(first)
    const all = variables.filter((variable) => declaredName(variable) === name)
    const each = first.space === 'shared' ? 'CTAs' : 'threads'
    const names = all.map((copy) => `\`[${copy.name}]\``).join(' or ')
    return fail(diagnostic(`\`${name}\` is ambiguous: ${all.length} ${each} have a copy; write ${names}`, span))
  }
  if (!isPrivate(first.space)) return fail(noCopies(name, first, span))
  return then(ownerNamed(owner, first.space, threads, span), (named) => {
    const copy = variables.find((variable) => variable.copy?.of === name && variable.copy.owner === named)
    return copy === undefined ? fail(diagnostic(`nothing accesses \`${name}\` of ${owner}`, span)) : ok(copy)
  })
}

/** How a format names one of several copies: `d0.b1:x`, `d0.b1.t0:x` for local memory, `P2:x` in herd-style tests. */
function copyName(
  { space, copy }: Pick<Variable, 'space'> & { readonly copy: NonNullable<Variable['copy']> },
  threads: readonly Thread[],
  format: Format,
): string {
  const position = threadPosition(threads[copy.owner])
  const owner =
    format === 'herd' || position === undefined
      ? `P${copy.owner}`
      : space === 'local'
        ? positionName(position)
        : ctaName(position)
  return `${owner}:${copy.of}`
}

/** How a format writes a variable, within a thread or outside of any. */
export function writtenName(
  name: string,
  thread: number | undefined,
  { threads, variables }: Pick<Memory, 'threads' | 'variables'>,
  format: Format,
): string {
  const variable = variables.find((one) => one.name === name)
  const copy = variable?.copy
  if (variable === undefined || copy === undefined) return name
  const copies = variables.filter((one) => one.copy?.of === copy.of)
  const plain = thread === undefined ? copies.length === 1 : holder(variable.space, thread, threads) === copy.owner
  return plain ? copy.of : copyName({ space: variable.space, copy }, threads, format)
}

/** The instruction with its variable as a thread writes it. */
export const asWritten = (
  instruction: Instruction,
  thread: number,
  memory: Pick<Memory, 'threads' | 'variables'>,
  format: Format,
): Instruction =>
  'address' in instruction
    ? {
        ...instruction,
        address: { ...instruction.address, name: writtenName(instruction.address.name, thread, memory, format) },
      }
    : instruction

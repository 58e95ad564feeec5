/**
 * Memory of which each CTA, or each thread, has its own copy: `.shared` and `.local` (ISA, State Spaces). A copy is a variable with a
 * location like any other. Only while a test is read do several copies have one name.
 */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { didYouMean } from '../source/nearest.js'
import { fail, ok, type Result, then } from '../source/result.js'
import type { Span } from '../source/text.js'
import type { Format } from './format.js'
import type { Instruction } from './instruction.js'
import { ctaName, ctaOf, positionName, sameCta, threadNamed, threadPosition } from './position.js'
import { type Program, type Space, type Thread, threadAt, type Variable } from './program.js'

/** The name under which a variable was declared, even if it is one of several copies. */
export const declaredName = ({ name, copy }: Pick<Variable, 'name' | 'copy'>): string => copy?.of ?? name

/** Whether there is a copy for each CTA or each thread. */
export const isPrivate = (space: Space): boolean => space === 'shared' || space === 'local'

/** The thread that identifies a copy; for a CTA, its first thread. */
export function holder(space: Space, thread: number, threads: readonly Thread[]): number {
  const position = threadPosition(threadAt(threads, thread))
  if (space === 'local' || position === undefined) return thread
  return threads.findIndex((other) => sameCta(threadPosition(other), position))
}

/** The error for a name that asks for a copy although there is only one for all. */
export const noCopies = (name: string, { space }: Variable, span: Span): Diagnostic =>
  diagnostic(
    `\`${name}\` is .${space}: there is only one, not a copy for each CTA or thread; write \`[${name}]\``,
    span,
  )

/** The thread that has the copy of the CTA or thread of that name. Errors: there is none. */
export function ownerNamed(owner: string, space: Space, threads: readonly Thread[], span: Span): Result<number> {
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

/** The variable that a name means outside of threads. Errors: it is not declared, or it has several copies and does not say whose. */
export function variableNamed(
  name: string,
  owner: string | undefined,
  { threads, variables }: Pick<Program, 'threads' | 'variables'>,
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

/** The name of one of several copies in a format: `d0.b1:x`, `d0.b1.t0:x` for local memory, `P2:x` in herd-style tests. */
export function copyName(
  { space, copy }: Pick<Variable, 'space'> & { readonly copy: NonNullable<Variable['copy']> },
  threads: readonly Thread[],
  format: Format,
): string {
  const position = threadPosition(threadAt(threads, copy.owner))
  const owner =
    format === 'herd' || position === undefined
      ? `P${copy.owner}`
      : space === 'local'
        ? positionName(position)
        : ctaName(position)
  return `${owner}:${copy.of}`
}

/** How a format writes a variable, inside or outside of a thread. */
export function writtenName(
  name: string,
  thread: number | undefined,
  { threads, variables }: Pick<Program, 'threads' | 'variables'>,
  format: Format,
): string {
  const { space, copy } = must(
    variables.find((one) => one.name === name),
    `the variable ${name}`,
  )
  if (copy === undefined) return name
  const copies = variables.filter((one) => one.copy?.of === copy.of)
  const plain = thread === undefined ? copies.length === 1 : holder(space, thread, threads) === copy.owner
  return plain ? copy.of : copyName({ space, copy }, threads, format)
}

/** The instruction with its variable as a thread writes it. */
export const asWritten = (
  instruction: Instruction,
  thread: number,
  memory: Pick<Program, 'threads' | 'variables'>,
  format: Format,
): Instruction =>
  'address' in instruction
    ? {
        ...instruction,
        address: { ...instruction.address, name: writtenName(instruction.address.name, thread, memory, format) },
      }
    : instruction

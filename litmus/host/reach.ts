/** What accesses of a test with a host can reach. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import type { Access, Scope } from '../instruction.js'
import { accessedName } from '../mentioned.js'
import { ctaName, sameCluster, sameCta, threadPosition } from '../position.js'
import type { Host, Thread, Variable } from '../program.js'
import { type Operation, ordered } from './order.js'

interface Accessed {
  readonly thread: Thread
  readonly access: Access & { readonly scope?: Scope | undefined }
  readonly variable: Variable
  readonly operation: Operation
}

/**
 * Errors: an access at `.cta` or `.cluster` scope to a location that no other thread of the CTA or cluster accesses, while another kernel,
 * the host or a copy that may run at the same time does, so that the scope includes no other access; and shared or local memory that no
 * kernel's thread accesses.
 */
export function checkReach(
  threads: readonly Thread[],
  host: Host,
  variables: readonly Variable[],
): readonly Diagnostic[] {
  const accesses = accessesOf(threads, host, variables)
  const byLocation = groupBy(accesses, ({ variable }) => variable.location)
  return accesses.flatMap((one) => {
    const { thread, access, variable } = one
    if (thread.kind !== 'device') return unreachable(access, variable)
    const others = must(byLocation.get(variable.location), 'the accesses to a location').filter(
      (other) => other.thread !== thread,
    )
    const away = leftOut(one, others, threads, host)
    if (away === undefined) return []
    const message = `\`.${access.scope}\` scope, but no other thread of ${ctaName(thread.position)} accesses \`${variable.name}\`: use \`.gpu\` or \`.sys\``
    return [diagnostic(message, access.span, { message: `accessed by ${away.thread.name}`, place: away.access.span })]
  })
}

function accessesOf(threads: readonly Thread[], host: Host, variables: readonly Variable[]): readonly Accessed[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const taskOf = (index: number) =>
    host.tasks.findIndex(({ work }) => 'threads' in work && work.threads.includes(index))
  return threads.flatMap((thread, index) =>
    thread.instructions.flatMap((access, call) => {
      const name = accessedName(access)
      const variable = name === undefined ? undefined : byName.get(name)
      if (!('address' in access) || variable === undefined) return []
      return [{ thread, access, variable, operation: index === host.thread ? { call } : { task: taskOf(index) } }]
    }),
  )
}

/** Another access that the scope does not include, if it includes none. */
function leftOut(
  { thread, access, variable, operation }: Accessed,
  others: readonly Accessed[],
  threads: readonly Thread[],
  host: Host,
): Accessed | undefined {
  const includes = access.scope === 'cta' ? sameCta : access.scope === 'cluster' ? sameCluster : undefined
  if (includes === undefined || variable.space === 'shared') return undefined
  const position = threadPosition(thread)
  // What a thread of the CTA or cluster accesses by an address may be this location.
  if (threads.some((other) => other !== thread && includes(position, threadPosition(other)) && hasPointers(other)))
    return undefined
  const within = others.filter((other) => threadPosition(other.thread)?.kernel === position?.kernel)
  if (within.some((other) => includes(position, threadPosition(other.thread)))) return undefined
  return others.find((other) => !within.includes(other) && !ordered(host, operation, other.operation))
}

const hasPointers = ({ instructions }: Thread): boolean =>
  instructions.some((one) => 'address' in one && one.address.kind === 'pointer')

const unreachable = ({ address: { span } }: Access, { name, space }: Variable): readonly Diagnostic[] =>
  space === 'shared' || space === 'local'
    ? [diagnostic(`\`${name}\` is .${space}, which only a kernel's threads reach`, span)]
    : []

/** Checks what the accesses of a test with a host can reach. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import type { Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import type { Named, Scope } from '../operand.js'
import { targetsOf } from '../operands.js'
import { ctaName, sameCluster, sameCta, threadPosition } from '../position.js'
import type { Host, Thread, Variable } from '../program.js'
import { type Operation, ordered } from './order.js'

interface Accessed {
  readonly thread: Thread
  /** `place` is the name that it accesses. */
  readonly access: { readonly span: Span; readonly place: Span; readonly scope: Scope | undefined }
  readonly variable: Variable
  readonly operation: Operation
}

/**
 * Reports an access at `.cta` or `.cluster` scope to a location that no other thread of the CTA or cluster accesses,
 * while another kernel, the host or a copy that may run at the same time does, so that the scope includes no other
 * access; and shared or local memory that no kernel's thread accesses.
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
    const others = (): readonly Accessed[] =>
      must(byLocation.get(variable.location), 'the accesses to a location').filter((other) => other.thread !== thread)
    const away = leftOut(one, others, threads, host)
    if (away === undefined) return []
    const message = `\`.${access.scope}\` scope, but no other thread of ${ctaName(thread.position)} accesses \`${variable.name}\`: use \`.gpu\` or \`.sys\``
    return [diagnostic(message, access.span, { message: `accessed by ${away.thread.name}`, place: away.access.span })]
  })
}

function accessesOf(threads: readonly Thread[], host: Host, variables: readonly Variable[]): readonly Accessed[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const tasks = new Map(
    host.tasks.flatMap(({ work }, task) =>
      'threads' in work ? work.threads.map((index) => [index, task] as const) : [],
    ),
  )
  const taskOf = (index: number): number => must(tasks.get(index), 'a task for each thread but the host')
  return threads.flatMap((thread, index) =>
    thread.instructions.flatMap((one, call) =>
      reachedBy(one).flatMap(({ name, span: place }) => {
        const variable = byName.get(name)
        if (variable === undefined) return []
        const access = { span: one.span, place, scope: 'scope' in one ? one.scope : undefined }
        return [{ thread, access, variable, operation: index === host.thread ? { call } : { task: taskOf(index) } }]
      }),
    ),
  )
}

/** Returns the names of memory that an instruction or its copies access. */
const reachedBy = (one: Instruction): readonly Named[] => [
  ...('address' in one && one.address.kind === 'name' ? [one.address] : []),
  ...targetsOf(one).flatMap(({ value }) => (value.kind === 'address' ? [value] : [])),
]

/** Returns another access that the scope does not include, if it includes none. */
function leftOut(
  { thread, access, variable, operation }: Accessed,
  accessedByOthers: () => readonly Accessed[],
  threads: readonly Thread[],
  host: Host,
): Accessed | undefined {
  const includes = access.scope === 'cta' ? sameCta : access.scope === 'cluster' ? sameCluster : undefined
  if (includes === undefined || variable.space === 'shared') return undefined
  const position = threadPosition(thread)
  // A thread of the CTA or cluster that accesses memory by an address may access this location.
  if (threads.some((other) => other !== thread && includes(position, threadPosition(other)) && hasPointers(other)))
    return undefined
  const others = accessedByOthers()
  const within = others.filter((other) => threadPosition(other.thread)?.kernel === position?.kernel)
  if (within.some((other) => includes(position, threadPosition(other.thread)))) return undefined
  return others.find((other) => !within.includes(other) && !ordered(host, operation, other.operation))
}

const hasPointers = ({ instructions }: Thread): boolean =>
  instructions.some(
    (one) =>
      ('address' in one && one.address.kind === 'pointer') ||
      targetsOf(one).some(({ value }) => value.kind === 'register'),
  )

const unreachable = ({ place }: Accessed['access'], { name, space }: Variable): readonly Diagnostic[] =>
  space === 'shared' || space === 'local'
    ? [diagnostic(`\`${name}\` is .${space}, which only a kernel's threads reach`, place)]
    : []

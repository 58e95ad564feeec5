/** Scopes: the threads to which an event applies (ISA 8.5). */

import type { Scope } from '../../litmus/instruction.js'
import { sameCluster, sameCta, threadPosition } from '../../litmus/position.js'
import { type Program, type ThreadPosition, threadAt } from '../../litmus/program.js'
import type { Event } from './event.js'

/** Where the event's thread runs. Initial writes have no thread; the host and copies run on no GPU. */
export const positionOf = ({ threads }: Program, { origin }: Event): ThreadPosition | undefined =>
  origin && threadPosition(threadAt(threads, origin.thread))

/** Each event's scope includes the thread of the other. Events without a scope are in no such pair. */
export const scopesIncludeEachOther = (program: Program, a: Event, b: Event): boolean =>
  scopeIncludes(program, a, b) && scopeIncludes(program, b, a)

/** The event's scope includes the thread of the other. */
export function scopeIncludes(program: Program, event: Event, other: Event): boolean {
  const scope = scopeOf(event)
  if (scope === undefined || event.origin === undefined || other.origin === undefined) return false
  return includes(scope, positionOf(program, event), positionOf(program, other))
}

const scopeNames = new Map<string, Scope>([
  ['CTA', 'cta'],
  ['CLUSTER', 'cluster'],
  ['GPU', 'gpu'],
  ['SYS', 'sys'],
])

const scopeOf = ({ sets }: Event): Scope | undefined =>
  sets.map((name) => scopeNames.get(name)).find((scope) => scope !== undefined)

function includes(scope: Scope, from: ThreadPosition | undefined, to: ThreadPosition | undefined): boolean {
  switch (scope) {
    case 'cta':
      return sameCta(from, to)
    case 'cluster':
      return sameCluster(from, to)
    case 'gpu':
      return from !== undefined && from.gpu === to?.gpu
    case 'sys':
      return true
  }
}

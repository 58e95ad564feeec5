/** The scopes that are useful in a program. */

import type { Scope } from '../litmus/operand.js'
import { clusterName, ctaName, gpuName } from '../litmus/position.js'
import type { Program, ThreadPosition } from '../litmus/program.js'
import { deviceThreads } from './lines.js'
import { scopes } from './strength.js'

/**
 * Returns the scopes that threads of the program need: none wider than the narrowest that includes all of them. The
 * host is outside every GPU. Of scopes that do not differ in the program, only one is returned.
 */
export function scopesNeeded(program: Program): readonly Scope[] {
  const threads = deviceThreads(program)
  const differ = (of: (position: ThreadPosition) => unknown) =>
    new Set(threads.map(([, { position }]) => of(position))).size > 1
  const hostAccesses = hostAccessesMemory(program)
  const widest: Scope =
    differ(gpuName) || hostAccesses ? 'sys' : differ(clusterName) ? 'gpu' : differ(ctaName) ? 'cluster' : 'cta'
  const inClusters = threads.some(([, { position }]) => position.cluster !== undefined)
  return scopes
    .slice(0, scopes.indexOf(widest) + 1)
    .filter((scope) => scope !== 'cluster' || inClusters || widest === 'cluster')
}

/** Returns whether the host itself reads or writes memory. */
export const hostAccessesMemory = ({ threads }: Pick<Program, 'threads'>): boolean =>
  threads.some(
    ({ kind, instructions }) =>
      kind === 'host' && instructions.some((one) => ['load', 'store', 'atomic'].includes(one.kind)),
  )

/** The host is outside every scope but that of the system. */
export const hostScopes: readonly Scope[] = ['sys']

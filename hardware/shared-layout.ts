/** Places shared memory in a CTA. */

import type { Plan } from './plan.js'

/** Returns the shared memory of an instance: the place of each declaration, and the total number of bytes. */
export function sharedLayout({ locations }: Plan): {
  readonly at: ReadonlyMap<string, number>
  readonly bytes: number
} {
  const at = new Map<string, number>()
  let bytes = 0
  for (const { space, declared, bytes: own, alignment } of locations) {
    if (space !== 'shared' || at.has(declared)) continue
    bytes = Math.ceil(bytes / alignment) * alignment
    at.set(declared, bytes)
    bytes += own
  }
  return { at, bytes: Math.ceil(bytes / 16) * 16 }
}

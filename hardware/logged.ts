/** What logs say of a test. */

import { type HardwareLog, inAll, type Logged } from './log.js'
import type { Plan } from './plan.js'

/**
 * Returns what all logs together say of a test; undefined if none names it. Its text identifies it, since files may have
 * other names elsewhere; if several have the same text, the name decides.
 */
export function loggedOf(plan: Pick<Plan, 'test' | 'hash'>, logs: readonly HardwareLog[]): Logged | undefined {
  const same = logs.flatMap(({ tests }) => tests.filter(({ hash }) => hash === plan.hash))
  const name = (same.find(({ test }) => test === plan.test) ?? same[0])?.test
  const entries = same.filter(({ test }) => test === name)
  const ran = inAll(entries.filter((one) => 'states' in one))
  const failed = entries.find((one) => 'failed' in one)
  if (ran === undefined) return entries[0]
  return failed === undefined
    ? ran
    : { ...ran, note: [ran.note, `in one log, ${failed.failed}`].filter(Boolean).join('; ') }
}

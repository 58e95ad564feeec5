/** Chooses the faults to plant by the names on the command line. */

import { type Fault, groups } from './fault.js'

export type Chosen =
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] }
  | { readonly kind: 'misused'; readonly message: string }

/**
 * Returns the faults of these names, and of groups of these names, in the order of `faults`; all if there are no names.
 * The message lists the faults that exist.
 */
export function chosen(faults: readonly Fault[], names: readonly string[]): Chosen {
  const missing = names.filter((name) => !faults.some((one) => isOf(one, name)))
  if (missing.length > 0)
    return { kind: 'misused', message: `there is no fault ${missing.join(', ')}; these are there:\n${listed(faults)}` }
  return { kind: 'faults', faults: faults.filter((one) => names.length === 0 || names.some((name) => isOf(one, name))) }
}

const isOf = ({ name, group }: Fault, wanted: string): boolean => name === wanted || group === wanted

/** Lists each group with the names of its faults. */
const listed = (faults: readonly Fault[]): string =>
  groups
    .map((group) => [group, faults.filter((one) => one.group === group).map(({ name }) => name)] as const)
    .map(([group, names]) => `  ${group}: ${names.join(', ')}`)
    .join('\n')

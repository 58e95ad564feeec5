/** Names of kernels as people write them, without their arguments. */

import { functionPath } from '../../litmus/module/mangled.js'

/**
 * Returns the name in a mangled one, with its namespaces: `cub::detail::scan::DeviceScanKernel`. Namespaces that only
 * have a version in them are left out. A name of another form stays as it is.
 */
export function plainName(mangled: string): string {
  const path = functionPath(mangled)
    ?.filter((part) => !/^_V_\d/.test(part))
    .map((part) => part.replace(/^_GLOBAL__N_.*/s, '(anonymous)'))
  return path === undefined || path.length === 0 ? mangled : path.join('::')
}

/** Demangles names, and appends numbers to names that occur again. */
export function plainNames(mangled: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  return mangled.map(plainName).map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

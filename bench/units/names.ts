/** Names of kernels as people write them, without their arguments. */

/**
 * Returns the name in a mangled one, with its namespaces: `cub::detail::scan::DeviceScanKernel`. Namespaces that only
 * have a version in them are left out. A name of another form stays as it is.
 */
export function plainName(mangled: string): string {
  const begin = /^_Z(N[KVr]*|L)?/.exec(mangled)
  if (begin === null) return mangled
  const isNested = begin[1]?.startsWith('N') === true
  const parts: string[] = []
  let at = begin[0].length
  for (;;) {
    const [digits] = /^\d+/.exec(mangled.slice(at)) ?? []
    if (digits === undefined) break
    const start = at + digits.length
    at = start + Number(digits)
    parts.push(mangled.slice(start, at))
    if (!isNested) break
  }
  const named = parts
    .filter((part) => !/^_V_\d/.test(part))
    .map((part) => part.replace(/^_GLOBAL__N_.*/s, '(anonymous)'))
  return named.length === 0 ? mangled : named.join('::')
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

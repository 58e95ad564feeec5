/** The names that compilers of C++ mangle (Itanium C++ ABI 5.1), as people write them. */

import { groupBy } from '../../source/group.js'

/** A name of C++ with the names around it, outermost first. */
type Path = readonly string[]

/**
 * Returns the name of a function in a mangled one, with its namespaces: `cub`, `detail`, `scan`, `DeviceScanKernel`.
 * Undefined for what is not mangled.
 */
export function functionPath(mangled: string): Path | undefined {
  const begin = /^_Z(N[KVr]*|L)?/.exec(mangled)
  if (begin === null) return undefined
  const path: string[] = []
  let rest = mangled.slice(begin[0].length)
  for (;;) {
    const name = leading(rest)
    if (name === undefined) break
    path.push(name.text)
    rest = name.rest
    if (begin[1]?.startsWith('N') !== true) break
  }
  return path.length === 0 ? undefined : path
}

/** Returns the last name of a function; undefined for what is not mangled. */
export const functionName = (mangled: string): string | undefined => functionPath(mangled)?.at(-1)

/**
 * Returns the last name of a variable: `buf` for `_ZZ4pipePKiE3buf`, `queue` for `_ZN3lib5queueE`. It ends where the
 * mangled name does, except for the `E` of a nested name and the number of one of several in a function (5.1.6).
 * Undefined for what is not mangled, and for instances of templates.
 */
export function variableName(mangled: string): string | undefined {
  if (!mangled.startsWith('_Z')) return undefined
  for (const { index } of mangled.matchAll(/(?<!\d)\d/g)) {
    const name = leading(mangled.slice(index))
    if (name !== undefined && /^E?(_\d+|__\d+_)?$/.test(name.rest)) return name.text
  }
  return undefined
}

/** Returns the name that a length precedes, and what follows it. */
function leading(text: string): { readonly text: string; readonly rest: string } | undefined {
  const [digits] = /^[1-9]\d{0,3}/.exec(text) ?? []
  if (digits === undefined) return undefined
  const end = digits.length + Number(digits)
  return end > text.length ? undefined : { text: text.slice(digits.length, end), rest: text.slice(end) }
}

/**
 * Returns the short name of each mangled one that no other name has, neither one of them nor one of `taken`.
 * `shortOf` gives the short name.
 */
export function shortNames(
  names: readonly string[],
  shortOf: (mangled: string) => string | undefined,
  taken: Iterable<string> = [],
): ReadonlyMap<string, string> {
  const others = new Set([...taken, ...names])
  const pairs = names.flatMap((name) => {
    const short = shortOf(name)
    return short === undefined ? [] : [{ name, short }]
  })
  return new Map(
    [...groupBy(pairs, ({ short }) => short)].flatMap(([short, [{ name }, ...more]]) =>
      more.length > 0 || others.has(short) ? [] : [[name, short] as const],
    ),
  )
}

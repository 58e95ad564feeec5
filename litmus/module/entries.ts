/** Entries of a module by their names, and their parameters. */

import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { fail, ok, type Result } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { typeText } from './arguments.js'
import type { FunctionSyntax, ParameterSyntax } from './syntax.js'
import { typeNamed } from './types.js'

/**
 * Returns the entry with that name, or else the only one that has it in CUDA C++, such as `_Z4spinPi` for `spin`. Fails
 * if there is none, or if there are several. `place` is the place of the name, and `others` are further names that may
 * be meant.
 */
export function entryNamed(
  name: string,
  entries: readonly FunctionSyntax[],
  place: Span | string,
  others: Iterable<string> = [],
): Result<FunctionSyntax> {
  const called = (nameOf: (entry: FunctionSyntax) => string | undefined) =>
    entries.filter((entry) => nameOf(entry) === name)
  const exact = called((entry) => entry.name.text)
  const [first, ...more] = exact.length === 0 ? called((entry) => unmangled(entry.name.text)) : exact
  if (first !== undefined && more.length === 0) return ok(first)
  if (first !== undefined && exact.length > 0) {
    const places = exact.map((one) => ({ message: 'one of them', place: one.name.span }))
    return fail(diagnostic(`two modules have an entry \`${name}\``, place, ...places))
  }
  if (first !== undefined) {
    const same = [first, ...more].map((one) => `\`${one.name.text}\``).join(' and ')
    return fail(diagnostic(`\`${name}\` is ambiguous: there are ${same}`, place))
  }
  const names = entries.map((entry) => entry.name.text)
  const candidates = [...names, ...names.flatMap((one) => unmangled(one) ?? []), ...others]
  const message =
    names.length === 0
      ? 'the module has no entries'
      : `the ${names.length === 1 ? 'entry is' : 'entries are'} ${names.join(', ')}`
  return fail(diagnostic(`there is no entry \`${name}\`${didYouMean(name, candidates)}`, place, { message }))
}

/** Returns the last name of a mangled one, without its namespaces and parameters (Itanium C++ ABI 5.1.3). */
function unmangled(name: string): string | undefined {
  const start = /^_ZN?/.exec(name)?.[0].length
  if (start === undefined) return undefined
  let last: string | undefined
  for (let at = start; ; ) {
    const digits = /^\d{1,4}/.exec(name.slice(at))?.[0]
    if (digits === undefined) return last
    at += digits.length + Number(digits)
    last = name.slice(at - Number(digits), at)
  }
}

/** Writes `spin(.u64 lock, .u32 n)`. */
export const entryText = ({ name, parameters }: FunctionSyntax): string =>
  `${name.text}(${parameters.map(parameterText).join(', ')})`

/** Writes `.u64 lock`. */
export const parameterText = (parameter: ParameterSyntax): string => `${typeText(parameter)} ${parameter.name.text}`

/** Returns how many bytes a parameter has; undefined for a type that is not modelled. */
export function bytesOf({ type, dimensions }: ParameterSyntax): number | undefined {
  const width = typeNamed(type.text)?.width
  return width === undefined
    ? undefined
    : dimensions.reduce((product, one) => product * Number(one?.value ?? 0n), (width / 8) * type.vector)
}

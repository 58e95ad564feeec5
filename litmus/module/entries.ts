/** Entries of a module by their names, and their parameters. */

import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { fail, ok, type Result } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { typeText } from './arguments.js'
import { functionName, shortNames } from './mangled.js'
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
  const [first, ...more] = exact.length === 0 ? called((entry) => functionName(entry.name.text)) : exact
  if (first !== undefined && more.length === 0) return ok(first)
  if (first !== undefined && exact.length > 0) {
    const places = exact.map((one) => ({ message: 'one of them', place: one.name.span }))
    return fail(diagnostic(`two modules have an entry \`${name}\``, place, ...places))
  }
  if (first !== undefined) {
    const same = [first, ...more].map((one) => `\`${one.name.text}\``).join(' and ')
    return fail(diagnostic(`\`${name}\` is ambiguous: there are ${same}`, place))
  }
  const shown = entries.map(entryNames(entries))
  const candidates = [...shown, ...entries.map((entry) => entry.name.text), ...others]
  const message =
    shown.length === 0
      ? 'the module has no entries'
      : `the ${shown.length === 1 ? 'entry is' : 'entries are'} ${shown.join(', ')}`
  return fail(diagnostic(`there is no entry \`${name}\`${didYouMean(name, candidates)}`, place, { message }))
}

/** Returns how messages name entries: as CUDA C++ does where no other entry has that name, or else as the module does. */
export function entryNames(entries: readonly FunctionSyntax[]): (entry: FunctionSyntax) => string {
  const shorts = shortNames(
    entries.map((entry) => entry.name.text),
    functionName,
  )
  return ({ name }) => shorts.get(name.text) ?? name.text
}

/** Returns the name of a parameter without that of its function, which nvcc puts before it: `param_0`. */
export const parameterName = (parameter: string, { name }: FunctionSyntax): string =>
  parameter.startsWith(`${name.text}_`) ? parameter.slice(name.text.length + 1) : parameter

/** Writes `spin(.u64 lock, .u32 n)`, with the name by which the user knows the entry. */
export const entryText = (shown: string, entry: FunctionSyntax): string =>
  `${shown}(${entry.parameters.map((one) => parameterText(one, entry)).join(', ')})`

/** Writes `.u64 lock`. */
export const parameterText = (parameter: ParameterSyntax, entry: FunctionSyntax): string =>
  `${typeText(parameter)} ${parameterName(parameter.name.text, entry)}`

/** Returns how many bytes a parameter has; undefined for a type that is not modelled. */
export function bytesOf({ type, dimensions }: ParameterSyntax): number | undefined {
  const width = typeNamed(type.text)?.width
  return width === undefined
    ? undefined
    : dimensions.reduce((product, one) => product * Number(one?.value ?? 0n), (width / 8) * type.vector)
}

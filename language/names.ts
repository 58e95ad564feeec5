/** The names in a test: the kind of each, its owner, and its other occurrences. */

import type { Format } from '../litmus/format.js'
import { formatOf } from '../litmus/format.js'
import { templateMark } from '../litmus/template.js'
import type { SourceText } from '../source/text.js'
import { herdNames } from './herd-names.js'
import type { Range } from './marks.js'
import { nvlitmusNames } from './nvlitmus-names.js'
import type { NameKind, Names, Occurrence } from './occurrence.js'
import { tokensOf } from './tokens.js'

/** Returns the names of a test, in the order of the text. The rows of a template are left out. */
export function namesOf(source: SourceText): Names {
  const format: Format = formatOf(source)
  const tokens = tokensOf(source.text, format === 'herd')
  const { occurrences, statements } = format === 'herd' ? herdNames(tokens) : nvlitmusNames(tokens)
  return { occurrences: occurrences.toSorted((a, b) => a.start - b.start), statements }
}

/** Returns the name at an offset, or just before it. */
export const nameAt = ({ occurrences }: Names, offset: number): Occurrence | undefined =>
  occurrences.find(({ start, end }) => start <= offset && offset < end) ?? occurrences.find(({ end }) => end === offset)

/** Returns every place of the same name, this one among them. */
export const sameName = ({ occurrences }: Names, { kind, name, scope }: Occurrence): readonly Occurrence[] =>
  occurrences.filter((one) => one.kind === kind && one.name === name && one.scope === scope)

/** Returns where a name is declared, or where a register is first written. */
export function definitionOf(names: Names, occurrence: Occurrence): Occurrence | undefined {
  const same = sameName(names, occurrence)
  return same.find(({ defines }) => defines) ?? same[0]
}

/** Returns the places to change so that a name becomes another, or why that cannot be. */
export function renaming(
  source: SourceText,
  names: Names,
  occurrence: Occurrence,
  to: string,
): { readonly ok: true; readonly places: readonly Range[] } | { readonly ok: false; readonly reason: string } {
  const no = (reason: string) => ({ ok: false, reason }) as const
  if (templateMark.test(source.text)) return no('this is a template, whose rows may also have the name')
  // `_` takes the place of a register, and none can be read back from it.
  if (!/^[A-Za-z_]\w*$/.test(to) || to === '_') return no(`\`${to}\` is not a name`)
  const { kind, scope, name } = occurrence
  if (kind === 'kernel' && definitionOf(names, occurrence)?.defines !== true) return no('a module has this name')
  if (to === name) return { ok: true, places: [] }
  const meets = (one: Occurrence): boolean => {
    if (one.name !== to) return false
    if (kind === 'location' || one.kind === 'location') return isValue(kind) && isValue(one.kind)
    return one.kind === kind && one.scope === scope
  }
  if (names.occurrences.some(meets)) return no(`there is a \`${to}\` already`)
  return { ok: true, places: sameName(names, occurrence) }
}

const isValue = (kind: NameKind): boolean => kind === 'location' || kind === 'register'

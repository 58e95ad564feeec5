/** The names in a model: the definition of each, and its other occurrences. */

import * as grammar from '../axioms/algebra/cat/grammar.js'
import type { Open } from '../axioms/algebra/cat/read.js'
import type { Expression, Statement } from '../axioms/algebra/cat/syntax.js'
import { openBuiltIn } from '../axioms/include.js'
import { parseWith } from '../source/grammar.js'
import type { SourceText } from '../source/text.js'
import type { Range } from './marks.js'

/** The definition of a name. */
export type CatDefinition =
  /** `let`, a parameter, or a check that `as` names; with the whole statement and its text. */
  | { readonly kind: 'here'; readonly source: SourceText; readonly name: Range; readonly statement: Range }
  | { readonly kind: 'vocabulary' }

export interface CatOccurrence extends Range {
  readonly name: string
  /** Undefined if nothing defines the name. */
  readonly definition: CatDefinition | undefined
}

export interface CatNames {
  /** The occurrences in the order of the text. */
  readonly occurrences: readonly CatOccurrence[]
  /** The definitions at the end of the model. */
  readonly scope: ReadonlyMap<string, CatDefinition>
  /** The names that included texts mention without defining them before: they do not belong to this text alone. */
  readonly lent: ReadonlySet<string>
}

const vocabulary: CatDefinition = { kind: 'vocabulary' }

type Scope = ReadonlyMap<string, CatDefinition>

interface State {
  scope: Scope
  readonly occurrences: CatOccurrence[]
  readonly lent: Set<string>
}

/** Returns the names of a model, given those of the vocabulary; undefined if it cannot be parsed. */
export function catNames(source: SourceText, open: Open, names: readonly string[]): CatNames | undefined {
  const start: Scope = new Map(names.map((name) => [name, vocabulary]))
  const state: State = { scope: start, occurrences: [], lent: new Set() }
  if (!walk(source, openBuiltIn(open), state, [source.name], true)) return undefined
  return {
    occurrences: state.occurrences.toSorted((a, b) => a.start - b.start),
    scope: state.scope,
    lent: state.lent,
  }
}

/** Returns whether the text could be parsed. */
function walk(source: SourceText, open: Open, state: State, path: readonly string[], isOwn: boolean): boolean {
  const file = parseWith(grammar, source)
  if (!file.ok) return false
  const see = (name: string, place: Range, definition: CatDefinition | undefined): void => {
    if (isOwn) state.occurrences.push({ name, start: place.start, end: place.end, definition })
    else if (definition?.kind === 'here' && definition.source.name === path[0]) state.lent.add(name)
  }
  for (const statement of file.value.statements) {
    if (statement.kind === 'include') {
      const opened = open(statement.file.text, source)
      if (opened.ok && !path.includes(opened.source.name))
        walk(opened.source, open, state, [...path, opened.source.name], false)
    } else state.scope = after(statement, source, state.scope, see)
  }
  return true
}

type See = (name: string, place: Range, definition: CatDefinition | undefined) => void

/** Returns the names that are defined after a statement. */
function after(statement: Exclude<Statement, { kind: 'include' }>, source: SourceText, before: Scope, see: See): Scope {
  const defined = (name: Range): CatDefinition => ({ kind: 'here', source, name, statement: statement.place })
  if (statement.kind === 'check') {
    look(statement.of, before, see)
    if (statement.name !== null) see(statement.name.text, statement.name.place, defined(statement.name.place))
    return before
  }
  if (statement.kind === 'uncovered') return before
  const own = statement.bindings.map(({ name }) => [name.text, defined(name.place)] as const)
  const scope = new Map([...before, ...own])
  for (const { name, parameters, body } of statement.bindings) {
    see(name.text, name.place, scope.get(name.text))
    const given = (parameters ?? []).map((one) => [one.text, defined(one.place)] as const)
    for (const one of parameters ?? []) see(one.text, one.place, new Map(given).get(one.text))
    look(body, new Map([...(statement.recursive ? scope : before), ...given]), see)
  }
  return scope
}

function look(expression: Expression, scope: Scope, see: See): void {
  switch (expression.kind) {
    case 'name':
      see(expression.name.text, expression.name.place, scope.get(expression.name.text))
      return
    case 'call':
      see(expression.name.text, expression.name.place, scope.get(expression.name.text))
      for (const one of expression.given) look(one, scope, see)
      return
    case 'union':
    case 'intersection':
    case 'sequence':
      for (const one of expression.of) look(one, scope, see)
      return
    case 'difference':
    case 'product':
      look(expression.left, scope, see)
      look(expression.right, scope, see)
      return
    case 'complement':
    case 'inverse':
    case 'plus':
    case 'star':
    case 'optional':
    case 'identity':
      look(expression.of, scope, see)
      return
    case 'nothing':
    case 'everything':
  }
}

/** Returns the name at an offset, or just before it. */
export const catNameAt = ({ occurrences }: CatNames, offset: number): CatOccurrence | undefined =>
  occurrences.find(({ start, end }) => start <= offset && offset < end) ?? occurrences.find(({ end }) => end === offset)

/** Returns the places in the text with the same meaning as this one. */
export const sameCatName = ({ occurrences }: CatNames, { name, definition }: CatOccurrence): readonly CatOccurrence[] =>
  occurrences.filter((one) => one.name === name && isSame(one.definition, definition))

function isSame(a: CatDefinition | undefined, b: CatDefinition | undefined): boolean {
  if (a === undefined || b === undefined || a.kind === 'vocabulary' || b.kind === 'vocabulary') return a === b
  return a.source.name === b.source.name && a.name.start === b.name.start
}

/** Returns the places to change so that a name becomes another, or why that cannot be. */
export function catRenaming(
  source: SourceText,
  names: CatNames,
  occurrence: CatOccurrence,
  to: string,
): { readonly ok: true; readonly places: readonly Range[] } | { readonly ok: false; readonly reason: string } {
  const no = (reason: string) => ({ ok: false, reason }) as const
  const { name, definition } = occurrence
  if (definition === undefined || definition.kind === 'vocabulary') return no(`\`${name}\` is not defined in this file`)
  if (definition.source.name !== source.name) return no(`\`${name}\` is defined in ${definition.source.name}`)
  if (names.lent.has(name)) return no(`a file that is included uses \`${name}\``)
  if (!/^[A-Za-z][\w.-]*'*$/.test(to)) return no(`\`${to}\` is not a name`)
  if (!parseWith(grammar, { name: source.name, text: `let ${to} = 0` }).ok)
    return no(`\`${to}\` is a word of the language`)
  if (to !== name && (names.scope.has(to) || names.occurrences.some((one) => one.name === to)))
    return no(`there is a \`${to}\` already`)
  return { ok: true, places: sameCatName(names, occurrence) }
}

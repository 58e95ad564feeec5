/** The names in a `.litmus`. */

import type { Names } from './occurrence.js'
import { scopes, threadsNamed } from './scopes.js'
import { at, type Found, inConditions, inStatement } from './thread-names.js'
import { closing, isSymbol, split, type Token } from './tokens.js'

/** Returns the names of the tokens of a `.litmus`. */
export function herdNames(tokens: readonly Token[]): Names {
  const result: Found = { occurrences: [], statements: [] }
  const open = tokens.findIndex((token) => isSymbol(token, '{'))
  const close = open === -1 ? undefined : closing(tokens, open)
  if (close === undefined) return result
  const header = tokens.findIndex((token, i) => i > close && isSymbol(token, ';'))
  const heads = tokens.slice(close + 1, header === -1 ? tokens.length : header)
  const threads = scopes()
  const columns = split(heads, '|').map((head) => {
    const names = head.filter(({ kind }) => kind === 'position').flatMap(({ text }) => threadsNamed(text))
    threads.join(names)
    const kernel = head.findIndex(({ text }) => text === 'kernel')
    const name = kernel === -1 ? undefined : head[kernel + 1]
    if (name !== undefined) result.occurrences.push(at(name, 'kernel', name.text, '', true))
    return names
  })
  const locations = new Set<string>()
  const registers = new Map<string, Set<string>>()
  const values: Token[] = []
  for (const piece of split(tokens.slice(open + 1, close), ';').map(withoutAlignment)) {
    const [first, colon, register] = piece[0]?.text === 'int' ? piece.slice(1) : withoutType(piece)
    if (first === undefined) continue
    if (isSymbol(colon, ':') && register !== undefined) {
      const scope = threads.named(first.text) ?? first.text
      registers.set(scope, (registers.get(scope) ?? new Set()).add(register.text))
      result.occurrences.push(at(register, 'register', register.text, scope, true))
      values.push(...piece.slice(piece.indexOf(register) + 1))
    } else if (first.kind === 'word') {
      locations.add(first.text)
      result.occurrences.push(at(first, 'location', first.text, '', true))
      values.push(...piece.slice(piece.indexOf(first) + 1))
    }
  }
  for (const token of values)
    if (token.kind === 'word' && !ofInitialValues.has(token.text))
      result.occurrences.push(at(token, 'location', token.text, ''))
  const none: ReadonlySet<string> = new Set()
  const declarations = { locations, registersOf: (scope: string) => registers.get(scope) ?? none }
  const code = header === -1 ? [] : tokens.slice(header + 1)
  const start = code.findIndex((token, i) => isAskedStart(token, code[i - 1], code[i + 1]))
  for (const row of split(start === -1 ? code : code.slice(0, start), ';'))
    for (const [column, cell] of split(row, '|').entries())
      inStatement(cell, threads.of(columns[column]?.[0] ?? ''), declarations, result)
  inConditions(start === -1 ? [] : code.slice(start), declarations, threads.named, result.occurrences)
  return result
}

const ofInitialValues = new Set([
  ...['generic', 'surface', 'texture', 'constant', 'shared', 'local', 'const', 'param'],
  ...['physically', 'virtually', 'aliases', 'tensor'],
])

/** Drops `.align 4`, which comes first. */
const withoutAlignment = (piece: readonly Token[]): readonly Token[] =>
  piece[0]?.text === '.align' ? piece.slice(2) : piece

/** Drops a type, which comes before another word. */
const withoutType = (piece: readonly Token[]): readonly Token[] =>
  piece[0]?.kind === 'word' && /^(?:u?int\d+_t|tensormap)$/.test(piece[0].text) && !isSymbol(piece[1], '=')
    ? piece.slice(1)
    : piece

/** Returns whether a token at the start of a row begins the questions. */
const isAskedStart = (token: Token, before: Token | undefined, next: Token | undefined): boolean =>
  (before === undefined || isSymbol(before, ';')) &&
  !isSymbol(next, ':') &&
  (isSymbol(token, '~') || /^(?:exists|forall|filter|locations|permit|assert|check|not)$/.test(token.text)) &&
  (!/^not$/.test(token.text) || next?.text === 'exists')

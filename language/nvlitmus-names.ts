/** The names in a `.test`. */

import type { Names } from './occurrence.js'
import { scopes, threadsNamed } from './scopes.js'
import { at, type Found, inConditions, inStatement, type Known } from './thread-names.js'
import { closing, isSymbol, split, type Token } from './tokens.js'

interface Body {
  readonly threads: readonly string[]
  readonly tokens: readonly Token[]
}

/** Returns the names of the tokens of a `.test`. */
export function nvlitmusNames(tokens: readonly Token[]): Names {
  const result: Found = { occurrences: [], statements: [] }
  const locations = new Set<string>()
  const bodies: Body[] = []
  const rest: Token[] = []
  const namesInScope: Known = { locations, registersOf: () => new Set() }
  const declarations: (readonly Token[])[] = []
  const threads = scopes()
  let kernel = ''
  let i = 0
  while (i < tokens.length) {
    const [token, next, third] = [tokens[i], tokens[i + 1], tokens[i + 2]]
    if (token === undefined) break
    if (token.kind === 'directive') {
      const end = endOf(tokens, i)
      declarations.push(tokens.slice(i, end))
      i = end + 1
    } else if (token.kind === 'word' && token.text === 'module') i = endOf(tokens, i) + 1
    else if (token.kind === 'word' && token.text === 'kernel' && next !== undefined && isSymbol(third, '{')) {
      result.occurrences.push(at(next, 'kernel', next.text, '', true))
      kernel = `${next.text}.`
      i += 3
    } else if ((token.kind === 'position' || token.text === 'host') && isSymbol(next, '{')) {
      const close = closing(tokens, i + 1) ?? tokens.length
      const names = token.kind === 'position' ? threadsNamed(token.text).map((one) => `${kernel}${one}`) : ['host']
      threads.join(names)
      bodies.push({ threads: names, tokens: tokens.slice(i + 2, close) })
      i = close + 1
    } else {
      if (kernel !== '' && isSymbol(token, '}')) kernel = ''
      else rest.push(token)
      i++
    }
  }
  for (const declaration of declarations) {
    const words = declaration.filter((one) => one.kind === 'word' && !ofDeclarations.has(one.text))
    for (const [index, word] of words.entries()) {
      if (index === 0) locations.add(word.text)
      result.occurrences.push(at(word, 'location', word.text, '', index === 0))
    }
  }
  for (const body of bodies) {
    const scope = threads.of(body.threads[0] ?? '')
    for (const statement of split(body.tokens, ';')) inStatement(statement, scope, namesInScope, result)
  }
  inConditions(rest, namesInScope, threads.named, result.occurrences)
  return result
}

const ofDeclarations = new Set(['physically', 'virtually', 'aliases', 'tensor', 'generic'])

/** Returns the index of the next semicolon, or of the end. */
function endOf(tokens: readonly Token[], from: number): number {
  const end = tokens.findIndex((token, i) => i >= from && isSymbol(token, ';'))
  return end === -1 ? tokens.length : end
}

/** Finds the names in the code of threads and in conditions, which both formats write alike. */

import { branches } from '../litmus/instructions/control.js'
import { writesRegister } from '../litmus/instructions/mnemonics.js'
import { opcodeOf } from '../litmus/instructions/opcodes.js'
import type { NameKind, Occurrence, StatementRange } from './occurrence.js'
import type { Token } from './tokens.js'

/** Names as they are found. Which of them are locations is known once all declarations have been read. */
export interface Found {
  readonly occurrences: Occurrence[]
  readonly statements: StatementRange[]
}

/** The names of memory, and the threads whose initial values have a register of the same name. */
export interface Known {
  readonly locations: ReadonlySet<string>
  readonly registersOf: (scope: string) => ReadonlySet<string>
}

const isSymbol = (token: Token | undefined, text: string): boolean => token?.kind === 'symbol' && token.text === text

/** Returns a name at the place of a token, or at its beginning. */
export const at = (
  { start, end }: Pick<Token, 'start' | 'end'>,
  kind: NameKind,
  name: string,
  scope: string,
  defines = false,
): Occurrence => ({ kind, name, scope, defines, start, end })

/** Finds the names and labels in a statement of the threads of a scope. */
export function inStatement(
  all: readonly Token[],
  scope: string,
  names: Known,
  { occurrences, statements }: Found,
): void {
  let begin = 0
  for (let label = all[0]; label?.kind === 'word' && isSymbol(all[begin + 1], ':'); label = all[begin]) {
    occurrences.push(at(label, 'label', label.text, scope, true))
    begin += 2
  }
  let tokens = all.slice(begin)
  const value = (token: Token, defines = false): void => {
    const isMemory = names.locations.has(token.text) && !names.registersOf(scope).has(token.text)
    occurrences.push(
      isMemory ? at(token, 'location', token.text, '') : at(token, 'register', token.text, scope, defines),
    )
  }
  if (isSymbol(tokens[0], '@')) {
    const register = tokens[isSymbol(tokens[1], '!') ? 2 : 1]
    if (register?.kind === 'word') value(register)
    tokens = tokens.slice(isSymbol(tokens[1], '!') ? 3 : 2)
  }
  const [first, second] = tokens
  const last = tokens.at(-1)
  if (first === undefined || last === undefined) return
  const isCall = isSymbol(second, '=') || tokens.some((token) => isSymbol(token, '(') || isSymbol(token, '<<<'))
  const isMnemonic = (first.kind === 'word' || first.kind === 'dotted') && !isCall
  statements.push({ start: first.start, end: last.end, scope, mnemonic: isMnemonic ? first : undefined })
  if (first.kind === 'directive') {
    const words = tokens.filter(({ kind }) => kind === 'word')
    for (const [i, word] of words.entries()) if (word.text !== 'generic') value(word, i === 0)
    return
  }
  if (isCall) {
    inCall(tokens, value, occurrences)
    return
  }
  const [, ...operands] = tokens
  const opcode = opcodeOf(first.text)
  const isBranch = opcode === 'goto' || opcode === 'bra' || branches.has(opcode)
  const writes = writesRegister(first.text)
  let depth = 0
  let operand = 0
  for (const [i, token] of operands.entries()) {
    if (token.kind === 'symbol' && '[{('.includes(token.text)) depth++
    else if (token.kind === 'symbol' && ']})'.includes(token.text)) depth--
    else if (isSymbol(token, ',') && depth === 0) operand++
    else if (token.kind === 'word' && token.text !== '_') {
      if (isBranch && i === operands.length - 1) occurrences.push(at(token, 'label', token.text, scope))
      else value(token, writes && operand === 0)
    }
  }
}

/** Words of C++ that are not names of a test. */
const ofLaunches = new Set([
  'cooperative',
  'programmatic',
  'resident',
  'device',
  'domain',
  'lanes',
  'aligned',
  'dim3',
  'auto',
  'tensor',
  'generic',
])

/** Finds the names in a call of CUDA C++ or of the runtime, or in a launch. Functions and types are not names. */
function inCall(
  tokens: readonly Token[],
  value: (token: Token, defines?: boolean) => void,
  occurrences: Occurrence[],
): void {
  let angles = 0
  for (const [i, token] of tokens.entries()) {
    const [before, next] = [tokens[i - 1], tokens[i + 1]]
    if (isSymbol(token, '<')) angles++
    else if (isSymbol(token, '>')) angles--
    else if (token.kind === 'dotted' && isSymbol(next, '(') && !token.text.includes('::')) {
      // `flag.load(…)`: the name of an object.
      const [object = ''] = token.text.split('.')
      value({ kind: 'word', text: object, start: token.start, end: token.start + object.length })
    } else if (token.kind === 'word' && angles === 0) {
      if (isSymbol(next, '<<<')) occurrences.push(at(token, 'kernel', token.text, ''))
      else if (isSymbol(next, '(')) {
        if (isSymbol(before, '>')) value(token, true)
      } else if (next?.kind !== 'word' && next?.kind !== 'number' && !ofLaunches.has(token.text))
        value(token, isSymbol(next, '='))
    }
  }
}

const askedWords = new Set([
  'permit',
  'assert',
  'check',
  'exists',
  'forall',
  'filter',
  'locations',
  'not',
  'true',
  'false',
])

/** Finds the names in questions. `scopeOf` finds threads by the names that they have there. */
export function inConditions(
  tokens: readonly Token[],
  names: Known,
  scopeOf: (thread: string) => string | undefined,
  occurrences: Occurrence[],
): void {
  const registers = new Map<string, string>()
  for (const { kind, name, scope } of occurrences)
    if (kind === 'register' && !registers.has(name)) registers.set(name, scope)
  for (const [i, token] of tokens.entries()) {
    // `take.d0.b0.t0:r`: a thread of the kernel.
    const kernel = token.kind === 'position' ? /^(\w+)\.d\d/.exec(token.text)?.[1] : undefined
    if (kernel !== undefined)
      occurrences.push(at({ start: token.start, end: token.start + kernel.length }, 'kernel', kernel, ''))
    if (token.kind !== 'word') continue
    const [before, thread, bracket] = [tokens[i - 1], tokens[i - 2], tokens[i - 3]]
    if (before?.kind === 'word' && before.text === 'as') occurrences.push(at(token, 'question', token.text, '', true))
    else if (isSymbol(before, ':') && thread !== undefined) {
      const scope = isSymbol(bracket, '[') ? undefined : scopeOf(thread.text)
      occurrences.push(
        scope === undefined ? at(token, 'location', token.text, '') : at(token, 'register', token.text, scope),
      )
    } else if (names.locations.has(token.text)) occurrences.push(at(token, 'location', token.text, ''))
    else if (token.text !== 'as' && !(isSymbol(tokens[i + 1], ':') || askedWords.has(token.text)))
      occurrences.push(at(token, 'register', token.text, registers.get(token.text) ?? ''))
  }
}

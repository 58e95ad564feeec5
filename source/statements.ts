/**
 * The statements of a source in CUDA C++: where each begins and ends, and which are in the body of another. It needs no
 * declarations, so it reads brackets, semicolons and the words of control flow, and nothing else.
 */

import { memoisedWeakly } from './memoised-weakly.js'
import type { SourceText } from './text.js'

/** A statement, a declaration or a block, from its first character to after its last. */
export interface Statement {
  readonly kind: 'simple' | 'if' | 'loop' | 'block'
  readonly start: number
  readonly end: number
  /** The end of the head of an `if` or of a loop: after its condition. For `do`, after that word. */
  readonly headEnd?: number
  /** The statements inside: those of a block, the branches of an `if`, the body of a loop or of a function. */
  readonly inside: readonly Statement[]
  /** True for the block that is the body of a function. */
  readonly isFunction?: true
}

/** Returns the statements of a source. Of text that is no C++, some sequence of statements. */
export const statementsOf: (source: SourceText) => readonly Statement[] = memoisedWeakly(({ text }) => read(text))

/** Returns the statements around an offset, the outermost first. */
export function statementsAround(statements: readonly Statement[], offset: number): readonly Statement[] {
  const one = statements.find(({ start, end }) => start <= offset && offset < end)
  return one === undefined ? [] : [one, ...statementsAround(one.inside, offset)]
}

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Comments and preprocessor lines, literals, words, and single characters. */
const pattern =
  /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|^[ \t]*#(?:\\\r?\n|[^\n])*)|("(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\w+|\S)/gm

const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(pattern)].flatMap(({ 2: token, index }) =>
    token === undefined ? [] : [{ text: token, start: index, end: index + token.length }],
  )

const closing: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}' }

/** The most statements inside each other that are read; what is deeper counts as one statement. */
const deepest = 200

/** A statement, and the index of the token after it. */
interface Read<T> {
  readonly value: T
  readonly next: number
}

function read(text: string): readonly Statement[] {
  const tokens = tokensOf(text)
  const is = (at: number, ...words: readonly string[]): boolean => words.includes(tokens[at]?.text ?? '')
  const startOf = (at: number): number => tokens[at]?.start ?? text.length
  const endOf = (at: number): number => tokens[at]?.end ?? text.length

  /** Returns the index of the bracket that closes the one at `at`, or the last index. */
  function closes(at: number): number {
    const open: string[] = []
    for (let i = at; i < tokens.length; i += 1) {
      const one = tokens[i]?.text ?? ''
      if (closing[one] !== undefined) open.push(closing[one])
      else if (one === open.at(-1)) open.pop()
      if (open.length === 0) return i
    }
    return tokens.length - 1
  }

  function block(at: number, depth: number, isFunction: boolean): Read<Statement> {
    const close = closes(at)
    const inside = depth > deepest ? [] : several(at + 1, close, depth + 1)
    return {
      value: { kind: 'block', start: startOf(at), end: endOf(close), inside, ...(isFunction ? { isFunction } : {}) },
      next: close + 1,
    }
  }

  function several(from: number, to: number, depth: number): readonly Statement[] {
    const all: Statement[] = []
    for (let at = from; at < to; ) {
      if (is(at, ';', '}', 'else')) {
        at += 1
        continue
      }
      const { value, next } = statement(at, to, depth)
      all.push(value)
      at = Math.max(next, at + 1)
    }
    return all
  }

  function statement(at: number, to: number, depth: number): Read<Statement> {
    if (is(at, '{')) return block(at, depth, false)
    if (is(at, 'if', 'for', 'while', 'switch')) return controlled(at, to, depth)
    if (is(at, 'do') && depth <= deepest) {
      const body = statement(at + 1, to, depth + 1)
      const rest = simple(body.next, to, depth)
      const head = { kind: 'loop', start: startOf(at), headEnd: endOf(at) } as const
      return { value: { ...head, end: rest.value.end, inside: [body.value] }, next: rest.next }
    }
    return simple(at, to, depth)
  }

  function controlled(at: number, to: number, depth: number): Read<Statement> {
    const open = is(at + 1, 'constexpr') ? at + 2 : at + 1
    const last = is(open, '(') ? closes(open) : at
    const kind = is(at, 'for', 'while') ? 'loop' : 'if'
    const head = { kind, start: startOf(at), headEnd: endOf(last) } as const
    if (depth > deepest || last + 1 >= to) return { value: { ...head, end: endOf(last), inside: [] }, next: last + 1 }
    const body = statement(last + 1, to, depth + 1)
    if (kind === 'loop' || !is(body.next, 'else') || body.next + 1 >= to)
      return { value: { ...head, end: body.value.end, inside: [body.value] }, next: body.next }
    const other = statement(body.next + 1, to, depth + 1)
    return { value: { ...head, end: other.value.end, inside: [body.value, other.value] }, next: other.next }
  }

  /** Reads up to the semicolon, or up to the end of the body of a function or of a namespace. */
  function simple(from: number, to: number, depth: number): Read<Statement> {
    const inside: Statement[] = []
    const isScope = is(from, 'namespace', 'extern', 'struct', 'class', 'union', 'enum', 'template')
    const made = (next: number): Read<Statement> => ({
      value: { kind: 'simple', start: startOf(from), end: Math.max(endOf(next - 1), startOf(from)), inside },
      next,
    })
    for (let at = from; at < to; at += 1) {
      if (is(at, ';')) return made(at + 1)
      if (is(at, '(', '[')) {
        const close = closes(at)
        for (const one of lambdas(at + 1, close, depth)) inside.push(one)
        at = close
        continue
      }
      if (!is(at, '{')) continue
      const isBody = is(at - 1, ')', 'const', 'noexcept', 'mutable')
      const body = isBody || isScope ? block(at, depth, isBody) : undefined
      if (body !== undefined) inside.push(body.value)
      at = closes(at)
      // The body of a lambda or an initializer goes on; that of a function ends the statement.
      if (body !== undefined && !is(at + 1, ';', ',', '(', '.', ')')) return made(at + 1)
    }
    return made(to)
  }

  /** Reads the bodies of functions among arguments. */
  function lambdas(from: number, to: number, depth: number): readonly Statement[] {
    const all: Statement[] = []
    for (let at = from; at < to; at += 1) {
      if (!is(at, '{') || depth > deepest) continue
      if (is(at - 1, ')', ']', 'mutable', 'noexcept')) all.push(block(at, depth, true).value)
      at = closes(at)
    }
    return all
  }

  return several(0, tokens.length, 0)
}

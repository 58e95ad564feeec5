/**
 * Reads the text of a small module, for `interpret.ts`. It shares nothing with the reader of modules in `litmus/`, so
 * that a mistake there is not repeated here, and takes only what `generate.ts` writes. Anything else throws.
 */

import { must } from '../../source/must.js'

export interface Module {
  readonly variables: readonly Variable[]
  readonly entries: readonly Code[]
  readonly functions: readonly Code[]
}

type VariableSpace = 'global' | 'const' | 'shared' | 'local' | 'param'

export interface Variable {
  readonly space: VariableSpace
  readonly name: string
  readonly alignment: number
  /** Bytes of an element. */
  readonly size: number
  readonly elements: number
  readonly initial: readonly bigint[]
}

interface Parameter {
  readonly name: string
  readonly bytes: number
}

/** An entry, or a function. */
export interface Code {
  readonly name: string
  readonly results: readonly Parameter[]
  readonly parameters: readonly Parameter[]
  readonly variables: readonly Variable[]
  /** The widths of the registers in bits; 1 for predicates. */
  readonly registers: ReadonlyMap<string, number>
  readonly code: readonly Instruction[]
  /** The index in `code` of the instruction after each label. */
  readonly labels: ReadonlyMap<string, number>
  /** Lists of labels, by their names (`.branchtargets`). */
  readonly targets: ReadonlyMap<string, readonly string[]>
}

export interface Instruction {
  readonly guard?: { readonly register: string; readonly negated: boolean }
  readonly opcode: string
  readonly modifiers: readonly string[]
  readonly operands: readonly Operand[]
  readonly line: number
}

export type Operand =
  | { readonly kind: 'name'; readonly name: string }
  /** The bits of an integer or of a float; negative integers are negative. */
  | { readonly kind: 'number'; readonly bits: bigint }
  | { readonly kind: 'address'; readonly base: string | undefined; readonly offset: bigint }
  | { readonly kind: 'vector'; readonly elements: readonly Operand[] }
  /** Parameters of a call. */
  | { readonly kind: 'list'; readonly names: readonly string[] }
  /** `p|q` */
  | { readonly kind: 'pair'; readonly first: string; readonly second: string }
  /** `!p` */
  | { readonly kind: 'not'; readonly name: string }

/** Returns the bits of a type such as `u32`. */
export function widthOf(type: string): number {
  if (type === 'pred') return 1
  const digits = /^(?:[busf]|bf)(\d+)$/.exec(type)?.[1]
  return Number(must(digits, `a type, not ${type}`))
}

interface Token {
  readonly text: string
  readonly line: number
}

const token = /0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}|0[xX][0-9a-fA-F]+U?|\d+(?:\.\d+)?U?|[%$.\w](?:[\w$.%]|::)*|\S/y

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const [i, line] of text.split('\n').entries()) {
    const code = line.replace(/\/\/.*/, '')
    token.lastIndex = 0
    while (token.lastIndex < code.length) {
      const blanks = must(/\s*/y.exec(code.slice(token.lastIndex))?.[0], 'blanks or none')
      token.lastIndex += blanks.length
      const match = token.exec(code)
      if (match === null) break
      tokens.push({ text: match[0], line: i + 1 })
    }
  }
  return tokens
}

const isNumber = (text: string): boolean => /^\d/.test(text)

function bitsOf(text: string): bigint {
  if (/^0[fFdD]/.test(text)) return BigInt(`0x${text.slice(2)}`)
  return BigInt(text.replace(/U$/, ''))
}

interface Body {
  readonly variables: Variable[]
  readonly registers: Map<string, number>
  readonly code: Instruction[]
  readonly labels: Map<string, number>
  readonly targets: Map<string, readonly string[]>
  /** The meaning of names in the surrounding scopes; the innermost first. */
  scopes: readonly Map<string, string>[]
}

export function readModule(text: string): Module {
  const tokens = tokensOf(text)
  let at = 0
  const peek = (ahead = 0): string => tokens[at + ahead]?.text ?? 'the end'
  const next = (): string => must(tokens[at++], 'more of the module').text
  const take = (expected: string): void => {
    const line = tokens[at]?.line
    const actual = next()
    if (actual !== expected) throw new Error(`line ${line}: expected ${expected}, found ${actual}`)
  }
  const given = (text: string): boolean => {
    if (peek() !== text) return false
    at++
    return true
  }
  const number = (): bigint => {
    const negative = given('-')
    const bits = bitsOf(next())
    return negative ? -bits : bits
  }
  const listed = <T>(end: string, one: () => T): readonly T[] => {
    const all: T[] = []
    if (given(end)) return all
    do all.push(one())
    while (given(','))
    take(end)
    return all
  }

  /** Reads what follows the space: `.align 8 .b8 name[16] = {1, 2}`. */
  const declaration = (): Omit<Variable, 'space'> => {
    const alignment = given('.align') ? Number(number()) : undefined
    const size = widthOf(next().slice(1)) / 8
    const name = next()
    let elements = 1
    if (given('[')) {
      elements = Number(number())
      take(']')
    }
    let initial: readonly bigint[] = []
    if (given('=')) initial = given('{') ? listed('}', number) : [number()]
    return { name, alignment: alignment ?? size, size, elements, initial }
  }

  const operand = (body: Body): Operand => {
    const named = (text: string): string => body.scopes.find((scope) => scope.has(text))?.get(text) ?? text
    if (given('{')) return { kind: 'vector', elements: listed('}', () => operand(body)) }
    if (given('(')) return { kind: 'list', names: listed(')', () => named(next())) }
    if (given('!')) return { kind: 'not', name: named(next()) }
    if (given('[')) {
      const base = isNumber(peek()) ? undefined : named(next())
      let offset = 0n
      if (base === undefined || given('+')) offset = number()
      take(']')
      return { kind: 'address', base, offset }
    }
    if (isNumber(peek()) || peek() === '-') return { kind: 'number', bits: number() }
    const name = named(next())
    return given('|') ? { kind: 'pair', first: name, second: named(next()) } : { kind: 'name', name }
  }

  const statement = (body: Body, scope: Map<string, string>): void => {
    const line = must(tokens[at], 'a statement').line
    if (given('{')) {
      const inner = new Map<string, string>()
      const around = body.scopes
      body.scopes = [inner, ...around]
      while (!given('}')) statement(body, inner)
      body.scopes = around
      return
    }
    if (given('.reg')) {
      const width = widthOf(next().slice(1))
      do {
        const written = next()
        const many = given('<') ? Number(number()) : undefined
        if (many !== undefined) take('>')
        for (const name of many === undefined ? [written] : Array.from({ length: many }, (_, i) => `${written}${i}`)) {
          const unique = body.registers.has(name) ? `${name} of line ${line}` : name
          scope.set(name, unique)
          body.registers.set(unique, width)
        }
      } while (given(','))
      take(';')
      return
    }
    if (peek() === '.local' || peek() === '.shared' || peek() === '.param') {
      const word = next()
      const space = word === '.local' ? 'local' : word === '.shared' ? 'shared' : 'param'
      const declared = declaration()
      const unique = `${declared.name} of line ${line}`
      scope.set(declared.name, unique)
      body.variables.push({ space, ...declared, name: unique })
      take(';')
      return
    }
    if (peek(1) === ':') {
      const label = next()
      take(':')
      if (!given('.branchtargets')) {
        body.labels.set(label, body.code.length)
        return
      }
      body.targets.set(label, listed(';', next))
      return
    }
    const guarded = given('@')
    const negated = guarded && given('!')
    const register = guarded ? operand(body) : undefined
    const [opcode = '', ...modifiers] = next().split('.')
    const operands = listed(';', () => operand(body))
    const guard = register?.kind === 'name' ? { guard: { register: register.name, negated } } : {}
    body.code.push({ ...guard, opcode, modifiers, operands, line })
  }

  const parameter = (): Parameter => {
    take('.param')
    const { name, size, elements } = declaration()
    return { name, bytes: size * elements }
  }
  /** Reads what follows `.entry` or `.func`; returns nothing for the prototype of a function. */
  const code = (): readonly Code[] => {
    const results = given('(') ? listed(')', parameter) : []
    const name = next()
    const parameters = given('(') ? listed(')', parameter) : []
    if (given(';')) return []
    const outermost = new Map<string, string>()
    const body: Body = {
      variables: [],
      registers: new Map(),
      code: [],
      labels: new Map(),
      targets: new Map(),
      scopes: [outermost],
    }
    take('{')
    while (!given('}')) statement(body, outermost)
    return [{ name, results, parameters, ...body }]
  }

  const variables: Variable[] = []
  const entries: Code[] = []
  const functions: Code[] = []
  while (at < tokens.length) {
    const word = next()
    if (word === '.version' || word === '.target' || word === '.address_size') next()
    else if (word === '.entry') entries.push(...code())
    else if (word === '.func') functions.push(...code())
    else if (word === '.global' || word === '.const' || word === '.shared') {
      const space = word === '.global' ? 'global' : word === '.const' ? 'const' : 'shared'
      variables.push({ space, ...declaration() })
      take(';')
    } else if (word !== '.visible') throw new Error(`a module has no ${word}`)
  }
  return { variables, entries, functions }
}

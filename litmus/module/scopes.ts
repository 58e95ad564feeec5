/** The code of a function without braces: each name of an inner scope becomes one of its own (ISA, 4.1 and 7.1). */

import type { Span } from '../../source/text.js'
import type { StatementOperand, Word } from '../instructions/statement.js'
import type {
  BodyItem,
  CallSyntax,
  FunctionSyntax,
  InstructionSyntax,
  TypeSyntax,
  VariableSyntax,
  VariablesSyntax,
} from './syntax.js'

/** What a name of a function means. */
type Meaning =
  | { readonly kind: 'register'; readonly type: TypeSyntax }
  | { readonly kind: 'label' }
  | { readonly kind: 'table'; readonly targets: readonly Word[] }
  | { readonly kind: 'parameter'; readonly type: TypeSyntax; readonly formal: boolean }
  | { readonly kind: 'variable'; readonly declared: VariableSyntax & Pick<VariablesSyntax, 'space' | 'align' | 'type'> }

type FlatItem = { readonly kind: 'label'; readonly name: string; readonly span: Span } | InstructionSyntax | CallSyntax

export interface Flat {
  readonly items: readonly FlatItem[]
  /** By the names that the items use, except registers of a range. */
  readonly meanings: ReadonlyMap<string, Meaning>
}

/** The ranges and names of one scope, by what they are called in it. */
interface Scope {
  readonly names: ReadonlyMap<string, Meaning>
  readonly ranges: readonly { readonly start: string; readonly count: number; readonly type: TypeSyntax }[]
  readonly suffix: string
  readonly outer: Scope | undefined
}

/**
 * The code of a function with unique names: those of inner scopes have the number of the scope behind them, and all have `suffix`. Names that
 * the function does not declare stay as they are.
 */
export function flattened(of: FunctionSyntax, suffix: string): Flat {
  const meanings = new Map<string, Meaning>()
  let scopes = 0
  const open = (
    items: readonly BodyItem[],
    outer: Scope | undefined,
    given: readonly (readonly [string, Meaning])[],
  ): Scope => {
    const number = scopes++
    const own = number === 0 ? suffix : ` {${number}}${suffix}`
    const names = new Map([...given, ...items.flatMap(namesIn)])
    const scope = { names, ranges: items.flatMap(rangesIn), suffix: own, outer }
    for (const [name, meaning] of names) meanings.set(`${name}${own}`, meaning)
    return scope
  }
  const walk = (items: readonly BodyItem[], scope: Scope): readonly FlatItem[] =>
    items.flatMap((item): readonly FlatItem[] => {
      switch (item.kind) {
        case 'block':
          return walk(item.items, open(item.items, scope, []))
        case 'label':
          return [{ kind: 'label', name: nameIn(scope, item.name.text), span: item.span }]
        case 'instruction':
          return [
            { ...item, guard: guardIn(scope, item.guard), operands: item.operands.map((one) => renamed(one, scope)) },
          ]
        case 'call':
          return [
            {
              ...item,
              guard: guardIn(scope, item.guard),
              returned: item.returned.map((one) => renamed(one, scope)),
              arguments: item.arguments.map((one) => renamed(one, scope)),
              target: wordIn(scope, item.target),
              table: item.table && wordIn(scope, item.table),
            },
          ]
        default:
          return []
      }
    })
  const parameters = [...of.returned, ...of.parameters].map(({ name, type, space }): readonly [string, Meaning] => [
    name.text,
    space === 'reg' ? { kind: 'register', type } : { kind: 'parameter', type, formal: true },
  ])
  const body = of.body ?? []
  const scope = open(body, undefined, parameters)
  return { items: walk(body, scope), meanings }
}

const namesIn = (item: BodyItem): readonly (readonly [string, Meaning])[] => {
  switch (item.kind) {
    case 'registers':
      return item.names.flatMap(({ name, count }) =>
        count === null ? [[name.text, { kind: 'register', type: item.type }] as const] : [],
      )
    case 'label':
      return [[item.name.text, { kind: 'label' }]]
    case 'table':
      return [[item.name.text, { kind: 'table', targets: item.targets }]]
    case 'variables':
      return item.names.map((declared) => {
        const { space, align, type } = item
        const meaning: Meaning =
          space === 'param' && type !== null
            ? { kind: 'parameter', type, formal: false }
            : { kind: 'variable', declared: { ...declared, space, align, type } }
        return [declared.name.text, meaning] as const
      })
    default:
      return []
  }
}

const rangesIn = (item: BodyItem): Scope['ranges'] =>
  item.kind !== 'registers'
    ? []
    : item.names.flatMap(({ name, count }) => (count === null ? [] : [{ start: name.text, count, type: item.type }]))

/** Its name as the whole function knows it; the same if no scope declares it. */
function nameIn(scope: Scope, name: string): string {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    if (at.names.has(name)) return `${name}${at.suffix}`
    const [, start = '', digits] = /^(.*?)(0|[1-9][0-9]*)$/.exec(name) ?? []
    if (digits !== undefined && at.ranges.some((range) => range.start === start && Number(digits) < range.count))
      return `${name}${at.suffix}`
  }
  return name
}

const wordIn = (scope: Scope, word: Word): Word => ({ ...word, text: nameIn(scope, word.text) })

const guardIn = (scope: Scope, guard: InstructionSyntax['guard']): InstructionSyntax['guard'] =>
  guard && { ...guard, register: wordIn(scope, guard.register) }

function renamed(operand: StatementOperand, scope: Scope): StatementOperand {
  switch (operand.kind) {
    case 'word':
      return wordIn(scope, operand)
    case 'place':
      return { ...operand, name: nameIn(scope, operand.name) }
    case 'address': {
      const { coordinate } = operand
      return {
        ...operand,
        name: nameIn(scope, operand.name),
        coordinate: coordinate?.kind === 'word' ? wordIn(scope, coordinate) : coordinate,
      }
    }
    case 'vector':
      return {
        ...operand,
        elements: operand.elements.map((one) => {
          if (one.kind === 'word') return wordIn(scope, one)
          return one.kind === 'place' ? { ...one, name: nameIn(scope, one.name) } : one
        }),
      }
    case 'negated':
      return { ...operand, register: wordIn(scope, operand.register) }
    case 'pair':
      return { ...operand, first: wordIn(scope, operand.first), second: wordIn(scope, operand.second) }
    default:
      return operand
  }
}

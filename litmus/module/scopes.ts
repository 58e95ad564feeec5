/** Removes the braces from the code of a function: each name of an inner scope becomes unique (ISA, 4.1 and 7.1). */

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

/** The meaning of a name in a function. */
type Meaning =
  | { readonly kind: 'register' }
  | { readonly kind: 'label' }
  /** The table of `brx.idx`, with its labels. */
  | { readonly kind: 'table'; readonly targets: readonly Word[] }
  | { readonly kind: 'parameter'; readonly type: TypeSyntax }
  | { readonly kind: 'variable'; readonly declared: DeclaredInFunction }

interface DeclaredInFunction extends VariableSyntax, Pick<VariablesSyntax, 'space' | 'managed' | 'align' | 'type'> {}

export type FlatItem =
  | { readonly kind: 'label'; readonly name: string; readonly span: Span }
  | InstructionSyntax
  | CallSyntax

export interface Flat {
  readonly items: readonly FlatItem[]
  /** The meanings of the names that the items use. Registers of a range are included if an item uses them. */
  readonly meanings: ReadonlyMap<string, Meaning>
}

/** The names of one pair of braces. */
interface Scope {
  readonly names: ReadonlyMap<string, Meaning>
  /** `%r<12>` */
  readonly ranges: readonly { readonly start: string; readonly count: number }[]
  /** The suffix that makes the names unique. */
  readonly suffix: string
  readonly outer: Scope | undefined
}

/**
 * Returns the code of a function with unique names: those of inner scopes get the number of the scope appended, and
 * then all get `suffix`. Names that the function does not declare stay unchanged.
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
    const scope: Scope = {
      names: new Map([...given, ...items.flatMap(namesIn)]),
      ranges: items.flatMap(rangesIn),
      suffix: own,
      outer,
    }
    for (const [name, meaning] of scope.names)
      meanings.set(
        `${name}${own}`,
        meaning.kind === 'table'
          ? { ...meaning, targets: meaning.targets.map((target) => ({ ...target, text: nameIn(scope, target.text) })) }
          : meaning,
      )
    return scope
  }
  /** Returns the unique name for a name; the same if no scope declares it. */
  const named = (scope: Scope, name: string): string => {
    const unique = nameIn(scope, name)
    const range = meanings.has(unique) ? undefined : rangeOf(scope, name)
    if (range !== undefined) meanings.set(unique, { kind: 'register' })
    return unique
  }
  const word = (scope: Scope, one: Word): Word => ({ ...one, text: named(scope, one.text) })
  const guard = (scope: Scope, one: InstructionSyntax['guard']): InstructionSyntax['guard'] =>
    one && { ...one, register: word(scope, one.register) }
  const operands = (scope: Scope, list: readonly StatementOperand[]): readonly StatementOperand[] =>
    list.map((one) => withNames(one, (name) => named(scope, name)))
  const walk = (items: readonly BodyItem[], scope: Scope): readonly FlatItem[] =>
    items.flatMap((item): readonly FlatItem[] => {
      switch (item.kind) {
        case 'block':
          return walk(item.items, open(item.items, scope, []))
        case 'label':
          return [{ kind: 'label', name: named(scope, item.name.text), span: item.span }]
        case 'instruction':
          return [{ ...item, guard: guard(scope, item.guard), operands: operands(scope, item.operands) }]
        case 'call':
          return [
            {
              ...item,
              guard: guard(scope, item.guard),
              returned: operands(scope, item.returned),
              arguments: operands(scope, item.arguments),
              target: word(scope, item.target),
            },
          ]
        default:
          return []
      }
    })
  const parameters = [...of.returned, ...of.parameters].map(({ name, type, space }): readonly [string, Meaning] => [
    name.text,
    space === 'reg' ? { kind: 'register' } : { kind: 'parameter', type },
  ])
  const body = of.body ?? []
  const scope = open(body, undefined, parameters)
  return { items: walk(body, scope), meanings }
}

function namesIn(item: BodyItem): readonly (readonly [string, Meaning])[] {
  switch (item.kind) {
    case 'registers':
      return item.names.flatMap(({ name, count }) =>
        count === null ? [[name.text, { kind: 'register' }] as const] : [],
      )
    case 'label':
      return [[item.name.text, { kind: 'label' }]]
    case 'table':
      return [[item.name.text, { kind: 'table', targets: item.targets }]]
    case 'variables':
      return item.names.map((one) => {
        const { space, managed, align, type } = item
        return space === 'param' && type !== null
          ? ([one.name.text, { kind: 'parameter', type }] as const)
          : ([one.name.text, { kind: 'variable', declared: { ...one, space, managed, align, type } }] as const)
      })
    default:
      return []
  }
}

const rangesIn = (item: BodyItem): Scope['ranges'] =>
  item.kind === 'registers'
    ? item.names.flatMap(({ name, count }) => (count === null ? [] : [{ start: name.text, count }]))
    : []

type Register = Scope['ranges'][number]

const rangeIn = ({ ranges }: Scope, name: string): Register | undefined => {
  const [, start, digits] = /^(.*?)(0|[1-9][0-9]*)$/.exec(name) ?? []
  return digits === undefined
    ? undefined
    : ranges.find((range) => range.start === start && Number(digits) < range.count)
}

/** Returns the innermost scope that declares a name. */
const scopeOf = (scope: Scope, name: string): Scope | undefined =>
  scope.names.has(name) || rangeIn(scope, name) !== undefined ? scope : scope.outer && scopeOf(scope.outer, name)

const nameIn = (scope: Scope, name: string): string => `${name}${scopeOf(scope, name)?.suffix ?? ''}`

const rangeOf = (scope: Scope, name: string): Register | undefined => {
  const range = scopeOf(scope, name)
  return range === undefined || range.names.has(name) ? undefined : rangeIn(range, name)
}

/** Returns the operand with other names. */
export function withNames(operand: StatementOperand, rename: (name: string) => string): StatementOperand {
  const word = (one: Word): Word => ({ ...one, text: rename(one.text) })
  switch (operand.kind) {
    case 'word':
      return word(operand)
    case 'place':
      return { ...operand, name: rename(operand.name) }
    case 'address': {
      const { coordinate } = operand
      return {
        ...operand,
        name: rename(operand.name),
        coordinate: coordinate?.kind === 'word' ? word(coordinate) : coordinate,
      }
    }
    case 'vector':
      return {
        ...operand,
        elements: operand.elements.map((one) => {
          if (one.kind === 'word') return word(one)
          return one.kind === 'place' ? { ...one, name: rename(one.name) } : one
        }),
      }
    case 'tile':
      return {
        ...operand,
        map: word(operand.map),
        coordinates: operand.coordinates.map((one) => (one.kind === 'word' ? word(one) : one)),
      }
    case 'negated':
      return { ...operand, register: word(operand.register) }
    case 'pair':
      return { ...operand, first: word(operand.first), second: word(operand.second) }
    default:
      return operand
  }
}

import { printFlat } from '../../../axioms/algebra/cat/print.js'
import { flattened } from '../../../axioms/algebra/flat.js'
import type { EventSet, Model, Rel } from '../../../axioms/algebra/terms.js'
import { models } from '../../../axioms/models.js'
import { memoised } from '../../../source/memoised.js'
import { modelIn } from './cat/models.js'

/** Returns the term with all definitions expanded, and without what is empty: equal texts mean equal relations. */
const expanded: (term: Rel | EventSet) => string = memoised((term) => {
  const alternatives = alternativesOf(term)
  const [only] = alternatives
  if (only === undefined) return '0'
  return alternatives.length === 1 ? only : `(${alternatives.join(' | ')})`
})

const alternativesOf: (term: Rel | EventSet) => readonly string[] = memoised((term) => {
  if (term.kind === 'named' || term.kind === 'named-set') return alternativesOf(term.body)
  if (term.kind === 'union' || term.kind === 'set-union') return term.of.flatMap(alternativesOf)
  const text = other(term)
  return text === '0' ? [] : [text]
})

const partsOf = (term: Rel | EventSet, kind: string): readonly string[] => {
  if (term.kind === 'named' || term.kind === 'named-set') return partsOf(term.body, kind)
  const isOne = (term.kind === 'union' || term.kind === 'set-union') && term.of.filter((one) => expanded(one) !== '0')
  if (isOne && isOne.length === 1 && isOne[0] !== undefined) return partsOf(isOne[0], kind)
  return term.kind === kind && 'of' in term && Array.isArray(term.of)
    ? term.of.flatMap((one: Rel | EventSet) => partsOf(one, kind))
    : [expanded(term)]
}

function other(term: Rel | EventSet): string {
  const unlessEmpty = (text: string, ...parts: readonly string[]) => (parts.includes('0') ? '0' : text)
  switch (term.kind) {
    case 'sequence': {
      const parts = partsOf(term, term.kind)
      return unlessEmpty(`(${parts.filter((one) => one !== 'id').join('; ')})`, ...parts)
    }
    case 'intersection':
    case 'set-intersection': {
      const parts = partsOf(term, term.kind)
      return unlessEmpty(`(${parts.join(' & ')})`, ...parts)
    }
    case 'difference':
    case 'set-difference': {
      const [left, right] = [expanded(term.left), expanded(term.right)]
      return right === '0' ? left : unlessEmpty(`(${left} \\ ${right})`, left)
    }
    case 'product': {
      const [from, to] = [expanded(term.from), expanded(term.to)]
      return unlessEmpty(`(${from} * ${to})`, from, to)
    }
    case 'optional': {
      const of = expanded(term.of)
      return of === '0' ? 'id' : `${of}?`
    }
    case 'inverse':
    case 'closure':
    case 'identity':
    case 'domain':
    case 'range': {
      const of = expanded(term.of)
      return unlessEmpty(`${term.kind}(${of})`, of)
    }
    case 'base':
    case 'base-set':
      return term.name
    default:
      throw new Error(`no built-in model has a term of kind ${term.kind}`)
  }
}

/** Returns what a model demands, with all definitions expanded. */
const demands = ({ axioms }: Model): readonly string[] =>
  axioms.flatMap(({ name, section, requirements }) =>
    requirements.map(({ kind, of, negated, sentences }) =>
      [name, section, negated, kind, expanded(of), JSON.stringify(sentences)].join(' '),
    ),
  )

test.each(models.map((model) => [model.name, model] as const))('%s demands the same in one piece', (_, model) => {
  expect(demands(flattened(model))).toEqual(demands(model))
})

describe('terms in one piece', () => {
  /** Prints a flat model without its title and legend. */
  const flat = (text: string) => printFlat(modelIn(text)).replace(/^".*"\n\n(\(\* What [\s\S]*?\*\)\n\n)?/, '')

  test('has the meaning of extension points in their place, and keeps other definitions', () => {
    expect(
      flat('(* extension point *) let more = rf | co let mine = po | fr let all = mine | more acyclic all as A'),
    ).toBe('let mine = po | fr\nlet all = mine | rf | co\n\nacyclic all as A\n')
  })
  test.each([
    ['po | none', 'po'],
    ['po; none', '0'],
    ['po; none?; rf', 'po; rf'],
    ['none*', 'id'],
    ['po & none', '0'],
    ['po \\ none', 'po'],
    ['none \\ po', '0'],
    ['none+ | none^-1 | po', 'po'],
    ['[no-event] | po', 'po'],
    ['W * no-event | no-event * W', '0'],
    ['[W & no-event]', '0'],
    ['[W | no-event]', '[W]'],
    ['[W \\ no-event]', '[W]'],
    ['[domain(none)] | [range(none)]', '0'],
    ['(po | rf) | co', 'po | rf | co'],
  ])('has nothing that is empty: %s', (body, rest) => {
    expect(flat(`let none = 0 & po let no-event = 0 & W acyclic ${body} as A`)).toBe(`acyclic ${rest} as A\n`)
  })
  test('keeps recursions together', () => {
    expect(
      flat('(* extension point *) let more = po let rec r = more | s and s = r; rf acyclic r as A acyclic s as B'),
    ).toBe('let rec r = po | s\nand s = r; rf\n\nacyclic r as A\nacyclic s as B\n')
  })
  test('keeps what it covers, and flags', () => {
    const { excludes, flags } = flattened(modelIn('uncovered "red" acyclic po as A flag empty rf as B'))
    expect([excludes, flags?.map(({ name }) => name)]).toEqual([['red'], ['B']])
  })
})

import { printModel } from '../../../../axioms/algebra/cat/print.js'
import { readModel } from '../../../../axioms/algebra/cat/read.js'
import type { Reading } from '../../../../axioms/algebra/reading.js'
import type { Model } from '../../../../axioms/algebra/terms.js'
import { relationsOf } from '../../../../witness/relations.js'
import { beside, modelIn } from './models.js'

const readingIn = (model: Model, name: string): Reading | undefined => {
  const term = relationsOf(model).get(name)
  return term?.kind === 'named' ? term.reading : undefined
}

const problemsOf = (text: string): readonly string[] => {
  const result = readModel({ name: 'spec.cat', text }, beside)
  return result.ok ? [] : result.diagnostics.map(({ message }) => message)
}

describe('the clauses of a definition', () => {
  test('is in comments in front of it, one or several', () => {
    const model = modelIn(`(* reads: comes
      before; spelt out *) (* a comment *) (* reads backwards: comes after; called: a part; synchronisation; last resort *)
      let a = po acyclic a as A`)
    expect(readingIn(model, 'a')).toEqual({
      words: 'comes before',
      backwards: 'comes after',
      called: 'a part',
      shown: 'spelt out',
      synchronisation: true,
      lastResort: true,
    })
  })
  test('is said of no other, and not within a statement', () => {
    const model = modelIn('(* named *) let a = po let b = rf | (* condition *) a acyclic b as A')
    expect(readingIn(model, 'a')).toEqual({ shown: 'named' })
    expect(readingIn(model, 'b')).toBeUndefined()
  })
  test('is a comment where it has another form', () => {
    expect(readingIn(modelIn('(* named in explanations *) let a = po acyclic a as A'), 'a')).toBeUndefined()
  })
  test('is its role, by its name or as it says', () => {
    const model = modelIn('let ms = po (* role: causality order *) let order = ms empty order as A')
    expect(readingIn(model, 'ms')).toEqual({ role: 'moral strength' })
    expect(readingIn(model, 'order')).toEqual({ role: 'causality order' })
  })
  test('is what the vocabulary says where it takes a name from there', () => {
    expect(readingIn(modelIn('let fr = rf^-1; co acyclic fr as A'), 'fr')).toMatchObject({
      words: 'read a value that is overwritten by',
    })
  })
})

describe('the clauses of a check', () => {
  test('is what it objects to, by the first that applies', () => {
    const [axiom] = modelIn('(* objects by rf: the one *) (* objects: the other *) acyclic po as A').axioms
    expect(axiom?.requirements[0]?.sentences).toEqual([{ by: 'rf', words: 'the one' }, { words: 'the other' }])
  })
  test('is said of a circle apart, and printed as it was read', () => {
    const model = modelIn(`(* objects in a circle: {first} itself *) (* objects by rf: {first}, {second} *)
      (* objects: {last} at {location} *) acyclic po as A`)
    const sentences = [
      { circle: true, words: '{first} itself' },
      { by: 'rf', words: '{first}, {second}' },
      { words: '{last} at {location}' },
    ]
    expect(model.axioms[0]?.requirements[0]?.sentences).toEqual(sentences)
    expect(modelIn(printModel(model)).axioms[0]?.requirements[0]?.sentences).toEqual(sentences)
  })
  test('has only names in braces that a chain provides', () => {
    expect(problemsOf('(* objects: {frist} is {it} *) acyclic po as A')).toEqual([
      'there is no {frist}; did you mean `first`? The parts are {first}, {second}, {last}, {location}',
      'there is no {it}; the parts are {first}, {second}, {last}, {location}',
    ])
  })
})

describe('the section of the ISA', () => {
  test('is that of all that follows, up to the next', () => {
    const { axioms } = modelIn('(* ISA 8.1 *) acyclic po as A acyclic rf as B (* ISA - *) acyclic co as C')
    expect(axioms.map(({ section }) => section)).toEqual(['8.1', '8.1', ''])
  })
})

test.each([
  [
    '(* role: moral strenght *) let a = po',
    '`moral strenght` is not a role; did you mean `moral strength`? The roles are',
  ],
  ['(* objects: it *) let a = po', 'this comment describes a check, not a definition'],
  ['(* named *) acyclic po', 'this comment describes a definition, not a check'],
])('%s is an error', (text, message) => {
  expect(problemsOf(text)).toEqual([expect.stringContaining(message)])
})

import { diagrams } from '../../../encoder/formula/decision-diagrams.js'
import { must } from '../../../source/must.js'

/**
 * Returns a conjunction of `count` disjunctions of two atoms each. All first atoms come before all second ones, so each
 * disjunction doubles the diagram.
 */
const apart = (count: number, effort: 'little' | 'much') => {
  const { atom, connection } = diagrams(effort)
  const of = (number: number) => must(atom(number), 'an atom')
  const pairs = Array.from({ length: count }, (_, i) => connection('or', [of(i), of(count + i)]))
  return connection(
    'and',
    pairs.flatMap((pair) => pair ?? []),
  )
}

test('a diagram that is too large is not built, whatever the effort', () => {
  expect(apart(4, 'little')).toBeDefined()
  expect(apart(8, 'little')).toBeUndefined()
  expect(apart(8, 'much')).toBeDefined()
  expect(apart(16, 'much')).toBeUndefined()
})

test('equal functions have one diagram', () => {
  const { atom, connection, constant, negation } = diagrams('little')
  const [a, b] = [must(atom(7), 'an atom'), must(atom(3), 'an atom')]
  const both = must(connection('and', [a, b]), 'a diagram')
  expect(connection('and', [b, both])).toBe(both)
  expect(connection('or', [a, both])).toBe(a)
  expect(connection('or', [both, must(negation(both), 'a diagram')])).toBe(constant(true))
  expect(must(negation(must(negation(both), 'a diagram')), 'a diagram')).toBe(both)
})

test('a diagram with a long path is not built, whatever the stack', () => {
  const { atom, connection, constant, negation } = diagrams('much')
  const length = 9_900
  const of = (number: number) => must(atom(number), 'an atom')
  let chain = constant(true)
  for (let i = length; i > 0; i--) chain = must(connection('and', [of(i), chain]), 'a longer path')
  expect(connection('and', [chain, of(length + 1)])).toBeUndefined()
  expect(negation(chain)).toBeUndefined()
})

import fc from 'fast-check'
import { exampleIn, fragmentOf, type State, stateOf, tabs } from '../../web/state.js'
import { always } from '../extent.js'

const text = fc.string({ unit: 'grapheme', maxLength: 200 })
const states: fc.Arbitrary<State> = fc.record(
  {
    name: text,
    text,
    launch: text,
    claim: text,
    modules: fc.dictionary(fc.stringMatching(/^[a-z]+\.ptx$/), text, { noNullPrototype: true }),
    model: text,
    modelText: text,
    test: fc.nat(),
    question: fc.nat(),
    tab: fc.constantFrom(...tabs),
  },
  { requiredKeys: ['name', 'text', 'launch', 'claim', 'modules', 'model', 'test', 'question', 'tab'] },
)

always('a link holds the whole state', { runs: 100, seed: 1 }, () =>
  fc.asyncProperty(states, async (state) => {
    const fragment = await fragmentOf(state)
    expect(fragment).toMatch(/^[\w-]*$/)
    expect(await stateOf(`#${fragment}`)).toEqual(state)
  }),
)

test.each(['', '#', '#%', '#abc', '#eyJ9', `#${btoa('{"name":1}')}`])('%s is not a state', async (fragment) => {
  expect(await stateOf(fragment)).toBeUndefined()
})

test('a damaged link is not a state', async () => {
  const fragment = await fragmentOf({
    name: 'a.test',
    text: 'x'.repeat(1000),
    launch: '',
    claim: '',
    modules: {},
    model: 'm',
    test: 0,
    question: 0,
    tab: 'races',
  })
  expect(await stateOf(fragment.slice(0, -4))).toBeUndefined()
})

test.each([
  ['#example=a+b.test', 'a+b.test'],
  ['#example=k/a%2Bb.test', 'k/a+b.test'],
  ['#example=a%b', 'a%b'],
  ['#abc', undefined],
])('%s names the example %s', (fragment, path) => {
  expect(exampleIn(fragment)).toBe(path)
})
